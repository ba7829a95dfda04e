"""Beside the report: the citations whose quote was not found or not checked, a click away."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from engine.values import Audit, CitationCheck
from resources.translation import tr
from widgets.fonts import font, grown_px
from widgets.glyph import draw_glyph
from widgets.label import Label
from widgets.report.audit_list import why_doubtful
from widgets.report.citation_chip import chip_width, draw_chip
from widgets.report.citation_notes import STATUS_FACES
from widgets.text.elided_text import draw_lines
from widgets.theme import theme

MOST_ROWS = 4
ROW_PX = 40


class AuditSide(QWidget):
    """Lists the first few doubtful citations; the badge's menu holds all of them.

    Signals:
        check_asked: The user wants to see a citation in the report; the index of its check.
    """

    check_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._audit: Audit | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 12, 0, 0)
        self._column.setSpacing(4)
        self.setVisible(False)

    def show_audit(self, audit: Audit | None) -> None:
        """List what an audit doubts."""
        if audit == self._audit:
            return
        self._audit = audit
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()  # it is gone only when the loop turns
                widget.deleteLater()
        doubtful = [
            (place, check)
            for place, check in enumerate(audit.checks if audit else ())
            if check.status in ("not_found", "not_checked")
        ]
        self.setVisible(bool(doubtful))
        if doubtful:
            self._column.addWidget(Label(tr("Not verified"), "small_strong", "text2"))
        for place, check in doubtful[:MOST_ROWS]:
            row = _Row(check)
            row.clicked.connect(lambda _=False, place=place: self.check_asked.emit(place))
            self._column.addWidget(row)
        if len(doubtful) > MOST_ROWS:
            self._column.addWidget(Label(tr("and {n} more", n=len(doubtful) - MOST_ROWS), "small", "text3"))


class _Row(QAbstractButton):
    """One doubtful citation: icon, number, why."""

    def __init__(self, check: CitationCheck) -> None:
        super().__init__()
        self._check = check
        self._words = why_doubtful(check)
        self.setFixedHeight(grown_px(ROW_PX))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(check.sentence)
        self.setAccessibleName(tr("Citation {number}: {why}", number=check.number, why=self._words))

    def sizeHint(self) -> QSize:
        """Take the column's width."""
        return QSize(160, grown_px(ROW_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw icon, chip and two lines of why."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.setPen(theme().color("accent") if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("hover"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        face = STATUS_FACES[self._check.status]
        draw_glyph(painter, face.icon, face.role, QPointF(4, 5), 14)
        number = str(self._check.number)
        width = chip_width(number)
        draw_chip(painter, QRectF(24, 4, width, 17), number, self._check.status)
        painter.setFont(font("small"))
        painter.setPen(theme().color("text"))
        box = QRect(round(30 + width), 4, round(self.width() - 34 - width), self.height() - 6)
        draw_lines(painter, self._words, QRectF(box), 2, grown_px(16))
