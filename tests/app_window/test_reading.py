"""Reading in the window: find, size, the walk through citations and back, copying, exports, earlier versions."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget
from scripted_desk import REPORT as SHORT_REPORT
from scripted_desk import SOURCE, WORDS, answered, begun
from window_waiting import until

from app.main_window import MainWindow
from engine.errors import ExportError
from engine.events import ReportFinished, VerdictGiven, WritingStarted
from engine.values import Audit, CitationCheck, ReviewDecision
from widgets.run.page import EVIDENCE, REPORT

TOPIC = "How does asyncio cancel tasks: the short/long story?"
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier,
)  # fmt: skip
FILLER = "\n\n".join(f"Paragraph {place} says nothing that is cited here." for place in range(120))
LONG_REPORT = SHORT_REPORT.replace("## Limitations", f"{FILLER}\n\nLast: “{WORDS}” [1]\n\n## Limitations")


def report_finished(markdown: str = LONG_REPORT, version: int = 1) -> ReportFinished:
    count = markdown.count("[1]")
    check = CitationCheck(number=1, source="S1", quotes=("S1.1",), status="found", sentence=WORDS)
    audit = Audit(citations=count, found=count, statements=2, marks=("S1.1",) * count, checks=(check,))
    return ReportFinished(version=version, markdown=markdown, audit=audit, sources=(SOURCE,))


async def read(window: MainWindow, desk, qtbot, *events: object):
    """Research up to a finished report."""
    qtbot.keyClicks(window.findChild(QWidget, "topic"), TOPIC)
    qtbot.mouseClick(window.findChild(QPushButton, "research"), Qt.MouseButton.LeftButton)
    await until(lambda: desk.made and not window.is_welcome(), "the run's page")
    desk.made[0].tell(*begun(), *answered(), *(events or (report_finished(),)), None)
    await until(lambda: window.run_page.run.state == "done", "the report")
    return desk.made[0]


def notice_button(window: MainWindow, text: str) -> QPushButton:
    found = [button for button in window.notices.findChildren(QPushButton) if button.text() == text]
    assert found, f"no notice offers {text!r}: {window.notices.texts()}"
    return found[-1]


def test_words_are_found_by_keys_and_the_cursor_stays_there(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        tabs = window.run_page.tabs
        qtbot.keyClick(window, Qt.Key.Key_F, CTRL)
        field = window.findChild(QWidget, "find")
        assert field.hasFocus()
        qtbot.keyClicks(field, "requested")
        assert tabs._find_bar.count_text() == "1 of 2"
        qtbot.keyClick(window, Qt.Key.Key_F3)
        assert tabs._find_bar.count_text() == "2 of 2"
        assert window.run_page.report.text.verticalScrollBar().value() > 500
        qtbot.keyClick(window, Qt.Key.Key_F3, SHIFT)
        assert tabs._find_bar.count_text() == "1 of 2"
        qtbot.keyClick(field, Qt.Key.Key_Escape)
        assert not tabs._find_bar.isVisible()
        assert window.run_page.report.text.selected_text() == "requested"
        qtbot.keyClick(window, Qt.Key.Key_F3)  # opens again what was closed
        assert tabs._find_bar.isVisible()

    play(scene)


def test_the_size_is_chosen_by_keys_and_kept(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        text = window.run_page.report.text
        height = text.document().size().height()
        for key, zoom in ((Qt.Key.Key_Plus, 1.1), (Qt.Key.Key_Equal, 1.25), (Qt.Key.Key_Minus, 1.1)):
            qtbot.keyClick(window, key, CTRL)
            assert text.setting().zoom == zoom
        assert text.document().size().height() > height
        await until(lambda: desk.kept_zoom == 110, "the size in the settings")
        qtbot.keyClick(window, Qt.Key.Key_0, CTRL)
        assert text.setting().zoom == 1.0
        for _ in range(20):
            qtbot.keyClick(window, Qt.Key.Key_Plus, CTRL)
        assert text.setting().zoom == 2.0
        assert window.run_page.evidence.text._setting.zoom == 2.0
        await until(lambda: desk.kept_zoom == 200, "the size in the settings")

    play(scene)


def test_a_kept_size_is_there_at_the_next_start(play, desk, qtbot):
    desk.kept_zoom = 150

    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        assert window.run_page.report.text.setting().zoom == 1.5

    play(scene)


def test_keys_walk_to_a_citation_into_evidence_and_exactly_back(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        page = window.run_page
        bar = page.report.text.verticalScrollBar()
        qtbot.keyClick(window, Qt.Key.Key_N)
        first = page.report.text.chosen_citation()
        qtbot.keyClick(window, Qt.Key.Key_N)
        second = page.report.text.chosen_citation()
        assert second.position > first.position + 1_000
        assert page.report.citations.popover.isVisible()
        qtbot.keyClick(window, Qt.Key.Key_N, SHIFT)
        assert page.report.text.chosen_citation() == first
        qtbot.keyClick(window, Qt.Key.Key_N, SHIFT)  # around the beginning
        assert page.report.text.chosen_citation() == second
        bar.setValue(bar.value() - 37)
        place = bar.value()
        assert place > 500
        qtbot.keyClick(page.report.text, Qt.Key.Key_Return)
        assert page.open_tab_at() == EVIDENCE
        assert not page.report.citations.popover.isVisible()
        await until(page.evidence.has_text, "the stored text")
        assert page.evidence.text.marks.spans("quote")
        qtbot.keyClick(window, Qt.Key.Key_Left, ALT)
        await asyncio.sleep(0)
        assert page.open_tab_at() == REPORT
        assert bar.value() == place
        assert page.report.text.chosen_citation() == second
        assert page.report.text.hasFocus()

    play(scene)


def test_single_letters_stay_letters_in_text_fields(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        qtbot.keyClick(window, Qt.Key.Key_F, CTRL)
        field = window.findChild(QWidget, "find")
        qtbot.keyClicks(field, "nN")
        assert field.text() == "nN"
        assert window.run_page.report.text.chosen_citation() is None

    play(scene)


def test_the_popover_of_a_citation_opens_evidence(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        page = window.run_page
        text = page.report.text
        qtbot.mouseMove(text.viewport(), text.viewport().rect().center())
        chip = text.document().find("￼")
        qtbot.mouseMove(text.viewport(), text.cursorRect(chip).center() + QPoint(-8, 0))
        await until(page.report.citations.popover.isVisible, "the popover after a while")
        opening = page.report.citations.popover.findChild(QPushButton)
        assert opening.text() == "Open evidence"
        qtbot.mouseClick(opening, Qt.MouseButton.LeftButton)
        assert page.open_tab_at() == EVIDENCE
        qtbot.keyClick(window, Qt.Key.Key_Escape)  # there is nothing else in the way: back to the citation
        assert page.open_tab_at() == REPORT

    play(scene)


def test_the_whole_report_is_copied(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot, report_finished(SHORT_REPORT))
        clipboard = QGuiApplication.clipboard()
        qtbot.keyClick(window, Qt.Key.Key_M, CTRL | SHIFT)
        await until(lambda: clipboard.text() == SHORT_REPORT, "the report on the clipboard")
        assert not clipboard.mimeData().hasHtml()
        qtbot.keyClick(window, Qt.Key.Key_C, CTRL | SHIFT)
        await until(lambda: clipboard.mimeData().html().startswith("<p>"), "its look, too")
        assert clipboard.text() == SHORT_REPORT
        assert "The report is on the clipboard." in window.notices.texts()
        window.run_page.report.text.selectAll()
        qtbot.keyClick(window.run_page.report.text, Qt.Key.Key_C, CTRL)
        assert f"“{WORDS}” [1]" in clipboard.text()

    play(scene)


def test_the_contents_are_a_menu_in_a_narrow_window(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        side, button = window.run_page.report.side, window.findChild(QPushButton, "contentsMenu")
        assert side.isVisible()
        assert not button.isVisible()
        window.resize(940, 620)
        await until(lambda: button.isVisible() and not side.isVisible(), "the menu")
        menu = side.contents.make_menu(window)
        menu.actions()[-1].trigger()
        assert menu.actions()[-1].text() == "Limitations"
        await until(lambda: side.contents.current() == len(menu.actions()) - 1, "its section marked")
        window.resize(1280, 800)
        await until(lambda: side.isVisible() and not button.isVisible(), "the side")

    play(scene)


# --- exports ----------------------------------------------------------------------------------------------


async def export_dialog(window: MainWindow, qtbot) -> QFileDialog:
    window.run_page.header.make_menu().actions()[0].trigger()
    await until(lambda: [d for d in window.findChildren(QFileDialog) if d.isVisible()], "the file dialog")
    return next(dialog for dialog in window.findChildren(QFileDialog) if dialog.isVisible())


def choose(dialog: QFileDialog, path: Path) -> None:
    dialog.fileSelected.emit(str(path))
    dialog.reject()


def test_an_export_has_a_good_name_and_is_opened_and_its_folder_is_kept(play, desk, qtbot, tmp_path, monkeypatch):
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    folder = tmp_path / "exports"
    folder.mkdir()
    path = folder / "a report.md"

    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        dialog = await export_dialog(window, qtbot)
        assert Path(dialog.selectedFiles()[0]).name == "How does asyncio cancel tasks the short long story.md"
        assert not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
        choose(dialog, path)
        await until(lambda: f"Saved to {path}." in window.notices.texts(), "the notice")
        assert path.read_text("utf-8") == LONG_REPORT
        qtbot.mouseClick(notice_button(window, "Open"), Qt.MouseButton.LeftButton)
        assert opened == [QUrl.fromLocalFile(str(path))]
        await until(lambda: desk.kept_folder == folder, "the folder in the settings")
        assert notice_button(window, "Show in folder").isVisible()
        dialog = await export_dialog(window, qtbot)
        assert dialog.directory().absolutePath() == str(folder)
        dialog.reject()

    play(scene)


def test_an_export_that_fails_is_a_sentence_and_loses_nothing(play, desk, qtbot, tmp_path, monkeypatch):
    def fail(run: object, format_name: str, path: Path) -> None:
        raise ExportError("report.md could not be written: no space left on device.", "Choose another folder.")

    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        desk.export = fail
        choose(await export_dialog(window, qtbot), tmp_path / "report.md")
        await until(lambda: window.notices.texts(), "the notice")
        told = window.notices.texts()
        assert told == ["report.md could not be written: no space left on device. Choose another folder."]
        assert "Cancelling tasks" in window.run_page.report.text.toPlainText()
        assert window.run_page.header.export.isVisible()

    play(scene)


def test_ctrl_e_opens_the_menu_of_formats(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        header = window.run_page.header
        assert header.export.property("kind") == "primary"
        qtbot.keyClick(window, Qt.Key.Key_E, CTRL)
        menus = [menu for menu in header.findChildren(QWidget) if menu.inherits("QMenu") and menu.isVisible()]
        assert [action.text() for action in menus[0].actions()] == ["Markdown"]
        menus[0].close()

    play(scene)


# --- versions ---------------------------------------------------------------------------------------------


def test_an_earlier_version_is_read_and_left_again(play, desk, qtbot):
    more = ReviewDecision(status="needs_more_research", rationale="More.", follow_up_questions=("Why?",), by="user")
    second = SHORT_REPORT.replace("Cancelling tasks", "Cancelling tasks, again")

    async def scene(window: MainWindow) -> None:
        await read(
            window, desk, qtbot,
            report_finished(SHORT_REPORT), VerdictGiven(wave=1, decision=more), WritingStarted(version=2),
            report_finished(second, version=2),
        )  # fmt: skip
        page = window.run_page
        await until(lambda: page.run.report.version == 2, "the second version")
        button = window.findChild(QPushButton, "reportVersion")
        assert button.isVisible()
        assert button.text() == "Version 2"
        actions = page.tabs.tools.make_version_menu().actions()
        assert [action.text() for action in actions] == ["Version 2, the newest", "Version 1"]
        actions[1].trigger()
        await until(lambda: page.run.report.version == 1, "the first version")
        assert "again" not in page.report.text.toPlainText()
        assert button.text() == "Version 1"
        assert any("This is version 1 of the report" in text for text in window.notices.texts())
        qtbot.mouseClick(notice_button(window, "Show version 2"), Qt.MouseButton.LeftButton)
        await until(lambda: "again" in page.report.text.toPlainText(), "the second version again")
        assert button.text() == "Version 2"
        assert not window.notices.texts()

    play(scene)


def test_one_version_is_not_numbered(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await read(window, desk, qtbot)
        assert not window.findChild(QPushButton, "reportVersion").isVisible()

    play(scene)


@pytest.mark.parametrize("width", [900, 1280, 1920])
def test_nothing_in_the_tabs_is_cut(play, desk, qtbot, width):
    async def scene(window: MainWindow) -> None:
        window.resize(width, 700)
        await read(window, desk, qtbot)
        tabs = window.run_page.tabs
        await until(lambda: tabs.bar.width() >= width - 400, "the width")
        inside = tabs.bar.rect()
        for child in tabs.bar.findChildren(QPushButton):
            if child.isVisible():
                box = child.rect().translated(child.mapTo(tabs.bar, QPoint(0, 0)))
                assert inside.contains(box), child.accessibleName() or child.text()

    play(scene)
