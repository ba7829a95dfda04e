"""One way to begin, as a card: what it is, what is known about it, and its buttons."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from resources.translation import tr
from widgets.button import Button
from widgets.flow_layout import FlowLayout
from widgets.glyph import Glyph
from widgets.label import Label
from widgets.phrases import Face
from widgets.theme import set_state

LINE_HEIGHT_PX = 32  # what is found out may take two lines, and the page must not jump for it


@dataclass(frozen=True)
class Beginning:
    """One way to begin; `key` names it, `line` is what is said while nothing is known. Texts are marked, not told."""

    key: str
    icon: str
    title: str
    words: str
    button: str
    line: str


class BeginningCard(QFrame):
    """Shows one way to begin.

    Signals:
        begin_asked: The usual button was pressed.
        offer_asked: The button of what was found was pressed; the offer's key.
    """

    begin_asked = Signal()
    offer_asked = Signal(str)

    def __init__(self, beginning: Beginning, *, is_first: bool) -> None:
        super().__init__()
        self._beginning, self._offer = beginning, ""
        set_state(self, "card", "accent" if is_first else "plain")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Glyph(beginning.icon, "accent" if is_first else "text2", 20))
        head.addWidget(Label(tr(beginning.title), "strong"), 1)
        column.addLayout(head)
        column.addWidget(Label(tr(beginning.words), "body", "text2", wraps=True))
        column.addLayout(self._make_line())
        column.addStretch(1)
        column.addSpacing(4)
        column.addLayout(self._make_buttons(is_first))
        self.show_line(Face(tr(beginning.line), "", "text3", ""))

    def show_line(self, face: Face) -> None:
        """Show what is known, as "A server answers at 127.0.0.1:8080"."""
        self._mark.setVisible(bool(face.icon))
        self._mark.show_glyph(face.icon or "info", face.role)
        self._line.setText(face.word)
        self._line.set_tone(face.role)

    def show_usual_line(self) -> None:
        """Show what is said while nothing is known."""
        self.show_line(Face(tr(self._beginning.line), "", "text3", ""))

    def show_offer(self, key: str, words: str) -> None:
        """Offer what was found with a button of its own; "" takes it away."""
        self._offer = key
        self.offer.setText(self.offer.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, 150))
        self.offer.setToolTip(words)
        self.offer.setAccessibleName(words or tr("Use what was found"))
        self.offer.setVisible(bool(key))
        self.offer.updateGeometry()

    def show_button(self, words: str) -> None:
        """Show other words on the usual button; "" for the usual ones."""
        self.button.setText(words or tr(self._beginning.button))
        self.button.updateGeometry()

    def line(self) -> str:
        """Return what is said to be known."""
        return self._line.text()

    def _make_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(5)
        self._mark, self._line = Glyph("verified", "ok", 14), Label("", "small", "text3", wraps=True)
        self._line.setMinimumHeight(LINE_HEIGHT_PX)
        self._line.setAlignment(Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._line, 1)
        return line

    def _make_buttons(self, is_first: bool) -> FlowLayout:
        row = FlowLayout(spacing_px=8)
        self.offer = Button("", "primary")
        self.offer.setObjectName(f"offer-{self._beginning.key}")
        self.offer.setAccessibleName(tr("Use what was found"))
        self.offer.clicked.connect(lambda: self.offer_asked.emit(self._offer))
        self.offer.hide()
        self.button = Button(tr(self._beginning.button), "primary" if is_first else "outline")
        self.button.setObjectName(f"begin-{self._beginning.key}")
        self.button.clicked.connect(self.begin_asked)
        row.addWidget(self.offer)
        row.addWidget(self.button)
        return row
