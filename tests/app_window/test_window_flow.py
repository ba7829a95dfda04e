"""The window from the topic to the report, and every way a run can end, with real keys and clicks."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QPushButton, QWidget
from scripted_desk import QUESTIONS, WORDS, answered, begun, written
from window_waiting import until

from app.crash import CrashDialog
from app.main_window import MainWindow
from engine.errors import InputError, Trouble
from engine.events import FindingArrived, PlanningStarted, QuestionsPlanned, RunFailed
from engine.values import Finding
from widgets.decisions.ask_more import AskMore
from widgets.ending.leaving import Leaving
from widgets.run.page import ACTIVITY, DECISIONS, EVIDENCE, REPORT
from widgets.theme import theme

TOPIC = "How does asyncio cancel tasks?"


def button(window: MainWindow, name: str) -> QPushButton:
    found = window.findChild(QPushButton, name)
    assert found is not None, name
    return found


async def started(window: MainWindow, desk, qtbot):
    qtbot.keyClicks(window.findChild(QWidget, "topic"), TOPIC)
    qtbot.mouseClick(button(window, "research"), Qt.MouseButton.LeftButton)
    await until(lambda: desk.made and not window.is_welcome(), "the run's page")
    return desk.made[0]


async def finished(window: MainWindow, desk, qtbot):
    run = await started(window, desk, qtbot)
    run.tell(*begun(), *answered(), *written(), None)
    await until(lambda: window.run_page.run.state == "done", "the report")
    return run


def test_from_topic_to_report(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        page = window.run_page
        assert desk.warmed == 1
        run.tell(*begun())
        await until(lambda: page.graph.node_center("researcher-1.4"), "four cards in the graph")
        await until(lambda: WORDS in page.report.text.toPlainText(), "the first quote")
        assert button(window, "stop").isVisible()
        at = page.graph.node_center("researcher-1.2")
        qtbot.mouseClick(page.graph.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert page.inspector.isVisible()
        assert page.inspector.key() == "researcher-1.2"
        run.tell(*answered(), *written(), None)
        await until(lambda: page.run.state == "done", "the report")
        assert page.open_tab_at() == REPORT
        text = page.report.text.toPlainText()
        assert "Cancelling tasks" in text
        assert "Limitations" in text
        assert not button(window, "stop").isVisible()
        assert button(window, "exportMenu").isVisible()
        assert page.badge.face().word == "Quotes only · 1 of 1 quote found"

    play(scene)


def test_ctrl_enter_starts_the_research(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        field = window.findChild(QWidget, "topic")
        qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert not desk.made
        qtbot.keyClicks(field, TOPIC)
        qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: desk.made and not window.is_welcome(), "the run's page")
        assert len(desk.made) == 1

    play(scene)


def test_a_citation_leads_to_its_quote_and_back(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await finished(window, desk, qtbot)
        page = window.run_page
        await asyncio.sleep(0)
        chip = page.report.text.document().find("￼")
        at = page.report.text.cursorRect(chip).center() + QPoint(-8, 0)
        qtbot.mouseClick(page.report.text.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert page.open_tab_at() == EVIDENCE
        await until(page.evidence.has_text, "the stored text")
        marks = page.evidence.text.extraSelections()
        assert [mark.cursor.selectedText() for mark in marks] == [WORDS]
        qtbot.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert page.open_tab_at() == REPORT

    play(scene)


def test_keys_open_tabs_and_close_the_inspector(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await finished(window, desk, qtbot)
        page = window.run_page
        for key, place in ((Qt.Key.Key_4, ACTIVITY), (Qt.Key.Key_2, EVIDENCE), (Qt.Key.Key_1, REPORT)):
            qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
            assert page.open_tab_at() == place
        qtbot.keyClick(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
        assert page.inspector.isVisible()
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        assert not page.inspector.isVisible()
        qtbot.keyClick(window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
        assert page.graph.isVisible()
        qtbot.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
        assert window.is_history_folded()

    play(scene)


def test_stop_keeps_the_run_and_resume_goes_on(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        await until(lambda: button(window, "stop").isVisible(), "Stop")
        qtbot.mouseClick(button(window, "stop"), Qt.MouseButton.LeftButton)
        await until(lambda: window.run_page.run.state == "cancelled", "the stop")
        assert button(window, "resume").isVisible()
        assert not button(window, "stop").isVisible()
        qtbot.mouseClick(button(window, "resume"), Qt.MouseButton.LeftButton)
        await until(lambda: run.is_alive, "the run at work again")
        run.tell(*answered(), *written(), None)
        await until(lambda: "Limitations" in window.run_page.report.text.toPlainText(), "the report")

    play(scene)


def test_finish_now_is_wished_once(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        await until(lambda: button(window, "finishNow").isEnabled(), "Finish now")
        qtbot.mouseClick(button(window, "finishNow"), Qt.MouseButton.LeftButton)
        await until(lambda: not button(window, "finishNow").isEnabled(), "the wish in the journal")
        assert [entry.event.kind for entry in run.kept].count("finish_now_asked") == 1

    play(scene)


def test_a_plan_waits_for_the_user(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(PlanningStarted(wave=1), QuestionsPlanned(wave=1, questions=QUESTIONS, waits_for_user=True))
        await until(lambda: window.run_page.plan.isVisible(), "the plan")
        qtbot.mouseClick(window.run_page.plan.start, Qt.MouseButton.LeftButton)
        await until(lambda: not window.run_page.plan.isVisible(), "the research")
        assert run.kept[-1].event.questions == QUESTIONS

    play(scene)


def test_a_failure_is_told_with_advice(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        trouble = Trouble(kind="unreachable", title="The model server stopped answering.", advice="Start it again.")
        run.tell(*begun(), RunFailed(error=trouble), None)
        await until(lambda: window.run_page.failure.isVisible(), "the page of the failure")
        assert window.run_page.header.state.face().word == "Failed"

    play(scene)


def test_consent_is_a_click_away(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        trouble = Trouble(kind="consent", title="Web pages would be read without isolation.", advice="Allow it?")
        run.tell(*begun(), RunFailed(error=trouble), None)
        await until(lambda: window.run_page.failure.isVisible(), "the page of the failure")
        qtbot.mouseClick(button(window, "goOn"), Qt.MouseButton.LeftButton)
        await until(lambda: run.is_alive, "the run at work again")
        assert desk.consents == [True]

    play(scene)


def test_what_cannot_be_started_is_a_notice(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        desk.refuses = InputError("The folder /gone is missing.", "Choose another one.")
        qtbot.keyClicks(window.findChild(QWidget, "topic"), TOPIC)
        qtbot.mouseClick(button(window, "research"), Qt.MouseButton.LeftButton)
        assert window.notices.texts() == ["The folder /gone is missing. Choose another one."]
        assert window.is_welcome()
        assert window.welcome.composer.topic.topic() == TOPIC
        desk.refuses = None
        qtbot.mouseClick(button(window, "research"), Qt.MouseButton.LeftButton)
        await until(lambda: not window.is_welcome(), "the run's page")
        assert window.notices.texts() == []  # what was said about the page before is gone with it

    play(scene)


def test_only_one_run_works_at_a_time(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        await until(lambda: window.run_page.run.waves, "the plan")
        qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert window.is_welcome()
        qtbot.keyClicks(window.findChild(QWidget, "topic"), "Another one")
        qtbot.mouseClick(button(window, "research"), Qt.MouseButton.LeftButton)
        assert "Another research is at work." in window.notices.texts()[0]
        assert len(desk.made) == 1
        run.tell(*answered())
        await asyncio.sleep(0.05)
        assert window.is_welcome()  # the run at work does not push itself in front
        at = window.history.list.spot_of(run.run_id)
        qtbot.mouseClick(window.history.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert not window.is_welcome()
        assert window.run_page.run.state == "writing"

    play(scene)


def test_an_old_run_looks_as_it_did(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await finished(window, desk, qtbot)
        page = window.run_page
        before = (page.run, page.report.text.toPlainText())
        qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        at = window.history.list.spot_of(run.run_id)
        qtbot.mouseClick(window.history.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert (page.run, page.report.text.toPlainText()) == before

    play(scene)


def test_the_theme_is_switched_while_a_run_works(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        await until(lambda: window.run_page.graph.node_center("researcher-1.1"), "the graph")
        light = window.grab().toImage()
        window.history.theme_asked.emit()
        await until(lambda: theme().is_dark(), "the dark theme")
        dark = window.grab().toImage()
        assert desk.kept_theme == "dark"
        for at in (QPoint(20, 400), QPoint(700, 70), QPoint(700, 780)):
            assert light.pixelColor(at).lightness() > 200
            assert dark.pixelColor(at).lightness() < 60

    play(scene)


def test_closing_during_a_run_asks_first(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        await until(lambda: window.run_page.run.waves, "the plan")
        leaving = window.findChild(Leaving)
        window.close()
        await until(leaving.isVisible, "the question")
        assert leaving.words().startswith("0 of 4 answers are there and kept")
        assert not leaving.isModal()
        assert window.isVisible()
        qtbot.mouseClick(leaving.stay, Qt.MouseButton.LeftButton)
        assert not leaving.isVisible()
        run.tell(*answered())
        await until(lambda: window.run_page.run.state == "writing", "work goes on")
        window.close()
        await until(leaving.isVisible, "the question again")
        run.tell(*written(), None)
        await until(lambda: leaving.stay.text() == "Stay", "nothing is at work any more, and closing costs nothing")
        qtbot.mouseClick(leaving.stay, Qt.MouseButton.LeftButton)
        assert not leaving.isVisible()
        assert window.isVisible()

    play(scene)
    assert not desk.made[0].was_cut_off


def test_closing_during_a_run_cancels_it_and_leaves_nothing(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        await until(lambda: run.is_alive, "work")

    play(scene)
    assert desk.made[0].was_cut_off
    assert not desk.made[0].is_alive
    assert desk.is_closed


def test_a_failed_researcher_is_retried_after_the_end(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        trouble = Trouble(kind="killed", title="The sandbox was killed.")
        lost = Finding(wave=1, researcher=2, question=QUESTIONS[1], error=trouble)
        run.tell(*begun(), FindingArrived(finding=lost), *answered()[:1], *answered()[2:], *written(), None)
        page = window.run_page
        await until(lambda: page.run.state == "done", "the report")
        page.inspect("researcher-1.2")
        qtbot.mouseClick(page.inspector.researcher.retry, Qt.MouseButton.LeftButton)
        await until(lambda: run.is_alive, "the run at work again")
        await until(lambda: run.kept[-1].event.kind == "retry_asked", "the wish in the journal")
        window.run_page.inspector.retry_asked.emit(1, 9)
        assert any("no researcher 1.9" in text for text in window.notices.texts())

    play(scene)


def test_the_reviewer_is_overruled_after_the_end(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await finished(window, desk, qtbot)
        await until(lambda: not run.is_alive, "the end")
        foot = window.run_page.decisions.overruling
        window.run_page.open_tab(DECISIONS)
        qtbot.mouseClick(foot.more, Qt.MouseButton.LeftButton)
        dialog = foot.findChild(AskMore)
        qtbot.keyClicks(dialog.list.rows()[0].editor, "What does the shield cost?")
        qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
        await until(lambda: run.kept[-1].event.kind == "verdict_given", "the wish in the journal")
        decision = run.kept[-1].event.decision
        assert (decision.status, decision.by) == ("needs_more_research", "user")
        assert decision.follow_up_questions == ("What does the shield cost?",)

    play(scene)


def test_a_wish_about_an_old_run_does_not_reach_the_one_at_work(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        old = await finished(window, desk, qtbot)
        await until(lambda: not old.is_alive, "the end of the first")
        qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClicks(window.findChild(QWidget, "topic"), "Another one")
        qtbot.mouseClick(button(window, "research"), Qt.MouseButton.LeftButton)
        await until(lambda: len(desk.made) == 2 and desk.made[1].is_alive, "the second")
        window.history.run_asked.emit(old.run_id)
        window.run_page.inspector.retry_asked.emit(1, 2)
        assert "Another research is at work." in window.notices.texts()[0]
        assert "retry_asked" not in [entry.event.kind for entry in desk.made[1].kept]

    play(scene)


def test_a_termination_closes_the_window_and_keeps_the_run(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        await until(lambda: run.is_alive, "work")
        os.kill(os.getpid(), signal.SIGTERM)
        await until(lambda: not window.isVisible(), "the window's end")

    play(scene)
    assert desk.made[0].was_cut_off
    assert desk.is_closed


def test_a_bug_is_shown_once_and_the_program_goes_on(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun(), ValueError("a bug for the test"))
        dialog = window.findChild(CrashDialog)
        await until(dialog.isVisible, "the crash dialog")
        assert "a bug for the test" in dialog.shown()
        assert str(desk.log_path) in [
            label.text() for label in dialog.findChildren(QWidget) if hasattr(label, "text")
        ]
        await until(lambda: window.run_page.run.state == "interrupted", "the run is kept")
        ticks = 0
        for _ in range(5):
            await asyncio.sleep(0.002)
            ticks += 1
        assert ticks == 5  # an open dialog does not stop other work
        dialog.accept()

    play(scene)


def test_an_export_is_written_and_offered_to_open(play, desk, qtbot, tmp_path: Path):
    async def scene(window: MainWindow) -> None:
        await finished(window, desk, qtbot)
        path = tmp_path / "report.md"
        menu = window.run_page.header.make_menu()
        menu.actions()[0].trigger()
        dialog = next(child for child in window.children() if child.inherits("QFileDialog"))
        await until(dialog.isVisible, "the file dialog")
        dialog.fileSelected.emit(str(path))
        dialog.reject()
        await until(lambda: any("Saved to" in text for text in window.notices.texts()), "the notice")
        assert "Cancelling tasks" in path.read_text("utf-8")

    play(scene)


def test_the_window_opens_within_its_screen(qtbot):
    large, small = MainWindow(), MainWindow()
    for window in (large, small):
        qtbot.addWidget(window)
    large.open_on(QSize(1920, 1080))
    assert (large.size(), large.isMaximized()) == (QSize(1280, 800), False)
    small.open_on(QSize(1280, 800))  # with its title bar the status bar would stand below the screen's edge
    assert small.isMaximized()
    for window in (large, small):
        window.let_close()
