"""The history over a real data folder: long runs, searching, titles, deleting for good, and the next start."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from real_window import play_real  # noqa: F401 - a fixture
from window_waiting import until

sys.path.insert(0, str(Path(__file__).parents[1] / "history"))

import many_runs

from app import run_deleting
from app.home import Home
from app.main_window import MainWindow
from engine import events as ev
from engine.journal.journal import Journal
from engine.journal.run_journal import append_events
from widgets.run.page import ACTIVITY

SECRET = "zanzibarquartz"


def fill(events: int = 0, *, wording: str = "") -> None:
    """Write three runs, and one of many events when wanted."""
    path = Home.find().journal
    path.parent.mkdir(parents=True, exist_ok=True)
    many_runs.fill(path, 3, report_words=300)
    if not events:
        return
    journal = Journal(path)
    who = {"wave": 1, "researcher": 1}
    dice = many_runs.random.Random(2)
    base = many_runs.whole_run(dice, "long", f"A long run {wording}", report_words=3_000)
    steps = [ev.SearchAnswered(**who, query=f"{wording} {number}", results=8) for number in range(events - len(base))]
    with journal.transaction() as db:
        at = many_runs.NOW_S + 60
        db.execute("INSERT INTO runs (id, topic, state, started_at) VALUES (?, ?, 'open', ?)",
                   ("long", f"A long run {wording}", at))  # fmt: skip
        append_events(db, "long", 0, at, [*base[:3], *steps, *base[3:]])
    journal.close()


def names(window: MainWindow) -> list[str]:
    model = window.history.list.model()
    return [str(model.index(place).data()) for place in range(model.rowCount())]


class FirstPaint(QObject):
    """Notes when the page of a run is painted for the first time, in seconds of this process's processor time."""

    def __init__(self, window: MainWindow, run_id: str) -> None:
        super().__init__(window)
        self._page, self._run_id, self.at_s = window.run_page, run_id, 0.0
        self._page.header.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._page.run.run_id == self._run_id and not self.at_s:
            self.at_s = time.process_time()
        return False


def test_five_thousand_events_open_in_a_moment(play_real, qtbot):  # noqa: F811
    fill(5_000)

    async def scene(window: MainWindow) -> None:
        history = window.history.list
        took_s = []
        for _ in range(3):
            paint = FirstPaint(window, "long")
            begun = time.process_time()
            qtbot.mouseClick(history.viewport(), Qt.MouseButton.LeftButton, pos=history.spot_of("long"))
            await until(lambda paint=paint: paint.at_s, "the first paint")
            took_s.append(paint.at_s - begun)
            assert len(window.run_page.run.waves[0].researchers[0].steps) > 4_900
            window.history.run_asked.emit("run-00001")
            await until(lambda: window.run_page.run.run_id == "run-00001", "the other run")
        # 0.3 s is the aim, reached in 0.1-0.2 s; a busy machine takes a few times as long for the same work.
        assert min(took_s) < 1.0, took_s

    play_real(scene)


def test_words_of_reports_and_answers_are_found(play_real, qtbot):  # noqa: F811
    fill(60, wording=SECRET)

    async def scene(window: MainWindow) -> None:
        qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClicks(window.history.search, "facade heat")
        await until(lambda: "In reports and answers" in names(window), "what was found")
        qtbot.keyClick(window.history.search, Qt.Key.Key_Escape)
        qtbot.keyClicks(window.history.search, SECRET[:5])
        await until(lambda: names(window) == ["In topics", f"A long run {SECRET}"], "what was found")

    play_real(scene)


def test_titles_and_pages_are_as_they_were_left_after_the_next_start(play_real, qtbot):  # noqa: F811
    fill(1_500)

    async def first(window: MainWindow) -> None:
        window.history.run_asked.emit("long")
        await until(lambda: window.run_page.run.run_id == "long", "the long run")
        window.run_page.open_tab(ACTIVITY)
        window.run_page.inspect("researcher-1.1")
        window.history.list.rename_asked.emit("long", "Mine")
        assert "Mine" in names(window)

    async def second(window: MainWindow) -> None:
        assert "Mine" in names(window)
        window.history.run_asked.emit("long")
        await until(lambda: window.run_page.run.run_id == "long", "the long run")
        assert (window.run_page.open_tab_at(), window.run_page.inspected()) == (ACTIVITY, "researcher-1.1")

    play_real(first)
    play_real(second)


def test_what_is_deleted_is_in_no_file_after_its_time(play_real, qtbot, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    fill(300, wording=SECRET)
    home = Home.find()

    def holds_secret() -> list[str]:
        files = [file for file in home.folder.iterdir() if file.is_file()]
        return [file.name for file in files if SECRET.encode() in file.read_bytes()]

    async def scene(window: MainWindow) -> None:
        window.history.search.setText(SECRET)
        await until(lambda: "In topics" in names(window), "what was found")
        window.history.search.clear()
        window.history.list.delete_asked.emit(("long",))
        assert "long" not in [row for row in names(window) if SECRET in row]
        assert holds_secret()
        window.findChild(run_deleting.RunDeleting)._undo.start(1)
        await until(lambda: not holds_secret(), "the erasing")

    play_real(scene)
    assert not holds_secret()


def test_the_end_of_the_program_ends_the_way_back(play_real, qtbot):  # noqa: F811
    fill(300, wording=SECRET)

    async def scene(window: MainWindow) -> None:
        window.history.list.delete_asked.emit(("long",))

    play_real(scene)
    assert SECRET.encode() not in Home.find().journal.read_bytes()
    journal = Journal(Home.find().journal)
    assert len(journal.runs()) == 3
    journal.close()


def test_a_deletion_taken_back_loses_nothing(play_real, qtbot):  # noqa: F811
    fill(300)

    async def scene(window: MainWindow) -> None:
        before = names(window)
        window.history.run_asked.emit("long")
        looked = window.run_page.run
        window.history.list.delete_asked.emit(("long", "run-00001"))
        assert len(names(window)) < len(before)
        window.notices.action_asked.emit(run_deleting.NOTICE_KEY)
        assert names(window) == before
        window.history.run_asked.emit("long")
        assert window.run_page.run == looked

    play_real(scene)
