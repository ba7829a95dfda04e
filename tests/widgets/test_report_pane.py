"""The report pane: text that arrives without a jump, citations as chips, nothing loaded."""

from __future__ import annotations

import re
import socket
import threading

import example_runs as runs
import pytest
from markdown_it import MarkdownIt
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor, QTextTable
from PySide6.QtWidgets import QStackedWidget, QWidget

from widgets.report.pane import ReportPane
from widgets.text.text_pane import TextPane


def html_blocks(text: str) -> tuple[str, ...]:
    reader = MarkdownIt("commonmark").enable("table")
    return tuple(reader.render(part) for part in re.split(r"\n\n+", text))


@pytest.fixture
def pane(qtbot):
    made = TextPane()
    qtbot.addWidget(made)
    made.resize(640, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_growing_text_ends_as_the_whole_text_does(pane, qtbot):
    whole = TextPane()
    qtbot.addWidget(whole)
    blocks = html_blocks(runs.REPORT)
    whole.show_blocks(blocks)
    for count in range(1, len(blocks) + 1):
        half = re.sub(r"<[^>]*$", "", blocks[count - 1][: len(blocks[count - 1]) // 2])
        pane.show_blocks((*blocks[: count - 1], half))
        pane.show_blocks(blocks[:count])
    assert pane.toPlainText() == whole.toPlainText()
    assert pane.headings() == whole.headings()
    assert pane.document().blockCount() == whole.document().blockCount()


def test_what_stands_is_not_set_again(pane):
    blocks = html_blocks(runs.REPORT)
    pane.show_blocks(blocks[:4])
    changed: list[int] = []
    pane.document().contentsChange.connect(lambda position, removed, added: changed.append(position))
    end = pane.document().characterCount() - 1
    pane.show_blocks(blocks[:6])
    assert changed
    assert min(changed) >= end - 1


def test_the_place_being_read_stays_while_text_arrives(pane, qapp):
    blocks = html_blocks(runs.REPORT)
    pane.resize(640, 160)
    pane.show_blocks(blocks[:6])
    qapp.processEvents()
    pane.verticalScrollBar().setValue(60)
    pane.show_blocks(blocks)
    qapp.processEvents()
    assert pane.verticalScrollBar().value() == 60
    pane.show_blocks(("".join(blocks),))  # the finished report takes the place of the draft
    qapp.processEvents()
    assert pane.verticalScrollBar().value() == 60


def test_a_text_set_before_the_pane_is_shown_begins_at_its_top(qtbot):
    pane = TextPane()
    qtbot.addWidget(pane)
    pane.resize(640, 300)
    pane.show_blocks(html_blocks(runs.REPORT))
    pane.show()
    qtbot.waitExposed(pane)
    assert pane.verticalScrollBar().maximum() > 0
    assert pane.verticalScrollBar().value() == 0


def test_headings_tables_lists_and_quotes_are_set(pane):
    pane.show_blocks(html_blocks(runs.REPORT))
    assert [level for level, _, _ in pane.headings()] == [1, 2, 2, 3, 2]
    tables = [frame for frame in pane.document().rootFrame().childFrames() if isinstance(frame, QTextTable)]
    assert [(table.rows(), table.columns()) for table in tables] == [(1, 1), (3, 3)]
    assert "Ask for the table of capacity" in pane.toPlainText()
    cursor = pane.document().find("Compare two sizes")
    assert cursor.currentList() is not None
    assert pane.document().find("What the cold does").currentList() is None


def test_a_click_on_a_citation_asks_for_its_quote(pane, qtbot, qapp):
    pane.show_blocks(('<p>Sealed first.<a href="cite:S1.2">[1]</a> More words follow here.</p>',))
    qapp.processEvents()
    cursor = pane.document().find("￼")
    at = pane.cursorRect(cursor).center() + QPoint(-8, 0)
    with qtbot.waitSignal(pane.citation_asked) as asked:
        qtbot.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == ["S1.2"]


def test_copied_text_writes_citations_as_numbers(pane):
    pane.show_blocks(('<p>Sealed first.<a href="cite:S1.2">[7]</a></p>',))
    pane.selectAll()
    assert pane.selected_text() == "Sealed first.[7]"


def test_citations_are_walked_by_key(pane):
    pane.show_blocks(('<p>One.<a href="cite:S1.1">[1]</a> Two.<a href="cite:S2.1">[2]</a></p>',))
    pane.moveCursor(QTextCursor.MoveOperation.Start)
    assert [pane.next_citation(step).key for step in (1, 1, 1)] == ["S1.1", "S2.1", "S1.1"]


def test_hostile_html_is_text_and_loads_nothing(pane, qapp, tmp_path):
    asked: list[bytes] = []
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"x")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.3)

        def listen() -> None:
            try:
                connection, _ = server.accept()
            except TimeoutError:
                return
            with connection:
                asked.append(connection.recv(100))

        thread = threading.Thread(target=listen)
        thread.start()
        port = server.getsockname()[1]
        pane.show_blocks((
            f'<p>Before <img src="http://127.0.0.1:{port}/a.png"><img src="{secret.as_uri()}"> after</p>',
            "<script>alert(1)</script><style>p{}</style>",
            '<p><a href="javascript:alert(1)">a trap</a> <b>bold <i>unclosed</p>',
            "<table><tr><td>one</td></tr><tr><td>two</td><td>three</td></tr></table></div></ul>",
        ))  # fmt: skip
        qapp.processEvents()
        pane.grab()
        thread.join()
    text = pane.toPlainText()
    assert not asked
    assert "alert" not in text
    assert "Before" in text
    assert "three" in text
    assert not pane.document().find("a trap").charFormat().isAnchor()


def test_the_contents_mark_the_top_of_a_report_set_while_hidden(qtbot):
    page, host = ReportPane(), QStackedWidget()
    qtbot.addWidget(host)
    host.addWidget(QWidget())
    host.addWidget(page)
    host.resize(1000, 300)
    host.show()
    qtbot.waitExposed(host)
    page.show_run(runs.finished(), html_blocks(runs.REPORT))
    host.setCurrentIndex(1)
    qtbot.waitUntil(lambda: page.text.verticalScrollBar().maximum() > 0)
    assert page.side.contents.current() == 0


def test_quotes_found_so_far_are_read_before_the_report(qtbot):
    report = ReportPane()
    qtbot.addWidget(report)
    report.resize(900, 500)
    report.show()
    report.show_run(runs.planning(), ())
    assert not report.text.isVisible()
    report.show_run(runs.running_first(), ())
    assert report.text.isVisible()
    assert "service change is not required" in report.text.toPlainText()
    report.show_run(runs.finished(), html_blocks(runs.REPORT))
    assert "Found so far" not in report.text.toPlainText()
    assert "Heat loss comes first" in report.text.toPlainText()


def test_n_walks_the_citations_and_shows_what_they_stand_for(qtbot):
    report = ReportPane()
    qtbot.addWidget(report)
    report.resize(900, 500)
    report.show()
    report.show_run(runs.finished(), html_blocks(runs.REPORT))
    report.next_citation(1)
    assert report.citations.popover.isVisible()
    assert report.citations.popover.key() == "S1.1"
    assert report.citations.close()
    assert not report.citations.popover.isVisible()
