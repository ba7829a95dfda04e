"""Paragraphs, headings, lists and code out of the lines of a PDF, each with its page.

A PDF knows no paragraphs. Two lines belong together when they are set alike, stand one line apart, and the second
one's first word would not have fitted on the first.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass

from researcher_container.contract import Block, BlockKind
from researcher_container.reader.pdf_pages import BROKEN_WORD, Line, Page

HEADING_SIZE = 1.12  # times the body's size
HEADING_CHARS = 200
SAME_SIZE = 0.06
SAME_BODY_SIZE = 0.12  # a line with much code in it measures smaller
WIDE_LEADING = 1.28
COLUMN_SIZES = 8  # lines whose left edges differ by fewer type sizes share a column
INSET_SHARE = 0.6
RUNNING_LINES = 2  # looked at above and below on each page
RUNNING_PAGES = 3
MARGIN_SHARE = 0.12
TABLE_LINES = 3
BULLET = re.compile(r"[•◦▪▫‣·●○■□►➢✓*–—-]\s+(?=\S)")
NUMBERED = re.compile(r"(?:\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|p\.)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von)\s*\d{1,4})?\W*$", re.IGNORECASE
)
LEADERS = re.compile(r"(?:\.\s?){4,}\s*[\divxlc]+$")
SENTENCE_END = re.compile(r"[.!?:;。！？؟…][\"'”’)\]]*$")
WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
UNSPACED = re.compile("[\u2e80-\u312f\u31f0-\u9fff\uf900-\ufaff\uff00-\uff60]")
CELLS = re.compile(r"\d")


@dataclass
class _Run:
    """Lines that belong together."""

    lines: list[Line]
    kind: BlockKind


def make_blocks(pages: list[Page]) -> list[Block]:
    """Return the blocks of all pages, in reading order."""
    sizes = _heading_sizes(pages)
    mark_running_lines(pages, sizes.body)
    words = {word.lower() for page in pages for line in page.lines for word in WORD.findall(_without_edge(line.text))}
    blocks: list[Block] = []
    heading: str | None = None
    for page in pages:
        for run in _runs(page, sizes):
            text = _text(run, words)
            if not text:
                continue
            level = sizes.level(run.lines[0]) if run.kind == "heading" else None
            blocks.append(Block(kind=run.kind, text=text, page=page.number, heading=heading, level=level))
            if run.kind == "heading":
                heading = text
    return blocks


# --- what stands on every page ---------------------------------------------------------------------------


def mark_running_lines(pages: list[Page], body_size: float) -> None:
    """Mark running heads and feet: in the margins, no larger than the text, alike but for numbers on many pages."""
    edges = [line for page in pages for line in _edge_lines(page) if line.size < body_size * HEADING_SIZE]
    counts = Counter(map(_shape, edges))
    for line in edges:
        line.is_running = PAGE_NUMBER.match(line.text) is not None or counts[_shape(line)] >= RUNNING_PAGES


def _edge_lines(page: Page) -> list[Line]:
    """Return the outermost lines that stand in the upper or lower margin."""
    ordered = sorted(page.lines, key=lambda line: -line.baseline)
    low, high = MARGIN_SHARE * page.height, (1 - MARGIN_SHARE) * page.height
    upper = [line for line in ordered[:RUNNING_LINES] if line.baseline > high]
    return upper + [line for line in ordered[-RUNNING_LINES:] if line.baseline < low]


def _shape(line: Line) -> tuple[str, int, int]:
    """Return what running lines have in common: place, size and all but their numbers."""
    return re.sub(r"\d+", "#", line.text), round(line.size), round(line.baseline)


# --- headings ---------------------------------------------------------------------------------------------


class HeadingSizes:
    """The sizes a document sets its headings in, largest first."""

    def __init__(self, body: float, sizes: list[float]) -> None:
        self.body, self._sizes = body, sizes

    def level(self, line: Line) -> int:
        """Return the level of a heading line, 1-6."""
        for index, size in enumerate(self._sizes[:5]):
            if line.size >= size * (1 - SAME_SIZE / 2):
                return index + 1
        return min(6, len(self._sizes) + 1)

    def is_heading(self, line: Line) -> bool:
        """Tell whether a line is set larger than the text."""
        return line.size >= self.body * HEADING_SIZE and len(line.text) <= HEADING_CHARS


def _heading_sizes(pages: list[Page]) -> HeadingSizes:
    chars: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            chars[round(line.size * 2) / 2] += len(line.text)
    body = max(chars, key=lambda size: (chars[size], -size)) if chars else 10.0
    larger = sorted((size for size in chars if size >= body * HEADING_SIZE), reverse=True)
    distinct: list[float] = []
    for size in larger:
        if not distinct or size < distinct[-1] * (1 - SAME_SIZE):
            distinct.append(size)
    return HeadingSizes(body, distinct)


# --- paragraphs -------------------------------------------------------------------------------------------


def _runs(page: Page, sizes: HeadingSizes) -> list[_Run]:
    lines = page.lines
    leading = _leading(lines)
    runs: list[_Run] = []
    for line in lines:
        previous = runs[-1] if runs else None
        kind = _kind(line, sizes)
        if previous is not None and _continues(previous, line, kind, leading, lines):
            previous.lines.append(line)
        else:
            runs.append(_Run([line], kind))
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


def _continues(run: _Run, line: Line, kind: BlockKind, leading: float, lines: list[Line]) -> bool:
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


def _find_bold_headings(runs: list[_Run], sizes: HeadingSizes, leading: float) -> None:
    """Recognise headings in the size of the text: one bold line, no sentence, alone, and plain text below."""
    for index, run in enumerate(runs[:-1]):
        line, after = run.lines[0], runs[index + 1].lines[0]
        alone = len(run.lines) == 1 and run.kind in ("paragraph", "list_item") and len(line.text) <= HEADING_CHARS / 2
        if alone and line.is_bold and not after.is_bold and not SENTENCE_END.search(line.text):
            gap = runs[index - 1].lines[-1].baseline - line.baseline if index else leading * 2
            if gap > 1.15 * leading or gap < 0:
                run.kind = "heading"


def _tables(runs: list[_Run], leading: float) -> list[_Run]:
    """Join neighbouring single lines with figures in them, none of which is a sentence, to one table."""
    result: list[_Run] = []
    pending: list[_Run] = []

    def settle() -> None:
        figures = sum(1 for run in pending if CELLS.search(run.lines[0].text))
        if len(pending) >= TABLE_LINES and figures * 2 >= len(pending):
            result.append(_Run([run.lines[0] for run in pending], "table"))
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


# --- words ------------------------------------------------------------------------------------------------


def _text(run: _Run, words: set[str]) -> str:
    lines = [line.text for line in run.lines]
    if run.kind == "code":
        return "\n".join(_indented(run.lines)).replace(BROKEN_WORD, "-")
    if run.kind == "table":
        return "\n".join(" ".join(line.split()) for line in lines).replace(BROKEN_WORD, "-")
    text = lines[0]
    for line in lines[1:]:
        text = _join(text, line, words)
    text = " ".join(text.replace(BROKEN_WORD, "-").split())
    return BULLET.sub("", text, count=1) if run.kind == "list_item" and BULLET.match(text) else text


def _indented(lines: list[Line]) -> list[str]:
    """Give code back its indentation, from where its lines begin."""
    left = min(line.left for line in lines)
    widths = [(line.right - line.left) / len(line.text) for line in lines if len(line.text) > 3]
    width = max(1.0, sorted(widths)[len(widths) // 2]) if widths else 6.0
    return [" " * min(80, round((line.left - left) / width)) + line.text for line in lines]


def _join(text: str, line: str, words: set[str]) -> str:
    """Join two lines; a word broken at the end becomes whole as the rest of the document writes it."""
    is_marked = text.endswith(BROKEN_WORD)
    if not is_marked and not (text.endswith("-") and len(text) > 1 and text[-2].isalpha()):
        return f"{text}{_space_between(text, line)}{line}"
    stem = text[:-1]
    left = WORD.findall(stem)
    right = WORD.match(line)
    if not left or right is None:
        return f"{stem}-{line}"
    whole, hyphenated = left[-1] + right.group(), f"{left[-1]}-{right.group()}"
    if whole.lower() in words or (hyphenated.lower() not in words and line[0].islower() and stem[-1].islower()):
        return stem + line
    return f"{stem}-{line}"


def _space_between(text: str, line: str) -> str:
    """Return what a line end stands for: nothing in Chinese and Japanese, and after a slash."""
    is_slash = text.endswith("/") and text[-2:-1].isalnum()
    return "" if is_slash or (UNSPACED.match(text[-1]) and UNSPACED.match(line[0])) else " "


def _without_edge(text: str) -> str:
    """Return a line without a last word that may be broken."""
    return text.rsplit(" ", 1)[0] if text.endswith((BROKEN_WORD, "-")) else text
