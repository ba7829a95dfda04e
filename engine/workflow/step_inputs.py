"""What the result of a step depends on, beside what it is asked: the options that go into its hash.

How many run at once, the kind of sandbox, consent, time limits and how a model is reached change how a run works and
not what it finds: they are left out, so that a run resumed with another sandbox or at a new address keeps everything.
Prompts are left out, too: an update of the program does not make anybody pay again. (docs/decisions/0004)
"""

from __future__ import annotations

from typing import Any

from engine.values import RunOptions

_MIND = {"mode", "language", "model"}
_SOURCES = {"library", "library_is_private", "web", "search_providers", "hosted_search", "read_citations"}


def mind_of(options: RunOptions) -> dict[str, Any]:
    """Return who thinks, and in which language."""
    return options.model_dump(mode="json", include=_MIND)


def sources_of(options: RunOptions) -> dict[str, Any]:
    """Return what may be read."""
    return options.model_dump(mode="json", include=_SOURCES)
