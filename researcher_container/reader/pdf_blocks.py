"""Paragraphs, headings, lists and code out of the lines of a PDF, each with its page.

A PDF knows no paragraphs. Two lines belong together when they are set alike, stand one line apart, and the second
one's first word would not have fitted on the first.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter

from researcher_container.contract import Block, BlockKind
from researcher_container.reader.pdf_headings import HEADING_CHARS, SAME_SIZE, HeadingSizes, heading_sizes
from researcher_container.reader.pdf_margins import mark_running_lines
from researcher_container.reader.pdf_pages import BROKEN_WORD, Line, Page
from researcher_container.reader.pdf_words import BULLET, WORD, Run, text_of, without_edge

SAME_BODY_SIZE = 0.12  # a line with much code in it measures smaller
WIDE_LEADING = 1.28
COLUMN_SIZES = 8  # lines whose left edges differ by fewer type sizes share a column
INSET_SHARE = 0.6
TABLE_LINES = 3
NUMBERED = re.compile(r"(?:\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
LEADERS = re.compile(r"(?:\.\s?){4,}\s*[\divxlc]+$")
SENTENCE_END = re.compile(r"[.!?:;。！？؟…][\"'”’)\]]*$")
CELLS = re.compile(r"\d")


def make_blocks(pages: list[Page]) -> list[Block]:
    """Return the blocks of all pages, in reading order."""
    sizes = heading_sizes(pages)
    mark_running_lines(pages, sizes.body)
    words = {word.lower() for page in pages for line in page.lines for word in WORD.findall(without_edge(line.text))}
    blocks: list[Block] = []
    heading: str | None = None
    for page in pages:
        for run in _runs(page, sizes):
            text = text_of(run, words)
            if not text:
                continue
            level = sizes.level(run.lines[0]) if run.kind == "heading" else None
            blocks.append(Block(kind=run.kind, text=text, page=page.number, heading=heading, level=level))
            if run.kind == "heading":
                heading = text
    return blocks


def _runs(page: Page, sizes: HeadingSizes) -> list[Run]:
    lines = page.lines
    leading = _leading(lines)
    runs: list[Run] = []
    for line in lines:
        previous = runs[-1] if runs else None
        kind = _kind(line, sizes)
        if previous is not None and _continues(previous, line, kind, leading, lines):
            previous.lines.append(line)
        else:
            runs.append(Run([line], kind))
    _find_bold_headings(runs, sizes, leading)
    return _tables(runs, leading)


def _kind(line: Line, sizes: HeadingSizes) -> BlockKind:
    if line.is_running or LEADERS.search(line.text[-200:]):
        return "navigation"
    if sizes.is_heading(line):
        return "heading"
    if line.is_fixed:
        return "code"
    if BULLET.match(line.text) or NUMBERED.match(line.text):
        return "list_item"
    return "paragraph"


def _continues(run: Run, line: Line, kind: BlockKind, leading: float, lines: list[Line]) -> bool:
    last = run.lines[-1]
    if kind == "navigation" or run.kind == "navigation" or kind == "list_item":
        return False
    if kind != run.kind and not (run.kind == "list_item" and kind == "paragraph"):
        return False
    if abs(line.size - last.size) > (SAME_SIZE if kind == "heading" else SAME_BODY_SIZE) * last.size:
        return False
    drop = last.baseline - line.baseline
    if kind == "code":
        return 0 <= drop <= 2.2 * line.size
    if kind == "heading":
        return 0 < drop <= 1.7 * line.size and line.is_bold == last.is_bold
    if last.text.endswith(BROKEN_WORD):
        return True
    if drop < -line.size:
        return SENTENCE_END.search(last.text) is None  # the next column
    if drop > WIDE_LEADING * max(leading, line.size):
        return False
    if abs(drop) < 0.3 * line.size:
        return True  # a piece of the same line
    if len(run.lines) > 1 and run.kind == "paragraph" and line.left - run.lines[1].left > 0.7 * line.size:
        return False  # indented like a first line
    if len(run.lines) == 1 and run.kind == "paragraph" and line.left - last.left > 0.7 * line.size:
        return SENTENCE_END.search(last.text) is None
    if line.text[0].islower() and not SENTENCE_END.search(last.text):
        return True
    return not _would_have_fitted(last, line, _column_right(lines, last))


def _would_have_fitted(last: Line, line: Line, column_right: float) -> bool:
    """Tell whether the line was ended on purpose: the next word had room on it."""
    per_char = (last.right - last.left) / max(1, len(last.text))
    word = line.text.split(" ", 1)[0]
    return last.right + per_char * (len(word) + 1.5) < column_right


def _column_right(lines: list[Line], beside: Line) -> float:
    """Return where the lines of a column usually end; a table set in from both sides could use the whole page."""
    body = [line for line in lines if not line.is_running]
    reach = COLUMN_SIZES * beside.size
    column = [line for line in body if abs(line.left - beside.left) <= reach]
    page_left, page_right = min(line.left for line in body), max(line.right for line in body)
    inset = 2 * beside.size
    is_inset = beside.left > page_left + inset and max(line.right for line in column) < page_right - inset
    if is_inset and len(column) < INSET_SHARE * len(body):
        column = body
    rights = sorted(line.right for line in column)
    return rights[int(0.9 * (len(rights) - 1))]


def _leading(lines: list[Line]) -> float:
    drops = Counter(
        round((above.baseline - below.baseline) * 2) / 2
        for above, below in itertools.pairwise(lines)
        if 0.8 * below.size < above.baseline - below.baseline < 2.5 * below.size
    )
    return max(drops, key=lambda drop: (drops[drop], -drop)) if drops else 0.0


def _find_bold_headings(runs: list[Run], sizes: HeadingSizes, leading: float) -> None:
    """Recognise headings in the size of the text: one bold line, no sentence, alone, and plain text below."""
    for index, run in enumerate(runs[:-1]):
        line, after = run.lines[0], runs[index + 1].lines[0]
        alone = len(run.lines) == 1 and run.kind in ("paragraph", "list_item") and len(line.text) <= HEADING_CHARS / 2
        if alone and line.is_bold and not after.is_bold and not SENTENCE_END.search(line.text):
            gap = runs[index - 1].lines[-1].baseline - line.baseline if index else leading * 2
            if gap > 1.15 * leading or gap < 0:
                run.kind = "heading"


def _tables(runs: list[Run], leading: float) -> list[Run]:
    """Join neighbouring single lines with figures in them, none of which is a sentence, to one table."""
    result: list[Run] = []
    pending: list[Run] = []

    def settle() -> None:
        figures = sum(1 for run in pending if CELLS.search(run.lines[0].text))
        if len(pending) >= TABLE_LINES and figures * 2 >= len(pending):
            result.append(Run([run.lines[0] for run in pending], "table"))
        else:
            result.extend(pending)
        pending.clear()

    for run in runs:
        line = run.lines[0]
        is_row = len(run.lines) == 1 and run.kind == "paragraph" and not SENTENCE_END.search(line.text)
        if (
            is_row
            and pending
            and not 0 < pending[-1].lines[0].baseline - line.baseline <= 2.2 * max(leading, line.size)
        ):
            settle()
        if is_row:
            pending.append(run)
        else:
            settle()
            result.append(run)
    settle()
    return result
