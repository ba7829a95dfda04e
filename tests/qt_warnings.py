"""A fixture for every test that shows widgets: what Qt warns of fails the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QtMsgType, qInstallMessageHandler

# What the offscreen platform says about itself, not about our code.
HARMLESS = ("This plugin does not support", "propagateSizeHints", "Could not find font")


@pytest.fixture(autouse=True)
def qt_warnings() -> Iterator[None]:
    """Listen to Qt during a test; afterwards nothing may have been said."""
    said: list[str] = []

    def hear(kind: QtMsgType, context: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not any(part in text for part in HARMLESS):
            said.append(text)

    before = qInstallMessageHandler(hear)
    yield
    qInstallMessageHandler(before)
    assert not said, f"Qt warned: {said}"
