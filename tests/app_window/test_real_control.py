"""Control over the real engine: every wish of the user, from its button to what the engine makes of it."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from real_window import RealWindow, children, containers, until_state
from window_waiting import until

from app.main_window import MainWindow
from engine.snapshot import RunSnapshot
from widgets.decisions.ask_more import AskMore
from widgets.ending.leaving import Leaving
from widgets.run.page import DECISIONS

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
PROCESS, DOCKER = "process", pytest.param("docker", marks=pytest.mark.docker)
BUBBLEWRAP = pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)
MINE = "How thick are the granite walls of the lighthouse tower?"


def button(window: MainWindow, name: str) -> QPushButton:
    found = [one for one in window.findChildren(QPushButton, name) if one.isVisible()]
    assert found, name
    return found[0]


def press(qtbot, window: MainWindow, name: str) -> None:
    qtbot.mouseClick(button(window, name), LEFT)


def shown(window: MainWindow) -> RunSnapshot:
    return window.run_page.run


def states(window: MainWindow, wave: int = 1) -> list[str]:
    return [view.state for view in shown(window).waves[wave - 1].researchers]


def begin(window: MainWindow, real: RealWindow, **composed: object) -> None:
    window.welcome.composer.research_asked.emit(real.composed(**composed))


def retype(qtbot, window: MainWindow, place: int, words: str) -> None:
    row = window.run_page.plan.list.rows()[place]
    qtbot.mouseClick(row.text, LEFT)
    qtbot.keyClick(row.editor, Qt.Key.Key_A, CTRL)
    qtbot.keyClicks(row.editor, words)


def test_a_paused_plan_survives_the_end_of_the_program_with_its_edits(play_real: RealWindow, qtbot):
    planned: list[tuple[str, ...]] = []

    async def first(window: MainWindow) -> None:
        begin(window, play_real, review_plan=True)
        await until_state(window, "waiting_for_plan")
        planned.append(window.run_page.plan.questions())
        window.run_page.plan.list.rows()[0].setFocus()
        qtbot.keyClick(window.run_page.plan.list.rows()[0], Qt.Key.Key_Delete)
        retype(qtbot, window, 0, MINE)  # and the window closes with the field open

    async def second(window: MainWindow) -> None:
        window.history.run_asked.emit(play_real.run_ids()[0])
        await until_state(window, "interrupted")
        assert "waits for you to check its questions" in window.run_page.ending.words.text()
        qtbot.keyClick(window, Qt.Key.Key_R, CTRL)
        await until_state(window, "waiting_for_plan")
        expected = (MINE, *planned[0][2:])
        assert shown(window).waves[0].questions == planned[0]  # as they were planned
        assert window.run_page.plan.questions() == expected  # as they were left
        retype(qtbot, window, 1, "Who winds the clockwork of the bell?")
        qtbot.keyClick(window.run_page.plan.list.rows()[1].editor, Qt.Key.Key_Return, CTRL)
        await until_state(window, "done")
        asked = (MINE, "Who winds the clockwork of the bell?", *expected[2:])
        assert shown(window).waves[0].questions == asked
        assert [view.question for view in shown(window).waves[0].researchers] == list(asked)
        await until(lambda: not play_real.drafts(), "the draft is let go of")

    play_real(first)
    assert len(play_real.drafts()) == 1
    play_real(second)


def test_the_plan_of_a_follow_up_wave_is_edited_and_one_may_be_left_out(play_real: RealWindow, qtbot):
    play_real.model(questions=6, waves=3)

    async def scene(window: MainWindow) -> None:
        begin(window, play_real, review_plan=True, depth="deep")
        await until_state(window, "waiting_for_plan")
        press(qtbot, window, "startResearch")
        await until(lambda: len(shown(window).waves) == 2 and window.run_page.plan.isVisible(), "wave 2's plan", 60)
        retype(qtbot, window, 0, MINE)
        press(qtbot, window, "startResearch")
        await until(lambda: len(shown(window).waves) == 3 and window.run_page.plan.isVisible(), "wave 3's plan", 60)
        assert shown(window).waves[1].questions[0] == MINE
        press(qtbot, window, "skipWave")
        await until_state(window, "done")
        assert [wave.wave for wave in shown(window).waves] == [1, 2]
        decision = shown(window).waves[1].decision
        assert decision is not None
        assert (decision.by, decision.status) == ("user", "approved")
        window.run_page.open_tab(DECISIONS)
        told = window.run_page.decisions.cards()[1].words()
        assert "What you made of them" in told
        assert "What wave 2 added" in told

    play_real(scene)


@pytest.mark.parametrize("sandbox", [BUBBLEWRAP, DOCKER])
def test_stop_ends_everything_within_three_seconds_and_resume_stands_where_it_stood(
    play_real: RealWindow, qtbot, sandbox
):
    play_real.model(hold="researcher:2", only_question="limits and risks")

    async def scene(window: MainWindow) -> None:
        before = children()
        begin(window, play_real)
        await until(lambda: shown(window).waves and states(window).count("done") == 3, "three of four answers", 60)
        asked = len(play_real.server.asked("researcher"))
        pressed = time.monotonic()
        press(qtbot, window, "stop")
        assert button(window, "stop").text() == "Stopping…"
        await until_state(window, "cancelled")
        await until(lambda: not play_real.at_work(before), "no sandbox at work")
        assert time.monotonic() - pressed < 3.0
        assert window.run_page.ending.words.text().startswith("Stopped by you. 3 of 4 answers kept.")
        play_real.server.run.hold = ""
        qtbot.keyClick(window, Qt.Key.Key_R, CTRL)
        await until_state(window, "done")
        assert states(window) == ["done"] * 4
        later = play_real.server.asked("researcher")[asked:]
        assert later
        assert all("limits and risks" in entry["question"] for entry in later)  # nobody else was asked again
        assert len(play_real.server.asked("planner")) == 1

    play_real(scene, sandbox=sandbox)


def test_finish_now_writes_from_what_there_is(play_real: RealWindow, qtbot):
    play_real.model(hold="researcher:2", only_question="limits and risks")

    async def scene(window: MainWindow) -> None:
        begin(window, play_real)
        await until(lambda: shown(window).waves and states(window).count("done") == 3, "three of four answers", 60)
        qtbot.keyClick(window, Qt.Key.Key_F, CTRL | Qt.KeyboardModifier.ShiftModifier)
        await until_state(window, "done")
        assert sorted(states(window)) == ["done", "done", "done", "stopped"]
        decision = shown(window).waves[0].decision
        assert decision is not None
        assert (decision.by, decision.with_gaps) == ("user", True)

    play_real(scene)


def test_what_a_stopped_run_has_may_be_written(play_real: RealWindow, qtbot):
    play_real.model(hold="researcher:2", only_question="limits and risks")

    async def scene(window: MainWindow) -> None:
        begin(window, play_real)
        await until(lambda: shown(window).waves and states(window).count("done") == 3, "three of four answers", 60)
        press(qtbot, window, "stop")
        await until_state(window, "cancelled")
        press(qtbot, window, "writeNow")
        await until_state(window, "done")
        assert sorted(states(window)) == ["done", "done", "done", "stopped"]

    play_real(scene)


def test_a_failed_researcher_is_retried_while_its_wave_is_open(play_real: RealWindow, qtbot):
    # The others take two answers more, so the wave is still open when one has failed with its first.
    play_real.model(fail="researcher", fail_status=400, only_question="limits and risks", latency_s=0.4)

    async def scene(window: MainWindow) -> None:
        begin(window, play_real)
        await until(lambda: shown(window).waves and "failed" in states(window), "a failed researcher", 60)
        play_real.server.run.fail = ""
        place = states(window).index("failed") + 1
        window.run_page.inspect(f"researcher-1.{place}")
        qtbot.mouseClick(window.run_page.inspector.researcher.retry, LEFT)
        assert shown(window).state == "researching"
        assert states(window).count("done") < 3
        await until_state(window, "done")
        assert states(window) == ["done"] * 4
        assert shown(window).waves[0].researchers[place - 1].attempt == 2
        assert shown(window).versions == 1

    play_real(scene)


def test_a_failed_researcher_is_retried_after_the_report(play_real: RealWindow, qtbot):
    play_real.model(fail="researcher", fail_status=400, only_question="limits and risks")

    async def scene(window: MainWindow) -> None:
        begin(window, play_real)
        await until_state(window, "done")
        place = states(window).index("failed") + 1
        play_real.server.run.fail = ""
        asked = len(play_real.server.asked("researcher"))
        window.run_page.inspect(f"researcher-1.{place}")
        qtbot.mouseClick(window.run_page.inspector.researcher.retry, LEFT)
        await until(lambda: shown(window).versions == 2 and shown(window).state == "done", "version 2", 60)
        assert states(window) == ["done"] * 4
        new = {entry["question"] for entry in play_real.server.asked("researcher")[asked:]}
        assert len(new) == 1  # nobody else was asked again

    play_real(scene)


def test_the_reviewer_is_overruled_after_the_report(play_real: RealWindow, qtbot):
    async def scene(window: MainWindow) -> None:
        begin(window, play_real)
        await until_state(window, "done")
        window.run_page.open_tab(DECISIONS)
        press(qtbot, window, "askForMore")
        dialog = window.findChild(AskMore)
        assert dialog is not None
        qtbot.keyClicks(dialog.list.rows()[0].editor, MINE)
        qtbot.mouseClick(dialog.start, LEFT)
        await until(lambda: shown(window).versions == 2 and shown(window).state == "done", "version 2", 60)
        first, second = shown(window).waves
        assert second.questions == (MINE,)
        assert first.decision is not None
        assert first.decision.by == "user"
        assert first.overruled is not None
        assert first.overruled.status == "approved"
        assert len(window.run_page.decisions.cards()[1].verdicts()) == 2

    play_real(scene)


def test_approving_during_the_second_wave_leaves_it_out(play_real: RealWindow, qtbot):
    play_real.model(waves=2, hold="researcher", only_question="deeper look")

    async def scene(window: MainWindow) -> None:
        begin(window, play_real, depth="standard")
        await until(lambda: len(shown(window).waves) == 2 and "waiting" not in states(window, 2), "wave 2", 60)
        window.run_page.open_tab(DECISIONS)
        press(qtbot, window, "approveNow")
        await until_state(window, "done")
        assert [wave.wave for wave in shown(window).waves] == [1]
        assert len(window.run_page.decisions.cards()[0].verdicts()) == 2

    play_real(scene)


@pytest.mark.parametrize("sandbox", [PROCESS, DOCKER])
def test_closing_during_a_run_asks_cancels_and_leaves_nothing(play_real: RealWindow, qtbot, sandbox):
    play_real.model(hold="researcher:2")

    async def scene(window: MainWindow) -> None:
        before = children()
        begin(window, play_real)
        await until(
            lambda: len(play_real.server.asked("researcher")) >= 8, "every researcher waits for its model", 60
        )
        assert play_real.at_work(before)
        window.close()
        leaving = window.findChild(Leaving)
        await until(leaving.isVisible, "the question")
        qtbot.mouseClick(leaving.stay, LEFT)
        assert window.isVisible()
        assert shown(window).state == "researching"

    async def again(window: MainWindow) -> None:
        window.history.run_asked.emit(play_real.run_ids()[0])
        await until_state(window, "interrupted")
        play_real.server.run.hold = ""
        press(qtbot, window, "resume")
        await until_state(window, "done")

    play_real(scene, sandbox=sandbox)  # it closes in the midst of the run, and leaves neither process nor container
    play_real(again, sandbox=sandbox)
    assert sandbox != "docker" or containers() == []
