"""Writes pictures of runs that ended early: python tests/widgets/ending_pictures.py FOLDER [WIDTH HEIGHT]."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

import example_endings as endings
import example_runs as runs
import screenshots
from PySide6.QtWidgets import QApplication, QDialog

from app.main_window import MainWindow
from app.report_blocks import ReportBlocks
from engine.incomplete import as_incomplete
from engine.snapshot import RunSnapshot
from widgets import clock
from widgets.ending.ending_notice import other_notices
from widgets.ending.larger_limit import LargerLimit
from widgets.ending.leaving import Leaving
from widgets.theme import theme

USED = {"tokens": 171_300.0, "usd": 0.84, "minutes": 58.3}


def states(window: MainWindow) -> dict[str, RunSnapshot | QDialog]:
    """Return the runs to be shown, and the dialogs, each named."""
    leaving = Leaving(window)
    leaving.ask(runs.finished())
    larger = LargerLimit(endings.limited(), USED, window)
    larger.fields["tokens"].show_problem("That leaves no room for research: write at least 200k tokens.")
    larger._fit()
    return {
        "40-limited": endings.limited(),
        "41-wrapping-up": endings.wrapping_up(),
        "42-fallback": endings.fallback(),
        "43-fallback-draft": as_incomplete(endings.fallback("run-draft")),
        "44-half-written": endings.half_written(),
        "45-half-stopped": endings.half_written("run-stopped", state="cancelled"),
        "46-leaving": leaving,
        "47-larger": larger,
        "48-larger-first": LargerLimit(endings.limited(), {**USED, "minutes": 11.0}, window),
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
        window.show()
        for state, shown in states(window).items():
            if isinstance(shown, QDialog):
                shown.show()
            else:
                screenshots.show(window, shown)
                window.run_page.show_run(shown, ReportBlocks().blocks(shown))
                window.notices.show_run_notices(other_notices(shown))
            for _ in range(3):
                app.processEvents()
            (shown if isinstance(shown, QDialog) else window).grab().save(str(folder / f"{state}-{width}-{name}.png"))
        window.let_close()
        window.deleteLater()


if __name__ == "__main__":
    main()
