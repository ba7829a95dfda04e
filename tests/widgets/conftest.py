"""What widget tests share: the product's style, a still clock, and Qt warnings that fail the test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

sys.path.insert(0, str(Path(__file__).parent))

import example_runs

from widgets import clock
from widgets.motion import motion
from widgets.theme import theme

# What the offscreen platform says about itself, not about our code.
HARMLESS = ("This plugin does not support", "propagateSizeHints", "Could not find font")


@pytest.fixture(autouse=True)
def _look(qapp: QApplication) -> Iterator[None]:
    qapp.setStyle("Fusion")
    theme().choose("light")
    clock.set_clock(lambda: example_runs.NOW_S)
    motion().set_reduced(False)
    yield
    theme().choose("light")


@pytest.fixture(autouse=True)
def _qt_warnings() -> Iterator[None]:
    said: list[str] = []

    def hear(kind: QtMsgType, context: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not any(part in text for part in HARMLESS):
            said.append(text)

    before = qInstallMessageHandler(hear)
    yield
    qInstallMessageHandler(before)
    assert not said, f"Qt warned: {said}"
