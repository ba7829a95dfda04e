"""From what a run was asked for back to what is composed in the window."""

from __future__ import annotations

from engine.events import Event, ResearchAsked
from engine.values import RunOptions
from resources import sample_library
from widgets.choice_row import FILES, OFFLINE
from widgets.composer import Composed

MODEL = "model"


def composed_of(event: Event) -> Composed:
    """Return what the first event of a run tells, as one would compose it again."""
    assert isinstance(event, ResearchAsked)
    options = event.options
    return Composed(
        topic=event.topic,
        depth=options.depth,
        sources=_sources(options),
        model=OFFLINE if options.mode == "offline" else MODEL,
        review_plan=options.review_plan,
        documents=options.documents,
    )


def _sources(options: RunOptions) -> str:
    has_web = options.web or options.hosted_search
    if has_web:
        return "both" if options.library else "web"
    if options.documents and not options.library:
        return FILES
    return "sample" if options.library == (str(sample_library()),) else "library"
