"""What is opened outside the window: where that is not possible, the window says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton, QWidget
from scripted_desk import REPORT, SOURCE, ScriptedDesk, answered, begun
from window_waiting import until

from app.main_window import MainWindow
from engine.events import ReportFinished
from engine.values import Audit


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that were opened."""
    seen: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: seen.append(url.toString()) or True)
    return seen


async def shown(window: MainWindow, desk: ScriptedDesk, qtbot, *addresses: str) -> None:
    """Show a finished run that rests on documents at these addresses."""
    sources = tuple(
        SOURCE.model_copy(update={"id": f"S{place}", "url": address}) for place, address in enumerate(addresses, 1)
    )
    qtbot.keyClicks(window.findChild(QWidget, "topic"), "How does asyncio cancel tasks?")
    qtbot.mouseClick(window.findChild(QPushButton, "research"), Qt.MouseButton.LeftButton)
    await until(lambda: desk.made and not window.is_welcome(), "the run's page")
    report = ReportFinished(version=1, markdown=REPORT, audit=Audit(), sources=sources)
    desk.made[0].tell(*begun(), *answered(), report, None)
    await until(lambda: window.run_page.run.state == "done", "the report")


def test_a_document_that_is_gone_is_told_of_and_not_opened(play, desk, qtbot, opened: list[str], tmp_path: Path):
    there, gone = tmp_path / "here #1 50 %.txt", tmp_path / "gone.txt"
    there.write_text("words", "utf-8")

    async def scene(window: MainWindow) -> None:
        await shown(window, desk, qtbot, there.as_uri(), gone.as_uri())
        asked = window.run_page.evidence.original_asked
        asked.emit(there.as_uri())
        assert opened == [QUrl(there.as_uri()).toString()]
        assert not window.notices.texts()
        asked.emit(gone.as_uri())
        await until(lambda: window.notices.texts(), "the notice")
        assert f"{gone} is not there any more." in window.notices.texts()[0]
        assert len(opened) == 1

    play(scene)


def test_what_no_program_opens_is_told_of(play, desk, qtbot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)

    async def scene(window: MainWindow) -> None:
        await shown(window, desk, qtbot, "https://t.example/a")
        window.run_page.evidence.original_asked.emit("https://t.example/a")
        await until(lambda: window.notices.texts(), "the notice")
        assert "No program here opens https://t.example/a." in window.notices.texts()[0]

    play(scene)
