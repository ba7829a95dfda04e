"""What a report may hold is drawn: nested lists, wide tables, code, long words, prices, other scripts; and copied."""

from __future__ import annotations

import example_reports as reports
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextListFormat, QTextTable

from engine.export.pane import GrowingPane, pane_html, pane_parts
from widgets.text.long_words import MAX_CHARS, breakable, whole
from widgets.text.text_pane import TextPane

CORPUS = (
    """# Many things

1. First
   with a second line

   A second paragraph of the item.

   ```
   code in an item
   ```

   > A quote in an item.

   - nested
     1. deeper
     2. still
2. Second

7) A list that begins at seven

> A quote of two paragraphs.
>
> - with a list

> Another quote right after. [1]

| Method | Range | Price | Verdict |
|---|---:|:---:|---|
| Ground source | 60 m | $31,000 | https://averylonghostname.example/with/a/very/long/path/that/never/ends |
| Air source | n/a | $14,000 | |

Prices went from $3,500 in 2022 to $5,000 in 2023; about ~10 mg, 2*3*4 = 24 and snake_case_name.

Text with `inline code`, **bold**, *emphasis*, ~~struck~~ and <b onclick="x()">raw</b> ![a chart](https://t.example/a.png).

---

مرحبا بالعالم هذه فقرة طويلة تكتب من اليمين إلى اليسار [1].

中文段落也應該正確換行，不論有沒有空格，引用標記[1]緊接在文字之後。

"""
    + "x" * 300
    + "\n"
)


@pytest.fixture
def pane(qtbot):
    made = TextPane()
    qtbot.addWidget(made)
    made.resize(640, 400)
    made.show()
    qtbot.waitExposed(made)
    return made


def set_corpus(pane: TextPane) -> None:
    pane.show_blocks(pane_parts(CORPUS, reports.audited().sources))


def block(pane: TextPane, words: str) -> QTextBlock:
    cursor = pane.document().find(words)
    assert not cursor.isNull(), words
    return cursor.block()


def test_lists_nest_and_count(pane):
    set_corpus(pane)
    depths = {
        words: block(pane, words).textList().format().indent() for words in ("First", "nested", "deeper", "still")
    }
    assert depths == {"First": 1, "nested": 2, "deeper": 3, "still": 3}
    assert block(pane, "Second").textList() is block(pane, "First").textList() or (
        block(pane, "Second").textList().itemNumber(block(pane, "Second")) == 1
    )
    seven = block(pane, "A list that begins at seven").textList()
    assert (seven.format().style(), seven.format().start()) == (QTextListFormat.Style.ListDecimal, 7)
    assert block(pane, "A second paragraph of the item").blockFormat().indent() == 1
    assert block(pane, "with a list").textList().format().indent() == 1  # inside its quote a list begins anew


def test_no_word_is_lost_and_markup_is_words(pane):
    set_corpus(pane)
    text = whole(pane.toPlainText())
    for words in (
        "$3,500 in 2022 to $5,000 in 2023", "~10 mg", "2*3*4 = 24", "snake_case_name", '<b onclick="x()">raw</b>',
        "a chart", "code in an item", "中文段落也應該正確換行", "x" * 300, "Air source",
    ):  # fmt: skip
        assert words in text, words


def test_growing_blocks_say_what_the_whole_says(pane, qtbot):
    set_corpus(pane)
    grown = TextPane()
    qtbot.addWidget(grown)
    growing, finished = GrowingPane(reports.audited().sources), ()
    for start in range(0, len(CORPUS), 37):
        more = growing.add(CORPUS[start : start + 37])
        finished += more.finished
        grown.show_blocks((*finished, more.tail) if more.tail else finished)
    assert whole(grown.toPlainText()).split() == whole(pane.toPlainText()).split()
    once = TextPane()
    qtbot.addWidget(once)
    once.show_blocks((pane_html(CORPUS, reports.audited().sources),))
    assert once.toPlainText().split() == pane.toPlainText().split()


def test_words_run_in_their_own_direction(pane):
    set_corpus(pane)
    assert block(pane, "مرحبا").textDirection() == Qt.LayoutDirection.RightToLeft
    assert block(pane, "中文段落").textDirection() == Qt.LayoutDirection.LeftToRight
    assert block(pane, "code in an item").blockFormat().layoutDirection() == Qt.LayoutDirection.LeftToRight


def test_long_words_break_and_a_wide_table_scrolls(pane, qapp):
    pane.show_blocks((f"<p>{'x' * 300}</p><pre><code>{'y' * 300}</code></pre>",))
    qapp.processEvents()
    assert pane.horizontalScrollBar().maximum() == 0
    cells = "".join(f"<td>Word{column}number</td>" for column in range(14))
    pane.show_blocks((f"<table><tr>{cells}</tr></table><p>{'some words ' * 60}</p>",))
    qapp.processEvents()
    assert pane.horizontalScrollBar().maximum() > 0
    paragraph = block(pane, "some words").layout()
    widest = max(paragraph.lineAt(line).naturalTextWidth() for line in range(paragraph.lineCount()))
    assert widest <= pane.viewport().width()  # what is no table stays readable without scrolling


def test_numbers_of_a_table_stand_where_its_rule_says(pane):
    set_corpus(pane)
    tables = [frame for frame in pane.document().rootFrame().childFrames() if isinstance(frame, QTextTable)]
    data = next(table for table in tables if table.columns() == 4)
    alignments = [data.cellAt(1, x).firstCursorPosition().blockFormat().alignment() for x in range(3)]
    assert alignments == [Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter]


@pytest.mark.parametrize("word", ["short", "x" * 22, "x" * 23, "https://a.example/b?c=d&e=" + "f" * 90, "潮" * 60])
def test_only_long_words_get_places_to_break_and_stay_whole(word):
    broken = breakable(f"A {word} in text")
    assert whole(broken) == f"A {word} in text"
    assert all(len(part) <= MAX_CHARS + 6 for part in broken.replace("\u200b", " ").split())
    assert (broken == f"A {word} in text") == (len(word) <= MAX_CHARS)


def test_an_empty_report_and_odd_html_are_no_trouble(pane):
    for odd in (
        "",
        "<table></table>",
        "<table><tr></tr></table>",
        "</p></li></ul></blockquote>",
        "<ul><p>x</ul>",
        "<blockquote><table><tr><td>in</td></tr></table></blockquote>",
        "<pre>open",
        "<table><tr><td>open",
    ):
        pane.show_blocks((odd,))
        pane.show_blocks((odd, "<p>after</p>"))
        assert pane.toPlainText().endswith("after"), odd
        pane.show_blocks(())
        assert pane.toPlainText() == ""


# --- size -------------------------------------------------------------------------------------------------


def test_a_larger_size_enlarges_everything_and_keeps_the_line(pane, qapp):
    set_corpus(pane)
    qapp.processEvents()
    height = pane.document().size().height()
    chip = pane._chips.intrinsicSize(pane.document(), 0, pane.document().find("￼").charFormat())
    pane.go_to(block(pane, "Prices went").position())
    pane.show_zoom(200)
    qapp.processEvents()
    assert pane.document().size().height() > 1.8 * height
    larger = pane._chips.intrinsicSize(pane.document(), 0, pane.document().find("￼").charFormat())
    assert larger.height() > 1.8 * chip.height()
    at = pane.cursorForPosition(pane.viewport().rect().topLeft())
    near = block(pane, "Prices went").position()
    assert abs(at.block().position() - near) < 200
    pane.show_zoom(100)
    qapp.processEvents()
    assert pane.document().size().height() == height


# --- copying ----------------------------------------------------------------------------------------------


def test_copied_words_hold_marks_rows_and_citations(pane):
    set_corpus(pane)
    pane.selectAll()
    text = pane.selected_text()
    for line in (
        "1. First with a second line",
        "  - nested",
        "    1. deeper",
        "7. A list that begins at seven",
        "Method\tRange\tPrice\tVerdict",
        "Another quote right after. [1]",
        "code in an item",
    ):
        assert line in text.split("\n"), line
    assert "x" * 300 in text
    assert "\u200b" not in text
    assert "\ufffc" not in text


def test_copied_html_is_plain_and_without_our_colours(pane):
    set_corpus(pane)
    pane.selectAll()
    html = pane.createMimeDataFromSelection().html()
    for part in (
        "<h1>Many things</h1>", "<ol><li>First with a second line</li>", "<pre>code in an item</pre>",
        "<blockquote><p>A quote in an item.</p></blockquote>", "<th>Method</th>", "<td>$31,000</td>",
        "<strong>bold</strong>", "<em>emphasis</em>", "<s>struck</s>", "<code>inline code</code>",
        '<a href="https://t.example/a.png">a chart</a>', "right after. [1]", '<p dir="rtl">',
        "&lt;b onclick=&quot;x()&quot;&gt;raw",
    ):  # fmt: skip
        assert part in html, part
    assert "style" not in html
    assert "cite:" not in html


def test_a_part_of_a_line_is_copied_as_that_part(pane):
    pane.show_blocks(('<p>One 🙂 two.<a href="cite:S1.1">[1]</a> Three <b>four</b>.</p>',))
    cursor = pane.textCursor()
    start = pane.document().find("two").selectionStart()
    cursor.setPosition(start)
    cursor.setPosition(pane.document().find("four").selectionEnd(), cursor.MoveMode.KeepAnchor)
    pane.setTextCursor(cursor)
    assert pane.selected_text() == "two.[1] Three four"
    assert pane.createMimeDataFromSelection().html() == "<p>two.[1] Three <strong>four</strong></p>"
