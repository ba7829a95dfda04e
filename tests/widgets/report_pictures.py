"""Writes pictures of reading a report: python tests/widgets/report_pictures.py FOLDER [WIDTH HEIGHT]."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

import example_reports as reports
import example_runs as runs
import screenshots
from PySide6.QtWidgets import QApplication, QMenu

from app.main_window import MainWindow
from engine.snapshot import Notice, RunSnapshot
from widgets import clock
from widgets.theme import theme


def show(window: MainWindow, run: RunSnapshot) -> None:
    screenshots.show(window, run)
    window.run_page.show_run(run, reports.blocks(run))
    for key, text in reports.TEXTS.items():
        window.run_page.evidence.show_stored_text(key, text)
    window.run_page.evidence.show_stored_text("S2", None)


def states(window: MainWindow) -> dict[str, Callable[[], QMenu | None]]:
    """Return what brings the window into each state; one that opens a menu returns it."""
    page = window.run_page
    tabs = page.tabs

    def done(zoom: int = 100) -> None:
        page.report.show_zoom(zoom)
        page.evidence.text.show_zoom(zoom)
        tabs.finding.close()
        page.report.citations.close()
        page.open_tab(0)
        show(window, reports.audited())
        page.report.text.verticalScrollBar().setValue(0)

    def popover(steps: int) -> None:
        done()
        for _ in range(steps):
            page.report.next_citation(1)

    def find() -> None:
        done()
        tabs.open_find()
        window.findChild(type(tabs.finding._bar.field), "find").setText("cop")

    def evidence(key: str, zoom: int = 100) -> None:
        done(zoom)
        page.open_citation(key)

    def found_in_evidence() -> None:
        evidence("S3.1")
        tabs.open_find()
        window.findChild(type(tabs.finding._bar.field), "find").setText("sites")

    def older() -> None:
        done()
        page.show_run(reports.audited(), reports.blocks(reports.audited()))
        tabs.show_versions(1, 2)
        text = "This is version 1 of the report, as it stood on 30 Nov, 14:04."
        window.notices.show_notice(Notice(level="info", text=text, key="version"), "Show version 2")

    def exported() -> None:
        done()
        tabs.show_versions(1, 1)
        window.notices.take_away("version")
        text = "Saved to /home/reader/Documents/Replacing a gas furnace with a heat pump in a 1950s house.html."
        window.notices.show_notice(Notice(level="info", text=text, key="exported"), "Open", "Show in folder")

    def so_far() -> None:
        window.notices.take_away("exported")
        run = runs.running_second().model_copy(update={"run_id": "run-11"})
        screenshots.show(window, run)

    def menu(make: Callable[[], QMenu]) -> QMenu:
        done()
        return make()

    return {
        "20-report": done,
        "21-popover": lambda: popover(2),
        "22-popover-two-quotes": lambda: popover(3),
        "23-popover-not-found": lambda: popover(4),
        "24-find": find,
        "25-large": lambda: done(150),
        "26-audit-menu": lambda: menu(tabs.badge.make_menu),
        "27-copy-menu": lambda: menu(tabs.tools.make_copy_menu),
        "28-evidence": lambda: evidence("S3.1"),
        "29-evidence-not-found": lambda: evidence("S3.3"),
        "30-evidence-no-text": lambda: evidence("S2.1"),
        "31-evidence-large": lambda: evidence("S3.1", 150),
        "32-evidence-find": found_in_evidence,
        "33-older-version": older,
        "34-exported": exported,
        "35-found-so-far": so_far,
    }


def main() -> None:
    folder = Path(sys.argv[1])
    width, height = (int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 3 else (1280, 800)
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    app.setStyle("Fusion")
    clock.set_clock(lambda: runs.NOW_S)
    for name in ("light", "dark"):
        theme().choose(name)
        window = MainWindow()
        window.resize(width, height)
        window.run_page.header.show_formats((("html", "HTML"), ("md", "Markdown")))
        window.show()
        for state, bring in states(window).items():
            menu = bring()
            for _ in range(3):
                app.processEvents()
            picture = window.grab()
            if menu is not None:
                menu.popup(window.mapToGlobal(window.rect().center()))
                app.processEvents()
                menu.grab().save(str(folder / f"{state}-alone-{width}-{name}.png"))
                menu.close()
            picture.save(str(folder / f"{state}-{width}-{name}.png"))
        window.let_close()
        window.deleteLater()


if __name__ == "__main__":
    main()
