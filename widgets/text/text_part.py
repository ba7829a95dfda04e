"""A part of a long text: what of it is shown, and where its places are in Qt's counting."""

from __future__ import annotations

from widgets.text.text_search import Span, Utf16Places

# A whole book would take seconds to set; this much takes about 40 ms, and the rest is two buttons away.
PART_CHARS = 120_000


class TextPart:
    """A window on a text. Spans are code points of the whole text.

    Attributes:
        whole: The whole text.
        first: The first letter shown, -1 while nothing is.
        shown: What is shown of it.
    """

    def __init__(self, whole: str = "") -> None:
        self.whole, self.first, self.shown = whole, -1, ""
        self._places = Utf16Places("")

    def show_at(self, first: int) -> bool:
        """Move to the part that begins at a letter, or as near as the ends allow; return whether it is another."""
        first = max(0, min(first, len(self.whole) - PART_CHARS))
        if first == self.first:
            return False
        self.first, self.shown = first, self.whole[first : first + PART_CHARS]
        self._places = Utf16Places(self.shown)
        return True

    def show_around(self, span: Span | None) -> bool:
        """Move to a part that holds a span, or to the beginning; return whether it is another."""
        if span is not None and self.holds(span):
            return False
        return self.show_at(span[0] - PART_CHARS // 2 if span else 0)

    def holds(self, span: Span) -> bool:
        """Return whether a span is shown, wholly."""
        return 0 <= self.first <= span[0] and span[1] <= self.first + len(self.shown)

    def share(self, place: int) -> float:
        """Return where in the shown part a place is, 0 for its beginning and 1 for its end."""
        return (place - self.first) / max(1, len(self.shown))

    def in_qt(self, span: Span) -> Span:
        """Return a span in the widget's positions: Qt counts UTF-16 units."""
        first, last = max(0, span[0] - self.first), min(len(self.shown), span[1] - self.first)
        return self._places.to_qt(first), self._places.to_qt(last)

    def from_qt(self, position: int) -> int:
        """Return the place in the whole text of a position in the widget."""
        return self._places.from_qt(position) + max(0, self.first)
