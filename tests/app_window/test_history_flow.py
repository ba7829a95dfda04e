"""The history in the window: runs are opened as they were left, searched, renamed, resumed, deleted, taken back."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from scripted_desk import answered, begun, written
from window_waiting import until

from app import history_keeper, run_deleting
from app.main_window import MainWindow
from engine.errors import JournalError, RunBusy
from widgets.beginning.composer import Composed
from widgets.history.rows import HistoryRow
from widgets.run.page import DECISIONS, EVIDENCE, REPORT

ROW = HistoryRow("other", "Noise at night", "researching", 2_000_000_000.0, None, "", 1, 5, 2, is_elsewhere=True)
LONG_REPORT = "\n\n".join(f"## Part {part}\n\n{'Words of this part. ' * 60}" for part in range(30))


def compose(topic: str) -> Composed:
    return Composed(topic, "quick", "sample", "offline", review_plan=False)


async def done(window: MainWindow, desk, topic: str):
    """Research a topic to its report, and go on to a new page."""
    window.welcome.composer.research_asked.emit(compose(topic))
    run = desk.made[-1]
    run.tell(*begun(), *answered(), *written(), None)
    await until(
        lambda: window.run_page.run.state == "done" and window.run_page.run.run_id == run.run_id, "the report"
    )
    await until(lambda: not run.is_alive, "the end")
    return run


async def stopped(window: MainWindow, desk, topic: str):
    window.welcome.composer.research_asked.emit(compose(topic))
    run = desk.made[-1]
    run.tell(*begun())
    run.stop()
    await until(lambda: window.run_page.run.state == "cancelled" and not run.is_alive, "the stop")
    return run


def click(qtbot, window: MainWindow, run) -> None:
    history = window.history.list
    history.scrollTo(history.model().index(history.model().place_of(run.run_id)))
    qtbot.mouseClick(history.viewport(), Qt.MouseButton.LeftButton, pos=history.spot_of(run.run_id))


def names(window: MainWindow) -> list[str]:
    model = window.history.list.model()
    return [str(model.index(place).data()) for place in range(model.rowCount())]


def undo(window: MainWindow) -> QPushButton | None:
    buttons = [one for one in window.notices.findChildren(QPushButton) if one.text() == "Undo" and one.isVisible()]
    return buttons[0] if buttons else None


# --- opening --------------------------------------------------------------------------------------------------


def test_a_run_is_opened_as_it_was_left(play, desk, qtbot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("scripted_desk.REPORT", f"# Long\n\n{LONG_REPORT}\n")

    async def scene(window: MainWindow) -> None:
        page = window.run_page
        first, second = await done(window, desk, "One"), await done(window, desk, "Two")
        qtbot.keyClick(window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
        page.inspect("researcher-1.2")
        await until(lambda: page.report.text.verticalScrollBar().maximum() > 500, "a long report")
        page.report.text.go_to(4_000)
        place = page.report.text.position_at_top()
        click(qtbot, window, first)
        assert (page.run.run_id, page.inspected(), page.open_tab_at()) == (first.run_id, "", REPORT)
        assert not page.graph.isVisible()
        page.open_citation("S1.1")
        page.open_tab(DECISIONS)
        click(qtbot, window, second)
        assert (page.inspected(), page.open_tab_at(), page.graph.isVisible()) == ("researcher-1.2", REPORT, True)
        await until(lambda: abs(page.report.text.position_at_top() - place) < 100, "the place in the report")
        click(qtbot, window, first)
        assert (page.open_tab_at(), page.evidence.shown_key()) == (DECISIONS, "S1.1")

    play(scene)
    assert desk.shelf.views["run-1"].tab == DECISIONS  # closing the window keeps it, too


def test_a_view_of_a_page_that_does_not_exist_any_more_harms_nothing(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        from widgets.history.view_state import ViewState

        run = await done(window, desk, "One")
        await done(window, desk, "Two")
        desk.shelf.views[run.run_id] = ViewState(99, "sideways", "researcher-7.7", 10**9, "S99.1", 55.0)
        click(qtbot, window, run)
        assert (window.run_page.open_tab_at(), window.run_page.run.run_id) == (REPORT, run.run_id)

    play(scene)


def test_a_long_run_opens_while_the_window_lives(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        first, second = await done(window, desk, "One"), await done(window, desk, "Two")
        desk.shelf.long.add(first.run_id)
        desk.shelf.may_open.clear()
        click(qtbot, window, first)
        assert window.history.list.chosen_ids() == (first.run_id,)
        assert window.run_page.run.run_id == second.run_id
        for _ in range(5):
            await asyncio.sleep(0.002)  # the loop goes on
        desk.shelf.may_open.set()
        await until(lambda: window.run_page.run.run_id == first.run_id, "the long run")

    play(scene)


def test_of_two_runs_the_one_clicked_last_is_shown(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        first, second = await done(window, desk, "One"), await done(window, desk, "Two")
        desk.shelf.long.add(first.run_id)
        desk.shelf.may_open.clear()
        window.history.new_asked.emit()
        click(qtbot, window, first)
        click(qtbot, window, second)
        assert window.run_page.run.run_id == second.run_id
        desk.shelf.may_open.set()
        for _ in range(20):
            await asyncio.sleep(0.005)
        assert window.run_page.run.run_id == second.run_id

    play(scene)


# --- searching ------------------------------------------------------------------------------------------------


def test_ctrl_k_searches_and_esc_clears(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await done(window, desk, "Heat pumps")
        await done(window, desk, "Attics")
        window.fold_history(True)
        qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        search = window.history.search
        await until(search.hasFocus, "the search field")
        qtbot.keyClicks(search, "heat")
        await until(lambda: names(window) == ["In topics", "Heat pumps"], "what was found")
        qtbot.keyClick(search, Qt.Key.Key_Return)
        assert window.run_page.run.topic == "Heat pumps"
        assert names(window) == ["In topics", "Heat pumps"]  # one may go on to the next
        window.run_page.inspect("planner")
        search.setFocus()
        qtbot.keyClick(search, Qt.Key.Key_Escape)
        assert search.text() == ""
        assert names(window) == ["Today", "Attics", "Heat pumps"]
        assert window.run_page.inspected() == "planner"  # one Esc closes one thing
        qtbot.keyClick(search, Qt.Key.Key_Escape)
        assert window.run_page.inspected() == ""

    play(scene)


def test_while_a_search_is_under_way_only_the_latest_words_wait(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await done(window, desk, "Heat pumps")
        desk.shelf.may_find.clear()
        qtbot.keyClicks(window.history.search, "heat pu")
        desk.shelf.may_find.set()
        await until(lambda: desk.shelf.searched and desk.shelf.searched[-1] == "heat pu", "the latest words")
        assert len(desk.shelf.searched) <= 2
        await until(lambda: names(window) == ["In topics", "Heat pumps"], "what was found")

    play(scene)


def test_what_was_found_follows_what_happens(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await done(window, desk, "Heat pumps")
        window.history.search.setText("heat")
        await until(lambda: "In topics" in names(window), "what was found")
        window.history.list.rename_asked.emit(run.run_id, "Heating my house")
        await until(lambda: names(window) == ["In topics", "Heating my house"], "the title")
        window.history.list.delete_asked.emit((run.run_id,))
        await until(lambda: not window.history.list.isVisible(), "nothing found")

    play(scene)


# --- renaming, duplicating, resuming --------------------------------------------------------------------------


def test_f2_gives_a_run_a_title_and_an_empty_one_its_topic(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await done(window, desk, "A topic that is long")
        window.history.list.setFocus()
        for typed, shown in (("Mine", "Mine"), ("", "A topic that is long")):
            qtbot.keyClick(window.history.list, Qt.Key.Key_F2)
            field = window.history.findChild(QLineEdit, "renameRun")
            qtbot.keyClicks(field, typed) if typed else qtbot.keyClick(field, Qt.Key.Key_Delete)
            qtbot.keyClick(field, Qt.Key.Key_Return)
            await until(lambda: names(window)[1] == shown, "the title")  # noqa: B023 - awaited within the turn
            await until(lambda: window.history.findChild(QLineEdit, "renameRun") is None, "the field's end")
        assert window.run_page.run.topic == "A topic that is long"
        assert desk.shelf.titles == {run.run_id: ""}

    play(scene)


def test_duplicating_fills_the_composer(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await done(window, desk, "Heat pumps")
        window.history.list.duplicate_asked.emit(run.run_id)
        assert window.is_welcome()
        composed = window.welcome.composer.composed()
        assert (composed.topic, composed.depth, composed.review_plan) == ("Heat pumps", "deep", True)
        assert len(desk.made) == 1  # nothing starts before the changes

    play(scene)


def test_ctrl_r_in_the_history_resumes_the_chosen_run(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await stopped(window, desk, "One")
        other = await done(window, desk, "Two")
        assert window.run_page.run.run_id == other.run_id
        window.history.list.setFocus()
        window.history.list.choose(run.run_id)
        qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: run.is_alive, "the run at work again")
        assert window.run_page.run.run_id == run.run_id
        run.tell(*answered(), *written(), None)
        await until(lambda: window.run_page.run.state == "done", "the report")

    play(scene)


def test_what_cannot_go_on_says_why(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await done(window, desk, "One")
        qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
        assert window.notices.texts() == ["This research is done."]

    play(scene)


def test_a_run_of_another_program_is_followed_and_left_alone(play, desk, qtbot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(history_keeper, "ELSEWHERE_EVERY_MS", 20)

    async def scene(window: MainWindow) -> None:
        run = await done(window, desk, "One")
        desk.shelf.extra = (ROW,)
        window.history.list.rename_asked.emit(run.run_id, "First")  # reads the history again
        assert "Noise at night" in names(window)
        window.history.list.resume_asked.emit("other")
        assert window.notices.texts() == ["Another program works on this research. Stop it there first."]
        desk.shelf.refuses = None
        desk.shelf.extra = (HistoryRow("other", "Noise at night", "done", ROW.started_at, ROW.started_at + 9),)
        model = window.history.list.model()
        await until(lambda: model.entry(model.place_of("other")).state == "done", "its end")

    play(scene)


# --- deleting -------------------------------------------------------------------------------------------------


def test_a_deleted_run_is_gone_at_once_and_comes_back(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await done(window, desk, "One")
        await done(window, desk, "Two")
        window.history.list.setFocus()
        window.history.list.choose(run.run_id)
        qtbot.keyClick(window.history.list, Qt.Key.Key_Delete)
        assert names(window) == ["Today", "Two"]
        assert "The research is deleted." in window.notices.texts()
        assert window.history.list.hasFocus()
        qtbot.mouseClick(undo(window), Qt.MouseButton.LeftButton)
        assert names(window) == ["Today", "Two", "One"]
        assert window.history.list.chosen_ids() == (run.run_id,)
        assert window.notices.texts() == []
        assert desk.shelf.erased == set()
        assert window.history.list.hasFocus()

    play(scene)


def test_a_deletion_is_taken_back_by_key(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await done(window, desk, "One")
        await done(window, desk, "Two")
        runs = window.history.list
        runs.setFocus()
        runs.choose(run.run_id)
        qtbot.keyClick(runs, Qt.Key.Key_Delete)
        assert "One" not in names(window)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert "One" in names(window)
        assert window.notices.texts() == []
        assert runs.hasFocus()
        qtbot.keyClick(runs, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)  # nothing more to take back
        assert names(window).count("One") == 1

    play(scene)


def test_the_way_back_stays_when_another_page_is_opened_and_ends_with_its_time(
    play, desk, qtbot, monkeypatch: pytest.MonkeyPatch
):
    async def scene(window: MainWindow) -> None:
        run, other = await done(window, desk, "One"), await done(window, desk, "Two")
        window.history.list.delete_asked.emit((run.run_id, other.run_id))
        assert window.is_welcome()  # the shown one is among them
        assert window.notices.texts() == ["2 runs are deleted."]
        qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert undo(window) is not None
        deleting = window.findChild(run_deleting.RunDeleting)
        assert desk.shelf.erased == set()
        deleting._undo.start(1)
        await until(lambda: desk.shelf.erased == {run.run_id, other.run_id}, "the erasing")
        assert undo(window) is None

    play(scene)


def test_what_was_deleted_before_the_last_end_is_erased_after_the_start(
    play, desk, qtbot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(run_deleting, "ERASE_AFTER_MS", 1)
    desk.shelf.deleted = {"from before"}

    async def scene(window: MainWindow) -> None:
        await until(lambda: desk.shelf.erased == {"from before"}, "the erasing")

    play(scene)


def test_a_run_at_work_is_not_deleted(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        window.welcome.composer.research_asked.emit(compose("One"))
        run = desk.made[0]
        run.tell(*begun())
        await until(lambda: "One" in names(window) and window.run_page.run.waves, "the run at work")
        window.history.list.setFocus()
        window.history.list.choose(run.run_id)
        qtbot.keyClick(window.history.list, Qt.Key.Key_Delete)
        assert window.notices.texts() == ["This research is at work. Stop it before you delete it."]
        desk.shelf.refuses = RunBusy("This research is still running.", "Stop it before you delete it.")
        window.history.list.delete_asked.emit(("another",))
        assert "This research is still running. Stop it before you delete it." in window.notices.texts()
        assert "One" in names(window)
        desk.shelf.refuses = None

    play(scene)


def test_the_row_of_the_run_at_work_shows_how_far_it_is(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        window.welcome.composer.research_asked.emit(compose("One"))
        run = desk.made[0]
        run.tell(*begun())
        model = window.history.list.model()

        def row() -> HistoryRow | None:
            place = model.place_of(run.run_id)
            return model.entry(place) if place >= 0 else None

        await until(lambda: row() and row().asked == 4, "the wave")
        run.tell(*answered()[:2])
        await until(lambda: row().answered == 2, "two answers")
        run.tell(*answered()[2:], *written(), None)
        await until(lambda: row().state == "done" and row().quotes == 1, "the report")

    play(scene)


def test_trouble_with_the_data_folder_is_one_sentence_and_nothing_is_lost(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await done(window, desk, "One")
        desk.shelf.refuses = JournalError("The disk is full.", "Free some space; what is written so far is kept.")
        sentence = "The disk is full. Free some space; what is written so far is kept."
        window.history.list.rename_asked.emit(run.run_id, "Mine")
        assert window.notices.texts() == [sentence]
        window.history.list.delete_asked.emit((run.run_id,))
        assert window.notices.texts() == [sentence]
        window.history.search.setText("one")
        await until(lambda: desk.shelf.searched, "the search")
        assert window.notices.texts() == [sentence]
        assert undo(window) is None
        desk.shelf.refuses = None
        window.history.search.clear()
        window.history.list.rename_asked.emit(run.run_id, "Mine")
        assert names(window) == ["Today", "Mine"]

    play(scene)


def test_evidence_is_opened_where_it_was(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await done(window, desk, "One")
        window.run_page.open_citation("S1.1")
        assert window.run_page.open_tab_at() == EVIDENCE
        window.history.new_asked.emit()
        click(qtbot, window, run)
        assert (window.run_page.open_tab_at(), window.run_page.evidence.shown_key()) == (EVIDENCE, "S1.1")

    play(scene)
