"""From what a run was asked for back to what is composed in the window."""

from __future__ import annotations

from app.composition import Composition
from app.desk.composed import offered_as
from app.profiles import Profiles
from engine.events import Event, ResearchAsked
from engine.values import RunOptions
from resources import sample_library
from widgets.beginning.choice_row import FILES, OFFLINE
from widgets.beginning.composer import Composed

_USUAL_MODEL = "model"


def composed_of(event: Event, composition: Composition) -> Composed:
    """Return what the first event of a run tells, as one would compose it again.

    What is not offered any more, as a model that is gone, the composer leaves as it is picked now.
    """
    assert isinstance(event, ResearchAsked)
    options = event.options
    return Composed(
        topic=event.topic,
        depth=options.depth,
        sources=_sources(options),
        model=_model(options, composition),
        review_plan=options.review_plan,
        documents=options.documents,
    )


def _sources(options: RunOptions) -> str:
    if options.web or options.hosted_search:
        return "both" if options.library else "web"
    if not options.library and options.documents:
        return FILES
    return "sample" if options.library == (str(sample_library()),) else "library"


def _model(options: RunOptions, composition: Composition) -> str:
    if options.mode == "offline":
        return OFFLINE
    profiles = Profiles(composition.settings)
    others = [one for one in profiles.all() if one.name == options.profile and one != profiles.active()]
    return offered_as(others[0]) if options.profile and others else _USUAL_MODEL
