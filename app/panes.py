"""The way of the keyboard from pane to pane."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from app.main_window import MainWindow


def next_pane(window: MainWindow) -> None:
    """Move the keyboard to the next of history, graph, the open tab's content and inspector."""
    page = window.run_page
    panes: list[QWidget] = [
        window.history.list, window.welcome.composer.topic, page.graph, page.report.text, page.evidence.text,
        page.inspector,
    ]  # fmt: skip
    shown = [pane for pane in panes if pane.isVisible()]
    if not shown:
        return
    now = QApplication.focusWidget()
    here = next((place for place, pane in enumerate(shown) if now and (pane is now or pane.isAncestorOf(now))), -1)
    shown[(here + 1) % len(shown)].setFocus()
