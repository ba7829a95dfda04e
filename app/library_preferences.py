"""The page of the library: folders, what the index holds of them, and reading what changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.session import Session
from app.settings_port import Choices
from engine.errors import DossierError
from resources.translation import tr
from widgets.settings.library import LibraryPage


class LibraryPreferences(QObject):
    """Shows folders and reads them.

    Args:
        keep: keeps a setting, or says at its field why not.
    """

    def __init__(
        self, view: LibraryPage, choices: Choices, session: Session, keep: Callable[[str, Any], None]
    ) -> None:
        super().__init__(view)
        self._view, self._library, self._session = view, choices.library, session
        self._reading: asyncio.Task[None] | None = None
        view.folders_changed.connect(lambda folders: keep("library.folders", folders))
        view.open_asked.connect(lambda path: QDesktopServices.openUrl(QUrl.fromLocalFile(path)))
        view.index_asked.connect(lambda: session.do(self._index()))
        view.stop_asked.connect(self._stop)

    def show(self) -> None:
        """Show the folders as they are kept, and what the index holds of them."""
        self._session.do(self._show())

    async def _show(self) -> None:
        self._view.show_folders(await self._library.folders())

    async def _index(self) -> None:
        if self._reading is not None:
            return
        self._reading = asyncio.current_task()
        self._view.show_progress(0, 0, "")
        said = ""
        try:
            said = await self._library.index(self._view.show_progress)
        except asyncio.CancelledError:
            said = tr("Stopped. What was read is kept.")
            raise
        except DossierError as error:
            said = str(error)
        finally:
            self._reading = None
            self._view.show_result(said)
            self.show()

    def _stop(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
