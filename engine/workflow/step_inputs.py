"""What the result of a step depends on, beside what it is asked: the options that go into its hash.

Whose model it is counts where its role asks it: a changed writer's model writes again and keeps all before it.
How many run at once, the kind of sandbox, consent, time limits and how a model is reached change how a run works and
not what it finds: they are left out, so that a run resumed with another sandbox or at a new address keeps everything.
Prompts are left out, too: an update of the program does not make anybody pay again. (docs/decisions/0004)
"""

from __future__ import annotations

from typing import Any

from engine.context_room import MAX_CONVERSATION_CHARS
from engine.values import ReportStyle, Role, RunOptions
from researcher_container.contract import ResearchParams

_MIND = {"mode", "language"}
_SOURCES = {"library", "library_is_private", "web", "search_providers", "hosted_search", "read_citations"}
_GIVEN = {"documents", "addresses"}


def mind_of(options: RunOptions, role: Role) -> dict[str, Any]:
    """Return who thinks, and in which language."""
    return {**options.model_dump(mode="json", include=_MIND), "model": options.model_of(role)}


def plan_style_of(options: RunOptions) -> dict[str, Any]:
    """Return what of the report's style the plan depends on; nothing where it is as ever."""
    return {"sections": list(options.report.sections)} if options.report.sections else {}


def style_of(options: RunOptions) -> dict[str, Any]:
    """Return the report's style; nothing where it is as ever."""
    return {} if options.report == ReportStyle() else {"report": options.report.model_dump(mode="json")}


def sources_of(options: RunOptions) -> dict[str, Any]:
    """Return what may be read; what the user gave counts where he gave something, so that older runs stay valid."""
    given = options.model_dump(mode="json", include=_GIVEN)
    return options.model_dump(mode="json", include=_SOURCES) | {name: value for name, value in given.items() if value}


def asked_of(params: ResearchParams) -> dict[str, Any]:
    """Return what a researcher is asked; how much of a conversation its model can hold changes only how it works."""
    asked = params.model_dump(mode="json") | {"max_context_chars": MAX_CONVERSATION_CHARS}
    return asked if params.given else {name: value for name, value in asked.items() if name != "given"}
