"""What is opened outside the window: where that is not possible, the window says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from window_waiting import until

from app.main_window import MainWindow


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that were opened; no program opens ftp."""
    seen: list[str] = []

    def open_url(url: QUrl) -> bool:
        seen.append(url.toString())
        return url.scheme() != "ftp"

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return seen


def test_a_document_that_is_gone_is_told_of_and_not_opened(play, opened: list[str], tmp_path: Path):
    there, gone = tmp_path / "here #1 50 %.txt", tmp_path / "gone.txt"
    there.write_text("words", "utf-8")

    async def scene(window: MainWindow) -> None:
        link = window.run_page.decisions.link_asked
        link.emit(there.as_uri())
        assert opened == [QUrl(there.as_uri()).toString()]
        assert not window.notices.texts()
        link.emit(gone.as_uri())
        await until(lambda: window.notices.texts(), "the notice")
        assert f"{gone} is not there any more." in window.notices.texts()[0]
        assert len(opened) == 1

    play(scene)


def test_what_no_program_opens_is_told_of(play, opened: list[str]):
    async def scene(window: MainWindow) -> None:
        window.run_page.decisions.link_asked.emit("ftp://files.example/a")
        await until(lambda: window.notices.texts(), "the notice")
        assert "No program here opens ftp://files.example/a." in window.notices.texts()[0]
        assert opened == ["ftp://files.example/a"]

    play(scene)
