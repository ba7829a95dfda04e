"""What leaves the window: opened addresses, words on the clipboard."""

from __future__ import annotations

import os

from PySide6.QtCore import QMimeData, QObject, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app import messages
from app.presenter import Presenter
from resources.translation import tr

KEY = "trouble-outside"  # of the notice


class Outside(QObject):
    """Hands things to other programs."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)

    def open_address(self, address: str) -> None:
        """Open a page or a file outside; say so when that is not possible."""
        url = QUrl(address)
        path = url.toLocalFile() if url.isLocalFile() else ""
        if path and not os.path.exists(path):
            text = tr("{path} is not there any more. Evidence shows its text as it was read.", path=path)
            messages.say("warning", text, KEY)
        elif not QDesktopServices.openUrl(url):
            text = tr(
                "No program here opens {address}. Copy the address and open it elsewhere.", address=path or address
            )
            messages.say("warning", text, KEY)

    def copy(self, words: str) -> None:
        """Put words on the clipboard."""
        QGuiApplication.clipboard().setText(words)

    def copy_rich(self, words: str, html: str) -> None:
        """Put a text on the clipboard, as words and as HTML: each program takes what it can."""
        data = QMimeData()
        data.setText(words)
        data.setHtml(html)
        QGuiApplication.clipboard().setMimeData(data)
