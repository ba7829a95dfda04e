"""Desktop manners: the window stands where it stood, a long run's end is told, every key is on the sheet."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMainWindow, QWidget
from window_waiting import until

from app.actions import ACTIONS, shortcuts
from app.attention import LONG_RUN_S, Attention
from app.main_window import MainWindow
from app.window_state import WindowState
from engine.snapshot import RunSnapshot
from widgets import clock
from widgets.shortcut_sheet import ShortcutSheet


def test_the_window_stands_where_it_stood(qtbot, tmp_path: Path) -> None:
    kept = WindowState(tmp_path / "window.json")
    first, second = MainWindow(), MainWindow()
    qtbot.addWidget(first)
    qtbot.addWidget(second)
    first.resize(900, 640)  # no larger than the screen of the tests
    first.fold_history(True)
    first.show()
    kept.keep(first)
    assert kept.restore(second)
    second.show()
    assert (second.size(), second.is_history_folded()) == (first.size(), True)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"geometry": 3}', '{"geometry": "%%", "history_folded": "x"}'])
def test_a_damaged_state_is_left(qtbot, tmp_path: Path, text: str) -> None:
    (tmp_path / "window.json").write_text(text)
    window = MainWindow()
    qtbot.addWidget(window)
    assert not WindowState(tmp_path / "window.json").restore(window)


def test_a_state_that_cannot_be_kept_is_no_trouble(qtbot, tmp_path: Path) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    WindowState(tmp_path / "missing" / "window.json").keep(window)
    assert not (tmp_path / "missing").exists()


class HeardDesktop:
    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []
        self.click: Callable[[], None] = lambda: None

    def notify(self, title: str, text: str, on_click: Callable[[], None]) -> bool:
        self.told.append((title, text))
        self.click = on_click
        return True


@pytest.fixture
def unseen(qtbot) -> QWidget:
    window = QMainWindow()
    qtbot.addWidget(window)
    return window


def ended(state: str = "done", took_s: float = 90.0, rested_s: float = 0.0) -> RunSnapshot:
    return RunSnapshot.model_validate(
        {
            "run_id": "r",
            "topic": "Heat pumps",
            "state": state,
            "started_at": clock.now() - took_s,
            "rested_s": rested_s,
        }
    )


def test_the_end_of_a_long_run_is_told_once_where_nobody_looks(unseen: QWidget) -> None:
    desktop = HeardDesktop()
    attention = Attention(unseen, desktop)
    for run in (ended("researching"), ended(), ended()):
        attention.show_run(run)
    assert desktop.told == [("Heat pumps", "Your report is ready.")]
    assert not unseen.isVisible()
    desktop.click()
    assert unseen.isVisible()


def test_a_plan_that_waits_is_told_and_a_stopped_run_is_not(unseen: QWidget) -> None:
    desktop = HeardDesktop()
    attention = Attention(unseen, desktop)
    attention.show_run(ended("waiting_for_plan"))
    attention.show_run(ended("cancelled"))
    assert [text for _, text in desktop.told] == ["Waiting for you: check the questions."]


def test_short_runs_and_looked_at_windows_are_left_in_peace(qtbot, unseen: QWidget) -> None:
    desktop = HeardDesktop()
    attention = Attention(unseen, desktop)
    attention.show_run(ended(took_s=LONG_RUN_S - 5))
    attention.show_run(ended(took_s=3_600, rested_s=3_590))
    unseen.show()
    unseen.activateWindow()
    qtbot.waitUntil(unseen.isActiveWindow)
    attention.show_run(ended("failed"))
    assert desktop.told == []


def test_no_two_actions_share_a_key() -> None:
    keys = [spec.shortcut for spec in ACTIONS]
    assert sorted(keys) == sorted(set(keys))


def test_f1_opens_the_sheet_with_every_key(play, qtbot) -> None:
    async def scene(window: MainWindow) -> None:
        qtbot.keyClick(window, Qt.Key.Key_F1)
        await until(lambda: window.findChild(ShortcutSheet) is not None, "the sheet")
        sheet = window.findChild(ShortcutSheet)
        await until(sheet.isVisible, "the sheet is shown")
        words = {label.text() for label in sheet.findChildren(QLabel)}
        missing = [what for _, keys in shortcuts() for what, _ in keys if what not in words]
        assert not missing
        qtbot.keyClick(sheet, Qt.Key.Key_Escape)
        await until(lambda: not sheet.isVisible(), "the sheet is closed")

    play(scene)


def test_the_state_is_one_small_file(qtbot, tmp_path: Path) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    WindowState(tmp_path / "window.json").keep(window)
    assert set(json.loads((tmp_path / "window.json").read_text())) == {"geometry", "history_folded"}
    assert [path.name for path in tmp_path.iterdir()] == ["window.json"]
