"""What is wrong with the questions of a plan, in sentences for the rows they stand in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from resources.translation import tr

MAX_QUESTION_CHARS = 1_000
# Returns the words by which a question leans on something its researcher does not see, "" when it stands alone.
Leaning = Callable[[str], str]


@dataclass(frozen=True)
class Fault:
    """What is wrong with one question; with a grave fault research cannot start."""

    words: str
    is_grave: bool


def stands_alone(question: str) -> str:
    """Find nothing: the check of a page that was given none."""
    return ""


def faults(questions: tuple[str, ...], leaning: Leaning) -> tuple[Fault | None, ...]:
    """Return the fault of each question, None where there is none."""
    first_places: dict[str, int] = {}
    found = []
    for place, question in enumerate(questions, 1):
        twin = first_places.setdefault(_core(question), place)
        found.append(_fault(question, leaning, twin if twin != place else 0))
    return tuple(found)


def _fault(question: str, leaning: Leaning, twin: int) -> Fault | None:
    if not question.strip():
        return Fault(tr("This question is empty. Write one, or delete the row."), is_grave=True)
    if len(question) > MAX_QUESTION_CHARS:
        said = tr("{n} characters are too long. At most {most} fit.", n=f"{len(question):,}", most="1,000")
        return Fault(said, is_grave=True)
    if twin:
        return Fault(tr("This asks the same as question {number}.", number=twin), is_grave=False)
    if words := leaning(question):
        return Fault(tr("Leans on another question (“{words}”). Name what is meant.", words=words), is_grave=False)
    return None


def _core(question: str) -> str:
    """Return what two wordings of the same question have in common."""
    return re.sub(r"[\W_]+", " ", question.lower()).strip() or question
