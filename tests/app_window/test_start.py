"""Before the window: what is missing is said in one sentence; messages wait for a window."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from app import messages
from app.display import missing_library, why_no_window
from app.gui import read_settings, run_window


def test_a_missing_library_names_its_debian_package():
    def load() -> None:
        raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file or directory")

    sentence = missing_library("libqxcb.so", load)
    assert "libxcb-cursor.so.0" in sentence
    assert "apt install libxcb-cursor0" in sentence


def test_the_loader_really_names_what_is_missing():
    sentence = missing_library("it", lambda: ctypes.CDLL("libdossier-is-not-there.so.1"))
    assert "Install what brings libdossier-is-not-there.so.1" in sentence


def test_without_a_screen_the_window_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert run_window([]) == 1
    said = capsys.readouterr().err
    assert "There is no screen here" in said
    assert "dossier research" in said
    assert said.count("\n") == 1


def test_the_offscreen_platform_needs_no_screen():
    assert why_no_window() == ""


def test_what_is_said_before_a_window_exists_is_shown_later():
    messages.say("warning", "Said early.", "early")
    shown: list[messages.Message] = []
    messages.connect(shown.append)
    try:
        messages.say("info", "Said late.")
        assert [message.text for message in shown] == ["Said early.", "Said late."]
    finally:
        messages.disconnect()


def test_the_window_tells_of_settings_that_were_lost(tmp_path: Path):
    path = tmp_path / "settings.json"
    path.write_text('{"model.name": "m", ')
    assert read_settings(path)["model.name"] == ""
    shown: list[messages.Message] = []
    messages.connect(shown.append)
    try:
        assert [message.level for message in shown] == ["warning"]
        assert "settings.json.bad" in shown[0].text
    finally:
        messages.disconnect()
