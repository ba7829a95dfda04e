"""Runs that ended before their time in the window: at a limit, without their writer, while the question was open."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget
from real_window import RealWindow, until_state
from scripted_desk import ScriptedDesk, answered, begun, written
from window_waiting import until

from app.home import Home
from app.main_window import MainWindow
from app.settings import Settings
from engine.errors import Trouble
from engine.events import BudgetUsed, NoticeRaised, ReportGrew, RunFailed, RunResumed
from engine.values import Budget, RunOptions
from tests.scripted_model.plugin import load_server
from widgets.ending.larger_limit import LargerLimit
from widgets.ending.leaving import Leaving

LEFT = Qt.MouseButton.LeftButton
NEAR = NoticeRaised(level="warning", text="The budget is nearly used.", key="budget")


def button(window: QWidget, name: str) -> QPushButton:
    found = [one for one in window.findChildren(QPushButton, name) if one.isVisible()]
    assert found, name
    return found[0]


async def started(window: MainWindow, desk: ScriptedDesk, qtbot):
    qtbot.keyClicks(window.findChild(QWidget, "topic"), "How does asyncio cancel tasks?")
    qtbot.mouseClick(button(window, "research"), LEFT)
    await until(lambda: desk.made and not window.is_welcome(), "the run's page")
    return desk.made[-1]


def test_a_run_near_its_limit_says_so_and_one_at_it_goes_on_with_a_larger_one(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        limited = RunOptions(budget=Budget(tokens=100))
        run.tell(
            RunResumed(options=limited),
            *begun(),
            BudgetUsed(limit="tokens", stage="near", used=80, allowed=100),
            NEAR,
        )
        await until(lambda: NEAR.text in window.notices.texts(), "the notice")
        run.tell(*answered()[:-2], BudgetUsed(limit="tokens", stage="up", used=90, allowed=100))
        run.tell(*answered()[-2:], *written(), None)
        await until(lambda: window.run_page.run.state == "done", "the report")
        assert NEAR.text not in window.notices.texts()
        assert "ended at its limit" in window.run_page.ending.words.text()
        qtbot.mouseClick(button(window, "goOnLarger"), LEFT)
        await until(lambda: window.findChild(LargerLimit), "the dialog")
        dialog = window.findChild(LargerLimit)
        field = dialog.fields["tokens"].edit
        field.selectAll()
        qtbot.keyClicks(field, "5000")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert desk.budgets == [Budget(tokens=5_000)]
        run.tell(None)
        await until(lambda: not window.findChildren(LargerLimit), "the dialog is gone")

    play(scene)


def test_the_wish_to_close_outlives_the_research(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        run.tell(*begun())
        window.close()
        leaving = window.findChild(Leaving)
        await until(leaving.isVisible, "the question")
        run.tell(*answered(), *written(), None)
        await until(lambda: "has ended" in leaving.question.text(), "the question changes")
        assert leaving.isVisible()
        qtbot.mouseClick(leaving.stay, LEFT)
        assert window.isVisible()
        window.close()
        await until(lambda: not window.isVisible(), "nothing is asked when nothing is at work")

    play(scene)


def test_what_was_written_so_far_is_read_copied_and_saved_as_incomplete(play, desk, qtbot, tmp_path: Path):
    async def scene(window: MainWindow) -> None:
        run = await started(window, desk, qtbot)
        lost = RunFailed(error=Trouble(kind="no_credit", title="No credit.", advice="Add some."))
        run.tell(*begun(), *answered(), ReportGrew(text="# Half\n\nA report that broke"), lost, None)
        await until(lambda: window.run_page.run.state == "failed", "the failure")
        qtbot.mouseClick(button(window, "showDraft"), LEFT)
        page = window.run_page
        await until(page.report.incomplete.isVisible, "the draft")
        assert "A report that broke" in page.report.text.toPlainText()
        assert not page.header.export.isVisible()  # it is no report
        qtbot.mouseClick(button(window, "copyIncomplete"), LEFT)
        assert QApplication.clipboard().text().startswith("> Incomplete:")
        qtbot.mouseClick(button(window, "saveIncomplete"), LEFT)
        dialog = window.findChildren(QFileDialog)[0]
        assert Path(dialog.selectedFiles()[0]).name.endswith("(incomplete).md")
        path = tmp_path / "half.md"
        dialog.fileSelected.emit(str(path))
        dialog.reject()
        await until(lambda: f"Saved to {path}." in window.notices.texts(), "the file")
        assert path.read_text("utf-8").startswith("> Incomplete:")

    play(scene)


def test_a_real_run_goes_on_beyond_its_limit(play_real: RealWindow, qtbot):
    play_real.model(waves=2)
    settings = Settings(Home.find().settings)
    settings.set("budget.tokens", 1_000)

    async def scene(window: MainWindow) -> None:
        window.welcome.composer.research_asked.emit(play_real.composed(depth="standard"))
        await until_state(window, "done")
        assert window.run_page.run.limit_reached == "tokens"
        assert len(window.run_page.run.waves) == 1
        qtbot.mouseClick(button(window, "goOnLarger"), LEFT)
        await until(lambda: window.findChild(LargerLimit), "the dialog")
        field = window.findChild(LargerLimit).fields["tokens"].edit
        field.clear()
        qtbot.keyClick(field, Qt.Key.Key_Return)
        await until(
            lambda: window.run_page.run.versions == 2 and window.run_page.run.state == "done", "version 2", 60
        )
        assert window.run_page.run.limit_reached == ""
        assert not window.run_page.ending.isVisible()

    play_real(scene)


def test_a_real_report_without_its_writer_is_written_again(play_real: RealWindow, qtbot):
    server = play_real.model()
    module, whole, is_lost = load_server(), server.run, [True]

    def script(asked):
        if is_lost[0] and module.whole_run.role_of(asked) == "writer":
            frame = json.dumps({"choices": [{"delta": {"content": "# Half a report"}}]})
            return module.Raw((f"data: {frame}\n\n".encode(),))
        return whole(asked)

    server._script = script

    async def scene(window: MainWindow) -> None:
        page = window.run_page
        window.welcome.composer.research_asked.emit(play_real.composed())
        await until_state(window, "done")
        assert page.badge.face().word == "Quotes only: the writer failed"
        qtbot.mouseClick(button(window, "showDraft"), LEFT)
        assert page.report.incomplete.isVisible()
        qtbot.mouseClick(button(window, "showReport"), LEFT)
        assert not page.report.incomplete.isVisible()
        is_lost[0] = False
        asked = len(server.asked("researcher"))
        qtbot.mouseClick(button(window, "writeAgain"), LEFT)
        await until(lambda: page.run.versions == 2 and page.run.state == "done", "version 2", 60)
        assert not page.ending.isVisible()
        assert len(server.asked("researcher")) == asked

    play_real(scene)
