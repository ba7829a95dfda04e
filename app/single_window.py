"""One window per data folder: a second start raises the first one's window and ends."""

from __future__ import annotations

import getpass
import hashlib
import logging
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_LOG = logging.getLogger(__name__)
HEARD = b"heard\n"
ANSWER_LIMIT_MS = 3_000  # a first window that is only starting answers once its loop runs


class SingleWindow(QObject):
    """Holds the data folder's window lock and listens for later starts.

    Signals:
        raise_asked: Somebody started the program again; the window should come to the front.
    """

    raise_asked = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """Prepare; nothing is locked yet.

        Args:
            folder: The data folder; windows of different folders live side by side.
        """
        super().__init__(parent)
        self._folder = folder
        # A lock of a process that died is taken over at once: Qt looks whether its process lives.
        self._lock = QLockFile(str(folder / "window.lock"))
        self._lock.setStaleLockTime(0)
        self._name = _server_name(folder)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._answer)

    def claim(self) -> bool:
        """Return whether this is the folder's only window; True also where no lock can be made."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return True  # the window itself says what is wrong with its folder
        if not self._lock.tryLock(0):
            if self._lock.error() == QLockFile.LockError.LockFailedError:
                return False
            _LOG.warning("the data folder takes no lock; a second window is not noticed")
            return True
        QLocalServer.removeServer(self._name)  # of a first window that was killed
        if not self._server.listen(self._name):
            _LOG.warning("later starts are not heard: %s", self._server.errorString())
        return True

    def raise_first(self) -> bool:
        """Ask the first window to come to the front; return whether it has heard."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(ANSWER_LIMIT_MS):
            return False
        heard = socket.waitForReadyRead(ANSWER_LIMIT_MS) and socket.readAll().data() == HEARD
        socket.disconnectFromServer()
        return heard

    def release(self) -> None:
        """Let the next start have the folder."""
        self._server.close()
        self._lock.unlock()

    def _answer(self) -> None:
        """Who connects wants the window raised: there is nothing else to ask for."""
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.write(HEARD)
            socket.flush()
            socket.disconnectFromServer()
            socket.deleteLater()
            self.raise_asked.emit()


def _server_name(folder: Path) -> str:
    """Return a name of the user's own for a folder, short enough for every system's sockets."""
    digest = hashlib.sha256(f"{getpass.getuser()}:{folder}".encode()).hexdigest()
    return f"dossier-{digest[:16]}"
