"""What the user gave beside the topic, as the planner is told it: fenced, labelled as data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from engine.agents.model.prompting import prompt
from engine.agents.port import GivenText, PlanTask

# About 3,000 tokens; with more sources each has less room, none is left out.
MAX_CHARS = 12_000


def given_text(task: PlanTask) -> str:
    """Return the part of the planner's prompt about the user's sources, "" when he gave none."""
    if not task.given:
        return ""
    room = MAX_CHARS // len(task.given)
    sources = "\n\n".join("\n".join(_lines(given))[:room] for given in task.given)
    # Derived, not random: a resumed run must ask the very same question again.
    mark = hashlib.sha256(f"{task.topic}\n{sources}".encode()).hexdigest()[:10]
    return "\n\n" + prompt("given").format(mark=mark, sources=sources)


def _lines(given: GivenText) -> Iterator[str]:
    yield f"{given.title} ({given.url})".strip()
    if given.headings:
        yield f"Headings: {'; '.join(given.headings)}"
    if given.lead:
        yield f"Begins: {given.lead}"
