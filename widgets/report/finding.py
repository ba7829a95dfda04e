"""Finding words in a text that is shown: joins the bar with whatever text is open."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from widgets.report.find_bar import FindBar
from widgets.text.text_search import Span, hits_by_slices, pattern

# A text that is being written changes thirty times a second; so often nobody needs to know the count.
AGAIN_AFTER_MS = 150


class Searched(Protocol):
    """A text that can be searched; places are code points of what `text` returns."""

    @property
    def edit(self) -> QWidget:
        """The widget that shows it; its `text_changed` tells that the text is another."""

    def text(self) -> str:
        """Return the text."""

    def selected(self) -> str:
        """Return the selected words."""

    def begin(self) -> int:
        """Return the place the reader is at."""

    def show_hits(self, hits: list[Span], current: int, *, moves: bool = True) -> None:
        """Mark what was found, one of them as the current one (-1 for none), and bring it into view."""

    def leave(self, hit: Span | None) -> None:
        """Take the marks away and leave the cursor at the one that was shown."""


class Finding(QObject):
    """Finds words in one text at a time."""

    def __init__(self, bar: FindBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self._target: Searched | None = None
        self._hits: list[Span] = []
        self._current = -1
        self._slices: Iterator[tuple[list[Span], bool]] = iter(())
        self._from, self._moves = 0, True
        self._more = QTimer(self, interval=0)
        self._more.timeout.connect(self._search_on)
        self._again = QTimer(self, singleShot=True, interval=AGAIN_AFTER_MS)
        self._again.timeout.connect(lambda: self._search(moves=False))
        bar.words_changed.connect(lambda: self._search(moves=True))
        bar.step_asked.connect(self.step)
        bar.close_asked.connect(self.close)

    def is_open(self) -> bool:
        """Return whether words are being looked for."""
        return self._target is not None

    def open(self, target: Searched) -> None:
        """Look for words in a text, beginning with those selected in it."""
        selected = target.selected().strip()
        words = "" if "\n" in selected else selected[:200]
        self._turn_to(target)
        self._bar.open(words)
        self._search(moves=True)

    def follow(self, target: Searched | None) -> None:
        """Look in another text, which is open now; None when it has none."""
        if self._target is None or target is self._target:
            return
        if target is None:
            self.close()
            return
        self._turn_to(target)
        self._search(moves=True)

    def step(self, step: int) -> None:
        """Show the next (1) or previous (-1) place, around the ends."""
        if self._target is not None and self._hits:
            self._current = (self._current + step) % len(self._hits)
            self._show()

    def close(self) -> None:
        """Close the bar; the keyboard is in the text again, at the place shown last."""
        if self._target is None:
            return
        target, hit = self._target, self._hits[self._current] if self._hits else None
        self._turn_to(None)
        self._bar.hide()
        target.leave(hit)
        target.edit.setFocus()

    def _turn_to(self, target: Searched | None) -> None:
        if self._target is not None:
            self._target.edit.text_changed.disconnect(self._again.start)  # type: ignore[attr-defined]
            self._target.show_hits([], -1)
        self._more.stop()
        self._again.stop()
        self._target, self._hits, self._current = target, [], -1
        if target is not None:
            target.edit.text_changed.connect(self._again.start)  # type: ignore[attr-defined]

    def _search(self, *, moves: bool) -> None:
        """Search from where the reader is.

        Args:
            moves: the place that is found comes into view; else nothing moves, as the text alone is another.
        """
        self._more.stop()
        if self._target is None:
            return
        self._from = self._hits[self._current][0] if self._hits else self._target.begin()
        self._hits, self._current, self._moves = [], -1, moves
        wanted = pattern(self._bar.words(), is_case_bound=self._bar.is_case_bound())
        if wanted is None:
            self._show(moves=False)
            return
        self._slices = hits_by_slices(self._target.text(), wanted)
        self._more.start()
        self._search_on()

    def _search_on(self) -> None:
        """Search one slice; a text of usual length has only one."""
        found, is_last = next(self._slices)
        self._hits += found
        if is_last:
            self._more.stop()
        if self._current < 0 and self._hits and (is_last or self._hits[-1][0] >= self._from):
            ahead = bisect_left(self._hits, (self._from, 0))
            self._current = ahead if ahead < len(self._hits) else 0
            self._show(moves=self._moves)
        elif is_last:
            self._show(moves=False)
        else:
            self._bar.show_count(self._current + 1, len(self._hits))

    def _show(self, *, moves: bool = True) -> None:
        assert self._target is not None
        self._target.show_hits(self._hits, self._current, moves=moves)
        self._bar.show_count(self._current + 1, len(self._hits))
