"""The popover over a citation: source, quote, what was found, and the way to Evidence."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from widgets.citation_chip import chip_width, draw_chip
from widgets.citation_notes import STATUS_FACES, CitationNote, is_found
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label
from widgets.quote_block import QuoteBlock
from widgets.theme import theme

WIDTH_PX = 344
SHADOW_PX = 14


class CitationPopover(QWidget):
    """Floats over the report while the pointer rests on a citation; it takes no focus and no clicks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(WIDTH_PX + 2 * SHADOW_PX)
        self._note: CitationNote | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(SHADOW_PX + 14, SHADOW_PX + 12, SHADOW_PX + 14, SHADOW_PX + 12)
        column.setSpacing(8)
        self._title = ElidedLabel("", "small_strong")
        self._title.setContentsMargins(26, 0, 0, 0)
        head = QHBoxLayout()
        head.addSpacing(28)
        head.addWidget(self._title, 1)
        column.addLayout(head)
        self._quote = QuoteBlock(max_lines=4)
        column.addWidget(self._quote)
        foot = QHBoxLayout()
        foot.setSpacing(5)
        self._glyph, self._status = Glyph("verified", "ok", 14), Label("", "small", "ok")
        foot.addWidget(self._glyph)
        foot.addWidget(self._status)
        foot.addStretch(1)
        foot.addWidget(Label("Click opens evidence", "small", "text3"))
        column.addLayout(foot)
        self.hide()

    def show_note(self, note: CitationNote | None, at: QPoint) -> None:
        """Show a citation below a point of the parent, kept inside it; None hides the popover."""
        if note is None:
            self.hide()
            return
        self._note = note
        face = STATUS_FACES[note.status]
        self._title.show_text(note.source.title or note.source.url)
        self._quote.show_quote(note.quote.text if note.quote else "",
                               verified=note.quote is not None and is_found(note.quote))  # fmt: skip
        self._glyph.show_glyph(face.icon, face.role)
        self._status.setText("Verified in the stored page" if face.role == "ok" else face.word)
        self._status.set_tone(face.role)
        inner = WIDTH_PX - 28
        self.setFixedHeight(2 * SHADOW_PX + 24 + 20 + 8 + self._quote.heightForWidth(inner) + 8 + 18)
        parent = self.parentWidget()
        assert parent is not None  # it is made inside the report pane
        x = min(max(0, at.x() - 40), parent.width() - self.width())
        below = at.y() + self.height() < parent.height()
        self.move(x, at.y() - 2 if below else at.y() - self.height() - 20)
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw shadow, ground and the number's chip."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(SHADOW_PX, SHADOW_PX, -SHADOW_PX, -SHADOW_PX)
        painter.setPen(Qt.PenStyle.NoPen)
        for spread in range(SHADOW_PX, 0, -2):
            painter.setBrush(QColor(0, 0, 0, 5))
            painter.drawRoundedRect(body.adjusted(-spread, -spread + 4, spread, spread), 8 + spread, 8 + spread)
        painter.setPen(theme().color("strong"))
        painter.setBrush(theme().color("raised"))
        painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        if self._note is not None:
            chip = QRectF(body.left() + 14, body.top() + 14, chip_width(self._note.number), 17)
            draw_chip(painter, chip, self._note.number, self._note.status)
