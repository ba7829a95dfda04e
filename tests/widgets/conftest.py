"""What widget tests share: the product's style, a still clock, and Qt warnings that fail the test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

sys.path.insert(0, str(Path(__file__).parent))

import example_runs

from tests.qt import fusion_style, qt_warnings  # noqa: F401 - fixtures of every test here
from widgets import clock
from widgets.motion import motion
from widgets.theme import theme


@pytest.fixture(autouse=True)
def _look(qapp: QApplication) -> Iterator[None]:
    theme().choose("light")
    clock.set_clock(lambda: example_runs.NOW_S)
    motion().set_reduced(False)
    yield
    theme().choose("light")
