"""A plan while the user changes it: its questions, what stood before each change, and lines that become questions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
MAX_QUESTIONS = 16
_LIST_MARK = re.compile(r"^\s*(?:[-*•–]|\(?[Qq]?\d{1,2}[.):])\s+")


@dataclass(frozen=True)
class KeptPlan:
    """What the user made of a plan so far; it belongs to exactly the questions that were planned."""

    wave: int
    planned: tuple[str, ...]
    questions: tuple[str, ...]


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a pasted text as questions, without list marks and empty ones."""
    stripped = (" ".join(_LIST_MARK.sub("", line).split()) for line in text.splitlines())
    return tuple(line for line in stripped if line)


class PlanDraft:
    """The questions as they stand. Every change is one step that can be taken back and made again."""

    def __init__(self, questions: tuple[str, ...], most: int = MAX_QUESTIONS) -> None:
        """Args: most: how many questions fit."""
        self.questions = questions
        self.most = most
        self._before: list[tuple[str, ...]] = []
        self._after: list[tuple[str, ...]] = []

    def edit(self, place: int, question: str) -> None:
        """Word a question differently."""
        self._become((*self.questions[:place], question, *self.questions[place + 1 :]))

    def remove(self, place: int) -> None:
        """Take a question out; the last one stays."""
        if len(self.questions) > 1:
            self._become((*self.questions[:place], *self.questions[place + 1 :]))

    def insert(self, place: int, questions: tuple[str, ...]) -> int:
        """Put questions before a place; return how many did not fit."""
        room = self.most - len(self.questions)
        self._become((*self.questions[:place], *questions[:room], *self.questions[place:]))
        return max(0, len(questions) - room)

    def replace(self, place: int, questions: tuple[str, ...]) -> int:
        """Put questions where one stood, in one step; return how many did not fit."""
        room = self.most - len(self.questions) + 1
        self._become((*self.questions[:place], *questions[:room], *self.questions[place + 1 :]))
        return max(0, len(questions) - room)

    def move(self, place: int, to: int) -> None:
        """Put a question at another place."""
        self._become(moved(self.questions, place, to))

    def has_room(self) -> bool:
        """Tell whether one more question fits."""
        return len(self.questions) < self.most

    def undo(self) -> bool:
        """Take the last change back; return whether there was one."""
        return self._step(self._before, self._after)

    def redo(self) -> bool:
        """Make the change again that was taken back last; return whether there was one."""
        return self._step(self._after, self._before)

    def _become(self, questions: tuple[str, ...]) -> None:
        if questions != self.questions:
            self._before.append(self.questions)
            self._after.clear()
            self.questions = questions

    def _step(self, source: list[tuple[str, ...]], other: list[tuple[str, ...]]) -> bool:
        if not source:
            return False
        other.append(self.questions)
        self.questions = source.pop()
        return True


def moved(items: tuple[T, ...], place: int, to: int) -> tuple[T, ...]:
    """Return the items with one of them at another place."""
    rest = (*items[:place], *items[place + 1 :])
    return (*rest[:to], items[place], *rest[to:])
