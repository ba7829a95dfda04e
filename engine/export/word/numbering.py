"""Lists of a Word document: every list counts for itself, from where it begins."""

from __future__ import annotations

from typing import Any

from docx.oxml.ns import qn

from engine.export.word.markup import element

_BULLETS = "•◦▪"
_STEP_TWIPS = 357  # 0.63 cm


class Numbering:
    """Makes list definitions in a document's numbering part."""

    def __init__(self, document: Any) -> None:
        self._part = document.part.numbering_part.element
        taken = [int(one.get(qn("w:abstractNumId"))) for one in self._part.findall(qn("w:abstractNum"))]
        self._next_abstract = max(taken, default=0) + 1
        numbers = [int(one.get(qn("w:numId"))) for one in self._part.findall(qn("w:num"))]
        self._next_number = max(numbers, default=0) + 1
        self._bullets = 0

    def new(self, start: int | None) -> int:
        """Return the number of a new list.

        Args:
            start: Its first number, None for bullets.
        """
        if start is None and self._bullets:
            return self._bullets
        abstract = self._abstract(start)
        number, self._next_number = self._next_number, self._next_number + 1
        made = element("w:num", numId=str(number))
        made.append(element("w:abstractNumId", val=str(abstract)))
        self._part.append(made)
        if start is None:
            self._bullets = number
        return number

    def number(self, paragraph: Any, number: int, level: int) -> None:
        """Make a paragraph an item of a list."""
        properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_ilvl().val = level
        properties.get_or_add_numId().val = number

    def _abstract(self, start: int | None) -> int:
        number, self._next_abstract = self._next_abstract, self._next_abstract + 1
        made = element("w:abstractNum", abstractNumId=str(number))
        made.append(element("w:multiLevelType", val="hybridMultilevel"))
        for level in range(9):
            made.append(_level(level, start))
        # Definitions stand before the lists that use them.
        first = self._part.find(qn("w:num"))
        if first is None:
            self._part.append(made)
        else:
            first.addprevious(made)
        return number


def _level(level: int, start: int | None) -> Any:
    made = element("w:lvl", ilvl=str(level))
    made.append(element("w:start", val=str(1 if start is None else start)))
    made.append(element("w:numFmt", val="bullet" if start is None else "decimal"))
    made.append(element("w:lvlText", val=_BULLETS[level % 3] if start is None else f"%{level + 1}."))
    made.append(element("w:lvlJc", val="left"))
    properties = element("w:pPr")
    properties.append(element("w:ind", left=str(_STEP_TWIPS * (level + 1)), hanging=str(_STEP_TWIPS)))
    made.append(properties)
    return made
