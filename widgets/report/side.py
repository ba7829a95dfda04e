"""What stands beside the report: its contents, and the citations the audit doubts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from resources.translation import tr
from widgets.label import Label
from widgets.report.audit_side import AuditSide
from widgets.report.contents import ROW_PX, Contents

WIDTH_PX = 216


class ReportSide(QFrame):
    """Shows contents and doubts; a long one scrolls, and the heading being read stays in view."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("line", "left")
        self.setFixedWidth(WIDTH_PX)
        self.contents, self.audit = Contents(), AuditSide()
        inside = QWidget()
        inside.setProperty("scrolled", "true")
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 8, 16)
        rows.setSpacing(0)
        rows.addWidget(self.contents)
        rows.addWidget(self.audit)
        rows.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setAccessibleName(tr("Contents"))
        self._scroll.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 24, 4, 0)
        column.setSpacing(10)
        column.addWidget(Label(tr("Contents"), "small_strong", "text2"))
        column.addWidget(self._scroll, 1)
        self.contents.current_moved.connect(lambda y: self._scroll.ensureVisible(0, y, 0, 2 * ROW_PX))
