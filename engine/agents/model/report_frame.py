"""A report begins with its title: what a model says before it, and a fence around the whole, are taken off."""

from __future__ import annotations

# "Sure, here is your report:" is shorter than this; more than this without a title is a report without one.
MAX_PREAMBLE_CHARS = 600


class ReportFrame:
    """Lets the report through from its title on: no preamble, no code fence around the whole."""

    def __init__(self) -> None:
        self._held = ""
        self._has_begun = False
        self._is_fenced = False

    def feed(self, piece: str) -> str:
        """Take a piece; return what of it belongs to the report."""
        self._held += piece
        if not self._has_begun:
            start = 0 if self._held.startswith("#") else self._held.find("\n#") + 1
            if not self._held.startswith("#") and not start and len(self._held) < MAX_PREAMBLE_CHARS:
                return ""
            self._begin(start)
        # The end of a fenced report is its fence, which must not get through.
        keep = len(self._held.rstrip("`\n ")) if self._is_fenced else len(self._held)
        passed, self._held = self._held[:keep], self._held[keep:]
        return passed

    def finish(self) -> str:
        """Return what was held back: the whole when it came without a title, else all but the closing fence."""
        return self._held.rstrip("`\n ") + "\n" if self._is_fenced else self._held

    def _begin(self, start: int) -> None:
        self._has_begun = True
        self._is_fenced = self._held[:start].rstrip().endswith(("```", "```markdown", "```md"))
        self._held = self._held[start:]
