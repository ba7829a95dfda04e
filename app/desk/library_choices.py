"""The folders of the library, what the index holds of them, and reading what changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from app.composition import Composition
from app.settings_port import TellReading
from engine.library.port import IndexProgress
from resources.translation import tr, trn
from widgets.settings.library import FolderFacts


class EngineLibraryChoices:
    """Its methods are those of `app.settings_port.LibraryChoices`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition

    async def folders(self) -> tuple[FolderFacts, ...]:
        """Return the folders with what the index holds of them."""
        workshop = self._composition.workshop
        found = []
        for path in self._composition.settings["library.folders"]:
            is_missing = not await asyncio.to_thread(_is_there, path)
            if workshop is None or is_missing:
                found.append(FolderFacts(path, is_missing=is_missing))
                continue
            standing = await workshop.library.standing(path)
            found.append(FolderFacts(path, standing.documents, standing.unreadable, standing.indexed_at))
        return tuple(found)

    async def index(self, tell: TellReading) -> str:
        """Read what changed; return in a sentence what was done."""
        workshop = self._composition.workshop
        folders = [facts.path for facts in await self.folders() if not facts.is_missing]
        if workshop is None or not folders:
            return tr("There is nothing to read.")

        def hear(progress: IndexProgress) -> None:
            tell(progress.done, progress.total, Path(progress.path).name)

        counts = await workshop.index(folders, self._composition.settings["sandbox.kind"], hear)
        changed = counts.added + counts.changed
        documents = trn("{n} document", "{n} documents", counts.documents)
        if not changed and not counts.removed:
            return tr("{documents}; nothing had changed.", documents=documents)
        return tr(
            "{documents}: {changed} read, {removed} removed, {unreadable} could not be read.",
            documents=documents,
            changed=changed,
            removed=counts.removed,
            unreadable=len(counts.unreadable),
        )


def _is_there(path: str) -> bool:
    return Path(path).expanduser().exists()
