"""A plan as the user changes it, without a window: changes, taking back, pasted lines, faults."""

from __future__ import annotations

import pytest

from engine.agents.model.standalone import leaning
from widgets.plan.draft import PlanDraft, lines_of
from widgets.plan.faults import faults

PLAN = ("How high is the tower?", "Who keeps the lamp?", "What does the bell cost?")


def test_every_change_is_one_step_back_and_forth():
    draft = PlanDraft(PLAN)
    draft.edit(0, "How tall is it?")
    draft.move(0, 2)
    draft.remove(1)
    draft.insert(2, ("One more?",))
    after = draft.questions
    for _ in range(4):
        assert draft.undo()
    assert draft.questions == PLAN
    assert not draft.undo()
    for _ in range(4):
        assert draft.redo()
    assert draft.questions == after
    assert not draft.redo()


def test_a_new_change_ends_what_could_be_made_again():
    draft = PlanDraft(PLAN)
    draft.edit(0, "a?")
    draft.undo()
    draft.edit(1, "b?")
    assert not draft.redo()


def test_what_changes_nothing_is_no_step():
    draft = PlanDraft(PLAN)
    draft.edit(0, PLAN[0])
    draft.move(1, 1)
    assert not draft.undo()


def test_the_last_question_stays():
    draft = PlanDraft(PLAN[:1])
    draft.remove(0)
    assert draft.questions == PLAN[:1]


def test_no_more_than_fit_are_taken():
    draft = PlanDraft(tuple(f"{n}?" for n in range(14)))
    assert draft.insert(14, ("a?", "b?", "c?")) == 1
    assert len(draft.questions) == 16
    assert not draft.has_room()
    assert draft.replace(0, ("x?", "y?")) == 1
    assert draft.questions[0] == "x?"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "1. How high?\n2) How old?\n\n- Who keeps it?\n* And when?",
            ("How high?", "How old?", "Who keeps it?", "And when?"),
        ),
        ("One line only", ("One line only",)),
        ("1984 was what?\n-5 degrees?", ("1984 was what?", "-5 degrees?")),
        (" \n\t\n", ()),
        ("A\twide   gap?\r\nNext?", ("A wide gap?", "Next?")),
    ],
)
def test_pasted_lines_become_questions(text, lines):
    assert lines_of(text) == lines


def test_faults_are_pointed_out():
    questions = ("How high is the tower?", " ", "x" * 1_001, "And what does it cost?", "how HIGH is the tower")
    found = faults(questions, leaning)
    assert found[0] is None
    assert [fault.is_grave for fault in found[1:]] == [True, True, False, False]
    assert "empty" in found[1].words
    assert "1,001" in found[2].words
    assert "“And”" in found[3].words
    assert "question 1" in found[4].words
