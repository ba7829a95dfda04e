"""Writes pictures of the inspector's pages in both themes: python tests/widgets/inspector_pictures.py FOLDER."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

import example_journal
import example_runs as runs
import example_stages as stages
from PySide6.QtWidgets import QApplication

from app.typesetting import typeset
from engine.snapshot import RunSnapshot
from widgets import clock
from widgets.activity.activity import Activity
from widgets.inspector.inspector import Inspector
from widgets.theme import set_state, theme

WIDTHS_PX = (328, 384)
HEIGHT_PX = 900
STATES: dict[str, tuple[RunSnapshot, str]] = {
    "researcher-reading": (stages.busy(), "researcher-2.2"),
    "researcher-waits-for-model": (stages.held_up(), "researcher-2.2"),
    "researcher-done": (stages.finished(), "researcher-2.1"),
    "researcher-failed": (runs.running_second(), "researcher-2.3"),
    "researcher-searching": (runs.running_second(), "researcher-2.4"),
    "researcher-queued": (runs.running_first(), "researcher-1.5"),
    "researcher-stopped": (runs.stopped(), "researcher-2.2"),
    "researcher-offline": (stages.offline(), "researcher-1.1"),
    "planner-at-work": (runs.planning(), "planner"),
    "planner": (stages.finished(), "planner"),
    "collector-open": (runs.running_second(), "collector-2"),
    "collector": (stages.finished(), "collector-1"),
    "reviewer-waits": (runs.running_second(), "reviewer-2"),
    "reviewer-asked": (stages.finished(), "reviewer-1"),
    "reviewer-approved": (stages.finished(), "reviewer-2"),
    "writer-waits": (runs.running_second(), "writer"),
    "writer-writing": (runs.writing(), "writer"),
    "writer": (stages.finished(), "writer"),
}


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    app.setStyle("Fusion")
    clock.set_clock(lambda: runs.NOW_S)
    for name in ("light", "dark"):
        theme().choose(name)
        for width in WIDTHS_PX:
            for state, (run, key) in STATES.items():
                inspector = Inspector()
                inspector.set_typeset(typeset)
                set_state(inspector, "ground", "surface")
                inspector.resize(width, HEIGHT_PX)
                inspector.show()
                inspector.setFocus()
                inspector.show_node(run, key)
                _save(app, inspector, folder / f"{state}-{width}-{name}.png")
        activity = Activity()
        activity.scope.setParent(activity)
        journal = example_journal.Journal(example_journal.events())
        activity.read_from(journal)
        activity.show_run(journal.add())
        activity.resize(730, 480)
        activity.show()
        _save(app, activity, folder / f"activity-{name}.png")


def _save(app: QApplication, widget: Inspector | Activity, path: Path) -> None:
    for _ in range(4):
        app.processEvents()
    widget.grab().save(str(path))
    widget.deleteLater()


if __name__ == "__main__":
    main()
