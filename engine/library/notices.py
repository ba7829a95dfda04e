"""What is said about the files of a library that are not used."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import LibraryError
from engine.library.port import IndexCounts

# A sentence with more addresses is not read any more.
NAMED_FILES = 3


def notices(counts: IndexCounts) -> list[tuple[str, str]]:
    """Return the notices (key, sentence) about files that could not be read and about those left out unread."""
    told = (
        ("library-unreadable", "Could not be read", counts.unreadable),
        ("library-cut", "Too long, so that only the beginning is used", counts.cut),
        ("library-left-out", "Left out", counts.skipped),
    )
    return [(key, f"{words}: {_first(reasons)}.") for key, words, reasons in told if reasons]


def nothing_read(folders: Sequence[str], counts: IndexCounts) -> LibraryError:
    """Return the error about folders in which no document could be read, with the first reasons there are."""
    named = ", ".join(folders)
    reasons = (*counts.unreadable, *counts.skipped)
    if not reasons:
        return LibraryError(
            f"No document could be read in {named}: it holds none of a kind Dossier reads.",
            "Choose a folder with HTML, Markdown, text, PDF or Word documents.",
        )
    return LibraryError(
        f"No document could be read in {named}: {_first(reasons)}.",
        "Choose a folder with other documents, or mend these and try again.",
    )


def _first(reasons: Sequence[str]) -> str:
    """Return the first reasons as one part of a sentence, and how many there are beside them."""
    named = "; ".join(reason.rstrip(".") for reason in reasons[:NAMED_FILES])
    others = len(reasons) - NAMED_FILES
    return f"{named}; and {others} more" if others > 0 else named
