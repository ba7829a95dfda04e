"""What is shown of runs that ended at a limit, without their writer, or in the midst of their report."""

from __future__ import annotations

import example_endings as endings
import example_runs as runs
import pytest
from PySide6.QtCore import Qt

from app.report_blocks import ReportBlocks
from engine.incomplete import as_incomplete
from engine.snapshot import RunSnapshot
from engine.values import Budget
from widgets.ending.ending_notice import EndingNotice, other_notices
from widgets.ending.failure import Failure
from widgets.ending.larger_limit import LargerLimit, larger_figure, least_figure
from widgets.ending.leaving import Leaving
from widgets.ending.limits import run_face
from widgets.report.citation_notes import audit_face
from widgets.report.pane import ReportPane
from widgets.run.progress_estimate import progress_words
from widgets.run.status_bar import StatusBar

LEFT = Qt.MouseButton.LeftButton
USED = {"tokens": 171_300.0, "usd": 0.84, "minutes": 11.3}


@pytest.fixture
def notice(qtbot) -> EndingNotice:
    notice = EndingNotice()
    qtbot.addWidget(notice)
    notice.resize(1000, 60)
    notice.show()
    return notice


@pytest.fixture
def pane(qtbot) -> ReportPane:
    pane = ReportPane()
    qtbot.addWidget(pane)
    pane.resize(1000, 600)
    pane.show()
    return pane


def offered(notice: EndingNotice) -> list[str]:
    buttons = (notice.draft, notice.write, notice.again, notice.larger, notice.page)
    return [button.objectName() for button in buttons if button.isVisible()]


def shown(pane: ReportPane, run: RunSnapshot) -> str:
    pane.show_run(run, ReportBlocks().blocks(run))
    return pane.text.toPlainText()


def test_a_run_that_ended_at_its_limit_says_so_and_offers_a_larger_one(notice, qtbot):
    run = endings.limited()
    notice.show_run(run)
    assert "ended at its limit of 180k tokens" in notice.words.text()
    assert offered(notice) == ["goOnLarger"]
    assert run_face(run).word == "Done at its limit"
    with qtbot.waitSignal(notice.larger_asked):
        qtbot.mouseClick(notice.larger, LEFT)
    notice.show_run(runs.finished())
    assert not notice.isVisible()


def test_a_run_that_wraps_up_says_why(qtbot):
    run = endings.wrapping_up()
    assert run_face(run).word == "Wrapping up"
    assert progress_words(run, runs.NOW_S).startswith("The limit of 180k tokens is reached")
    assert other_notices(run) == (endings.NEAR,)


def test_the_status_bar_marks_the_limit(qtbot):
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show_run(endings.limited())
    assert (bar._tokens.dot(), bar._time.dot()) == ("warn", "")
    assert "180k tokens" in bar._tokens.toolTip()
    bar.show_run(runs.finished())
    assert (bar._tokens.dot(), bar._tokens.toolTip()) == ("", "")


def test_what_has_passed_or_is_said_below_is_no_notice():
    assert other_notices(endings.limited()) == ()
    assert other_notices(endings.fallback()) == ()
    kept = runs.with_notice(runs.finished())
    assert other_notices(kept) == kept.notices


@pytest.fixture
def larger(qtbot):
    def open_for(run: RunSnapshot, used=None) -> tuple[LargerLimit, list[Budget]]:
        settled: list[Budget] = []
        dialog = LargerLimit(run, USED if used is None else used, parent)
        dialog.settled.connect(settled.append)
        dialog.show()
        return dialog, settled

    parent = StatusBar()
    qtbot.addWidget(parent)
    return open_for


def test_the_dialog_suggests_a_limit_and_takes_it(larger, qtbot):
    dialog, settled = larger(endings.limited())
    assert list(dialog.fields) == ["tokens"]  # time has room
    field = dialog.fields["tokens"]
    assert "171k tokens used of 180k tokens allowed" in field.hint.text()
    qtbot.mouseClick(dialog.go_on, LEFT)
    assert settled == [Budget(tokens=360_000, minutes=60)]
    assert not dialog.isVisible()


def test_a_limit_without_room_is_refused_with_one_that_has_some(larger, qtbot):
    dialog, settled = larger(endings.limited())
    field = dialog.fields["tokens"]
    for typed, told in (("190k", "at least 200k tokens"), ("many", "Write a number.")):
        field.edit.selectAll()
        qtbot.keyClicks(field.edit, typed)
        qtbot.keyClick(field.edit, Qt.Key.Key_Return)
        assert told in field.problem.text()
        assert (settled, dialog.isVisible()) == ([], True)
    field.edit.clear()
    qtbot.keyClicks(field.edit, "200k")
    qtbot.keyClick(field.edit, Qt.Key.Key_Return)
    assert settled == [Budget(tokens=200_000, minutes=60)]


def test_an_empty_limit_is_none_and_every_full_one_is_asked_for(larger, qtbot):
    dialog, settled = larger(endings.limited(), {**USED, "minutes": 58.0})
    assert list(dialog.fields) == ["tokens", "minutes"]
    dialog.fields["tokens"].edit.clear()
    qtbot.mouseClick(dialog.go_on, LEFT)
    assert settled == [Budget(tokens=None, minutes=120)]


@pytest.mark.parametrize(
    ("limit", "used"),
    [
        ("tokens", 9.0), ("tokens", 171_300.0), ("usd", 0.004), ("usd", 1.9), ("minutes", 0.02), ("minutes", 118.0),
    ],
)  # fmt: skip
def test_what_is_suggested_has_room(limit, used):
    assert 0.9 * least_figure(limit, used) > used
    assert 0.9 * larger_figure(limit, used, used) > used


def test_a_report_without_its_writer_is_marked_and_may_be_written_again(notice, qtbot):
    run = endings.fallback()
    notice.show_run(run)
    assert "quotes only" in notice.words.text()
    assert offered(notice) == ["showDraft", "writeAgain"]
    with qtbot.waitSignal(notice.again_asked):
        qtbot.mouseClick(notice.again, LEFT)
    face = audit_face(run.report.audit, offline=False)
    assert (face.word, face.role) == ("Quotes only: the writer failed", "text2")


def test_a_report_that_broke_off_is_read_under_a_line_that_says_so(pane):
    for state in ("failed", "cancelled", "interrupted"):
        text = shown(pane, endings.half_written(f"run-{state}", state=state))
        assert "A heat pump for a 1950s house" in text
        assert pane.incomplete.isVisible()
        assert pane.incomplete.words.text().startswith("Incomplete:")
        assert not pane.incomplete.back.isVisible()
    shown(pane, runs.writing())
    assert not pane.incomplete.isVisible()


def test_what_was_set_aside_stands_apart_from_the_report(pane, qtbot):
    run = endings.fallback()
    shown(pane, run)
    assert not pane.incomplete.isVisible()
    assert "Ducts and airflow" not in shown(pane, as_incomplete(run))
    assert pane.incomplete.isVisible()
    with qtbot.waitSignal(pane.incomplete.report_asked):
        qtbot.mouseClick(pane.incomplete.back, LEFT)


def test_the_page_of_a_failure_leads_to_what_was_written(qtbot):
    page = Failure()
    qtbot.addWidget(page)
    page.resize(1000, 400)
    page.show()
    page.show_run(endings.half_written())
    button = page.findChild(object, "showDraft")
    with qtbot.waitSignal(page.draft_asked):
        qtbot.mouseClick(button, LEFT)
    page.show_run(runs.broken())
    assert not [one for one in page.findChildren(object, "showDraft") if one.isVisible()]


def test_the_question_tells_when_the_research_ended_meanwhile(qtbot):
    parent = StatusBar()
    qtbot.addWidget(parent)
    leaving = Leaving(parent)
    leaving.show_run(runs.finished())
    assert not leaving.isVisible()  # nobody has asked
    leaving.ask(runs.running_second())
    assert leaving.question.text() == "Stop the research and close?"
    leaving.show_run(runs.finished())
    assert leaving.isVisible()
    assert leaving.question.text() == "The research has ended. Close Dossier?"
    assert "report is written" in leaving.words()
    assert (leaving.stay.text(), leaving.leave.text()) == ("Stay", "Close")
    with qtbot.waitSignal(leaving.leave_asked):
        qtbot.mouseClick(leaving.leave, LEFT)
