"""Exports of the shown run: where to, under which name, and what is done with the file afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from app.file_names import file_name
from app.presenter import Presenter
from app.revealing import Revealing
from engine.snapshot import Notice, RunSnapshot
from resources.translation import tr

KEY = "exported"  # of the notice


class Exporting(QObject):
    """Writes the shown run to files."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._presenter, self._exports = presenter, presenter.desk.exports
        self._chooser: QFileDialog | None = None
        self._exported: Path | None = None
        self._revealing = Revealing(self)

    def ask(self, format_name: str) -> None:
        """Ask where to, then export the shown run; a file that is there already is asked for by the dialog."""
        run = self._presenter.shown()
        suffix = Path(self._exports.file_name(format_name)).suffix
        word = dict(self._exports.formats())[format_name]
        chooser = self._open(tr("Export the report"), word, file_name(run.topic, suffix))
        chooser.fileSelected.connect(lambda name: self.export(run, format_name, Path(name)))

    def ask_incomplete(self) -> None:
        """Ask where to, then save what the writer of the shown run wrote before it failed."""
        run = self._presenter.shown()
        name = file_name(run.topic, f" ({tr('incomplete')}).md")
        chooser = self._open(tr("Save what was written so far"), "Markdown", name)
        chooser.fileSelected.connect(lambda name: self.export_incomplete(run, Path(name)))

    def _open(self, title: str, word: str, name: str) -> QFileDialog:
        suffix = Path(name).suffix
        chooser = QFileDialog(self._presenter.window, title, str(self._folder()))
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setNameFilter(f"{word} (*{suffix})")
        chooser.setDefaultSuffix(suffix.removeprefix("."))
        chooser.selectFile(name)
        chooser.finished.connect(chooser.deleteLater)
        self._chooser = chooser
        chooser.open()
        return chooser

    def export(self, run: RunSnapshot, format_name: str, path: Path) -> None:
        """Write a run to a file and say so; what goes wrong is told, and an older file stays as it was."""
        self._write(partial(self._exports.export, run, format_name, path), path)

    def export_incomplete(self, run: RunSnapshot, path: Path) -> None:
        """Write what the writer of a run wrote before it failed to a file, and say so."""
        self._write(partial(self._exports.export_incomplete, run, path), path)

    def _write(self, export: Callable[[], tuple[str, ...] | None], path: Path) -> None:
        async def write() -> None:
            remarks = await asyncio.to_thread(export) or ()
            self._exported = path
            text = " ".join([tr("Saved to {path}.", path=path), *remarks])
            notice = Notice(level="warning" if remarks else "info", text=text, key=KEY)
            self._presenter.window.notices.show_notice(notice, tr("Open"), tr("Show in folder"))
            await asyncio.to_thread(self._exports.keep_folder, path.parent)

        self._presenter.session.do(write())

    def open_exported(self, key: str) -> None:
        """Open the file that was exported last."""
        if key == KEY and self._exported is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._exported)))

    def reveal_exported(self, key: str) -> None:
        """Show the file that was exported last in its folder."""
        if key == KEY and self._exported is not None:
            self._revealing.reveal(self._exported)

    def _folder(self) -> Path:
        """Return the folder exported to last, while it is there, else that of documents."""
        kept = self._exports.folder()
        if kept is not None and kept.is_dir():
            return kept
        return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
