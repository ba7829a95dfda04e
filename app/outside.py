"""What leaves the window: exported files, opened addresses, words on the clipboard."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog

from app.presenter import Presenter
from engine.snapshot import Notice


class Outside(QObject):
    """Exports the shown run and hands things to other programs."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        self._chooser: QFileDialog | None = None
        self._exported: Path | None = None
        self._folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)

    def open_address(self, address: str) -> None:
        """Open a page or a file outside."""
        QDesktopServices.openUrl(QUrl(address))

    def copy(self, words: str) -> None:
        """Put words on the clipboard."""
        QGuiApplication.clipboard().setText(words)

    def ask_export(self, format_name: str) -> None:
        """Ask where to, then export the shown run."""
        self._chooser = QFileDialog(self._presenter.window, "Export", self._folder)
        self._chooser.selectFile(self._presenter.desk.exports.file_name(format_name))
        self._chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self._chooser.fileSelected.connect(lambda name: self.export(format_name, Path(name)))
        self._chooser.open()

    def export(self, format_name: str, path: Path) -> None:
        """Export the shown run to a file."""
        run = self._presenter.shown()

        async def write() -> None:
            await asyncio.to_thread(self._presenter.desk.exports.export, run, format_name, path)
            self._exported, self._folder = path, str(path.parent)
            notice = Notice(level="info", text=f"Saved as {path}.", key="exported")
            self._presenter.window.notices.show_notice(notice, "Open")

        self._presenter.session.do(write())

    def act_on_notice(self, key: str) -> None:
        """Do what the button of a notice says."""
        if key == "exported" and self._exported is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._exported)))
            self._presenter.window.notices.take_away("exported")
