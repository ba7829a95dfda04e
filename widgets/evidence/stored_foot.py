"""The line below a stored text: where it comes from, its page, and the way through a very long one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from engine.values import Source
from resources.translation import tr
from widgets.button import Button
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label

HEIGHT_PX = 36


class StoredFoot(QFrame):
    """Says where the text comes from.

    Signals:
        turn_asked: The user wants the part of the text behind (1) or before (-1) the one shown.
    """

    turn_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("line", "top")
        self.setFixedHeight(HEIGHT_PX)
        self._words = ElidedLabel("", "small", "text3")
        self._part = Label("", "small", "text2")
        self.earlier = Button(tr("Earlier"), "quiet", "chevron-up", compact=True)
        self.later = Button(tr("Later"), "quiet", "chevron-down", compact=True)
        self.earlier.clicked.connect(lambda: self.turn_asked.emit(-1))
        self.later.clicked.connect(lambda: self.turn_asked.emit(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(Glyph("lock", "text3", 14))
        row.addWidget(self._words, 1)
        for widget in (self._part, self.earlier, self.later):
            row.addWidget(widget)
            widget.hide()

    def show_source(self, source: Source, place: int, *, has_text: bool) -> None:
        """Say where the text of a source comes from; nothing without a text."""
        page = source.quotes[place].page if source.quotes else None
        words = tr("Text extracted inside a sandbox from the bytes as fetched.")
        if page:
            words = tr("Text extracted inside a sandbox from the bytes as fetched. Page {n}.", n=page)
        self._words.show_text(words)
        self.setVisible(has_text)

    def show_part(self, first: int, end: int, length: int) -> None:
        """Say which letters are shown, when they are not all."""
        is_part = end - first < length
        for widget in (self._part, self.earlier, self.later):
            widget.setVisible(is_part)
        share = (100 * first // max(1, length), -(-100 * end // max(1, length)))
        self._part.setText(tr("{first} to {last} % of the text", first=share[0], last=share[1]))
        self.earlier.setEnabled(first > 0)
        self.later.setEnabled(end < length)
