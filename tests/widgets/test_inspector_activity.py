"""Activity is a window onto the journal: newest first, narrowed down, copied, still while lines arrive."""

from __future__ import annotations

import time

import example_journal
import example_runs as runs
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from engine import events as ev
from engine.activity import EVERYTHING, TOLD
from engine.events import JournalEntry
from engine.values import SANDBOX_LABELS
from widgets.activity.activity import Activity
from widgets.activity.lines import _LINES, activity_line
from widgets.activity.model import FETCHED_LINES, MAX_PAGES, PAGE_LINES, ActivityModel
from widgets.activity.row import ROW_PX
from widgets.activity.run_lines import RUN_LINES
from widgets.text.emphasis import html, parts, plain, strong


@pytest.fixture
def journal() -> example_journal.Journal:
    return example_journal.Journal(example_journal.events())


def shown(qtbot, journal: example_journal.Journal, height: int = 700) -> Activity:
    holder = QWidget()  # as the page holds the menu beside the tabs
    activity = Activity()
    activity.setParent(holder)
    activity.scope.setParent(holder)
    qtbot.addWidget(holder)
    activity.read_from(journal)
    activity.show_run(journal.add())
    holder.resize(760, height)
    activity.resize(760, height)
    holder.show()
    holder.activateWindow()
    qtbot.waitExposed(holder)
    activity._held_by_test = holder
    return activity


def told(activity: Activity) -> list[str]:
    rows = range(activity.model.rowCount())
    return [plain(activity.model.line(row).words.text) for row in rows]


def click(qtbot, activity: Activity, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    box = activity.list.visualRect(activity.model.index(row, 0))
    qtbot.mouseClick(activity.list.viewport(), Qt.MouseButton.LeftButton, modifier, box.center())


def row_of(activity: Activity, text: str) -> int:
    return next(place for place, line in enumerate(told(activity)) if text in line)


def searched(second: float, query: str, researcher: int = 4) -> tuple[float, ev.Event]:
    return second, ev.SearchAnswered(wave=2, researcher=researcher, query=query, results=1)


def test_lines_are_newest_first_on_the_runs_own_clock(qtbot, journal):
    activity = shown(qtbot, journal)
    lines = [activity.model.line(row) for row in range(activity.model.rowCount())]
    assert [line.at for line in lines] == sorted((line.at for line in lines), reverse=True)
    assert activity.model.time(lines[0]) == "02:46"
    assert told(activity)[-1] == f"You asked for {runs.TOPIC}"
    assert "Planned 4 follow-up questions" in told(activity)
    refused = lines[row_of(activity, "Refused")]
    assert (refused.who, refused.words.ground) == ("2.2", "warnSoft")
    assert lines[row_of(activity, "Asked for more")].node == "reviewer-1"
    assert activity.show_run(journal.add()) == len(lines)


def test_the_clock_leaves_out_the_time_nobody_worked(journal):
    model = ActivityModel()
    model.read_from(journal)
    run = journal.add((200, ev.RunCancelled()), (9_000, ev.RunResumed(remembered=3)), searched(9_010, "late"))
    model.show_lines(run, EVERYTHING)
    assert [model.time(model.line(row)) for row in (0, 1, 2)] == ["03:30", "03:20", "03:20"]
    assert model.line(1).words.right == "3 steps were already done"


def test_a_click_inspects_and_enter_opens_the_source(qtbot, journal):
    activity = shown(qtbot, journal)
    row = row_of(activity, "Quoted")
    with qtbot.waitSignal(activity.node_asked) as asked:
        click(qtbot, activity, row)
    assert asked.args == ["researcher-2.2"]
    with qtbot.waitSignal(activity.source_asked) as asked:
        qtbot.keyClick(activity.list, Qt.Key.Key_Return)
    assert asked.args == ["S1.1"]
    activity.list.setCurrentIndex(activity.model.index(row_of(activity, "Opened Panel costs"), 0))
    with qtbot.waitSignal(activity.node_asked) as asked:  # no source became of it
        qtbot.keyClick(activity.list, Qt.Key.Key_Return)
    assert asked.args == ["researcher-2.2"]
    with qtbot.waitSignal(activity.node_asked):
        qtbot.keyClick(activity.list, Qt.Key.Key_Space)


def test_lines_are_copied_in_the_order_of_time(qtbot, journal):
    activity = shown(qtbot, journal)
    inspected: list[str] = []
    click(qtbot, activity, 1)
    activity.node_asked.connect(inspected.append)
    click(qtbot, activity, 3, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(activity.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text().split("\n")
    assert [line[:5] for line in copied] == ["02:40", "02:44", "02:45"]
    assert copied[-1] == "02:45, Researcher 2.4, Could not open gone.example/, The site answered 404."
    assert not inspected  # choosing several is for copying


def test_lines_can_be_narrowed_down(qtbot, journal):
    activity = shown(qtbot, journal)
    words = [choice.word for choice in activity._choices()]
    assert words == ["All researchers", *(f"Researcher 2.{n}" for n in range(1, 5)), "Refusals", "Errors"]
    everything = activity.model.rowCount()
    activity.scope.pick("refusals")
    assert told(activity) == ["Refused track-collect.example/?q=panel-upgrade"]
    activity.scope.pick("errors")
    assert [line.split(":")[0] for line in told(activity)] == ["Could not open gone.example/", "Failed"]
    activity.show_only("2.4")
    assert {activity.model.line(row).who for row in range(activity.model.rowCount())} == {"2.4"}
    activity.show_only("all")
    assert activity.model.rowCount() == everything


def test_an_empty_window_says_why(qtbot):
    journal = example_journal.Journal(example_journal.events()[:3])
    activity = shown(qtbot, journal)
    activity.scope.pick("refusals")
    assert activity._empty.isVisible()
    assert activity._empty._title.text() == "Nothing was refused"
    journal.add((3, ev.CallRefused(wave=1, researcher=1, call="fetch", target="x", why="y")))
    activity.show_run(journal.add())
    assert activity.list.isVisible()


def test_another_run_is_shown_whole_again(qtbot, journal):
    activity = shown(qtbot, journal)
    activity.scope.pick("refusals")
    other = example_journal.Journal([(0, ev.ResearchAsked(run_id="other", topic="Tides", options=runs.OPTIONS))])
    activity.read_from(other)
    activity.show_run(other.add())
    assert activity.scope.value() == "all"
    assert told(activity) == ["You asked for Tides"]


# --- lines that arrive ----------------------------------------------------------------------------------


def test_lines_arrive_at_the_top_without_a_reset(qtbot, journal):
    activity = shown(qtbot, journal)
    resets: list[int] = []
    activity.model.modelReset.connect(lambda: resets.append(1))
    click(qtbot, activity, 2)
    chosen = activity.model.line(2).seq
    activity.show_run(journal.add(searched(170, "one more"), searched(171, "and another")))
    assert told(activity)[:2] == ["Searched and another", "Searched one more"]
    assert not resets
    assert [activity.model.line(index.row()).seq for index in activity.list.selectedIndexes()] == [chosen]


def test_what_is_in_sight_stays_there_while_lines_arrive(qtbot, journal):
    activity = shown(qtbot, journal, 160)
    bar = activity.list.verticalScrollBar()
    bar.setValue(3 * ROW_PX + 5)
    top = activity.model.line(activity.list.indexAt(activity.list.viewport().rect().topLeft()).row()).seq
    for second in range(3):
        activity.show_run(journal.add(searched(170 + second, f"more {second}")))
        QApplication.processEvents()
    assert activity.model.line(activity.list.indexAt(activity.list.viewport().rect().topLeft()).row()).seq == top
    assert bar.value() == 6 * ROW_PX + 5
    assert activity.newer.isVisible()
    assert activity.newer.text() == "3 new lines"
    qtbot.mouseClick(activity.newer, Qt.MouseButton.LeftButton)
    assert bar.value() == 0
    assert not activity.newer.isVisible()
    activity.show_run(journal.add(searched(180, "at the top")))
    QApplication.processEvents()
    assert (bar.value(), activity.newer.isVisible()) == (0, False)


def test_nothing_is_read_while_nobody_looks(qtbot, journal):
    activity = shown(qtbot, journal)
    activity.hide()
    before = journal.read
    assert activity.show_run(journal.add(searched(170, "unseen"))) == activity._run.activity
    assert journal.read == before
    assert not activity.scope.isVisible()
    activity.show()
    assert activity.scope.isVisible()
    assert told(activity)[0] == "Searched unseen"


# --- long runs ------------------------------------------------------------------------------------------


def test_a_long_run_opens_at_once_and_stays_small(qtbot):
    journal = example_journal.long_journal(20_000)
    activity = Activity()
    qtbot.addWidget(activity)
    activity.scope.setParent(activity)
    activity.read_from(journal)
    activity.resize(760, 400)
    activity.show_run(journal.add())
    begun = time.process_time()
    activity.show()
    qtbot.waitExposed(activity)
    activity.list.viewport().grab()
    took_ms = (time.process_time() - begun) * 1_000
    assert activity.model.rowCount() == FETCHED_LINES
    assert journal.read <= 2 * PAGE_LINES
    assert took_ms < 2_000  # the journal in memory is looked through in Python; the real one is measured beside it
    bar = activity.list.verticalScrollBar()
    while activity.model.rowCount() < 20_000:  # who scrolls to the end finds more
        bar.setValue(bar.maximum())
        QApplication.processEvents()
    for value in range(0, bar.maximum(), bar.maximum() // 300):
        bar.setValue(value)
        activity.list.viewport().grab()
    seqs = [activity.model.line(row).seq for row in range(0, 20_000, 97)]
    assert seqs == sorted(seqs, reverse=True)
    assert activity.model.lines_held() <= MAX_PAGES * PAGE_LINES
    activity.list.setCurrentIndex(activity.model.index(0, 0))
    activity.show_only("refusals")
    activity.show_only("all")
    assert activity.model.rowCount() == FETCHED_LINES
    activity.list.setCurrentIndex(activity.model.index(0, 0))
    qtbot.keyClick(activity.list, Qt.Key.Key_End)
    assert activity.model.rowCount() == 20_000
    assert activity.model.line(activity.list.currentIndex().row()).seq == 1


def test_a_line_that_cannot_be_read_says_so(journal):
    model = ActivityModel()
    journal_of_all = journal.entries
    journal.entries = lambda run_id, places: [one for one in journal_of_all(run_id, places) if one.seq != 1]
    model.read_from(journal)
    model.show_lines(journal.add(), EVERYTHING)
    assert "cannot be read" in model.line(model.rowCount() - 1).words.text


# --- words ----------------------------------------------------------------------------------------------


def test_every_line_has_words_for_screen_readers(qtbot, journal):
    activity = shown(qtbot, journal)
    for row in range(activity.model.rowCount()):
        index = activity.model.index(row, 0)
        spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
        assert len(spoken) > 8
        assert "\x02" not in spoken + index.data(Qt.ItemDataRole.ToolTipRole)
    assert activity.model.rowCount(activity.model.index(0, 0)) == 0
    assert activity.model.data(QModelIndex()) is None


@pytest.mark.parametrize("kind", SANDBOX_LABELS)
def test_the_sandbox_is_named_as_everywhere(kind):
    entry = JournalEntry(seq=1, at=0, event=ev.SandboxChosen(sandbox=kind, label="", why="because"))
    assert plain(activity_line(entry).words.text) == f"Sandboxes: {SANDBOX_LABELS[kind]}"


def test_words_stand_out_inside_a_sentence_that_stays_whole():
    sentence = f"Searched {strong('a <b>')}, then stopped"
    assert plain(sentence) == "Searched a <b>, then stopped"
    assert parts(sentence) == [("Searched ", False), ("a <b>", True), (", then stopped", False)]
    assert html(sentence) == "Searched <b>a &lt;b&gt;</b>, then stopped"
    assert parts(strong("all\x03of\x02it")) == [("allofit", True)]


def test_every_line_of_the_journal_has_words_of_its_own():
    assert {kind.model_fields["kind"].default for kind in (*_LINES, *RUN_LINES)} == TOLD


def test_a_budget_is_told_in_its_own_measure():
    for limit, right in (
        ("usd", "$1.61 of $2.00"),
        ("tokens", "1.6k tokens of 2.0k tokens"),
        ("minutes", "1:36 of 2:00"),
    ):
        factor = 1_000 if limit == "tokens" else 1
        event = ev.BudgetUsed(limit=limit, stage="near", used=1.61 * factor, allowed=2 * factor)
        assert activity_line(JournalEntry(seq=1, at=0, event=event)).words.right == right
