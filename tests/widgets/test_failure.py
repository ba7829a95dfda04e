"""Runs that failed, were stopped or interrupted: what happened, what was kept, what to do, for every trouble."""

from __future__ import annotations

from typing import get_args

import example_runs as runs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from engine import errors
from engine.errors import Trouble
from engine.snapshot import RunSnapshot, WaveView
from widgets.ending.ending_notice import EndingNotice, ending_words
from widgets.ending.failure import Failure
from widgets.label import Label
from widgets.run.page import DECISIONS, RunPage

LEFT = Qt.MouseButton.LeftButton
KINDS = (
    *get_args(errors.ModelTrouble), *get_args(errors.SandboxCause),
    *(f"docker_{kind}" for kind in get_args(errors.DockerTrouble)),
    "search", "consent", "input", "nobody_answered", "library", "journal", "bug",
)  # fmt: skip


def failed(kind: str, *, early: bool = False) -> RunSnapshot:
    error = Trouble(kind=kind, title="Something went wrong.", advice="Do this first.", detail="a detail")
    waves = () if early else runs.broken().waves
    update = {"error": error, "waves": waves} | ({"sources": (), "usage": runs.TokenUse()} if early else {})
    return runs.broken().model_copy(update=update)


@pytest.fixture
def page(qtbot) -> Failure:
    page = Failure()
    qtbot.addWidget(page)
    page.resize(1000, 400)
    page.show()
    return page


def words(page: QWidget) -> str:
    return "\n".join(label.text() for label in page.findChildren(Label) if not label.isHidden())


def button(page: QWidget, name: str) -> QPushButton | None:
    found = page.findChildren(QPushButton, name)  # what was shown before is deleted a moment later
    return next((one for one in found if one.isVisibleTo(page)), None)


@pytest.mark.parametrize("early", [False, True])
def test_every_kind_of_trouble_says_three_things_and_has_a_way_on(page, early):
    for kind in KINDS:
        page.show_run(failed(kind, early=early))
        told = words(page)
        for part in ("Something went wrong", "Nothing you have is lost", "What happened", "What was kept",
                     "What you can do", "Do this first.", "Dossier stopped and kept everything"):  # fmt: skip
            assert part in told, kind
        assert ("3 answers" in told) == (not early), kind
        assert button(page, "goOn") is not None, kind
        assert "a detail" not in told, kind  # it is folded


@pytest.mark.parametrize(
    ("kind", "first", "signal"),
    [
        ("unreachable", "Resume", "resume_asked"),
        ("docker_not_running", "Resume", "resume_asked"),
        ("consent", "Allow it and go on", "consent_asked"),
        ("input", "Start anew", "again_asked"),
    ],
)
def test_the_first_button_is_what_helps(page, qtbot, kind, first, signal):
    page.show_run(failed(kind))
    go_on = button(page, "goOn")
    assert go_on.text() == first
    with qtbot.waitSignal(getattr(page, signal)):
        qtbot.mouseClick(go_on, LEFT)


def test_another_model_is_offered_where_the_model_is_the_trouble(page):
    page.show_run(failed("bad_key"))
    assert button(page, "otherSettings").text() == "Another model…"
    assert "Or choose another model and resume with it." in words(page)
    page.show_run(failed("memory"))
    assert button(page, "otherSettings").text() == "Settings…"


def test_a_report_from_what_there_is_is_offered_when_there_are_answers(page, qtbot):
    page.show_run(failed("unreachable"))
    with qtbot.waitSignal(page.write_asked):
        qtbot.mouseClick(button(page, "writeNow"), LEFT)
    assert button(page, "writeNow").text() == "Write from 3 answers"
    for run in (failed("unreachable", early=True), failed("consent")):
        page.show_run(run)
        assert button(page, "writeNow") is None


def test_what_happened_and_what_was_kept_in_figures(page):
    page.show_run(runs.broken())
    told = words(page)
    for part in (
        "stopped answering",
        "Researcher 1.4: No answer from the model.",
        "5 sources with their stored text",
        "5 quotes, 3 of them verified",
        "Work goes on at 1.4; the 3 answers are not asked or paid for again",
    ):
        assert part in told


def test_a_failure_before_the_first_answer_claims_no_answers(page):
    page.show_run(failed("library", early=True))
    told = words(page)
    assert "Your topic" in told
    assert "0 answers" not in told
    assert "Start anew to choose other sources" in told  # a resumed run keeps the folder it was asked for


def test_many_failed_researchers_are_counted(page):
    views = tuple(runs.failed(1, place, f"{place}?") for place in range(1, 9))
    wave = WaveView(wave=1, questions=("?",) * 8, approved=True, researchers=views)
    page.show_run(failed("nobody_answered").model_copy(update={"waves": (wave,), "sources": ()}))
    assert "6 more researchers got no answer" in words(page)


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [(runs.APPROVED, "The report was being written"), (None, "The reviewer was reading the answers")],
)
def test_the_step_at_work_is_named(page, decision, sentence):
    run = failed("timeout").model_copy(update={"waves": (runs.first_wave(decision),), "versions": 1})
    page.show_run(run)
    assert sentence in words(page)
    assert "Version 1 of the report" in words(page)


def test_details_unfold_and_are_copied(page, qtbot):
    page.show_run(failed("bug"))
    qtbot.mouseClick(button(page, "technicalDetails"), LEFT)
    assert "a detail" in words(page)
    with qtbot.waitSignal(page.copy_asked) as copied:
        qtbot.mouseClick(button(page, "copyDetails"), LEFT)
    assert copied.args == ["Something went wrong. Do this first.\nbug\na detail"]


def test_the_buttons_stay_in_view_in_a_small_window(page, qapp):
    page.show_run(runs.broken())
    page.resize(848, 220)
    for _ in range(3):
        qapp.processEvents()
    for name in ("goOn", "otherSettings", "writeNow", "startAnew"):
        one = button(page, name)
        corner = one.mapTo(page, one.rect().bottomRight())
        assert one.width() >= one.sizeHint().width()
        assert corner.x() <= 848
        assert corner.y() <= 220


# --- stopped and interrupted ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (runs.stopped(), "Stopped by you. 6 of 9 answers kept. Resume goes on where it stopped."),
        (
            runs.stopped().model_copy(update={"state": "interrupted"}),
            "Dossier ended while this was at work. 6 of 9 answers kept. Resume goes on where it stopped.",
        ),
        (
            runs.planning().model_copy(update={"state": "cancelled", "waves": ()}),
            "Stopped by you before it had its questions. Resume goes on where it stopped.",
        ),
        (runs.running_second(), ""),
        (runs.finished(), ""),
    ],
)
def test_an_ending_says_what_was_kept(run, sentence):
    assert ending_words(run) == sentence


@pytest.mark.parametrize(("state", "words"), [("cancelled", "as you left them"), ("interrupted", "waits for you")])
def test_a_plan_that_waits_says_so_after_the_end(state, words):
    wave = WaveView(wave=1, questions=runs.FIRST, waits_for_user=True)
    assert words in ending_words(runs.planning().model_copy(update={"state": state, "waves": (wave,)}))


def test_a_stopped_run_may_be_written_from_what_there_is(qtbot):
    notice = EndingNotice()
    qtbot.addWidget(notice)
    notice.show()
    notice.show_run(runs.stopped())
    with qtbot.waitSignal(notice.write_asked):
        qtbot.mouseClick(notice.write, LEFT)
    assert not notice.page.isVisible()
    notice.show_run(runs.planning().model_copy(update={"state": "cancelled"}))
    assert not notice.write.isVisible()
    notice.show_run(runs.finished())
    assert not notice.isVisible()


# --- on the page ----------------------------------------------------------------------------------


@pytest.fixture
def run_page(qtbot) -> RunPage:
    page = RunPage()
    qtbot.addWidget(page)
    page.resize(1056, 744)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    return page


def test_why_it_failed_gives_way_to_what_was_kept_and_back(run_page, qtbot):
    run_page.show_run(runs.broken(), ())
    assert run_page.failure.isVisible()
    qtbot.mouseClick(button(run_page.failure, "showKept"), LEFT)
    assert not run_page.failure.isVisible()
    assert run_page.report.isVisible()
    qtbot.mouseClick(run_page.ending.page, LEFT)
    assert run_page.failure.isVisible()
    run_page.open_tab(DECISIONS)
    assert run_page.decisions.isVisible()
    run_page.show_run(runs.broken().model_copy(update={"last_seq": 5}), ())
    assert run_page.decisions.isVisible()


def test_the_tabs_are_there_while_a_plan_waits(run_page, qtbot):
    wave = WaveView(wave=2, questions=runs.SECOND, waits_for_user=True)
    waiting = {"state": "waiting_for_plan", "waves": (runs.first_wave(runs.MORE), wave)}
    run_page.show_run(runs.running_second().model_copy(update=waiting), ())
    assert run_page.plan.isVisible()
    run_page.open_tab(DECISIONS)
    assert run_page.decisions.isVisible()
    assert run_page.ending.words.text() == "This research waits for you to check its questions."
    qtbot.mouseClick(run_page.ending.page, LEFT)
    assert run_page.plan.isVisible()
    run_page.plan.citation_asked.emit("S1")
    assert run_page.evidence.isVisible()


def test_a_done_report_has_its_top_in_view_and_the_keyboard(run_page):
    blocks = tuple(f"<p>Paragraph {number} of a report that is longer than its pane.</p>" for number in range(80))
    run_page.show_run(runs.writing(), blocks)
    run_page.open_tab(DECISIONS)
    QApplication.processEvents()
    run_page.report.text.verticalScrollBar().setValue(400)
    run_page.show_run(runs.finished(), blocks)
    QApplication.processEvents()
    assert run_page.report.text.isVisible()
    assert run_page.report.text.verticalScrollBar().value() == 0
    assert run_page.report.text.hasFocus()


def test_the_keyboard_goes_where_the_run_wants_the_user(run_page):
    run_page.show_run(runs.planning(), ())
    run_page.graph.setFocus()
    wave = WaveView(wave=1, questions=runs.FIRST, waits_for_user=True)
    run_page.show_run(runs.planning().model_copy(update={"state": "waiting_for_plan", "waves": (wave,)}), ())
    assert run_page.plan.list.rows()[0].hasFocus()
    run_page.show_run(runs.running_first(), ())
    run_page.graph.setFocus()
    run_page.show_run(runs.broken().model_copy(update={"run_id": "run-1"}), ())
    assert button(run_page.failure, "goOn").hasFocus()


def test_opening_a_done_run_takes_no_keyboard(run_page):
    run_page.show_run(runs.writing(), ())
    run_page.graph.setFocus()
    run_page.show_run(runs.finished().model_copy(update={"run_id": "run-7"}), ("<p>Report</p>",))
    assert not run_page.report.text.hasFocus()
