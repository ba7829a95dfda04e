"""Writes pictures of the window in both themes: python tests/widgets/screenshots.py FOLDER [WIDTH HEIGHT]."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

import example_controls
import example_journal
import example_runs as runs
import example_settings
import example_stages
import history_scenes
import welcome_scenes
from markdown_it import MarkdownIt
from PySide6.QtWidgets import QApplication

from app.main_window import MainWindow
from app.typesetting import typeset
from engine.snapshot import RunSnapshot
from widgets import clock
from widgets.history.rows import HistoryRow, row_of_run
from widgets.run.page import ACTIVITY, DECISIONS
from widgets.run.status_bar import Health
from widgets.settings.page import SettingsPage
from widgets.theme import theme

STORED = (
    "All sites were metered at one-minute intervals from November to April. Units were installed by local "
    "contractors without special instruction.\n\n4.3 Operation in severe cold\n\nBetween −8 and −12 °C the heat "
    "pumps met the whole load at 47 of 52 sites. Across all sites the seasonal mean COP below −18 °C was 1.74 (n = "
    "52), with backup active for 71 hours in the median house. Three sites ran on backup for more than 200 hours."
    "\n\nDefrost cycles took 3.1 % of running time on average and 6.4 % in the two coastal sites."
)


def history(run: RunSnapshot | None) -> tuple[HistoryRow, ...]:
    if run is None:
        return ()
    return (row_of_run(run), *(row for row in history_scenes.older() if row.run_id != run.run_id))


def blocks(text: str) -> tuple[str, ...]:
    reader = MarkdownIt("commonmark").enable("table")
    return tuple(reader.render(part) for part in re.split(r"\n\n+", text) if part)


def show(window: MainWindow, run: RunSnapshot | None) -> None:
    window.history.show_rows(history(run))
    window.status.show_run(run)
    window.status.show_work(run)
    model = Health("large-2", "ok") if run else Health("No model: offline works", "text3")
    window.status.show_health(Health("Docker ready", "ok"), model)
    if run is None:
        window.show_welcome()
        return
    window.history.show_current(run.run_id)
    window.show_run_page(run.topic)
    window.run_page.show_run(run, blocks(run.report.markdown or run.report.draft))
    window.notices.show_run_notices(run.notices)


def states(window: MainWindow) -> dict[str, None]:
    """Bring the window into one state after the other, each named; the caller takes the picture."""
    yield_states = {}
    page = window.run_page
    plan = runs.planning().model_copy(update={
        "state": "waiting_for_plan",
        "waves": (runs.first_wave().model_copy(update={"researchers": (), "waits_for_user": True}),),
    })  # fmt: skip

    def running() -> None:
        journal = example_journal.Journal(example_journal.events())
        told = journal.add()
        page.activity.read_from(journal)
        lines = {"activity": told.activity, "last_seq": told.last_seq}
        show(window, example_stages.busy().model_copy(update=lines))
        page.inspect("researcher-2.2")
        page.open_tab(ACTIVITY)

    def inspected(key: str) -> None:
        page.inspector.set_typeset(typeset)
        show(window, example_stages.finished().model_copy(update={"run_id": f"run-{key}"}))
        page.inspect(key)

    def evidence() -> None:
        show(window, runs.finished())
        page.open_citation("S3.1")
        start = STORED.index("the seasonal")
        done = runs.finished()
        third = done.sources[2]
        quote = third.quotes[0].model_copy(update={"start": start, "end": start + len(third.quotes[0].text)})
        sources = (*done.sources[:2], third.model_copy(update={"quotes": (quote,)}), *done.sources[3:])
        page.show_run(done.model_copy(update={"sources": sources}), blocks(runs.REPORT))
        page.evidence.show_stored_text("S3", STORED)

    def decisions() -> None:
        show(window, runs.finished())
        page.open_tab(DECISIONS)

    def found() -> None:
        show(window, runs.running_first().model_copy(update={"run_id": "run-7"}))

    def first_page(bring: Callable[[], None]) -> None:
        show(window, None)
        bring()

    for name, bring in welcome_scenes.scenes(window.welcome).items():
        yield_states["01-welcome" if name == "first" else f"01-welcome-{name}"] = partial(first_page, bring)
    yield_states["01-welcome-drop"] = lambda: welcome_scenes.drag_over(window)

    def planned() -> None:
        welcome_scenes.drag_away(window)
        show(window, plan)

    yield_states["02-plan"] = planned
    yield_states["03-running"] = running
    yield_states["03b-first-wave"] = found
    yield_states["03c-planning"] = lambda: show(window, runs.planning().model_copy(update={"run_id": "run-8"}))
    yield_states["03d-writing"] = lambda: show(window, runs.with_notice(runs.writing()))
    yield_states["03e-preparing"] = lambda: show(window, runs.preparing().model_copy(update={"run_id": "run-11"}))
    yield_states["03f-plans-again"] = lambda: show(
        window, runs.planning_again().model_copy(update={"run_id": "run-12"})
    )
    yield_states["03g-three-waves"] = lambda: show(window, runs.three_waves().model_copy(update={"run_id": "run-13"}))
    yield_states["04-done"] = lambda: show(window, runs.finished().model_copy(update={"run_id": "run-4"}))
    yield_states["05-evidence"] = evidence
    yield_states["06-decisions"] = decisions
    yield_states["07-failed"] = lambda: show(window, runs.broken())
    yield_states["08-stopped"] = lambda: show(window, runs.stopped().model_copy(update={"run_id": "run-5"}))

    def searching() -> None:
        show(window, runs.finished())
        window.fold_history(False)
        history_scenes.scenes()["searching"](window.history)

    def renaming() -> None:
        window.history.search.clear()
        show(window, runs.finished())
        window.history.list.rename("run-4")

    yield_states["09-searching"] = searching
    yield_states["10-renaming"] = renaming
    yield_states.update(example_controls.control_states(window, show))
    yield_states["11-inspector-answer"] = lambda: inspected("researcher-2.1")
    yield_states["12-inspector-reviewer"] = lambda: inspected("reviewer-1")

    def settings(key: str) -> None:
        page = window.findChild(SettingsPage) or window.make_settings()
        example_settings.fill(page)
        window.status.show_run(None)
        window.status.show_health(Health("Docker ready", "ok"), Health("large-2", "warn"))
        window.show_settings()
        page.show_page(key)

    yield_states["13-settings-model"] = lambda: settings("model")
    yield_states["14-settings-search"] = lambda: settings("search")
    yield_states["15-settings-sandbox"] = lambda: settings("sandbox")
    return yield_states


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
        for state, bring in states(window).items():
            bring()
            for _ in range(3):
                app.processEvents()
            window.grab().save(str(folder / f"{state}-{width}-{name}.png"))
        window.let_close()
        window.deleteLater()


if __name__ == "__main__":
    main()
