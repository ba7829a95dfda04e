"""The plan's page with real keys and clicks: edit, move, drag, paste, delete, take back, start."""

from __future__ import annotations

import example_runs as runs
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.agents.model.standalone import leaning
from engine.snapshot import RunSnapshot
from widgets.plan.draft import KeptPlan
from widgets.plan.page import PlanPage
from widgets.plan.row import HEIGHT_PX, PlanRow

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def waiting(*questions: str, run_id: str = "run-1", wave: int = 1) -> RunSnapshot:
    planned = runs.first_wave().model_copy(
        update={"wave": wave, "questions": questions or runs.FIRST, "waits_for_user": True, "approved": False,
                "collected": False, "decision": None, "researchers": ()}
    )  # fmt: skip
    before = () if wave == 1 else (runs.first_wave(runs.MORE),)
    update = {"run_id": run_id, "state": "waiting_for_plan", "waves": (*before, planned)}
    return runs.planning().model_copy(update=update)


@pytest.fixture
def page(qtbot) -> PlanPage:
    page = PlanPage()
    page.set_check(leaning)
    qtbot.addWidget(page)
    page.resize(800, 900)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    page.show_plan(waiting())
    QApplication.processEvents()
    return page


def row(page: PlanPage, place: int) -> PlanRow:
    return page.list.rows()[place]


def retype(qtbot, page: PlanPage, place: int, words: str) -> None:
    """Edit a question by a click, and leave the field open."""
    qtbot.mouseClick(row(page, place).text, LEFT)
    editor = row(page, place).editor
    assert editor.hasFocus()
    qtbot.keyClick(editor, Qt.Key.Key_A, CTRL)
    qtbot.keyClicks(editor, words)


def test_rows_are_as_high_as_drawn_and_numbered(page):
    assert [one.height() for one in page.list.rows()] == [HEIGHT_PX] * 5
    assert page.questions() == runs.FIRST
    assert page.foot.size_words() == "5 questions, at most 8 pages each"
    assert row(page, 2).accessibleName() == f"Question 3: {runs.FIRST[2]}"


def test_a_click_or_f2_edits_in_place_enter_keeps_and_esc_takes_back(page, qtbot):
    retype(qtbot, page, 1, "What is kept?")
    qtbot.keyClick(row(page, 1).editor, Qt.Key.Key_Return)
    assert page.questions()[1] == "What is kept?"
    assert row(page, 1).hasFocus()
    qtbot.keyClick(row(page, 1), Qt.Key.Key_F2)
    qtbot.keyClicks(row(page, 1).editor, " Not this.")
    assert page.questions()[1] == "What is kept? Not this."  # as it would be started now
    qtbot.keyClick(row(page, 1).editor, Qt.Key.Key_Escape)
    assert page.questions()[1] == "What is kept?"
    assert not row(page, 1).is_editing()


def test_leaving_the_field_keeps_what_was_typed(page, qtbot):
    retype(qtbot, page, 0, "Kept by leaving?")
    qtbot.mouseClick(row(page, 3).text, LEFT)
    assert page.questions()[0] == "Kept by leaving?"
    assert [one.is_editing() for one in page.list.rows()] == [False, False, False, True, False]


def test_a_long_question_is_edited_whole(page, qtbot):
    retype(qtbot, page, 0, "word " * 120)
    editor = row(page, 0).editor
    assert editor.height() == 100  # five lines, the rest scrolls
    qtbot.waitUntil(lambda: row(page, 0).height() > 100)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: row(page, 0).text.height() == 40)
    assert row(page, 0).text.toolTip() == " ".join(["word"] * 120)


def test_questions_move_by_keys(page, qtbot):
    row(page, 0).setFocus()
    qtbot.keyClick(row(page, 0), Qt.Key.Key_Down, ALT)
    assert page.questions()[:2] == (runs.FIRST[1], runs.FIRST[0])
    assert row(page, 1).hasFocus()
    qtbot.keyClick(row(page, 1), Qt.Key.Key_Up, ALT)
    qtbot.keyClick(row(page, 0), Qt.Key.Key_Up, ALT)  # there is nothing above
    assert page.questions() == runs.FIRST


def test_a_question_is_moved_while_it_is_edited(page, qtbot):
    retype(qtbot, page, 0, "Moving?")
    qtbot.keyClick(row(page, 0).editor, Qt.Key.Key_Down, ALT)
    assert page.questions()[:2] == (runs.FIRST[1], "Moving?")


def test_questions_move_by_dragging(page, qtbot):
    handle, last = row(page, 0).handle, row(page, 4)
    below = handle.mapFromGlobal(last.mapToGlobal(QPoint(10, last.height() - 2)))
    qtbot.mousePress(handle, LEFT, pos=QPoint(10, 16))
    QTest.mouseMove(handle, below)
    assert row(page, 4).property("dragged") is True
    assert row(page, 4).question == runs.FIRST[0]  # shown where it would stand
    assert page.questions() == runs.FIRST
    qtbot.mouseRelease(handle, LEFT, pos=below)
    assert page.questions() == (*runs.FIRST[1:], runs.FIRST[0])
    assert row(page, 4).hasFocus()


def test_esc_ends_a_drag_where_it_began(page, qtbot):
    handle = row(page, 1).handle
    qtbot.mousePress(handle, LEFT, pos=QPoint(10, 16))
    QTest.mouseMove(handle, handle.mapFromGlobal(row(page, 3).mapToGlobal(QPoint(10, 50))))
    qtbot.keyClick(row(page, 1), Qt.Key.Key_Escape)
    assert page.questions() == runs.FIRST
    assert [one.question for one in page.list.rows()] == list(runs.FIRST)


def test_duplicate_and_delete_are_there_while_pointer_or_keyboard_are_in_the_row(page, qtbot):
    assert not row(page, 1).buttons.isVisible()
    row(page, 1).setFocus()
    assert row(page, 1).buttons.isVisible()
    qtbot.keyClick(row(page, 1), Qt.Key.Key_Tab)
    assert row(page, 1).duplicate.hasFocus()
    assert row(page, 1).buttons.isVisible()
    row(page, 3).setFocus()
    assert not row(page, 1).buttons.isVisible()
    qtbot.mouseClick(row(page, 3).remove, LEFT)
    assert page.questions() == (*runs.FIRST[:3], runs.FIRST[4])
    assert page.foot.note() == "Question 4 deleted. Ctrl+Z brings it back."
    qtbot.keyClick(row(page, 3), Qt.Key.Key_Z, CTRL)
    assert page.questions() == runs.FIRST


def test_a_duplicate_is_edited_at_once_and_told_to_be_one(page, qtbot):
    row(page, 0).setFocus()
    qtbot.mouseClick(row(page, 0).duplicate, LEFT)
    assert row(page, 1).is_editing()
    qtbot.keyClick(row(page, 1).editor, Qt.Key.Key_Return)
    assert row(page, 1).complaint.words() == "This asks the same as question 1."


def test_the_last_question_cannot_be_deleted_and_says_why(page):
    page.show_plan(waiting("Only one?", run_id="run-2"))
    row(page, 0).setFocus()
    assert not row(page, 0).remove.isEnabled()
    assert row(page, 0).remove.toolTip() == "A plan has at least one question"


def test_questions_are_added_until_sixteen(page, qtbot):
    for number in range(6, 17):
        qtbot.mouseClick(page.list.add, LEFT)
        qtbot.keyClicks(row(page, number - 1).editor, f"Question {number}?")
        qtbot.keyClick(row(page, number - 1).editor, Qt.Key.Key_Return)
    assert len(page.questions()) == 16
    assert not page.list.add.isVisible()
    row(page, 0).setFocus()
    assert not row(page, 0).duplicate.isEnabled()


def test_an_added_row_that_stays_empty_goes_again(page, qtbot):
    qtbot.mouseClick(page.list.add, LEFT)
    assert page.questions() == runs.FIRST  # an empty field is no question yet
    qtbot.keyClick(row(page, 5).editor, Qt.Key.Key_Escape)
    assert len(page.list.rows()) == 5


def test_several_pasted_lines_become_rows(page, qtbot):
    qtbot.mouseClick(row(page, 1).text, LEFT)
    editor = row(page, 1).editor
    qtbot.keyClick(editor, Qt.Key.Key_A, CTRL)
    pasted = QMimeData()
    pasted.setText("1. How high is the tower?\n2. How old is the lamp?\n3. Who winds the bell?")
    editor.insertFromMimeData(pasted)
    assert page.questions()[1:4] == ("How high is the tower?", "How old is the lamp?", "Who winds the bell?")
    assert page.questions()[4:] == runs.FIRST[2:]
    qtbot.keyClick(row(page, 3), Qt.Key.Key_Z, CTRL)
    assert page.questions() == runs.FIRST


def test_lines_pasted_onto_a_row_stand_below_it_and_what_does_not_fit_is_said(page, qtbot):
    QApplication.clipboard().setText("\n".join(f"Pasted question {number}?" for number in range(14)))
    row(page, 4).setFocus()
    qtbot.keyClick(row(page, 4), Qt.Key.Key_V, CTRL)
    assert len(page.questions()) == 16
    assert page.questions()[5] == "Pasted question 0?"
    assert page.foot.note() == "3 lines did not fit: a plan takes 16 questions."


def test_undo_goes_through_the_field_then_through_the_plan(page, qtbot):
    row(page, 0).setFocus()
    qtbot.keyClick(row(page, 0), Qt.Key.Key_Delete)
    qtbot.mouseClick(row(page, 0).text, LEFT)
    editor = row(page, 0).editor
    qtbot.keyClicks(editor, "!")
    qtbot.keyClick(editor, Qt.Key.Key_Z, CTRL)
    assert (page.questions()[0], row(page, 0).is_editing()) == (runs.FIRST[1], True)
    qtbot.keyClick(editor, Qt.Key.Key_Z, CTRL)
    assert page.questions() == runs.FIRST


def test_undo_works_wherever_the_keyboard_is_on_the_page(page, qtbot):
    row(page, 0).setFocus()
    qtbot.keyClick(row(page, 0), Qt.Key.Key_Delete)
    page.start.setFocus()
    qtbot.keyClick(page.start, Qt.Key.Key_Z, CTRL)
    assert page.questions() == runs.FIRST
    qtbot.keyClick(page.start, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert page.questions() == runs.FIRST[1:]


def test_an_empty_question_is_pointed_out_and_research_does_not_start(page, qtbot):
    retype(qtbot, page, 2, " ")
    qtbot.keyClick(row(page, 2).editor, Qt.Key.Key_Return)
    assert "empty" in row(page, 2).complaint.words()
    with qtbot.assertNotEmitted(page.start_asked):
        qtbot.mouseClick(page.start, LEFT)
    assert row(page, 2).is_editing()
    assert "Mend" in page.foot.note()


def test_a_question_that_leans_on_another_is_pointed_out_and_may_be_asked(page, qtbot):
    retype(qtbot, page, 2, "And what does it cost?")
    qtbot.keyClick(row(page, 2).editor, Qt.Key.Key_Return)
    assert "Leans on another question" in row(page, 2).complaint.words()
    with qtbot.waitSignal(page.start_asked) as asked:
        qtbot.mouseClick(page.start, LEFT)
    assert asked.args == [1, (*runs.FIRST[:2], "And what does it cost?", *runs.FIRST[3:])]


def test_what_is_being_typed_counts_when_research_starts(page, qtbot):
    retype(qtbot, page, 0, "Typed and not left?")
    with qtbot.waitSignal(page.start_asked) as asked:
        page.ask_start()
    assert asked.args == [1, ("Typed and not left?", *runs.FIRST[1:])]


def test_edits_survive_snapshots_and_other_runs(page, qtbot):
    retype(qtbot, page, 0, "Half a quest")
    page.show_plan(waiting().model_copy(update={"last_seq": 9}))
    assert row(page, 0).is_editing()
    assert row(page, 0).editor.toPlainText() == "Half a quest"
    page.show_plan(waiting("Another run?", run_id="run-2"))
    assert page.questions() == ("Another run?",)
    page.show_plan(waiting())
    assert page.questions()[0] == "Half a quest"
    page.list.undo()
    assert page.questions() == runs.FIRST  # also what can be taken back is still there


def test_a_kept_plan_comes_back_only_for_the_questions_it_was_made_of(qtbot):
    page = PlanPage()
    qtbot.addWidget(page)
    mine = ("Mine?", "And mine?")
    page.recall = {"run-1": KeptPlan(1, runs.FIRST, mine), "run-2": KeptPlan(1, ("Old?",), mine)}.get
    page.show_plan(waiting())
    assert page.questions() == mine
    page.show_plan(waiting(run_id="run-2"))
    assert page.questions() == runs.FIRST


def test_changes_are_told_after_a_moment_of_quiet_or_when_the_page_goes(page, qtbot):
    with qtbot.waitSignal(page.changed) as told:
        retype(qtbot, page, 0, "Kept soon?")
    assert told.args == ["run-1", KeptPlan(1, runs.FIRST, ("Kept soon?", *runs.FIRST[1:]))]
    qtbot.keyClicks(row(page, 0).editor, " Now")
    with qtbot.waitSignal(page.changed, timeout=200) as told:
        page.hide()
    assert told.args[1].questions[0] == "Kept soon? Now"


def test_the_plan_of_a_later_wave_says_why_and_may_be_left_out(page, qtbot):
    page.show_plan(waiting(*runs.SECOND, wave=2))
    assert page.start.text() == "Start wave 2"
    assert runs.MORE.rationale in page.reason.toPlainText()
    assert page.foot.skip.isVisible()
    with qtbot.waitSignal(page.skip_asked):
        qtbot.mouseClick(page.foot.skip, LEFT)
    page.show_plan(waiting(run_id="run-3"))
    assert not page.foot.skip.isVisible()
