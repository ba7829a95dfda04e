"""Deleting runs, with a way back for a minute; then they are erased."""

from __future__ import annotations

import asyncio
import logging
import time

from PySide6.QtCore import QObject, QTimer

from app import messages
from app.history_keeper import HistoryKeeper
from app.presenter import Presenter
from engine.errors import DossierError
from engine.snapshot import Notice
from resources.translation import tr, trn
from widgets.history.menu import why_no_deletion

_LOG = logging.getLogger(__name__)
UNDO_MS = 60_000
# Starting comes first.
ERASE_AFTER_MS = 4_000
NOTICE_KEY = "undo-deletion"


class RunDeleting(QObject):
    """Deletes runs, takes that back, and erases what nobody took back."""

    def __init__(self, presenter: Presenter, keeper: HistoryKeeper) -> None:
        super().__init__(presenter)
        self._presenter, self._keeper, self._shelf = presenter, keeper, presenter.desk.shelf
        self._deleted: tuple[str, ...] = ()
        self._is_erasing = False
        self._undo = QTimer(self, interval=UNDO_MS, singleShot=True)
        self._undo.timeout.connect(self._pass_by)

    def begin(self) -> None:
        """Erase what was deleted before the last end of the program, once this one has started."""
        self._undo.start(ERASE_AFTER_MS)

    def delete(self, run_ids: tuple[str, ...]) -> None:
        """Delete runs; they are gone at once, and a notice offers the way back."""
        window, history = self._presenter.window, self._presenter.window.history
        if self._presenter.session.run_id() in run_ids:
            rows = tuple(row for row in history.list.chosen() if row.run_id in run_ids)
            messages.say("warning", why_no_deletion(rows) or _at_work(), "delete")
            return
        try:
            self._shelf.delete(run_ids)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
            return
        had_keyboard = history.list.hasFocus()
        if self._presenter.shown().run_id in run_ids:
            self._presenter.show_new()
        self._keeper.reload()
        if had_keyboard:
            history.list.setFocus()
        self._deleted = run_ids
        text = trn("The research is deleted.", "{n} runs are deleted.", len(run_ids))
        window.notices.show_notice(Notice(level="info", text=text, key=NOTICE_KEY), tr("Undo"))
        self._undo.start(UNDO_MS)

    def act_on_notice(self, key: str) -> None:
        """Take the last deletion back, as the notice offers."""
        if key == NOTICE_KEY:
            self.take_back()

    def take_back(self) -> None:
        """Take the last deletion back, while that is offered; the keyboard stands on what came back."""
        if not self._deleted:
            return
        self._presenter.window.notices.take_away(NOTICE_KEY)
        self._undo.stop()
        run_ids, self._deleted = self._deleted, ()
        try:
            self._shelf.take_back(run_ids)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
        self._keeper.reload()
        self._presenter.window.history.list.choose(*run_ids)
        self._presenter.window.history.list.setFocus()

    def _pass_by(self) -> None:
        self._deleted = ()
        self._presenter.window.notices.take_away(NOTICE_KEY)
        self._erase_soon()

    def _erase_soon(self) -> None:
        # While a way back is offered nothing is erased; its own end comes here again.
        if not self._is_erasing and not self._deleted:
            self._is_erasing = True
            self._presenter.session.do(self._erase(time.time()))

    async def _erase(self, deleted_before: float) -> None:
        try:
            is_erased = await asyncio.to_thread(self._shelf.erase, deleted_before)
        except DossierError as error:
            _LOG.warning("what is deleted could not be erased yet: %s", error)
            is_erased = False
        finally:
            self._is_erasing = False
        if not is_erased and not self._undo.isActive():
            self._undo.start(UNDO_MS)


def _at_work() -> str:
    return tr("This research is at work. Stop it before you delete it.")
