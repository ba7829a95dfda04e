"""Pictures of the graph: onto the clipboard, or into a file."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QObject, QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog

from app.presenter import Presenter
from engine.snapshot import Notice
from resources.translation import mark, tr
from widgets import clock
from widgets.graph import picture as graph_picture

KINDS = {"png": mark("PNG picture"), "svg": mark("SVG picture")}
NAME_CHARS = 60
_UNWANTED = '/\\:*?"<>|'  # in names of files, on one system or another
NOTICE_KEY = "exported-picture"


class PictureFiles(QObject):
    """Copies and saves pictures of the graph of the shown run."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        self._chooser: QFileDialog | None = None
        self._saved: Path | None = None
        self._folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)

    def ask(self, kind: str) -> None:
        """Copy the graph, or ask where to save it: "copy", "png" or "svg"."""
        if kind == "copy":
            self._copy()
            return
        self._chooser = QFileDialog(self._presenter.window, tr("Save picture"), self._folder)
        self._chooser.setNameFilter(tr("{kind} (*.{ending})", kind=tr(KINDS[kind]), ending=kind))
        self._chooser.setDefaultSuffix(kind)
        self._chooser.selectFile(f"{file_name(self._presenter.shown().topic)}.{kind}")
        self._chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self._chooser.fileSelected.connect(lambda name: self.save(kind, Path(name)))
        self._chooser.open()

    def save(self, kind: str, path: Path) -> None:
        """Save the graph as it is now; a file of that name is replaced once the new one is whole."""
        run, now_s = self._presenter.shown(), clock.now()
        drawn: bytes | QImage = graph_picture.svg(run, now_s) if kind == "svg" else graph_picture.image(run, now_s)

        def write() -> None:
            from engine.export.files import write_whole  # loads nothing before it is needed

            write_whole(path, drawn if isinstance(drawn, bytes) else _png(drawn))

        async def work() -> None:
            await asyncio.to_thread(write)
            self._saved, self._folder = path, str(path.parent)
            self._tell(tr("Saved as {path}.", path=path), tr("Open"))

        self._presenter.session.do(work())

    def act_on_notice(self, key: str) -> None:
        """Open the picture that was saved."""
        if key == NOTICE_KEY and self._saved is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._saved)))
            self._presenter.window.notices.take_away(NOTICE_KEY)

    def _copy(self) -> None:
        """Put the graph on the clipboard as an image, and as SVG for programs that take lines."""
        run, now_s = self._presenter.shown(), clock.now()
        data = QMimeData()
        data.setImageData(graph_picture.image(run, now_s))
        data.setData("image/svg+xml", QByteArray(graph_picture.svg(run, now_s)))
        QGuiApplication.clipboard().setMimeData(data)
        self._tell(tr("The picture of the graph is on the clipboard."), "")

    def _tell(self, text: str, action: str) -> None:
        self._presenter.window.notices.show_notice(Notice(level="info", text=text, key=NOTICE_KEY), action)


def file_name(topic: str) -> str:
    """Return a topic as a file's name without its ending."""
    words = "".join(" " if char in _UNWANTED or not char.isprintable() else char for char in topic)
    return " ".join(words.split())[:NAME_CHARS].strip(" .") or tr("Graph")


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())
