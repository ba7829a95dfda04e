"""Control in the window: the plan, Finish now and Stop from every page, decisions, what is done after an ending."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from scripted_desk import QUESTIONS, WORDS, ScriptedDesk, answered, begun, finding, written
from window_waiting import until

from app.main_window import MainWindow
from engine.errors import JournalError, Trouble
from engine.events import (
    FindingArrived,
    ModelWaiting,
    PlanningStarted,
    QuestionsPlanned,
    ReviewDecided,
    ReviewStarted,
    RunCancelled,
    RunFailed,
    WaveCollected,
)
from engine.values import ReviewDecision
from widgets import clock
from widgets.plan.draft import KeptPlan
from widgets.run.page import REPORT

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton
MORE = ReviewDecision(
    status="needs_more_research",
    rationale="One thing is thin.",
    follow_up_questions=("How thin is it?", "Why is it thin?"),
)
PLAN = (PlanningStarted(wave=1), QuestionsPlanned(wave=1, questions=QUESTIONS, waits_for_user=True))


def button(window: QWidget, name: str) -> QPushButton:
    found = [one for one in window.findChildren(QPushButton, name) if one.isVisible()]
    assert found, name
    return found[0]


async def started(window: MainWindow, desk: ScriptedDesk, qtbot, topic: str = "How does asyncio cancel tasks?"):
    count = len(desk.made)
    qtbot.keyClicks(window.findChild(QWidget, "topic"), topic)
    qtbot.mouseClick(button(window, "research"), LEFT)
    await until(lambda: len(desk.made) > count and not window.is_welcome(), "the run's page")
    return desk.made[-1]


async def waiting_for_plan(window: MainWindow, desk: ScriptedDesk, qtbot):
    run = await started(window, desk, qtbot)
    run.tell(*PLAN)
    await until(window.run_page.plan.isVisible, "the plan")
    return run


def retype(qtbot, window: MainWindow, place: int, words: str) -> None:
    row = window.run_page.plan.list.rows()[place]
    qtbot.mouseClick(row.text, LEFT)
    qtbot.keyClick(row.editor, Qt.Key.Key_A, CTRL)
    qtbot.keyClicks(row.editor, words)


def kinds(run) -> list[str]:
    return [entry.event.kind for entry in run.kept]


def test_the_plan_is_edited_and_started_by_key(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await waiting_for_plan(window, desk, qtbot)
        retype(qtbot, window, 0, "A question of my own?")
        editor = window.run_page.plan.list.rows()[0].editor
        qtbot.keyClick(editor, Qt.Key.Key_Return, CTRL)
        await until(lambda: not window.run_page.plan.isVisible(), "the research")
        assert run.kept[-1].event.questions == ("A question of my own?", *QUESTIONS[1:])
        assert desk.drafts == {}

    play(scene)


def test_the_plan_stays_as_it_was_left_while_other_runs_are_looked_at(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        old = await started(window, desk, qtbot, "An old one")
        old.tell(*begun(), *answered(), *written(), None)
        await until(lambda: window.run_page.run.state == "done", "the old run's report")
        qtbot.keyClick(window, Qt.Key.Key_N, CTRL)
        run = await waiting_for_plan(window, desk, qtbot)
        retype(qtbot, window, 1, "Half a quest")
        window.history.run_asked.emit(old.run_id)
        await until(lambda: window.run_page.run.run_id == old.run_id, "the old run")
        window.history.run_asked.emit(run.run_id)
        await until(window.run_page.plan.isVisible, "the plan again")
        assert window.run_page.plan.questions() == (QUESTIONS[0], "Half a quest", *QUESTIONS[2:])
        assert desk.drafts[run.run_id] == KeptPlan(1, QUESTIONS, window.run_page.plan.questions())

    play(scene)


def test_discard_stops_the_run_and_keeps_the_plan(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await waiting_for_plan(window, desk, qtbot)
        qtbot.mouseClick(button(window, "discardPlan"), LEFT)
        await until(lambda: window.run_page.run.state == "cancelled", "the stop")
        assert "as you left them" in window.run_page.ending.words.text()
        assert kinds(run)[-1] == "run_cancelled"

    play(scene)


def test_a_later_wave_may_be_left_out(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        answers = [event for event in answered() if not isinstance(event, ReviewDecided)][:-1]
        run.tell(*begun(), *answers, ReviewDecided(wave=1, decision=MORE), PlanningStarted(wave=2),
                 QuestionsPlanned(wave=2, questions=MORE.follow_up_questions, waits_for_user=True))  # fmt: skip
        await until(window.run_page.plan.isVisible, "the plan of the second wave")
        assert MORE.rationale in window.run_page.plan.reason.toPlainText()
        qtbot.mouseClick(button(window, "skipWave"), LEFT)
        await until(lambda: kinds(run)[-1] == "verdict_given", "the verdict")
        verdict = run.kept[-1].event
        assert (verdict.wave, verdict.decision.status, verdict.decision.with_gaps) == (1, "approved", True)

    play(scene)


def test_stop_says_at_once_that_it_stops(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        await until(lambda: window.run_page.run.waves, "the research")
        run.stop = lambda: None  # the sandboxes take their time
        stop = button(window, "stop")
        qtbot.keyClick(window, Qt.Key.Key_Period, CTRL)
        assert (stop.text(), stop.isEnabled()) == ("Stopping…", False)
        assert window.status.work.progress() == ""
        run.tell(FindingArrived(finding=finding(1)))
        await asyncio.sleep(0.05)
        assert stop.text() == "Stopping…"
        del run.stop
        run.stop()
        await until(lambda: window.run_page.run.state == "cancelled", "the stop")
        assert not stop.isVisible()
        assert window.run_page.ending.words.text().startswith("Stopped by you. 1 of 4 answers kept.")

    play(scene)


def test_the_run_at_work_is_stopped_and_finished_from_every_page(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        old = await started(window, desk, qtbot, "An old one")
        old.tell(*begun(), *answered(), *written(), None)
        await until(lambda: window.run_page.run.state == "done", "the old run's report")
        qtbot.keyClick(window, Qt.Key.Key_N, CTRL)
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        await until(lambda: window.run_page.run.waves, "the research")
        window.history.run_asked.emit(old.run_id)
        await until(lambda: window.run_page.run.run_id == old.run_id, "the old run's page")
        assert button(window, "finishNow").isEnabled()
        qtbot.keyClick(window, Qt.Key.Key_F, CTRL | SHIFT)
        await until(lambda: "finish_now_asked" in kinds(run), "the wish")
        assert "finish_now_asked" not in kinds(old)
        qtbot.keyClick(window, Qt.Key.Key_N, CTRL)
        assert window.is_welcome()
        qtbot.mouseClick(button(window, "runAtWork"), LEFT)
        await until(lambda: window.run_page.run.run_id == run.run_id and not window.is_welcome(), "its page")
        window.history.run_asked.emit(old.run_id)
        qtbot.mouseClick(button(window, "stop"), LEFT)
        await until(lambda: kinds(run)[-1] == "run_cancelled", "the stop")
        assert window.run_page.run.run_id == old.run_id  # the page is not changed under the reader

    play(scene)


def test_finish_now_cannot_be_wished_where_it_makes_no_sense(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        await until(lambda: window.run_page.run.run_id, "the run")
        assert not button(window, "finishNow").isEnabled()
        qtbot.keyClick(window, Qt.Key.Key_F, CTRL | SHIFT)
        await asyncio.sleep(0.05)
        assert "finish_now_asked" not in kinds(run)

    play(scene)


def test_the_servers_wait_is_counted_down_and_cancelled_by_stop(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun(), ModelWaiting(until=clock.now() + 60, why="Too many requests."))
        await until(lambda: "for the model's server" in window.status.work.progress(), "the countdown")
        qtbot.mouseClick(button(window, "stop"), LEFT)
        await until(lambda: window.run_page.run.state == "cancelled", "the stop")

    play(scene)


def test_what_there_is_may_be_written_after_a_stop_or_a_failure(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun(), FindingArrived(finding=finding(1)))
        await until(lambda: WORDS in window.run_page.report.text.toPlainText(), "an answer")
        run.stop()
        await until(lambda: window.run_page.run.state == "cancelled", "the stop")
        qtbot.mouseClick(button(window, "writeNow"), LEFT)
        await until(lambda: run.is_alive, "the run at work again")
        await until(lambda: kinds(run)[-1] == "finish_now_asked", "the wish")
        run.tell(RunFailed(error=Trouble(kind="unreachable", title="The server is gone.")), None)
        await until(window.run_page.failure.isVisible, "the failure")
        qtbot.mouseClick(button(window.run_page.failure, "writeNow"), LEFT)
        await until(lambda: kinds(run).count("finish_now_asked") == 2, "the wish again")

    play(scene)


def test_a_done_report_is_read_and_exported_without_the_mouse(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun(), *answered(), *written(), None)
        await until(lambda: window.run_page.run.state == "done", "the report")
        page = window.run_page
        assert page.open_tab_at() == REPORT
        assert page.report.text.hasFocus()
        qtbot.keyClick(page.report.text, Qt.Key.Key_E, CTRL)
        menu = QApplication.activePopupWidget()
        assert menu is not None
        menu.close()

    play(scene)


def test_typing_is_not_interrupted_by_the_end_of_a_run(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun(), *answered())
        await until(lambda: window.run_page.run.state == "writing", "the writing")
        qtbot.keyClick(window, Qt.Key.Key_K, CTRL)
        typing = QApplication.focusWidget()
        run.tell(*written(), None)
        await until(lambda: window.run_page.run.state == "done", "the report")
        assert QApplication.focusWidget() is typing

    play(scene)


def test_the_user_approves_while_the_next_wave_is_at_work(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        four = [FindingArrived(finding=finding(place)) for place in range(1, 5)]
        run.tell(*begun(), *four, WaveCollected(wave=1, sources=()), ReviewStarted(wave=1),
                 ReviewDecided(wave=1, decision=MORE), PlanningStarted(wave=2),
                 QuestionsPlanned(wave=2, questions=MORE.follow_up_questions))  # fmt: skip
        await until(lambda: len(window.run_page.run.waves) == 2, "the second wave")
        qtbot.keyClick(window, Qt.Key.Key_3, CTRL)
        assert "written from 4 answers" in window.run_page.decisions.overruling.words.text()
        qtbot.mouseClick(button(window, "approveNow"), LEFT)
        await until(lambda: kinds(run)[-1] == "verdict_given", "the verdict")
        run.tell(ReviewDecided(wave=1, decision=run.kept[-1].event.decision))
        await until(lambda: len(window.run_page.run.waves) == 1, "the second wave is left out")
        card = window.run_page.decisions.cards()[0]
        assert card.verdicts() == ("Approved with gaps by you", "Asked for more by the reviewer")

    play(scene)


def test_what_kept_a_run_from_going_on_is_told_no_more_once_it_goes_on(play, desk, qtbot):
    full = "The disk is full. Free some space; what is written so far is kept."

    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun(), RunCancelled(), None)
        await until(lambda: window.run_page.run.state == "cancelled", "the run ended")
        desk.refuses_resume = JournalError("The disk is full.", "Free some space; what is written so far is kept.")
        qtbot.keyClick(window, Qt.Key.Key_R, CTRL)
        await until(lambda: full in window.notices.texts(), "the trouble")
        desk.refuses_resume = None
        qtbot.keyClick(window, Qt.Key.Key_R, CTRL)
        await until(lambda: full not in window.notices.texts(), "it is gone")
        run.tell(RunCancelled(), None)

    play(scene)
