"""What moves in the graph, and when: only what is live, only while it is seen, and never with reduced motion."""

from __future__ import annotations

import statistics
import time

import example_runs as runs
import pytest
from graph_cases import mixed, run_of
from PySide6.QtCore import SIGNAL, QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QTabWidget

from widgets import clock
from widgets.glyph import Glyph
from widgets.graph.card import ResearcherItem
from widgets.graph.node import NodeItem
from widgets.graph.stage import StageItem
from widgets.graph.tray import TrayItem
from widgets.graph.view import GraphView
from widgets.motion import motion

# The aim is 16 ms of this thread's time; a quiet machine takes 5, a busy one three times as long for the same.
FRAME_BUDGET_S = 0.060
FRAMES = 40


@pytest.fixture
def view(qtbot):
    made = GraphView()
    qtbot.addWidget(made)
    made.resize(1_290, 620)
    made.show()
    qtbot.waitExposed(made)
    yield made
    motion().set_reduced(False)


@pytest.fixture
def painted(monkeypatch):
    """Count which nodes are painted, by key."""
    counts: dict[str, int] = {}

    def counting(kind: type[NodeItem]) -> None:
        paint = kind.paint

        def count(item, *args):
            counts[item.key] = counts.get(item.key, 0) + 1
            paint(item, *args)

        monkeypatch.setattr(kind, "paint", count)

    for kind in (ResearcherItem, StageItem, TrayItem):
        counting(kind)
    return counts


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def picture(view: GraphView) -> QImage:
    settle()
    return view.grab().toImage()


def alter(run, **fields):
    """Return a run whose researcher 2.2 is different, and all else the same object."""
    last = run.waves[-1]
    views = tuple(view.model_copy(update=fields) if view.researcher == 2 else view for view in last.researchers)
    return run.model_copy(update={"waves": (*run.waves[:-1], last.model_copy(update={"researchers": views}))})


# --- the clock --------------------------------------------------------------------------------------------


def test_the_clock_runs_while_something_is_live_and_stops_with_it(view):
    view.show_run(runs.running_second())
    assert motion().is_running()
    view.show_run(runs.finished())
    assert not motion().is_running()


def test_the_clock_stands_still_while_the_graph_is_hidden(view, qtbot):
    view.show_run(runs.running_second())
    view.hide()
    assert not motion().is_running()
    view.show()
    assert motion().is_running()


def test_the_clock_stands_still_while_the_window_is_minimized(view, qtbot):
    view.show_run(runs.running_second())
    view.setWindowState(Qt.WindowState.WindowMinimized)
    qtbot.waitUntil(lambda: not motion().is_running())
    view.setWindowState(Qt.WindowState.WindowNoState)
    qtbot.waitUntil(motion().is_running)


def test_the_clock_stands_still_while_another_tab_is_open(qtbot):
    tabs = QTabWidget()
    qtbot.addWidget(tabs)
    spinner = Glyph("running")
    tabs.addTab(spinner, "One")
    tabs.addTab(Glyph("check"), "Other")
    tabs.show()
    qtbot.waitUntil(motion().is_running)
    tabs.setCurrentIndex(1)
    assert not motion().is_running()
    tabs.setCurrentIndex(0)
    assert motion().is_running()


def test_what_was_deleted_keeps_no_clock_running(qtbot):
    spinner = Glyph("running")
    spinner.show()
    qtbot.waitUntil(motion().is_running)
    spinner.deleteLater()
    qtbot.waitUntil(lambda: not motion().is_running())


# --- reduced motion ---------------------------------------------------------------------------------------


def test_edges_move_and_stand_still_with_reduced_motion(view, qtbot):
    view.show_run(runs.running_second())
    first = picture(view)
    qtbot.waitUntil(lambda: picture(view) != first)
    motion().set_reduced(True)
    assert not motion().is_running()
    still = picture(view)
    motion().beat.emit()
    assert picture(view) == still
    assert still != first  # solid, with one bead


def test_a_still_spinner_is_three_quarters_of_a_ring(qtbot):
    def covered(glyph: Glyph) -> int:
        image = glyph.grab().toImage()
        places = ((x, y) for x in range(image.width()) for y in range(image.height()))
        return sum(image.pixelColor(x, y).blue() - image.pixelColor(x, y).red() > 90 for x, y in places)

    glyph = Glyph("running", "accent", 48)
    qtbot.addWidget(glyph)
    glyph.show()
    turning = covered(glyph)
    motion().set_reduced(True)
    assert covered(glyph) > 2 * turning
    motion().set_reduced(False)


# --- only what changed ------------------------------------------------------------------------------------


def test_one_changed_card_is_the_only_one_painted(view, painted):
    run = run_of([mixed(16)] * 4)
    run = alter(run, state="searching", pages=1)
    view.show_run(run)
    motion().set_reduced(True)
    settle()
    painted.clear()
    view.show_run(alter(run, pages=2))
    settle()
    assert painted == {"researcher-4.2": 1}


def test_a_second_that_passes_paints_only_those_at_work(view, painted):
    view.show_run(runs.running_second())
    motion().set_reduced(True)
    settle()
    painted.clear()
    clock.set_clock(lambda: runs.NOW_S + 1)
    view.tick()
    settle()
    assert set(painted) == {"researcher-2.2", "researcher-2.4"}


def test_a_snapshot_that_changes_nothing_paints_nothing(view, painted):
    view.show_run(runs.running_second())
    motion().set_reduced(True)
    settle()
    painted.clear()
    view.show_run(runs.running_second().model_copy(update={"last_seq": 99}))
    settle()
    assert not painted


def test_a_frame_paints_no_card(view, painted):
    view.show_run(runs.running_second())
    settle()
    painted.clear()
    motion().beat.emit()
    settle()
    assert not painted


def test_a_graph_that_is_gone_moves_no_more(qapp):
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # those of the tests before
    heard_before = motion().receivers(SIGNAL("beat()"))
    view = GraphView()
    assert motion().receivers(SIGNAL("beat()")) > heard_before
    view.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert motion().receivers(SIGNAL("beat()")) == heard_before


# --- smooth -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("run", [run_of([mixed(16)] * 4), run_of([mixed(64)])], ids=["tree", "one-wave"])
def test_sixty_four_cards_with_moving_edges_are_smooth(view, run):
    view.show_run(run)
    settle()
    motion().want(view, False)  # the frames are ours now
    frames = []
    for _ in range(FRAMES):
        begun = time.thread_time()
        motion().beat.emit()
        settle()
        frames.append(time.thread_time() - begun)
    assert statistics.median(frames) < FRAME_BUDGET_S, f"{statistics.median(frames) * 1_000:.1f} ms a frame"


def test_a_snapshot_of_sixty_four_cards_is_shown_within_a_frame(view):
    run = run_of([mixed(16)] * 4)
    view.show_run(run)
    settle()
    took = []
    for pages in range(FRAMES):
        changed = alter(run, state="reading", pages=pages)
        begun = time.thread_time()
        view.show_run(changed)
        took.append(time.thread_time() - begun)
    assert statistics.median(took) < FRAME_BUDGET_S, f"{statistics.median(took) * 1_000:.1f} ms a snapshot"
