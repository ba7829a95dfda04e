"""A model set up in the window, checked, mended with one press, and used by the research that follows."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import keyring
import keyring.backends.fail
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from real_window import TOPIC, RealWindow, until_state
from window_waiting import until

from app.home import Home
from app.main_window import MainWindow
from tests.scripted_model.plugin import load_server
from widgets.settings.page import SettingsPage

KEY = "sk-canary-0123456789-4f2a"


@pytest.fixture(autouse=True)
def _no_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(keyring.backends.fail.Keyring())
    yield
    keyring.set_keyring(before)


def type_into(qtbot, edit, words: str) -> None:
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, words)
    qtbot.keyClick(edit, Qt.Key.Key_Return)


def test_a_model_is_set_up_checked_mended_and_used(play_real: RealWindow, qtbot):
    async def scene(window: MainWindow) -> None:
        composer = window.welcome.composer
        await until(lambda: not composer.is_busy(), "research may begin")
        qtbot.mouseClick(window.history.settings, Qt.MouseButton.LeftButton)
        page = window.findChild(SettingsPage)
        assert page is not None
        qtbot.mouseClick(page.model.presets.cards["other"], Qt.MouseButton.LeftButton)
        form, checks = page.model.form, page.model.checks
        type_into(qtbot, form.address.edit, server.base_url)
        type_into(qtbot, form.key.edit, KEY)
        await until(lambda: form.key.stack.currentIndex() == 1, "the key is held")
        type_into(qtbot, form.model.edit, "scripted-large")
        qtbot.mouseClick(checks.check, Qt.MouseButton.LeftButton)
        await until(lambda: checks.check.text() == "Check again", "the check has ended", 20)
        assert any(line.says == "The key is accepted" for line in checks.lines())
        form.model.pick("scripted")
        type_into(qtbot, form.input.edit, "2")
        type_into(qtbot, form.output.edit, "8")
        page.show_page("report")
        type_into(qtbot, page.report.language.edit, "de")
        qtbot.keyClick(page.report.language.edit, Qt.Key.Key_Escape)
        await until(lambda: not window.is_settings(), "back")
        assert composer.model_menu.value() == "model"
        composer.sources_menu.pick("library")
        composer.depth_menu.pick("quick")
        qtbot.keyClicks(composer.topic, TOPIC)
        qtbot.keyClick(composer.topic, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await until_state(window, "done")
        run = window.run_page.run
        assert (run.options.model, run.options.profile, run.options.language) == ("scripted", "Other server", "de")
        assert run.usage.cost_usd
        authorizations = {entry["headers"]["authorization"] for entry in server.asked()}
        assert authorizations == {f"Bearer {KEY}"}

    with load_server().ScriptedModel() as server:
        play_real(scene)
    home = Home.find()
    assert KEY not in home.settings.read_text()
    held = [path for path in home.folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert held == []  # for this session only: there is no keyring here
    assert json.loads(home.models.read_text())[0]["protocol"] == "chat"


def test_opening_the_settings_during_a_run_holds_nothing_up(play_real: RealWindow, qtbot):
    async def scene(window: MainWindow) -> None:
        await until(lambda: not window.welcome.composer.is_busy(), "research may begin")
        window.welcome.composer.sources_menu.pick("library")
        qtbot.keyClicks(window.welcome.composer.topic, TOPIC)
        qtbot.keyClick(window.welcome.composer.topic, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: not window.is_welcome(), "the run's page")
        qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
        page = window.findChild(SettingsPage)
        assert page is not None
        for key in page.page_keys():
            page.show_page(key)
        await until_state(window, "done")
        assert window.is_settings()  # what ends behind them does not push them away
        qtbot.keyClick(page, Qt.Key.Key_Escape)
        await until(lambda: not window.is_settings(), "back")
        assert window.run_page.isVisible()
        stop = window.findChild(QAbstractButton, "stop")
        assert stop is not None
        assert not stop.isVisible()

    assert "OPENAI_BASE_URL" not in os.environ
    play_real(scene)
