"""A document's sections: headings with their lengths, so that a model can ask for the part it wants."""

from __future__ import annotations

from dataclasses import dataclass

from researcher_container.contract import Document
from researcher_container.researcher import words

# An outline longer than this is itself a page to read; deep headings go first.
MAX_LINES, MAX_HEADING_CHARS = 60, 120


@dataclass(frozen=True)
class Section:
    """A heading with what stands below it, up to the next heading; positions are code points of the stored text."""

    heading: str  # "" for what stands above the first heading
    level: int
    start: int
    end: int

    @property
    def chars(self) -> int:
        """The length of the section's text."""
        return self.end - self.start


def sections(document: Document) -> list[Section]:
    """Return the sections in reading order; navigation outside of them does not make sections."""
    found: list[Section] = []
    heading, level, start = "", 1, 0
    offsets = document.offsets()
    for block, offset in zip(document.blocks, offsets, strict=True):
        if block.kind != "heading":
            continue
        if offset > start:
            found.append(Section(heading, level, start, offset))
        heading, level, start = block.text, block.level or 2, offset
    end = offsets[-1] + len(document.blocks[-1].text) if document.blocks else 0
    if end > start:
        found.append(Section(heading, level, start, end))
    return found


def outline(document: Document) -> str:
    """Return one line per heading with its length in characters, indented by level."""
    headed = [section for section in sections(document) if section.heading]
    deepest = 6
    while len([section for section in headed if section.level <= deepest]) > MAX_LINES and deepest > 1:
        deepest -= 1
    shown = [section for section in headed if section.level <= deepest][:MAX_LINES]
    if not shown:
        return ""
    top = min(section.level for section in shown)
    lines = [
        f"{'  ' * (section.level - top)}- {section.heading[:MAX_HEADING_CHARS]} ({section.chars:,})"
        for section in shown
    ]
    if len(shown) < len(headed):
        lines.append(f"({len(headed) - len(shown)} more headings below these)")
    return "\n".join(lines)


def named(document: Document, heading: str) -> Section | None:
    """Return the section a model means: the same words, else the heading that shares most of them.

    The section's end is that of its last subsection.
    """
    found = sections(document)
    wanted = set(words.stems(heading))
    same = [section for section in found if section.heading.strip().lower() == heading.strip().lower()]
    if not same and wanted:
        shared = [(len(wanted & set(words.stems(section.heading))), section) for section in found]
        best = max((count for count, _ in shared), default=0)
        same = [section for count, section in shared if count == best and 2 * count >= len(wanted)]
    if not same:
        return None
    chosen = same[0]
    end = chosen.end
    for section in found[found.index(chosen) + 1 :]:
        if section.level <= chosen.level:
            break
        end = section.end
    return Section(chosen.heading, chosen.level, chosen.start, end)
