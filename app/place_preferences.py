"""The pages of the library and the sandbox: folders and their index, kinds and their image."""

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
from widgets.settings_page import SettingsPage


class PlacePreferences(QObject):
    """Shows how folders and sandboxes stand, reads the library and builds the image.

    Args:
        keep: keeps a setting, or says at its field why not.
    """

    def __init__(
        self, page: SettingsPage, choices: Choices, session: Session, keep: Callable[[str, Any], None]
    ) -> None:
        super().__init__(page)
        self._library, self._sandbox = page.library, page.sandbox
        self._choices, self._session = choices, session
        self._reading: asyncio.Task[None] | None = None
        self._is_building = self._looks = False
        page.library.folders_changed.connect(lambda folders: keep("library.folders", folders))
        page.library.open_asked.connect(lambda path: QDesktopServices.openUrl(QUrl.fromLocalFile(path)))
        page.library.index_asked.connect(lambda: session.do(self._index()))
        page.library.stop_asked.connect(self._stop_reading)
        page.sandbox.look_asked.connect(self.show_kinds)
        page.sandbox.build_asked.connect(lambda: session.do(self._build()))

    def show_folders(self) -> None:
        """Show the folders as they are kept, and what the index holds of them."""
        self._session.do(self._show_folders())

    def show_kinds(self) -> None:
        """Look what works, and show it."""
        if not self._looks:
            self._session.do(self._show_kinds())

    async def _show_folders(self) -> None:
        self._library.show_folders(await self._choices.library.folders())

    async def _index(self) -> None:
        if self._reading is not None:
            return
        self._reading = asyncio.current_task()
        self._library.show_progress(0, 0, "")
        said = ""
        try:
            said = await self._choices.library.index(self._library.show_progress)
        except asyncio.CancelledError:
            said = tr("Stopped. What was read is kept.")
            raise
        except DossierError as error:
            said = str(error)
        finally:
            self._reading = None
            self._library.show_result(said)
            self.show_folders()

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()

    async def _show_kinds(self) -> None:
        self._looks = True
        self._sandbox.look.setEnabled(False)
        try:
            self._sandbox.show_kinds(await self._choices.sandboxes.kinds())
        finally:
            self._looks = False
            self._sandbox.look.setEnabled(True)

    async def _build(self) -> None:
        if self._is_building:
            return
        self._is_building = True
        said = ""
        self._sandbox.show_build(tr("Building…"), None)
        try:
            await self._choices.sandboxes.build(self._sandbox.show_build)
        except DossierError as error:
            said = str(error)
        finally:
            self._is_building = False
            self._sandbox.show_build_end(said)
        if not said:
            await self._show_kinds()
