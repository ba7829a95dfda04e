"""The history at several moments: run by hand it writes pictures, python tests/widgets/history_scenes.py FOLDER."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

import example_runs as runs
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from widgets import clock
from widgets.history.history import History
from widgets.history.rail import Rail
from widgets.history.rows import Finds, FoundRow, HistoryRow, row_of_run
from widgets.theme import theme

DAY_S = 86_400


def done(
    run_id: str, topic: str, ago_s: float, took_s: float, found: int, quotes: int, title: str = ""
) -> HistoryRow:
    at = runs.NOW_S - ago_s
    return HistoryRow(run_id, topic, "done", at, at + took_s, title, 2, 6, 6, quotes, found)


def older() -> tuple[HistoryRow, ...]:
    """Return the runs before the one that is open."""
    return (
        done("run-2", "Do induction hobs affect pacemakers?", 9_000, 372, 28, 28),
        HistoryRow("run-9", "Grey-water reuse rules for small gardens", "failed", runs.NOW_S - 12_000,
                   runs.NOW_S - 11_000, "", 1, 5, 3),
        done("run-4", "Attic insulation: cellulose or mineral wool", 3 * DAY_S, 540, 35, 36),
        HistoryRow("run-5", "Rooftop solar on clay tiles", "cancelled", runs.NOW_S - 4 * DAY_S,
                   runs.NOW_S - 4 * DAY_S + 60, "", 1, 6, 2),
        done("run-6", "How long do window seals last?", 4.2 * DAY_S, 240, 19, 20),
        HistoryRow("run-7", "Battery storage and fire insurance", "interrupted", runs.NOW_S - 5 * DAY_S,
                   runs.NOW_S - 5 * DAY_S + 60, "", 1, 6, 4),
        done("run-10", "Which sealants stay elastic below −20 °C, and for how long do they do so outdoors?",
             40 * DAY_S, 5_300, 61, 64, "Sealants in the cold"),
    )  # fmt: skip


def elsewhere() -> HistoryRow:
    return HistoryRow("run-11", "Noise of heat pumps at night", "researching", runs.NOW_S - 600, None, "", 1, 5, 2,
                      is_elsewhere=True)  # fmt: skip


def all_rows() -> tuple[HistoryRow, ...]:
    return (row_of_run(runs.running_second()), elsewhere(), *older())


def marks(text: str, *words: str) -> tuple[tuple[int, int], ...]:
    return tuple((text.index(word), text.index(word) + len(word)) for word in words)


def finds() -> Finds:
    rows = {row.run_id: row for row in all_rows()}
    cellulose = "… loose cellulose loses less heat than a pump can bring back on a cold …"
    sealants = "Sealants near a heat pump’s outdoor unit age faster: they freeze and …"
    topics = [rows["run-1"], rows["run-11"]]
    texts = [(rows["run-4"], cellulose), (rows["run-10"], sealants)]
    return Finds(
        named=tuple(FoundRow(row, marks(row.name, "heat", "pump")) for row in topics),
        saying=tuple(FoundRow(row, (), text, marks(text, "heat", "pump")) for row, text in texts),
    )


def scenes() -> dict[str, Callable[[History], None]]:
    """Return what brings a history into each state."""

    def plain(history: History) -> None:
        history.show_rows(all_rows())
        history.show_current("run-1")

    def searching(history: History) -> None:
        plain(history)
        history.search.setText("heat pump")
        history.show_finds(finds())

    def nothing(history: History) -> None:
        plain(history)
        history.search.setText("glockenspiel")
        history.show_finds(Finds())

    def renaming(history: History) -> None:
        plain(history)
        history.list.setFocus()
        history.list.rename("run-4")

    def several(history: History) -> None:
        plain(history)
        history.list.setFocus()
        history.list.choose("run-4", "run-5", "run-6")

    def menu(history: History) -> None:
        several(history)
        history.list.choose("run-5")
        history.list.make_menu().popup(history.list.viewport().mapToGlobal(history.list.spot_of("run-5")))

    return {"empty": lambda history: history.show_rows(()), "plain": plain, "searching": searching,
            "nothing": nothing, "renaming": renaming, "several": several, "menu": menu}  # fmt: skip


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    app.setStyle("Fusion")
    clock.set_clock(lambda: runs.NOW_S)
    for name in ("light", "dark"):
        theme().choose(name)
        for state, bring in scenes().items():
            page = QWidget()
            row = QHBoxLayout(page)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(24)
            narrow, wide = History(), History()
            wide.widen(True)
            for part in (narrow, wide, Rail()):
                row.addWidget(part)
            page.resize(560, 720)
            page.show()
            page.activateWindow()
            app.processEvents()
            for history in (wide, narrow):
                bring(history)
                app.processEvents()
            picture = page.grab()
            if (popup := QApplication.activePopupWidget()) is not None:
                from PySide6.QtGui import QPainter

                painter = QPainter(picture)
                painter.drawPixmap(popup.pos() - page.mapToGlobal(QPoint(0, 0)), popup.grab())
                painter.end()
                popup.close()
            picture.save(str(folder / f"history-{state}-{name}.png"))
            page.close()
            page.deleteLater()


if __name__ == "__main__":
    main()
