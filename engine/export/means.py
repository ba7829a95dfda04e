"""What an export may use beside the run itself, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.events import JournalEntry
from researcher_container.contract import Document

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")


class Texts(Protocol):
    """Where stored texts are looked up; `engine.texts.TextStore` is one."""

    def document(self, key: str) -> Document | None:
        """Return the document stored under a key, None when it is not there."""


@dataclass(frozen=True)
class Means:
    """What an export may use.

    Attributes:
        paper: of formats that have pages.
        texts: stored texts; None where there are none to look at.
        entries: gives the run's journal from its beginning; None where there is no journal.
    """

    paper: Paper = "a4"
    texts: Texts | None = None
    entries: Callable[[], Iterable[JournalEntry]] | None = None


@dataclass(frozen=True)
class Made:
    """A finished file; `remarks` are sentences about what could not be shown in it."""

    content: bytes
    remarks: tuple[str, ...] = ()

    @classmethod
    def of_text(cls, text: str) -> Made:
        """Return a text as a file."""
        return cls(text.encode("utf-8", errors="replace"))
