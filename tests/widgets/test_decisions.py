"""Decisions: verdicts with their reason and what they changed, overruled ones, and what the user may decide."""

from __future__ import annotations

import example_runs as runs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.typesetting import typeset
from engine.agents.model.standalone import leaning
from engine.snapshot import RunSnapshot, WaveView
from engine.values import ContradictingClaim, Contradiction, ReviewDecision
from widgets.decisions.ask_more import AskMore
from widgets.decisions.decisions import Decisions
from widgets.decisions.wave_changes import changes_of

LEFT = Qt.MouseButton.LeftButton
MINE = ReviewDecision(status="approved", rationale="You approved what there is.", by="user", with_gaps=True)
CITING = runs.MORE.model_copy(update={"rationale": "The cost is **thin**: one source [S2]."})


@pytest.fixture
def decisions(qtbot) -> Decisions:
    decisions = Decisions()
    decisions.typeset = typeset
    decisions.overruling.leaning = leaning
    qtbot.addWidget(decisions)
    decisions.resize(900, 600)
    decisions.show()
    return decisions


def with_first(run: RunSnapshot, **update: object) -> RunSnapshot:
    first = run.waves[0].model_copy(update=update)
    return run.model_copy(update={"waves": (first, *run.waves[1:])})


def test_before_the_first_review_there_is_nothing_to_decide(decisions):
    assert decisions.show_run(runs.running_first()) == 0
    assert not decisions.overruling.isVisible()


def test_verdict_reason_follow_ups_and_what_they_changed(decisions):
    assert decisions.show_run(with_first(runs.finished(), decision=CITING)) == 2
    newest, first = decisions.cards()
    assert newest.verdicts() == ("Approved by the reviewer",)
    assert "The report was written from 8 answers" in newest.words()
    assert first.verdicts() == ("Asked for more by the reviewer",)
    told = first.words()
    for part in ("The cost is thin: one source", *runs.SECOND, "What wave 2 added", "3 of 4 questions answered"):
        assert part in told
    assert "**" not in told


def test_both_sides_of_a_contradiction_are_shown_with_their_quotes(decisions):
    run = runs.finished()
    (first, quote), second = next((s, s.quotes[0]) for s in run.sources if s.quotes), run.sources[-1]
    sides = (ContradictingClaim(claim="It <b>saves</b> money", cites=(quote.id,)),
             ContradictingClaim(claim="It costs more", cites=(second.id,)))  # fmt: skip
    named = Contradiction(about="the cost", first=sides[0], second=sides[1])
    decision = CITING.model_copy(update={"contradictions": (named,)})
    decisions.show_run(with_first(run, decision=decision))
    told = decisions.cards()[1].words()
    for part in ("Where the sources disagree", "the cost", "It <b>saves</b> money", "It costs more", quote.text):
        assert part in told
    assert first.id != second.id


def test_a_citation_in_a_reason_leads_to_evidence(decisions, qtbot):
    decisions.show_run(with_first(runs.finished(), decision=CITING))
    text = decisions.cards()[1]._verdict.text
    with qtbot.waitSignal(decisions.citation_asked) as asked:
        text.citation_asked.emit("S2")
    assert asked.args == ["S2"]


def test_a_wave_adds_the_sources_and_quotes_nobody_had_before():
    run = runs.finished()
    changes = changes_of(run, 2, runs.SECOND)
    old = {source.ref for view in run.waves[0].researchers for source in view.finding.sources}
    assert changes.sources
    assert all(not old.intersection(source.refs) for source in changes.sources)
    assert (changes.answered, changes.total, changes.asked_otherwise) == (3, 4, ())
    assert changes_of(run, 3) is None
    assert changes_of(run, 1).sources  # for the first wave everything is new


def test_what_the_user_made_of_the_follow_ups_is_told():
    run = runs.running_second()
    second = run.waves[1].model_copy(update={"questions": ("Mine?",)})
    changes = changes_of(run.model_copy(update={"waves": (run.waves[0], second)}), 2, runs.SECOND)
    assert changes.asked_otherwise == ("Mine?",)
    assert not changes.is_in


def test_a_wave_at_work_or_waiting_says_so(decisions):
    decisions.show_run(runs.running_second())
    assert "Wave 2 is at work: 1 of 4 answered." in decisions.cards()[0].words()
    waiting = WaveView(wave=2, questions=runs.SECOND, waits_for_user=True)
    run = runs.running_second()
    decisions.show_run(run.model_copy(update={"waves": (run.waves[0], waiting), "state": "waiting_for_plan"}))
    assert "Wave 2 waits for you" in decisions.cards()[0].words()


def test_an_overruled_decision_stands_beside_the_users(decisions):
    run = runs.finished()
    run = run.model_copy(update={"waves": (runs.first_wave(MINE).model_copy(update={"overruled": runs.MORE}),)})
    decisions.show_run(run)
    card = decisions.cards()[0]
    assert card.verdicts() == ("Approved with gaps by you", "Asked for more by the reviewer")
    told = card.words()
    for part in (MINE.rationale, runs.MORE.rationale, "It had asked for", runs.SECOND[0]):
        assert part in told


def test_approving_now_says_what_it_leads_to_and_what_is_left_out(decisions, qtbot):
    decisions.show_run(runs.running_second())
    words = decisions.overruling.words.text()
    assert "written from 5 answers" in words
    assert "1 answer of wave 2 would be left out; Finish now keeps it." in words
    with qtbot.waitSignal(decisions.overruled) as told:
        qtbot.mouseClick(decisions.overruling.approve, LEFT)
    wave, decision = told.args
    assert (wave, decision.status, decision.by, decision.with_gaps) == (1, "approved", "user", True)


@pytest.mark.parametrize(
    ("run", "more", "approve", "words"),
    [
        (runs.finished(), True, False, "then version 2 of the report is written. Version 1 is kept."),
        (runs.writing().model_copy(update={"versions": 0}), True, False, "before the report is written"),
        (runs.running_second(), False, True, "Enough for you?"),
        (runs.finished().model_copy(update={"finish_now": True}), True, False, "version 2"),
        (runs.finished().model_copy(update={"waves": tuple(
            runs.first_wave(runs.APPROVED).model_copy(update={"wave": wave}) for wave in range(1, 5)
        )}), False, False, "at most 4 waves"),
    ],
)  # fmt: skip
def test_what_may_be_decided_follows_the_last_verdict(decisions, run, more, approve, words):
    decisions.show_run(run)
    foot = decisions.overruling
    assert (foot.more.isVisible(), foot.approve.isVisible()) == (more, approve)
    assert words in foot.words.text()


def test_one_more_wave_takes_one_to_four_questions_that_are_checked(decisions, qtbot):
    decisions.show_run(runs.finished())
    qtbot.mouseClick(decisions.overruling.more, LEFT)
    dialog = decisions.findChild(QWidget, "askMore")
    assert isinstance(dialog, AskMore)
    assert dialog.list.rows()[0].is_editing()
    qtbot.mouseClick(dialog.start, LEFT)
    assert dialog.isVisible()  # nothing is asked yet
    assert "empty" in dialog.list.rows()[0].complaint.words()
    editor = dialog.list.rows()[0].editor
    qtbot.keyClicks(editor, "And what does it cost?")
    assert dialog.list.rows()[0].complaint.words() == ""
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert "Leans on another question" in dialog.list.rows()[0].complaint.words()
    for number in range(2, 5):
        qtbot.mouseClick(dialog.list.add, LEFT)
        qtbot.keyClicks(dialog.list.rows()[-1].editor, f"Question {number}?")
    assert not dialog.list.add.isVisible()
    with qtbot.waitSignal(decisions.overruled) as told:
        qtbot.keyClick(dialog.list.rows()[-1].editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    wave, decision = told.args
    asked = ("And what does it cost?", "Question 2?", "Question 3?", "Question 4?")
    assert (wave, decision.status, decision.follow_up_questions) == (2, "needs_more_research", asked)
    assert not dialog.isVisible()


def test_esc_in_a_question_takes_back_and_esc_again_closes(decisions, qtbot):
    decisions.show_run(runs.finished())
    qtbot.mouseClick(decisions.overruling.more, LEFT)
    dialog = decisions.findChild(QWidget, "askMore")
    row = dialog.list.rows()[0]
    qtbot.keyClick(row.editor, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    with qtbot.assertNotEmitted(decisions.overruled):
        qtbot.keyClick(row, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_cards_stay_while_nothing_changes(decisions):
    decisions.show_run(runs.finished())
    before = decisions.cards()
    decisions.show_run(runs.finished().model_copy(update={"last_seq": 99}))
    assert decisions.cards() == before
    decisions.show_run(runs.running_first().model_copy(update={"run_id": "run-9"}))
    assert decisions.cards() == ()
