"""From what was composed in the window to the options of a run."""

from __future__ import annotations

from typing import Any

from app.composition import Composition
from app.options import Asked
from engine.errors import InputError
from engine.values import RunOptions
from resources import sample_library
from resources.translation import tr
from widgets.choice_row import FILES, OFFLINE
from widgets.composer import Composed

_WEB = ("web", "both")


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
            web=wants_web,
            review_plan=composed.review_plan,
        )
    )
    change: dict[str, Any] = {"documents": composed.documents}
    if composed.sources in ("web", FILES):
        change["library"] = ()
    return options.model_copy(update=change)
