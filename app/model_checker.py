"""The check of a model, step by step on the page of the settings; one at a time, and it can be ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from PySide6.QtCore import QObject

from app.session import Session
from app.settings_port import ModelChoices
from engine.errors import DossierError
from engine.values import ModelProfile
from resources.translation import tr
from widgets.settings.checklist import CheckLine
from widgets.settings.model import ModelPage


class ModelChecker(QObject):
    """Checks the active profile.

    Args:
        on_end: is told when it is known how the model does.
    """

    def __init__(self, view: ModelPage, models: ModelChoices, session: Session, on_end: Callable[[], None]) -> None:
        super().__init__(view)
        self._view, self._models, self._session, self._on_end = view, models, session, on_end
        self._checking: asyncio.Task[None] | None = None
        self._shown_id = ""
        view.checks.check_asked.connect(self.check)
        view.checks.stop_asked.connect(self.end)

    def show_profile(self, profile_id: str) -> None:
        """Forget what was found of another profile."""
        if profile_id != self._shown_id:
            self.end()
            self._shown_id = profile_id
            self._view.form.show_models(())
            self._view.checks.begin_anew("")

    def check(self) -> None:
        """Find out what works, step by step on the screen."""
        self._view.commit()
        active = self._models.active()
        if active is not None:
            self.end()
            self._session.do(self._check(active))

    def end(self) -> None:
        """End a check that is under way."""
        if self._checking is not None:
            self._checking.cancel()
            self._checking = None

    async def _check(self, profile: ModelProfile) -> None:
        checks = self._view.checks
        task = self._checking = asyncio.current_task()
        checks.show_working()
        try:
            async with contextlib.aclosing(self._models.check(profile)) as found:
                async for one in found:
                    if self._checking is not task:
                        return
                    self._show_found(one)
        except asyncio.CancelledError:
            if self._checking in (None, task):
                checks.show_end(tr("Stopped."))
            raise
        except DossierError as error:
            checks.add_line(CheckLine("bad", error.title, error.advice))
            checks.show_end("")
        finally:
            if self._checking is task:
                self._checking = None

    def _show_found(self, one: CheckLine | tuple[str, tuple[str, ...]]) -> None:
        if isinstance(one, CheckLine):
            self._view.checks.add_line(one)
            return
        summary, models = one
        self._view.checks.show_end(summary)
        self._on_end()
        self._view.form.show_models(models)
        worst = [line.says for line in self._view.checks.lines() if line.mark == "bad"]
        self._view.warned.emit(worst[0] if worst else "")
