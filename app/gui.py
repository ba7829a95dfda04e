"""Starts the window, or says in one sentence why there can be none."""

from __future__ import annotations

import asyncio
import sys

from app.display import why_no_window


def run_window(argv: list[str]) -> int:
    """Open the window and return the exit status when it is closed."""
    if reason := why_no_window():
        print(f"dossier: {reason}", file=sys.stderr)  # noqa: T201 - there is no window to say it in
        return 1
    import qasync
    from PySide6.QtWidgets import QApplication

    from app.home import Home
    from app.main_window import MainWindow
    from app.settings import Settings
    from app.window_life import engine_desk, live
    from widgets.theme import theme

    app = QApplication([sys.argv[0], *argv])
    app.setApplicationName("Dossier")
    app.setDesktopFileName("dossier")
    app.setStyle("Fusion")
    # A lone message box counts as the last window; the loop ends when our own closing is through.
    app.setQuitOnLastWindowClosed(False)
    theme().follow_system()
    theme().choose(Settings(Home.find().settings)["appearance.theme"])
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    window = MainWindow()
    window.open_on(app.primaryScreen().availableSize())
    with loop:
        loop.run_until_complete(live(window, engine_desk))
    return 0
