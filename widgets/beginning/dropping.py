"""Files and folders that are dragged onto the window: where they may be dropped, and which they are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from resources.translation import tr
from widgets.fonts import Role, font
from widgets.theme import theme

_EDGE_PX = 12
_CARD_HEIGHT_PX, _CARD_PAD_PX = 96, 40


def local_paths(mime: QMimeData) -> tuple[str, ...]:
    """Return the paths of what is dragged or pasted, () when it holds anything but local files and folders."""
    urls = mime.urls()
    paths = tuple(url.toLocalFile() for url in urls if url.isLocalFile())
    return paths if len(paths) == len(urls) else ()


class Dropping(QObject):
    """Lets files and folders be dropped anywhere on a window.

    Signals:
        given: Files or folders were dropped; their paths.
    """

    given = Signal(tuple)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._target = _Target(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what is dragged over the window, or over what does not want it inside the window."""
        kind = event.type()
        if kind in (QEvent.Type.DragEnter, QEvent.Type.DragMove) and isinstance(event, QDragEnterEvent | QDropEvent):
            if not local_paths(event.mimeData()):
                return False
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._target.show_over(self._window)
            return True
        if kind == QEvent.Type.DragLeave:
            self._target.hide()
        elif kind == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self._target.hide()
            if paths := local_paths(event.mimeData()):
                event.setDropAction(Qt.DropAction.CopyAction)
                event.accept()
                self.given.emit(paths)
                return True
        return False


class _Target(QWidget):
    """Covers the window while something may be dropped, and says what will become of it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("Drop files or folders here"))
        self.hide()

    def show_over(self, window: QWidget) -> None:
        """Cover the window."""
        if not self.isVisible():
            self.setGeometry(window.rect())
            self.raise_()
            self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a veil, a dashed frame, and what a drop does."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = theme().color("surface")
        veil.setAlphaF(0.94)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(theme().color("accent"), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(_EDGE_PX, _EDGE_PX, -_EDGE_PX, -_EDGE_PX), 12, 12)
        middle = self.rect().center()
        what = tr("A file is researched with your next topic. A folder joins your library.")
        self._draw_card(painter, QFontMetrics(font("body")).horizontalAdvance(what) + 2 * _CARD_PAD_PX)
        self._draw_line(painter, "heading", "text", tr("Drop it here"), middle.y() - 8)
        self._draw_line(painter, "body", "text2", what, middle.y() + 20)

    def _draw_card(self, painter: QPainter, width_px: int) -> None:
        middle = self.rect().center()
        card = QRectF(middle.x() - width_px / 2, middle.y() - _CARD_HEIGHT_PX / 2, width_px, _CARD_HEIGHT_PX)
        painter.setPen(QPen(theme().color("border"), 1))
        painter.setBrush(theme().color("raised"))
        painter.drawRoundedRect(card, 8, 8)

    def _draw_line(self, painter: QPainter, role: Role, tone: str, words: str, base_px: int) -> None:
        painter.setFont(font(role))
        painter.setPen(theme().color(tone))
        left = self.rect().center().x() - painter.fontMetrics().horizontalAdvance(words) // 2
        painter.drawText(QPoint(left, base_px), words)
