"""The inspector shows a researcher: figures, timeline, answer, sources, and what can be done with them."""

from __future__ import annotations

import example_runs as runs
import example_stages as stages
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QVBoxLayout, QWidget

from app.typesetting import typeset
from engine.snapshot import RunSnapshot, Step
from engine.values import TokenUse
from widgets.evidence.source_card import SourceCard
from widgets.inspector.inspector import Inspector
from widgets.inspector.timeline import SHOWN_STEPS
from widgets.inspector.timeline_rows import TimelineRow, Words
from widgets.label import ElidedLabel, Label


def shown(qtbot, run: RunSnapshot | None = None, key: str = "", width: int = 328) -> Inspector:
    inspector = Inspector()
    inspector.set_typeset(typeset)
    qtbot.addWidget(inspector)
    inspector.resize(width, 700)
    inspector.show()
    qtbot.waitExposed(inspector)
    if run is not None:
        inspector.show_node(run, key)
        QApplication.processEvents()
    return inspector


def words(widget: QWidget) -> str:
    labels = [label.text() for label in widget.findChildren(Label) if label.isVisible()]
    labels += [label.text() for label in widget.findChildren(ElidedLabel) if label.isVisible()]
    labels += [label.accessibleName() for label in widget.findChildren(Words) if label.isVisible()]
    return "\n".join(labels)


def cards(inspector: Inspector) -> list[SourceCard]:
    return [card for card in inspector.findChildren(SourceCard) if card.isVisible()]


def menu_of(inspector: Inspector) -> dict[str, object]:
    menu = inspector.make_menu()
    return {action.text(): action for action in menu.actions() if action.text()}


def grown(run: RunSnapshot, *steps: Step) -> RunSnapshot:
    wave = run.waves[1]
    view = wave.researchers[1]
    more = view.model_copy(update={"steps": (*view.steps, *steps)})
    views = (wave.researchers[0], more, *wave.researchers[2:])
    return run.model_copy(update={"waves": (run.waves[0], wave.model_copy(update={"researchers": views}))})


def test_a_researcher_is_shown_with_its_figures_and_its_timeline(qtbot):
    inspector = shown(qtbot, stages.busy(), "researcher-2.2")
    told = words(inspector)
    for part in ("Researcher 2.2", runs.SECOND[1], "0:48", "9.1k tokens", "3 of 8 pages", "sandbox d7f2", "Isolated",
                 "Searched 100 amp panel heat pump load calculation · 8 results", "Refused by the broker",
                 "No request was sent.", "Opened city-permits.example · 88 KB", "Reading gridwatch.example",
                 "large-2-2025-10", "8,200 in, 900 out"):  # fmt: skip
        assert part.replace("·", "·") in told.replace("\xa0", " "), part


def test_what_a_server_did_not_count_is_marked_as_estimated(qtbot):
    run = stages.busy()
    wave = run.waves[1]
    use = TokenUse(calls=2, input_tokens=4_000, output_tokens=100, estimated=True)
    view = wave.researchers[1].model_copy(update={"usage": use})
    views = (wave.researchers[0], view, *wave.researchers[2:])
    run = run.model_copy(update={"waves": (run.waves[0], wave.model_copy(update={"researchers": views}))})
    told = words(shown(qtbot, run, "researcher-2.2"))
    assert "about 4.1k tokens" in told
    assert "4,000 in, 100 out (estimated)" in told


def test_times_are_counted_from_the_beginning_of_the_attempt_without_rests(qtbot):
    run = runs.running_second()
    begun = run.waves[1].researchers[1].started_at
    run = grown(run.model_copy(update={"rests": ((begun + 45, begun + 9_045),)}),
                Step(at=begun + 9_050, what="searched", text="late", results=1),
                Step(at=begun + 9_100, what="attempt", attempt=2),
                Step(at=begun + 9_103, what="searched", text="again", results=2))  # fmt: skip
    inspector = shown(qtbot, run, "researcher-2.2")
    times = [row.findChildren(Label)[0].text() for row in inspector.researcher.timeline.rows()]
    assert times == ["0:02", "0:09", "0:21", "0:33", "0:36", "0:41", "0:50", "0:00", "0:03"]


def test_waiting_for_the_models_server_is_told_with_what_is_left(qtbot):
    told = words(shown(qtbot, stages.held_up(), "researcher-2.2"))
    assert "The model's server asked to wait: Too many requests." in told
    assert "Waits for the model's server, 0:21 left" in told
    assert "Could not open gone.example/a-page: The site answered 404." in told


def test_a_queued_researcher_says_what_it_waits_for(qtbot):
    told = words(shown(qtbot, runs.running_first(), "researcher-1.5"))
    assert "Waits for its turn: 6 researchers work at once." in told


def test_the_answer_is_set_as_the_report_is_and_its_citations_lead_to_sources(qtbot):
    inspector = shown(qtbot, stages.finished(), "researcher-2.1")
    text = inspector.researcher.answer.text
    assert text.height() == pytest.approx(text.document().size().height(), abs=1)
    assert "load manager" in text.toPlainText()
    assert "**" not in text.toPlainText()
    assert "[r0]" not in text.toPlainText()
    text.setTextCursor(QTextCursor(text.document()))
    with qtbot.waitSignal(inspector.source_asked) as asked:
        text.citation_asked.emit(text.next_citation(1).key)
    assert asked.args == ["S1"]
    with qtbot.waitSignal(inspector.original_asked) as asked:
        text.link_asked.emit("https://city-permits.example/electrical")
    assert asked.args == ["https://city-permits.example/electrical"]
    assert "What a utility charges for a service upgrade." in words(inspector)


def test_a_citation_of_an_open_wave_leads_to_its_card(qtbot):
    run = stages.finished().model_copy(update={"sources": ()})
    inspector = shown(qtbot, run, "researcher-2.1")
    inspector.activateWindow()
    text = inspector.researcher.answer.text
    text.citation_asked.emit("card-2")
    qtbot.waitUntil(lambda: cards(inspector)[1].hasFocus())


def test_every_quote_of_a_source_says_what_was_found_and_why(qtbot):
    inspector = shown(qtbot, stages.finished(), "researcher-2.1")
    first, second, third = cards(inspector)
    assert "Verified" in words(first)
    assert "Not checked: the PDF holds pictures, no text" in words(second)
    assert "Not in the stored page" in words(third)
    assert "Fetched 30 Nov" in words(first)
    assert "city-permits.example/report" in words(first)
    for card, key in ((first, "S1.1"), (third, "S4.1")):
        with qtbot.waitSignal(inspector.source_asked) as asked:
            qtbot.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(60, 12))
        assert asked.args == [key]


def test_a_card_is_opened_by_key_and_its_buttons_ask_for_what_they_say(qtbot):
    inspector = shown(qtbot, stages.finished(), "researcher-2.1")
    card = cards(inspector)[0]
    with qtbot.waitSignal(inspector.source_asked) as asked:
        qtbot.keyClick(card, Qt.Key.Key_Return)
    assert asked.args == ["S1.1"]
    for button, signal, args in (
        (card.stored, inspector.source_asked, ["S1.1"]),
        (card.original, inspector.original_asked, ["https://city-permits.example/report"]),
    ):
        with qtbot.waitSignal(signal) as asked:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert asked.args == args
    with qtbot.waitSignal(inspector.citation_asked) as asked:
        qtbot.mouseClick(card.copy, Qt.MouseButton.LeftButton)
    assert asked.args[0].id == "S1"


def test_of_many_quotes_some_are_shown_until_all_are_asked_for(qtbot):
    run = runs.running_second()
    begun = run.waves[1].researchers[1].started_at
    noted = [Step(at=begun + 42, what="quoted", text=f"quote number {n}", ref="r0") for n in range(6)]
    inspector = shown(qtbot, grown(run, *noted), "researcher-2.2")
    card = cards(inspector)[0]
    assert card._more.text() == "Show 4 more quotes"
    qtbot.mouseClick(card._more, Qt.MouseButton.LeftButton)
    assert not card._more.isVisible()
    assert sum(row.isVisible() for row in card._rows) == 7


def test_stored_text_waits_until_the_wave_has_closed(qtbot):
    run = stages.finished().model_copy(update={"sources": ()})
    inspector = shown(qtbot, run, "researcher-2.1")
    card = cards(inspector)[0]
    assert not card.stored.isEnabled()
    assert card.original.isEnabled()
    inspector.show_node(stages.finished(), "researcher-2.1")
    assert card.stored.isEnabled()
    assert cards(inspector)[0] is card


def test_a_page_of_the_timeline_opens_as_evidence_or_where_it_came_from(qtbot):
    inspector = shown(qtbot, stages.busy(), "researcher-2.2")
    rows = inspector.researcher.timeline.rows()
    with qtbot.waitSignal(inspector.source_asked) as asked:
        rows[1].content.linkActivated.emit("page")
    assert asked.args == ["S1.1"]
    with qtbot.waitSignal(inspector.original_asked) as asked:
        rows[2].content.linkActivated.emit("page")
    assert asked.args == ["https://panelguide.example/costs"]


def test_a_long_timeline_shows_its_end_first(qtbot):
    run = runs.running_second()
    begun = run.waves[1].researchers[1].started_at
    many = [Step(at=begun + 50 + n, what="searched", text=f"query {n}", results=1) for n in range(200)]
    inspector = shown(qtbot, grown(run, *many), "researcher-2.2")
    timeline = inspector.researcher.timeline
    assert len(timeline.rows()) == SHOWN_STEPS
    assert timeline.earlier.text() == f"Show {206 - SHOWN_STEPS} earlier steps"
    qtbot.mouseClick(timeline.earlier, Qt.MouseButton.LeftButton)
    assert len(timeline.rows()) == 206
    assert not timeline.earlier.isVisible()
    assert "100 amp panel" in timeline.rows()[0].content.text()
    assert "query 199" in timeline.rows()[-1].content.text()


@pytest.mark.parametrize(
    ("run", "key", "enabled"),
    [
        (runs.running_second(), "researcher-2.2", True),  # at work
        (runs.running_second(), "researcher-2.3", True),  # failed
        (runs.running_first(), "researcher-1.5", False),  # waits
        (runs.finished(), "researcher-2.1", True),  # the run goes on for it
        (runs.stopped(), "researcher-2.2", True),
    ],
)
def test_a_retry_is_offered_where_it_makes_sense(qtbot, run, key, enabled):
    inspector = shown(qtbot, run, key)
    retry = menu_of(inspector)["Retry this researcher"]
    assert retry.isEnabled() is enabled
    if enabled:
        with qtbot.waitSignal(inspector.retry_asked) as asked:
            retry.trigger()
        assert asked.args == [int(part) for part in key.removeprefix("researcher-").split(".")]


def test_a_failed_researcher_has_the_retry_in_sight_also_after_the_end(qtbot):
    inspector = shown(qtbot, runs.running_second(), "researcher-2.3")
    assert "No usable answer twice." in words(inspector)
    with qtbot.waitSignal(inspector.retry_asked) as asked:
        qtbot.mouseClick(inspector.researcher.retry, Qt.MouseButton.LeftButton)
    assert asked.args == [2, 3]
    inspector.show_node(runs.finished(), "researcher-2.3")
    assert inspector.researcher.retry.isVisible()
    inspector.show_node(runs.finished(), "researcher-2.1")
    assert not inspector.researcher.retry.isVisible()


def test_the_menu_copies_and_leads_to_the_activity(qtbot):
    inspector = shown(qtbot, stages.finished(), "researcher-2.1")
    acts = menu_of(inspector)
    with qtbot.waitSignal(inspector.activity_asked) as asked:
        acts["Show its activity"].trigger()
    assert asked.args == ["2.1"]
    for name, part in (("Copy the question", runs.SECOND[0]), ("Copy the answer", "load manager"),
                       ("Copy the sandbox's id", "a41c")):  # fmt: skip
        with qtbot.waitSignal(inspector.copy_asked) as asked:
            acts[name].trigger()
        assert part in asked.args[0]
    button = inspector.findChild(QWidget, "inspectorMenu")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    opened = [menu for menu in inspector.findChildren(QMenu) if menu.isVisible()]
    assert len(opened) == 1
    opened[0].close()


# --- nothing flickers -----------------------------------------------------------------------------------


class Births(QObject):
    """Counts the widgets that are put into a widget."""

    def __init__(self, of: QWidget) -> None:
        super().__init__()
        self._of, self.count = of, 0
        QApplication.instance().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ChildAdded and isinstance(watched, QWidget) and self._of.isAncestorOf(watched):
            self.count += event.child().isWidgetType()
        return False

    def end(self) -> int:
        QApplication.instance().removeEventFilter(self)
        return self.count


@pytest.mark.parametrize(
    "key", ["researcher-2.1", "researcher-2.2", "planner", "collector-1", "reviewer-1", "writer"]
)
def test_a_snapshot_that_changes_nothing_makes_no_widget(qtbot, key):
    inspector = shown(qtbot, stages.finished(), key)
    births = Births(inspector)
    for _ in range(20):
        inspector.show_node(stages.finished().model_copy(update={"last_seq": 9}), key)
        QApplication.processEvents()
    assert births.end() == 0


def test_a_step_more_makes_one_row_and_moves_nothing(qtbot):
    run = stages.busy()
    inspector = shown(qtbot, run, "researcher-2.2")
    inspector.resize(328, 300)
    QApplication.processEvents()
    bar = inspector._area().verticalScrollBar()
    bar.setValue(40)
    before = inspector.researcher.timeline.rows()
    at = runs.NOW_S
    inspector.show_node(grown(run, Step(at=at, what="searched", text="one more", results=1)), "researcher-2.2")
    QApplication.processEvents()
    after = inspector.researcher.timeline.rows()
    assert after[:-1] == before
    assert len(inspector.findChildren(TimelineRow)) == len(after) + 1  # and the one of what it does now
    assert bar.value() == 40


def test_selected_words_stay_selected_while_the_run_goes_on(qtbot):
    run = stages.finished()
    inspector = shown(qtbot, run, "researcher-2.1")
    text = inspector.researcher.answer.text
    cursor = text.textCursor()
    cursor.setPosition(2)
    cursor.setPosition(20, QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)
    chosen = text.selected_text()
    question = inspector.researcher._question
    question.setSelection(0, 10)
    assert (len(chosen), len(question.selectedText())) == (18, 10)
    wave = run.waves[1]
    view = wave.researchers[0]
    step = Step(at=runs.NOW_S, what="searched", text="one more", results=1)
    more = view.model_copy(update={"steps": (*view.steps, step), "pages": 7})
    changed = wave.model_copy(update={"researchers": (more, *wave.researchers[1:])})
    inspector.show_node(run.model_copy(update={"waves": (run.waves[0], changed)}), "researcher-2.1")
    QApplication.processEvents()
    assert text.selected_text() == chosen
    assert len(question.selectedText()) == 10
    assert "one more" in words(inspector)


def test_another_node_begins_at_its_top(qtbot):
    inspector = shown(qtbot, stages.finished(), "researcher-2.1")
    bar = inspector._area().verticalScrollBar()
    bar.setValue(200)
    inspector.show_node(stages.finished(), "researcher-2.2")
    QApplication.processEvents()
    assert bar.value() == 0


def test_a_page_is_no_higher_than_its_words(qtbot):
    inspector = shown(qtbot, stages.finished(), "reviewer-1", 384)
    inspector.resize(384, 900)
    QApplication.processEvents()
    assert inspector._area().verticalScrollBar().maximum() == 0


# --- keyboard and drawer --------------------------------------------------------------------------------


def test_a_drawer_takes_the_keyboard_and_gives_it_back(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    field, inspector = QLineEdit(), Inspector()
    inspector.hide()
    column = QVBoxLayout(page)
    column.addWidget(field)
    column.addWidget(inspector)
    page.show()
    page.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    inspector.show_node(stages.finished(), "researcher-2.1")
    inspector.show()
    assert field.hasFocus()  # beside the centre it leaves the keyboard alone
    inspector.hide()
    inspector.set_drawer(True)
    inspector.show()
    assert inspector.isAncestorOf(QApplication.focusWidget())
    with qtbot.waitSignal(inspector.close_asked):  # what is opened must not lie below it
        qtbot.keyClick(cards(inspector)[0], Qt.Key.Key_Return)
    inspector.hide()
    assert field.hasFocus()


def test_everything_is_reached_by_tab_and_named(qtbot):
    inspector = shown(qtbot, stages.finished(), "researcher-2.1")
    inspector.activateWindow()
    inspector.head.close_button.setFocus()
    seen: list[QWidget] = []
    for _ in range(60):
        now = QApplication.focusWidget()
        if now not in seen:  # a text with links keeps the keyboard for each of them
            seen.append(now)
        qtbot.keyClick(now, Qt.Key.Key_Tab)
    for card in cards(inspector):
        assert {card, card.stored, card.original, card.copy} <= set(seen)
    places = [seen.index(one) for one in (inspector.researcher.answer.text, cards(inspector)[0], cards(inspector)[2])]
    assert places == sorted(places)
    for widget in seen:
        name = widget.accessibleName() or (widget.text() if isinstance(widget, QLabel) else "")
        assert name, widget
