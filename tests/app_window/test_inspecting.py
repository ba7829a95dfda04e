"""Inspector and Activity in the real window: over a script, and over the engine."""

from __future__ import annotations

import pytest
import scripted_desk as script
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from real_window import RealWindow, until_state
from window_waiting import until

from app.main_window import MainWindow
from engine.errors import JournalError
from engine.events import CallRefused, SearchAnswered
from widgets.beginning.composer import Composed
from widgets.evidence.source_card import SourceCard
from widgets.run.page import ACTIVITY, EVIDENCE
from widgets.text.emphasis import plain

COMPOSED = Composed("How is a task cancelled?", "quick", "sample", "offline", review_plan=False)


async def begun(window: MainWindow, desk: script.ScriptedDesk) -> script.ScriptedRun:
    window.welcome.composer.research_asked.emit(COMPOSED)
    run = desk.made[-1]
    run.tell(*script.begun())
    await until(lambda: len(window.run_page.run.waves) == 1 and window.run_page.run.refusals, "the run is at work")
    return run


def lines(window: MainWindow) -> list[str]:
    model = window.run_page.activity.model
    return [plain(model.line(row).words.text) for row in range(model.rowCount())]


def test_activity_follows_the_run_at_work(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await begun(window, desk)
        page = window.run_page
        page.open_tab(ACTIVITY)
        assert lines(window)[0] == "Refused evil.example/?q=1"
        run.tell(SearchAnswered(wave=1, researcher=3, query="shield", results=2))
        await until(lambda: lines(window)[0] == "Searched shield", "the line is there")
        page.activity.scope.pick("refusals")
        run.tell(CallRefused(wave=1, researcher=4, call="fetch", target="https://evil.example/2", why="No."),
                 SearchAnswered(wave=1, researcher=3, query="wait_for", results=2))  # fmt: skip
        await until(lambda: len(lines(window)) == 2, "the second refusal is there")
        assert lines(window)[0] == "Refused evil.example/2"
        box = page.activity.list.visualRect(page.activity.model.index(0, 0))
        qtbot.mouseClick(page.activity.list.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
        assert page.inspected() == "researcher-1.4"

    play(scene)


def test_the_activity_of_one_researcher_is_opened_from_its_menu(play, desk):
    async def scene(window: MainWindow) -> None:
        await begun(window, desk)
        page = window.run_page
        page.inspect("researcher-1.1")
        acts = {action.text(): action for action in page.inspector.make_menu().actions()}
        acts["Show its activity"].trigger()
        assert page.open_tab_at() == ACTIVITY
        assert page.activity.scope.isVisible()
        assert [line.split()[0] for line in lines(window)] == ["Quoted", "Opened", "Searched"]

    play(scene)


def test_a_journal_that_cannot_be_read_is_told_and_the_window_goes_on(play, desk, monkeypatch):
    def broken(*args: object) -> None:
        raise JournalError("The disk that holds it does not work properly.", "Check the disk.")

    async def scene(window: MainWindow) -> None:
        await begun(window, desk)
        monkeypatch.setattr(desk, "earlier", broken)
        window.run_page.open_tab(ACTIVITY)
        assert lines(window) == []
        assert any("does not work properly" in text for text in window.notices.texts())

    play(scene)


def test_answers_lead_to_evidence_and_citations_to_the_clipboard(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        run = await begun(window, desk)
        run.tell(*script.answered(), *script.written(), None)
        await until_state(window, "done")
        page = window.run_page
        page.inspect("researcher-1.2")
        text = page.inspector.researcher.answer.text
        assert script.WORDS in text.toPlainText()
        card = next(card for card in page.inspector.findChildren(SourceCard) if card.isVisible())
        qtbot.mouseClick(card.copy, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text().startswith("“Coroutines and Tasks.” /docs/asyncio-task.html")
        text.citation_asked.emit(text.next_citation(1).key)
        assert page.open_tab_at() == EVIDENCE

    play(scene)


def test_only_pages_and_documents_of_the_run_leave_the_window(play, desk, monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()) or True)
    monkeypatch.setattr("os.path.exists", lambda path: True)

    async def scene(window: MainWindow) -> None:
        await begun(window, desk)
        page = window.run_page
        for asked in (page.inspector.original_asked, page.decisions.link_asked):
            opened.clear()
            for address in ("https://t.example/", script.SOURCE.url, "file:///etc/passwd", "javascript:alert(1)",
                            "smb://t.example/", "mailto:a@t.example", ""):  # fmt: skip
                asked.emit(address)
            assert opened == ["https://t.example/", script.SOURCE.url]

    play(scene)


def test_a_working_researcher_is_retried_from_the_menu(play, desk):
    async def scene(window: MainWindow) -> None:
        await begun(window, desk)
        page = window.run_page
        page.inspect("researcher-1.2")
        acts = {action.text(): action for action in page.inspector.make_menu().actions()}
        acts["Retry this researcher"].trigger()
        page.open_tab(ACTIVITY)
        await until(lambda: lines(window)[0] == "You asked to try again", "the wish is written")

    play(scene)


def test_in_a_narrow_window_the_inspector_is_a_drawer_that_esc_closes(play, desk):
    async def scene(window: MainWindow) -> None:
        window.resize(1099, 800)
        await begun(window, desk)
        page = window.run_page
        page.graph.setFocus()
        page.inspect("researcher-1.1")
        inspector = page.inspector
        assert page.graph.width() > page.width() - inspector.width()  # it lies over the centre
        assert inspector.isAncestorOf(QApplication.focusWidget())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        await until(lambda: not inspector.isVisible(), "the drawer is closed")
        assert page.graph.hasFocus()
        window.resize(1300, 800)
        page.inspect("researcher-1.1")
        await until(lambda: page.graph.width() <= page.width() - inspector.width(), "it stands beside the centre")
        assert page.graph.hasFocus()

    play(scene)


@pytest.mark.parametrize("key", ["researcher-1.1", "planner", "collector-1", "reviewer-1", "writer"])
def test_every_stage_of_a_real_run_is_told(play_real: RealWindow, key):
    async def scene(window: MainWindow) -> None:
        window.welcome.composer.research_asked.emit(play_real.composed())
        await until_state(window, "done")
        page = window.run_page
        page.inspect(key)
        page.open_tab(ACTIVITY)
        told = lines(window)
        assert told[0].startswith("Report written")
        assert len(told) == page.run.activity
        rows = page.inspector.stage.rows if key != "researcher-1.1" else page.inspector.researcher.details
        facts = {row.id: row.text for row in rows._rows}
        assert ":" in facts["took"]
        if key == "researcher-1.1":
            assert facts["kind"] == "Not isolated"
            assert page.inspector.researcher.answer.words()
        if key == "writer":
            found, _, citations = facts["found"].partition(" of ")
            assert int(found) == int(citations) > 0

    play_real(scene)
