"""The popover over a citation: source, its quotes, what was found, and the way to Evidence."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.values import Quote
from resources.translation import tr, trn
from widgets import phrases
from widgets.button import Button
from widgets.evidence.quote_block import QuoteBlock
from widgets.fonts import broad_px
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label
from widgets.report.citation_chip import chip_width, draw_chip
from widgets.report.citation_notes import STATUS_FACES, CitationNote, is_found
from widgets.theme import theme

WIDTH_PX = 364
SHADOW_PX = 14
LEAVE_MS = 300  # time to move the pointer from the citation into the popover
MOST_QUOTES = 3
_PADDING_PX = 14


class CitationPopover(QWidget):
    """Floats over the report while the pointer rests on a citation or keys have chosen it; it takes no keyboard.

    Signals:
        evidence_asked: The user wants to see the quote in its source; its key, as "S3.2".
        left: The pointer was inside and is not any more.
    """

    evidence_asked = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("citationPopover")
        self.setFixedWidth(broad_px(WIDTH_PX) + 2 * SHADOW_PX)
        self._note: CitationNote | None = None
        self._leaving = QTimer(self, singleShot=True, interval=LEAVE_MS)
        self._leaving.timeout.connect(self._leave)
        edge = SHADOW_PX + _PADDING_PX
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(edge, edge - 2, edge, edge - 4)
        column.setSpacing(8)
        self._title, self._host = ElidedLabel("", "small_strong"), ElidedLabel("", "meta", "text3")
        head = QVBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(0)
        head.addWidget(self._title)
        head.addWidget(self._host)
        self._head = QHBoxLayout()
        self._head.addSpacing(28)
        self._head.addLayout(head, 1)
        column.addLayout(self._head)
        self._quotes = [QuoteBlock(max_lines=4) for _ in range(MOST_QUOTES)]
        for quote in self._quotes:
            column.addWidget(quote)
        self._more = Label("", "meta", "text3")
        column.addWidget(self._more)
        column.addLayout(self._make_foot())
        self.hide()

    def show_note(self, note: CitationNote | None, quotes: tuple[Quote, ...], chip: QRect) -> None:
        """Show a citation beside its chip, kept inside the parent; None hides the popover.

        Args:
            quotes: What the citation rests on; one sentence may name several quotes of a source.
            chip: In the parent's coordinates.
        """
        self._leaving.stop()
        if note is None:
            self.hide()
            return
        self._note = note
        self._fill(note, quotes)
        self._place(chip)
        self.show()
        self.raise_()
        told = [self._title.text(), *(quote.text for quote in quotes), self._status.text()]
        self.setAccessibleName(tr("Citation {number}", number=note.number))
        self.setAccessibleDescription(". ".join(told))
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def let_go(self) -> None:
        """Hide soon, unless the pointer comes in."""
        if self.isVisible():
            self._leaving.start()

    def key(self) -> str:
        """Return the key of the citation shown, "" for none."""
        return self._note.key if self._note is not None and self.isVisible() else ""

    def enterEvent(self, event: QEnterEvent) -> None:
        """Stay while the pointer is inside."""
        self._leaving.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Go when the pointer has gone."""
        self._leaving.start()

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
            chip = QRectF(body.left() + _PADDING_PX, body.top() + 15, chip_width(self._note.number), 17)
            draw_chip(painter, chip, self._note.number, self._note.status)

    def _make_foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(5)
        self._glyph, self._status = Glyph("verified", "ok", 14), ElidedLabel("", "small", "ok")
        opening = Button(tr("Open evidence"), "quiet", key="↵", compact=True)
        opening.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        opening.clicked.connect(lambda: self.evidence_asked.emit(self.key()))
        foot.addWidget(self._glyph)
        foot.addWidget(self._status, 1)
        foot.addWidget(opening)
        return foot

    def _fill(self, note: CitationNote, quotes: tuple[Quote, ...]) -> None:
        face = STATUS_FACES[note.status]
        self._title.show_text(note.source.title or note.source.url)
        self._host.show_text(phrases.host(note.source.url))
        self._host.setVisible(bool(note.source.title))
        self._head.setSpacing(int(max(0.0, chip_width(note.number) - 20)))
        for block, quote in zip(self._quotes, (*quotes, *[None] * MOST_QUOTES), strict=False):
            block.show_quote(quote.text if quote else "", verified=quote is not None and is_found(quote))
        rest = len(quotes) - MOST_QUOTES
        self._more.show_text(trn("and {n} more quote", "and {n} more quotes", rest) if rest > 0 else "")
        self._glyph.show_glyph(face.icon, face.role)
        if not quotes:
            words = tr("No quote of this source fits the sentence")
        elif face.role == "ok":
            words = trn("Verified in the stored page", "{n} quotes, all verified", len(quotes))
        else:
            words = tr(face.word)
        self._status.show_text(words, face.role)

    def _place(self, chip: QRect) -> None:
        parent = self.parentWidget()
        assert parent is not None  # it is made inside the report pane
        inner = broad_px(WIDTH_PX) - 2 * _PADDING_PX
        for block in self._quotes:
            if block.isVisibleTo(self):
                block.setFixedHeight(block.heightForWidth(inner))
        self.setFixedHeight(self._column.totalSizeHint().height())
        below = chip.bottom() + 6 - SHADOW_PX
        y = below if below + self.height() < parent.height() else chip.top() - 6 + SHADOW_PX - self.height()
        x = min(max(0, chip.center().x() - 54), parent.width() - self.width())
        self.move(QPoint(x, max(-SHADOW_PX, y)))

    def _leave(self) -> None:
        self.hide()
        self.left.emit()
