"""What leaves the window: opened addresses, words on the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QObject, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.presenter import Presenter


class Outside(QObject):
    """Hands things to other programs."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)

    def open_address(self, address: str) -> None:
        """Open a page or a file outside."""
        QDesktopServices.openUrl(QUrl(address))

    def copy(self, words: str) -> None:
        """Put words on the clipboard."""
        QGuiApplication.clipboard().setText(words)

    def copy_rich(self, words: str, html: str) -> None:
        """Put a text on the clipboard, as words and as HTML: each program takes what it can."""
        data = QMimeData()
        data.setText(words)
        data.setHtml(html)
        QGuiApplication.clipboard().setMimeData(data)
