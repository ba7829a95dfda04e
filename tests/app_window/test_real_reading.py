"""From an offline research over the real engine to its evidence and an exported web page."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget
from real_window import RealWindow, until_state
from window_waiting import until

from app.main_window import MainWindow
from widgets.run.page import EVIDENCE, REPORT


def test_a_real_report_is_read_checked_and_exported(play_real: RealWindow, qtbot, tmp_path: Path):
    path = tmp_path / "exported.html"

    async def scene(window: MainWindow) -> None:
        page = window.run_page
        window.welcome.composer.research_asked.emit(play_real.composed())
        await until_state(window, "done")
        assert page.report.text.verticalScrollBar().value() == 0
        assert page.badge.face().word.startswith("Quotes only")
        qtbot.keyClick(window, Qt.Key.Key_N)
        chip = page.report.text.chosen_citation()
        assert chip is not None
        qtbot.keyClick(page.report.text, Qt.Key.Key_Return)
        assert page.open_tab_at() == EVIDENCE
        await until(page.evidence.has_text, "the stored text")
        start, end = page.evidence.text.marks.spans("quote")[0]
        quote = next(quote for source in page.run.sources for quote in source.quotes if quote.id == chip.key)
        assert page.evidence.text.toPlainText()[start:end] == quote.text
        qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        window.findChild(QWidget, "find").setText("lighthouse")
        assert " of " in page.tabs._find_bar.count_text()
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        qtbot.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert page.open_tab_at() == REPORT
        html = next(action for action in page.header.make_menu().actions() if action.text() == "HTML")
        html.trigger()
        await until(lambda: window.findChildren(QFileDialog), "the file dialog")
        dialog = window.findChildren(QFileDialog)[0]
        assert Path(dialog.selectedFiles()[0]).suffix == ".html"
        dialog.fileSelected.emit(str(path))
        dialog.reject()
        await until(lambda: f"Saved to {path}." in window.notices.texts(), "the notice")
        written = path.read_text("utf-8")
        assert written.startswith("<!doctype html>")
        assert "<script" not in written

    play_real(scene)
