"""From what was composed in the window to the options of a run."""

from __future__ import annotations

from typing import Any

from app.composition import Composition
from app.options import Asked
from engine.errors import InputError
from engine.values import ModelProfile, RunOptions
from resources import sample_library
from resources.translation import tr
from widgets.beginning.choice_row import FILES, OFFLINE
from widgets.beginning.composer import Composed

_WEB = ("web", "both")
# Before the name of a profile that is not the usual one.
_PROFILE = "profile:"


def offered_as(profile: ModelProfile) -> str:
    """Return the value under which the composer offers a profile that is not the usual one."""
    return f"{_PROFILE}{profile.name}"


def profile_in(model: str) -> str:
    """Return the name of the profile a composed model means, "" for the usual one or none."""
    return model.removeprefix(_PROFILE) if model.startswith(_PROFILE) else ""


def options_of(composed: Composed, composition: Composition) -> RunOptions:
    """Return the options of a run.

    Raises:
        InputError: what was composed does not fit together.
    """
    wants_web = composed.sources in _WEB
    if wants_web and composed.model == OFFLINE:
        raise InputError(tr("The web cannot be researched without a model."), tr("Choose a model, or a library."))
    options = composition.options(
        Asked(
            offline=composed.model == OFFLINE,
            library=(str(sample_library()),) if composed.sources == "sample" else (),
            depth=composed.depth,
            profile=profile_in(composed.model),
            web=wants_web,
            review_plan=composed.review_plan,
        )
    )
    change: dict[str, Any] = {"documents": composed.documents}
    if composed.sources in ("web", FILES):
        change["library"] = ()
    return options.model_copy(update=change)
