"""What is pressed before the engine is loaded is heard; where it cannot be, nothing is offered that does nothing."""

from __future__ import annotations

import asyncio

from playing import play_in_window
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from scripted_desk import ScriptedDesk
from window_waiting import until

from app.main_window import MainWindow
from engine.errors import JournalError


def test_the_sample_that_was_asked_for_at_once_begins_when_it_can(qapp: QApplication, qtbot, desk: ScriptedDesk):
    loaded = asyncio.Event()

    async def make_desk() -> ScriptedDesk:
        await loaded.wait()
        return desk

    async def scene(window: MainWindow) -> None:
        button = window.welcome.cards["sample"].button
        await asyncio.sleep(0)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        await until(lambda: not button.isEnabled(), "the press is seen to be heard")
        assert not desk.made
        loaded.set()
        await until(lambda: desk.made, "the sample begins")
        assert button.isEnabled()
        desk.made[0].tell(None)
        assert len(desk.made) == 1

    play_in_window(qapp, qtbot, scene, make_desk, lambda: True)


def test_without_a_data_folder_the_window_offers_nothing_but_its_end(qapp: QApplication, qtbot):
    async def make_desk() -> ScriptedDesk:
        raise JournalError("The data folder cannot be written.", "Check its permissions.")

    async def scene(window: MainWindow) -> None:
        await until(lambda: window.notices.texts(), "the trouble")
        assert not any(card.button.isEnabled() for card in window.welcome.cards.values())
        qtbot.keyClick(window, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: not window.isVisible(), "the window is gone")

    play_in_window(qapp, qtbot, scene, make_desk, lambda: True)
