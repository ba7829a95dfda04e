"""A document's sections: headings with numbers and lengths, so that a model can ask for the part it wants."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from researcher_container.contract import Document
from researcher_container.researcher import words

MAX_HEADING_CHARS = 120
# What an outline may take where nothing else is said; a longer one is itself a page to read: deep headings go first.
MAX_CHARS = 3_000
# A heading that was asked for with a slip of the pen is still this much like the one that is there.
LIKE = 0.75
# What is compared of a heading; a hostile page may have headings of any length.
COMPARED_CHARS = 200
_LENGTH = re.compile(r"\s*\([\d,. ]+\)$")
_OWN_NUMBER = re.compile(r"\d+(?:\.\d+)*\.?")


@dataclass(frozen=True)
class Section:
    """A heading with what stands below it, up to the next heading; positions are code points of the stored text."""

    heading: str  # "" for what stands above the first heading
    level: int
    start: int
    end: int
    number: int = 0  # of the heading in reading order, 1-based; 0 above the first

    @property
    def chars(self) -> int:
        """The length of the section's text."""
        return self.end - self.start


def sections(document: Document) -> list[Section]:
    """Return the sections in reading order."""
    found: list[Section] = []
    heading, level, start, number = "", 1, 0, 0
    offsets = document.offsets()
    for block, offset in zip(document.blocks, offsets, strict=True):
        if block.kind != "heading":
            continue
        if offset > start:
            found.append(Section(heading, level, start, offset, number))
        heading, level, start, number = block.text, block.level or 2, offset, number + 1
    end = offsets[-1] + len(document.blocks[-1].text) if document.blocks else 0
    if end > start:
        found.append(Section(heading, level, start, end, number))
    return found


def outline(document: Document, most_chars: int = MAX_CHARS) -> str:
    """Return one line per heading with its number and length in characters, indented by level."""
    headed = [section for section in sections(document) if section.heading]
    for deepest in range(6, 0, -1):
        shown = [section for section in headed if section.level <= deepest]
        if sum(len(_line(section, 1)) + 1 for section in shown) <= most_chars:
            break
    # Where even the highest level is too long, or has no headings, the first ones of all stand for it.
    shown = shown or headed
    if not shown:
        return ""
    top = min(section.level for section in shown)
    lines: list[str] = []
    for section in shown:
        lines.append(_line(section, top))
        if sum(map(len, lines)) + len(lines) > most_chars and len(lines) > 1:
            lines.pop()
            break
    if len(lines) < len(headed):
        lines.append(f'({len(headed) - len(lines)} more headings; open_page with the heading "outline" lists more)')
    return "\n".join(lines)


def _line(section: Section, top: int) -> str:
    heading = " ".join(section.heading.split())[:MAX_HEADING_CHARS]
    return f"{'  ' * (section.level - top)}#{section.number} {heading} ({section.chars:,})"


def named(document: Document, heading: str) -> list[Section]:
    """Return the sections a model may mean, in reading order, each up to the end of its last subsection.

    In this order: the number in the outline (`#12`), the same words, the document's own number (`3.2`), a plain
    number of the outline, a part of a heading, most of its words, nearly the same letters.
    """
    found = sections(document)
    headed = [section for section in found if section.heading]
    meant = _meant(headed, heading)
    return [Section(one.heading, one.level, one.start, _end(one, found), one.number) for one in meant]


def _meant(headed: Sequence[Section], heading: str) -> list[Section]:
    wanted = heading.strip().lstrip("-").strip()
    if number := re.match(r"#\s?(\d{1,6})\b", wanted):
        return [one for one in headed if one.number == int(number[1])]
    folded = _folded(wanted)
    if not folded:
        return []
    names = [_folded(section.heading) for section in headed]
    if same := [section for section, name in zip(headed, names, strict=True) if name == folded]:
        return same
    if _OWN_NUMBER.fullmatch(folded):
        return _numbered(headed, folded.rstrip("."))
    if len(folded) > 3 and (
        part := [section for section, name in zip(headed, names, strict=True) if f" {folded} " in f" {name} "]
    ):
        return part
    stems = set(words.stems(folded))
    shared = [len(stems & set(words.stems(name))) for name in names]
    best = max(shared, default=0)
    if best and 2 * best >= len(stems):
        return [section for section, count in zip(headed, shared, strict=True) if count == best]
    bare = [re.sub(r"^[\d.]+\s+", "", name) for name in names]
    like = difflib.get_close_matches(folded, bare, n=1, cutoff=LIKE)
    return [section for section, name in zip(headed, bare, strict=True) if name in like]


def _numbered(headed: Sequence[Section], number: str) -> list[Section]:
    own = [one for one in headed if re.match(rf"{re.escape(number)}(?![\d.]*\d)", one.heading.strip())]
    if own or not number.isdecimal() or len(number) > 6:
        return own
    return [one for one in headed if one.number == int(number)]


def _end(chosen: Section, found: Sequence[Section]) -> int:
    end = chosen.end
    for section in found:
        if section.start > chosen.start:
            if section.level <= chosen.level:
                break
            end = section.end
    return end


def _folded(heading: str) -> str:
    """Return a heading without its sign, its length in an outline, its case and its spacing."""
    text = _LENGTH.sub("", re.sub(r"^#+\s*(?:\d+\s)?", "", heading.strip()))
    return " ".join(text.casefold().split())[:COMPARED_CHARS].strip(" .:¶")
