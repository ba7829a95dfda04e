"""Readers that died: an accident, or a sandbox in which nothing can be read."""

from __future__ import annotations

from engine.errors import SandboxCause, SandboxError

# As many in a row before any document was answered: this kind of sandbox does not work here. Later on a few broken
# documents may lie side by side in a folder.
FIRST_IN_A_ROW = 3
LATER_IN_A_ROW = 10
# Ends that may be one document's doing or the sandbox's own; after any other the next document would fare no better.
_DEATHS: dict[str, SandboxCause] = {"exited": "exited", "killed": "killed", "protocol": "protocol"}


class Deaths:
    """Counts the documents in a row no reader answered."""

    def __init__(self) -> None:
        self._row = 0
        self._has_answered = False
        self._last: SandboxError | None = None

    def answered(self) -> None:
        """Note that a reader said something about a document, be it that it cannot be read."""
        self._row, self._has_answered = 0, True

    def died(self, error: SandboxError) -> None:
        """Note that no reader answered.

        Raises:
            SandboxError: that were too many in a row, or there is no sandbox at all.
        """
        if error.kind not in _DEATHS:
            raise error
        self._row += 1
        self._last = error
        if self._row >= (LATER_IN_A_ROW if self._has_answered else FIRST_IN_A_ROW):
            raise self._error()

    def check_some_answered(self) -> None:
        """Check at the end that not every document ended like this.

        Raises:
            SandboxError: every one did.
        """
        if self._last is not None and not self._has_answered:
            raise self._error()

    def _error(self) -> SandboxError:
        last = self._last or SandboxError("exited", "The program in the sandbox ended.")
        times = f"{self._row} documents in a row" if self._row > 1 else "the only document there was to read"
        return SandboxError(
            _DEATHS[last.kind],
            f"The library could not be read because its sandbox failed on {times}: {_within(last.title)}.",
            "Try again, or choose another kind of sandbox.",
            detail=last.detail,
        )


def _within(title: str) -> str:
    """Return a sentence as a part of another."""
    return title[:1].lower() + title[1:].rstrip(".")
