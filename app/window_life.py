"""The window's life: shown at once, served while the engine loads behind it, closed when all work has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from PySide6.QtWidgets import QDialog

from app import messages
from app.beginnings import Beginnings
from app.crash import CrashReporter
from app.early_wishes import EarlyWishes
from app.garbage import Garbage
from app.interrupts import Interrupts
from app.main_window import MainWindow
from app.outside import Outside
from app.preferences import Preferences
from app.presenter import Presenter
from app.session import Session
from app.window_port import Desk
from app.wiring import wire
from engine.errors import DossierError
from engine.snapshot import Notice
from widgets.ending.leaving import Leaving

_LOG = logging.getLogger(__name__)
# How long work may take to end when the window closes; containers are gone within 3 s.
CLOSE_LIMIT_S = 5.0


async def engine_desk() -> Desk:
    """Load the engine in a thread, so that the window stays alive, then open the data folder.

    Raises:
        JournalError: the data folder cannot be used.
    """

    def load() -> None:
        from app import heavy

        heavy.load()

    await asyncio.to_thread(load)
    from app.composition import Composition
    from app.desk import EngineDesk
    from app.home import Home

    return EngineDesk(Composition(Home.find(), lives_long=True))


async def live(window: MainWindow, make_desk: Callable[[], Awaitable[Desk]]) -> None:
    """Serve a window until the user has closed it and everything has ended.

    Args:
        window: Already shown.
        make_desk: Makes the desk; its expected errors are shown in the window.
    """
    closing = asyncio.Event()
    session, reporter, garbage = Session(), CrashReporter(), Garbage()
    desks: list[Desk] = []
    leaving = Leaving(window)
    leaving.leave_asked.connect(closing.set)
    window.close_asked.connect(lambda: leaving.ask(session.snapshot()) if session.is_working() else closing.set())
    session.changed.connect(leaving.show_run)
    interrupts = Interrupts(closing.set)
    reporter.install(asyncio.get_running_loop())
    window.welcome.composer.show_busy(True)
    window.show_welcome()
    window.run_page.draw_ahead(window.pages.size())
    session.do(_open(window, session, reporter, make_desk, desks, garbage))
    try:
        await closing.wait()
    finally:
        _vanish(window)
        await session.aclose(CLOSE_LIMIT_S)
        for desk in desks:
            await _closed(desk)
        messages.disconnect()
        interrupts.remove()
        reporter.remove()
        garbage.close()
        window.let_close()


async def _open(
    window: MainWindow,
    session: Session,
    reporter: CrashReporter,
    make_desk: Callable[[], Awaitable[Desk]],
    desks: list[Desk],
    garbage: Garbage,
) -> None:
    early = EarlyWishes(window)
    try:
        desk = await make_desk()
    except DossierError as error:
        early.give_up()
        text = f"{error.title} {error.advice}".strip()
        window.notices.show_notice(Notice(level="error", text=text, key="start"))
        return
    finally:
        garbage.begin()
    desks.append(desk)
    presenter = Presenter(window, session, desk)
    outside, beginnings = Outside(presenter), Beginnings(presenter)
    preferences = Preferences(presenter, beginnings)
    wished = early.hand_over()
    wire(presenter, outside, preferences, beginnings, reporter)
    presenter.begin()
    beginnings.begin()
    if wished:
        beginnings.begin_with(wished)
    await desk.begin()
    beginnings.show_ready()
    preferences.show_ready()


def _vanish(window: MainWindow) -> None:
    """Take the window and its dialogs off the screen at once; ending the sandboxes takes a moment longer."""
    for dialog in window.findChildren(QDialog):
        dialog.hide()
    window.hide()


async def _closed(desk: Desk) -> None:
    try:
        await asyncio.wait_for(desk.aclose(), CLOSE_LIMIT_S)
    except TimeoutError:
        _LOG.warning("sandboxes did not end in %.0f s; the next start removes them", CLOSE_LIMIT_S)
