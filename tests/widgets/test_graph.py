"""The workflow graph: every node of a run, edges that say what travels, keys and clicks."""

from __future__ import annotations

import example_runs as runs
import pytest
from PySide6.QtCore import QSizeF, Qt

from engine.declaration import WORKFLOW
from engine.snapshot import RunSnapshot
from widgets.graph import nodes
from widgets.graph.faces import StageFace
from widgets.graph.layout import lay_out
from widgets.graph.routes import routes
from widgets.graph.unrolled import unroll
from widgets.graph.view import GraphView


def drawn(run: RunSnapshot) -> RunSnapshot:
    return run.model_copy(update={"waves": nodes.drawn_waves(run)})


def faces(run: RunSnapshot) -> dict[str, StageFace]:
    run = drawn(run)
    return nodes.faces(run, unroll(WORKFLOW, run.waves).nodes)


@pytest.fixture
def view(qtbot):
    made = GraphView()
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_a_wave_that_was_followed_folds_to_pips_when_room_is_short(qapp):
    run = drawn(runs.running_second())
    assert lay_out(run, QSizeF(728, 424)).trays[1].folded
    assert not lay_out(run, QSizeF(1290, 620)).trays[1].folded


def test_work_is_live_and_a_failure_is_not(qapp):
    run = drawn(runs.running_second())
    found = routes(run, lay_out(run, QSizeF(1290, 620)))
    assert sum(route.state == "live" and route.bead for route in found) == 2  # 2.2 and 2.4 are at work
    assert any(route.state == "failed" for route in found)
    assert sum(route.state == "review" for route in found) == 1


def test_nothing_moves_in_a_run_that_has_ended(qapp):
    for state in (runs.finished, runs.broken):
        run = drawn(state())
        assert not any(route.bead for route in routes(run, lay_out(run, QSizeF(1290, 620))))


def test_what_a_failed_plan_kept_from_working_was_not_reached(qapp):
    failed = runs.planning().model_copy(update={"state": "failed"})
    found = faces(failed)
    assert {found[key].words() for key in ("researchers", "collector-1", "reviewer-1", "writer")} == {"Not reached"}
    assert found["planner"].words() == "No questions"


def test_a_report_is_written_again_after_one_more_wave(qapp):
    again = runs.finished().model_copy(update={"state": "researching"})
    assert faces(runs.finished())["writer"].words() == "Report written"
    assert (faces(again)["writer"].words(), faces(again)["writer"].state) == ("After approval", "waiting")


def test_questions_are_cards_before_their_researchers_start(qapp):
    wave = runs.first_wave().model_copy(update={"researchers": ()})
    run = runs.planning().model_copy(update={"waves": (wave,)})
    assert "researcher-1.5" in lay_out(drawn(run), QSizeF(1056, 500)).boxes


def test_a_click_asks_for_the_node(view, qtbot):
    view.show_run(runs.running_second())
    with qtbot.waitSignal(view.node_asked) as asked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.node_center("researcher-2.3"))
    assert asked.args == ["researcher-2.3"]


def test_the_pill_leads_to_the_decision(view, qtbot):
    view.show_run(runs.running_second())
    with qtbot.waitSignal(view.node_asked) as asked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.node_center("decision-1"))
    assert asked.args == ["decision-1"]


def test_arrows_walk_and_enter_opens(view, qtbot):
    view.show_run(runs.running_second())
    view.choose("researcher-2.1")
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.current() == "researcher-2.2"
    with qtbot.waitSignal(view.node_asked) as asked:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert asked.args == ["researcher-2.2"]
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.current() == "reviewer-2"


def test_zoom_stays_within_its_bounds_and_fit_comes_back(view, qtbot):
    view.show_run(runs.running_second())
    for _ in range(20):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.transform().m11() == pytest.approx(1.5)
    for _ in range(40):
        qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.transform().m11() == pytest.approx(0.5)
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.transform().m11() > 0.5


def test_items_are_kept_while_a_run_goes_on(view):
    view.show_run(runs.running_first())
    before = {item.key: item for item in view.scene().nodes()}
    view.show_run(runs.running_second())
    after = {item.key: item for item in view.scene().nodes()}
    assert all(after[key] is item for key, item in before.items() if key in after and key != "writer")
