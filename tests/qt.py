"""Fixtures of every test that shows widgets: the product's style, and Qt warnings that fail the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

# What the offscreen platform says about itself, not about our code.
HARMLESS = ("This plugin does not support", "propagateSizeHints", "Could not find font")


@pytest.fixture(scope="session", autouse=True)
def fusion_style(qapp: QApplication) -> None:
    """Set the product's style, once: each time every rule of the sheet is worked out anew."""
    qapp.setStyle("Fusion")


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
