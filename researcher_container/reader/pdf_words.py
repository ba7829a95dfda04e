"""The words of lines that belong together: joined, with broken words made whole."""

from __future__ import annotations

import re
from dataclasses import dataclass

from researcher_container.contract import BlockKind
from researcher_container.reader.pdf_pages import BROKEN_WORD, Line

BULLET = re.compile(r"[•◦▪▫‣·●○■□►➢✓*–—-]\s+(?=\S)")
LONGEST_WORD_CHARS = 80
WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
UNSPACED = re.compile("[\u2e80-\u312f\u31f0-\u9fff\uf900-\ufaff\uff00-\uff60]")


@dataclass
class Run:
    """Lines that belong together."""

    lines: list[Line]
    kind: BlockKind


def text_of(run: Run, words: set[str]) -> str:
    """Return the text of a run; `words` are the words of the whole document, in small letters."""
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
    token = stem[-LONGEST_WORD_CHARS:].rpartition(" ")[2]
    if "://" in token or "@" in token or token.startswith("www."):
        return f"{stem}-{line}"  # addresses have hyphens of their own
    left = WORD.findall(stem[-LONGEST_WORD_CHARS:])
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


def without_edge(text: str) -> str:
    """Return a line without a last word that may be broken."""
    return text.rsplit(" ", 1)[0] if text.endswith((BROKEN_WORD, "-")) else text
