"""The user's own documents: folders that join the library, files given for one research, by button, drop or paste."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject

from app.composing import Composing
from app.offers_port import DocumentCount
from app.presenter import Presenter
from engine.errors import DossierError
from engine.snapshot import Notice
from resources.translation import tr, trn
from widgets.phrases import Face

ADDED = "folder-added"


class OwnLibrary(QObject):
    """Takes folders and files in."""

    def __init__(self, presenter: Presenter, composing: Composing) -> None:
        super().__init__(presenter)
        self._presenter, self._composing = presenter, composing
        self._window, self._offers, self._session = presenter.window, presenter.desk.offers, presenter.session
        self._card = self._window.welcome.cards["folder"]
        self._added: tuple[str, ...] = ()  # by the last act, which can be undone
        self._shown: tuple[str, ...] = ()
        self._reading: asyncio.Task[object] | None = None

    def show_folders(self) -> None:
        """Show on the folder's card what the library holds."""
        folders = self._offers.folders()
        self._card.show_button(tr("Add a folder…") if folders else "")
        if not folders:
            self._card.show_usual_line()
        elif folders != self._shown:
            self._session.do(self._show_count(folders))
        self._shown = folders

    def add(self, folder: str) -> None:
        """Add a folder to the library and choose it."""
        self._session.do(self._add((folder,)))

    def give(self, paths: tuple[str, ...]) -> None:
        """Take what was dropped or pasted: folders join the library, files are researched with the next topic."""
        self._session.do(self._give(paths))

    def act_on_notice(self, key: str) -> None:
        """Undo the last adding."""
        if key == ADDED and self._added:
            added, self._added = self._added, ()
            self._window.notices.take_away(ADDED)
            for folder in added:
                self._change(self._offers.remove_folder, folder)
            self._composing.show_offer()
            self.show_folders()

    def stop_reading(self) -> None:
        """Leave the rest of the reading to the research that has begun: it tells how far it is."""
        if self._reading is not None:
            self._reading.cancel()

    async def _give(self, paths: tuple[str, ...]) -> None:
        given = await self._offers.sorted_files(paths)
        if given.refusals:
            self._say("warning", "\n".join(given.refusals), "given-refused")
        else:
            self._window.notices.take_away("given-refused")
        if given.documents:
            if not self._window.is_welcome():
                self._presenter.show_new()
            self._window.welcome.composer.add_documents(given.documents)
            self._window.welcome.composer.topic.setFocus()
        if given.folders:
            await self._add(given.folders)

    async def _add(self, folders: Sequence[str]) -> None:
        """Add those of the folders that hold something to read."""
        added: list[str] = []
        total = 0
        for folder in folders:
            if folder in self._offers.folders():
                self._say("info", tr("{name} is in your library already.", name=_name(folder)), "folder-known")
                continue
            count = await self._offers.count_documents((folder,))
            if not count.documents:
                text = tr("{name} holds no document Dossier can read, so it was not added.", name=_name(folder))
                self._say("warning", text, "folder-empty")
            elif self._change(self._presenter.desk.choices.add_folder, folder):
                added.append(folder)
                total += count.documents
        if added:
            self._show_added(added, total)
            await self._read()

    def _show_added(self, added: list[str], total: int) -> None:
        self._added = tuple(added)
        names = ", ".join(_name(folder) for folder in added)
        text = trn(
            "{names} joined your library: {n} document can be read.",
            "{names} joined your library: {n} documents can be read.",
            total,
            names=names,
        )
        self._window.notices.show_notice(Notice(level="info", text=text, key=ADDED), tr("Undo"))
        self._composing.show_offer()
        self.show_folders()
        composer = self._window.welcome.composer
        composer.sources_menu.pick("library")
        if self._window.is_welcome():
            composer.topic.setFocus()

    async def _read(self) -> None:
        """Index the library now, so that topics can be offered and the first research does not wait for it."""
        if self._reading is not None or self._session.is_working():
            return
        self._reading = asyncio.current_task()
        try:
            await self._offers.read_library(self._show_reading)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
        finally:
            self._reading = None
            self._session.do(self._show_count(self._offers.folders()))
        self._composing.tell_again()

    def _show_reading(self, done: int, total: int) -> None:
        words = tr("Reading your documents: {done} of {total}", done=done, total=total)
        self._card.show_line(Face(words, "running", "accent", ""))

    async def _show_count(self, folders: tuple[str, ...]) -> None:
        if not folders:
            return
        count = await self._offers.count_documents(folders)
        if self._reading is None and folders == self._offers.folders():
            self._card.show_line(_face(folders, count))

    def _say(self, level: Literal["info", "warning"], text: str, key: str) -> None:
        self._window.notices.show_notice(Notice(level=level, text=text, key=key))

    def _change(self, change: Callable[[Path], None], folder: str) -> bool:
        """Change the library; what goes wrong is told."""
        try:
            change(Path(folder))
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
            return False
        return True


def _name(folder: str) -> str:
    return Path(folder).name or folder


def _face(folders: tuple[str, ...], count: DocumentCount) -> Face:
    """Return how the library is told."""
    name = _name(folders[0]) if len(folders) == 1 else tr("{n} folders", n=len(folders))
    if not count.documents:
        return Face(tr("{name}: no document can be read", name=name), "warning", "warn", "")
    if not count.is_whole:
        return Face(tr("{name}: more than {n} documents", name=name, n=f"{count.documents:,}"), "verified", "ok", "")
    words = trn("{name}: {n} document can be read", "{name}: {n} documents can be read", count.documents, name=name)
    return Face(words, "verified", "ok", "")
