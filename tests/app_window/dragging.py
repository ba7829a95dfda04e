"""Drags files over a window and drops them, with the events the window system would send."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget


def drag(window: QWidget, *places: str, drops: bool = True) -> None:
    """Drag over the middle of the window, and drop; places are paths or addresses."""
    mime = QMimeData()
    mime.setUrls([QUrl(place) if "://" in place else QUrl.fromLocalFile(place) for place in places])
    middle, copy, left = window.rect().center(), Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(middle), copy, mime, left, none))
    if drops:
        QApplication.sendEvent(window, QDropEvent(QPointF(middle), copy, mime, left, none))
