"""The page of the sandbox: how each kind stands, and the build of the image."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.session import Session
from app.settings_port import Choices
from engine.errors import DossierError
from resources.translation import tr
from widgets.settings.sandbox import SandboxPage


class SandboxPreferences(QObject):
    """Looks what works and builds the image."""

    def __init__(self, view: SandboxPage, choices: Choices, session: Session) -> None:
        super().__init__(view)
        self._view, self._sandboxes, self._session = view, choices.sandboxes, session
        self._builds = self._looks = False
        view.look_asked.connect(self.show)
        view.build_asked.connect(lambda: session.do(self._build()))

    def show(self) -> None:
        """Look what works, and show it."""
        if not self._looks:
            self._session.do(self._show())

    async def _show(self) -> None:
        self._looks = True
        self._view.look.setEnabled(False)
        try:
            self._view.show_kinds(await self._sandboxes.kinds())
        finally:
            self._looks = False
            self._view.look.setEnabled(True)

    async def _build(self) -> None:
        if self._builds:
            return
        self._builds = True
        said = ""
        self._view.show_build(tr("Building…"), None)
        try:
            await self._sandboxes.build(self._view.show_build)
        except DossierError as error:
            said = str(error)
        finally:
            self._builds = False
            self._view.show_build_end(said)
        if not said:
            await self._show()
