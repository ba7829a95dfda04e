"""Starts the window, or says in one sentence why there can be none."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from app.display import why_no_window

if TYPE_CHECKING:
    from pathlib import Path

    from app.settings import Settings
    from app.single_window import SingleWindow


def run_window(argv: list[str]) -> int:
    """Open the window and return the exit status when it is closed."""
    if reason := why_no_window():
        print(f"dossier: {reason}", file=sys.stderr)  # noqa: T201 - there is no window to say it in
        return 1
    import qasync
    from PySide6.QtCore import QLocale
    from PySide6.QtWidgets import QApplication

    from app.attention import bring_to_front
    from app.home import Home
    from app.main_window import MainWindow
    from app.single_window import SingleWindow
    from app.window_life import engine_desk, live
    from app.window_state import WindowState
    from resources.translation import use_language
    from widgets.fonts import set_text_scale
    from widgets.motion import motion
    from widgets.theme import theme

    app = QApplication([sys.argv[0], *argv])
    app.setApplicationName("Dossier")
    app.setDesktopFileName("dossier")
    home = Home.find()
    single = SingleWindow(home.folder)
    if not single.claim():
        return _raise_first(single)
    app.setStyle("Fusion")
    # A lone message box counts as the last window; the loop ends when our own closing is through.
    app.setQuitOnLastWindowClosed(False)
    theme().follow_system()
    settings = read_settings(home.settings)
    theme().choose(settings["appearance.theme"])
    theme().choose_contrast(settings["appearance.contrast"])
    motion().set_reduced(settings["appearance.reduced_motion"])
    set_text_scale(settings["appearance.text_scale"] / 100)
    use_language(settings["appearance.language"] or QLocale.system().name())
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    window, state = MainWindow(), WindowState(home.window_state)
    window.open_on(app.primaryScreen().availableSize(), placed=state.restore(window))
    single.raise_asked.connect(lambda: bring_to_front(window))
    with loop:
        loop.run_until_complete(live(window, engine_desk))
    state.keep(window)
    single.release()
    return 0


def read_settings(path: Path) -> Settings:
    """Read the settings; what is wrong with them is told in the window, as later readers find a mended file."""
    from app import messages
    from app.settings import Settings

    settings = Settings(path)
    if settings.trouble:
        messages.say("warning", settings.trouble, "settings")
    return settings


def _raise_first(single: SingleWindow) -> int:
    if single.raise_first():
        return 0
    print(  # noqa: T201 - there is no window of its own to say it in
        "dossier: another Dossier has this data folder open and does not answer. "
        "End it, or set DOSSIER_HOME to another folder.",
        file=sys.stderr,
    )
    return 1
