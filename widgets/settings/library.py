"""Library: the folders whose documents are searched, what the index holds of them, and what may leave them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from resources.translation import tr, trn
from widgets.button import Button, IconButton
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label
from widgets.settings.field import SwitchField
from widgets.settings.frame import SettingsFrame, clear


@dataclass(frozen=True)
class FolderFacts:
    """A folder of the library.

    Attributes:
        documents: that the index holds; None while it is looked up.
        indexed_at: seconds since the epoch; 0 = never.
    """

    path: str
    documents: int | None = None
    unreadable: int = 0
    indexed_at: float = 0.0
    is_missing: bool = False


class LibraryPage(SettingsFrame):
    """Lists folders.

    Signals:
        folders_changed: The user wants other folders; their paths.
        index_asked: The documents shall be read now.
        stop_asked: Reading shall stop.
        open_asked: A folder shall be opened outside.
    """

    folders_changed = Signal(object)
    index_asked = Signal()
    stop_asked = Signal()
    open_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__(
            "library",
            tr("Library"),
            tr("Your own documents. They are read in a sandbox and stay on this computer."),
        )
        self._folders: tuple[FolderFacts, ...] = ()
        self._chooser: QFileDialog | None = None
        self.setAcceptDrops(True)
        self.list = QFrame()
        self.list.setProperty("card", "plain")
        self.list.setAccessibleName(tr("Folders of the library"))
        self._rows = QVBoxLayout(self.list)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self.column.addWidget(self.list)
        self.problem = Label("", "small", "danger", wraps=True)
        self.problem.hide()
        self.column.addWidget(self.problem)
        self.column.addLayout(self._make_buttons())
        self.column.addLayout(self._make_progress())
        self.add(
            SwitchField(
                "library.is_private",
                tr("Keep what a document says from search queries"),
                tr("A researcher that has opened a document of the library may not search the web any more."),
            )
        )
        self.end()
        self.show_folders(())

    def show_folders(self, folders: tuple[FolderFacts, ...]) -> None:
        """Show the folders."""
        self._folders = folders
        clear(self._rows)
        if not folders:
            self._rows.addWidget(self._nothing())
        for place, folder in enumerate(folders):
            self._rows.addWidget(self._row(folder, is_last=place == len(folders) - 1))
        self.index.setEnabled(any(not folder.is_missing for folder in folders))
        self.warned.emit(missing_in(folders))

    def show_problem(self, key: str, sentence: str) -> None:
        """Say what is wrong with the folders, or with a field."""
        if key == "library.folders":
            self.problem.show_text(sentence)
        super().show_problem(key, sentence)

    def show_progress(self, done: int, total: int, name: str) -> None:
        """Show how far reading is; a total of 0 means that it is being looked what changed."""
        self._show_working(True)
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        words = tr("{done} of {total} read · {name}", done=done, total=total, name=name) if total else ""
        self.progress.show_text(words or tr("Looking for what changed…"))

    def show_result(self, sentence: str) -> None:
        """Show how reading ended."""
        self._show_working(False)
        self.result.show_text(sentence)

    def add_folders(self, paths: list[str]) -> None:
        """Ask for more folders."""
        known = [folder.path for folder in self._folders]
        more = [path for path in dict.fromkeys(paths) if path not in known]
        if more:
            self.folders_changed.emit([*known, *more])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take folders."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the folders that were dropped."""
        self.add_folders([url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def _make_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.add_button = Button(tr("Add a folder…"), "outline", "plus")
        self.add_button.clicked.connect(self._choose)
        self.index = Button(tr("Read again"), "outline", "retry")
        self.index.setToolTip(tr("Only what changed is read. A research does this by itself."))
        self.index.clicked.connect(self.index_asked)
        row.addWidget(self.add_button)
        row.addWidget(self.index)
        row.addStretch(1)
        return row

    def _make_progress(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(6)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Reading the library"))
        row = QHBoxLayout()
        self.progress = Label("", "small", "text2")
        self.stop = Button(tr("Stop"), "soft", compact=True)
        self.stop.clicked.connect(self.stop_asked)
        row.addWidget(self.progress, 1)
        row.addWidget(self.stop)
        self.result = Label("", "small", "text2", wraps=True)
        column.addWidget(self.bar)
        column.addLayout(row)
        column.addWidget(self.result)
        self._show_working(False)
        return column

    def _show_working(self, works: bool) -> None:
        for widget in (self.bar, self.progress, self.stop):
            widget.setVisible(works)
        self.result.setVisible(not works and bool(self.result.text()))
        self.index.setEnabled(not works and bool(self._folders))

    def _nothing(self) -> QFrame:
        frame = QFrame()
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(4)
        column.addWidget(Label(tr("No folder yet"), "body_strong"))
        column.addWidget(
            Label(
                tr("Add one, or drop it here: HTML, Markdown, text, PDF and Word files are read."),
                "small",
                "text3",
                wraps=True,
            )
        )
        return frame

    def _row(self, folder: FolderFacts, *, is_last: bool) -> QFrame:
        frame = QFrame()
        if not is_last:
            frame.setProperty("line", "bottom")
        row = QHBoxLayout(frame)
        row.setContentsMargins(16, 10, 10, 10)
        row.setSpacing(12)
        icon, role = ("warning", "warn") if folder.is_missing else ("library-folder", "text2")
        row.addWidget(Glyph(icon, role, 18))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(ElidedLabel(folder.path, "body"))
        words.addWidget(ElidedLabel(_standing(folder), "small", "warn" if folder.is_missing else "text3"))
        row.addLayout(words, 1)
        open_button = IconButton(tr("Open {folder}", folder=folder.path), "external-link")
        open_button.setEnabled(not folder.is_missing)
        open_button.clicked.connect(lambda: self.open_asked.emit(folder.path))
        remove = IconButton(tr("Take {folder} out of the library", folder=folder.path), "trash")
        remove.clicked.connect(lambda: self._remove(folder.path))
        row.addWidget(open_button)
        row.addWidget(remove)
        return frame

    def _remove(self, path: str) -> None:
        self.folders_changed.emit([folder.path for folder in self._folders if folder.path != path])
        self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self) -> None:
        self._chooser = QFileDialog(self, tr("Add a folder"))
        self._chooser.setFileMode(QFileDialog.FileMode.Directory)
        self._chooser.fileSelected.connect(lambda path: self.add_folders([path]))
        self._chooser.open()


def _standing(folder: FolderFacts) -> str:
    if folder.is_missing:
        return tr("Not there now. Researches that need it will say so.")
    if folder.documents is None:
        return tr("Looking…")
    if not folder.indexed_at:
        return tr("Not read yet; the first research reads it")
    when = f"{datetime.fromtimestamp(folder.indexed_at):%Y-%m-%d %H:%M}"
    documents = trn("{n} document", "{n} documents", folder.documents)
    if folder.unreadable:
        unreadable = trn("{n} could not be read", "{n} could not be read", folder.unreadable)
        return tr("{documents} · {unreadable} · read {when}", documents=documents, unreadable=unreadable, when=when)
    return tr("{documents} · read {when}", documents=documents, when=when)


def missing_in(folders: tuple[FolderFacts, ...]) -> str:
    """Return in a sentence which folder is not there, "" when all are."""
    missing = next((folder.path for folder in folders if folder.is_missing), "")
    return tr("{folder} is not there.", folder=missing) if missing else ""
