"""The audit's badge: how many quotes were found, and a menu of what was not."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy

from engine.values import Audit
from resources.translation import tr
from widgets import icons
from widgets.fonts import font
from widgets.glyph import draw_glyph
from widgets.phrases import Face
from widgets.report.audit_list import audit_groups
from widgets.report.citation_notes import audit_face
from widgets.theme import theme

HEIGHT_PX = 26
_MOST_PER_GROUP = 10
_ENTRY_PX = 420
_LEFT_PX, _RIGHT_PX = 29, 28  # room of the icon and of the arrow


class AuditBadge(QAbstractButton):
    """Shows the audit in a line; pressed, it lists the exceptions.

    Signals:
        place_asked: The user wants to see an exception in the report; its `AuditEntry`.
        section_asked: The user wants to read the audit at the report's end.
    """

    place_asked = Signal(object)
    section_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._face: Face | None = None
        self._audit = Audit()
        self.setObjectName("auditBadge")
        self.setFont(font("small", 500))
        self.setFixedHeight(HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Audit"))
        self.clicked.connect(self._open_menu)
        self.hide()

    def show_audit(self, audit: Audit | None, *, offline: bool) -> None:
        """Show an audit; None hides the badge."""
        face = audit_face(audit, offline=offline) if audit else None
        self._audit = audit or Audit()
        if face != self._face:
            self._face = face
            word = face.word if face else ""
            self.setAccessibleName(tr("Audit: {words}", words=word))
            self.setToolTip(word)
            self.updateGeometry()
            self.update()

    def face(self) -> Face | None:
        """Return what is shown, None for nothing."""
        return self._face

    def make_menu(self) -> QMenu:
        """Return the menu of exceptions."""
        menu = QMenu(self)
        menu.setFont(font("small"))
        menu.setAccessibleName(tr("What the audit found wanting"))
        metrics = QFontMetrics(menu.font())
        for group in audit_groups(self._audit):
            head = menu.addAction(f"{tr(group.face.word)} · {len(group.entries)}")
            head.setEnabled(False)
            for entry in group.entries[:_MOST_PER_GROUP]:
                shown = f"[{entry.number}] {entry.text}" if entry.number else entry.text
                shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, _ENTRY_PX).replace("&", "&&")
                action = menu.addAction(shown)
                action.setToolTip(entry.text)
                action.triggered.connect(lambda _=False, entry=entry: self.place_asked.emit(entry))
            if len(group.entries) > _MOST_PER_GROUP:
                more = menu.addAction(tr("and {n} more", n=len(group.entries) - _MOST_PER_GROUP))
                more.triggered.connect(self.section_asked)
            menu.addSeparator()
        if menu.isEmpty():
            menu.addAction(tr("Nothing was found wanting.")).setEnabled(False)
            menu.addSeparator()
        menu.addAction(tr("Read the whole audit")).triggered.connect(self.section_asked)
        return menu

    def sizeHint(self) -> QSize:
        """Ask for room for icon, words and arrow."""
        words = self._face.word if self._face else ""
        return QSize(_LEFT_PX + QFontMetrics(self.font()).horizontalAdvance(words) + _RIGHT_PX, HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:
        """Give way where there is little room: the tooltip holds all words."""
        return QSize(72, HEIGHT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground, icon, words and arrow."""
        if self._face is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = "accent" if self.hasFocus() else self._face.role if self.underMouse() else self._face.ground
        painter.setPen(theme().color(edge))
        painter.setBrush(theme().color(self._face.ground))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        draw_glyph(painter, self._face.icon, self._face.role, QPointF(8, (HEIGHT_PX - 14) / 2), 14)
        painter.setPen(theme().color(self._face.role))
        room = self.rect().adjusted(_LEFT_PX, 0, -_RIGHT_PX, 0)
        metrics = QFontMetrics(self.font())
        words = metrics.elidedText(self._face.word, Qt.TextElideMode.ElideRight, room.width() + 2)
        painter.drawText(room.adjusted(0, 0, 4, 0), Qt.AlignmentFlag.AlignVCenter, words)
        icons.draw(painter, "chevron-down", self._face.role, self.width() - 21, (HEIGHT_PX - 14) / 2, 14)

    def _open_menu(self) -> None:
        menu = self.make_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))
