"""Showing a file in the system's own file manager."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QUrl
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher
from PySide6.QtGui import QDesktopServices

_SERVICE, _PATH = "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1"


class Revealing(QObject):
    """Shows files where they lie; where no file manager can choose one, their folder is opened."""

    def reveal(self, path: Path) -> None:
        """Show a file in its folder, chosen."""
        if sys.platform == "win32":
            QProcess.startDetached("explorer.exe", [f"/select,{path}"])
        elif sys.platform == "darwin":
            QProcess.startDetached("open", ["-R", str(path)])
        else:
            self._ask_file_manager(path)

    def _ask_file_manager(self, path: Path) -> None:
        """Ask whatever file manager serves the desktop; none may be there."""
        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            _open_folder(path)
            return
        call = QDBusMessage.createMethodCall(_SERVICE, _PATH, _SERVICE, "ShowItems")
        call.setArguments([[path.as_uri()], ""])
        waiting = QDBusPendingCallWatcher(bus.asyncCall(call), self)
        waiting.finished.connect(lambda: _open_folder(path) if waiting.isError() else None)
        waiting.finished.connect(waiting.deleteLater)


def _open_folder(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
