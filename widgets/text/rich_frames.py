"""What stands in frames of its own: tables and code, filled into the tables Qt draws both with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat, QTextTable

from widgets.text import rich_formats as formats
from widgets.text.long_words import breakable
from widgets.text.rich_formats import TypeSetting

Run = tuple[str, QTextCharFormat]


@dataclass
class Cell:
    """A table's cell before the table's size is known."""

    runs: list[Run]
    alignment: Qt.AlignmentFlag


def fill_table(table: QTextTable, rows: Sequence[Sequence[Cell]], setting: TypeSetting) -> None:
    """Fill a table; rows that are shorter leave cells empty."""
    for y, row in enumerate(rows):
        for x in range(table.columns()):
            table.cellAt(y, x).setFormat(formats.table_cell(setting))
            block = formats.body_block(setting, 0)
            cursor = table.cellAt(y, x).firstCursorPosition()
            if x < len(row):
                block.setAlignment(row[x].alignment)
            cursor.setBlockFormat(block)
            for text, char in row[x].runs if x < len(row) else ():
                cursor.insertText(breakable(text), char)


def fill_code(table: QTextTable, text: str, setting: TypeSetting) -> None:
    """Fill a table of one cell with code."""
    table.cellAt(0, 0).setFormat(formats.code_cell(setting))
    cursor = table.cellAt(0, 0).firstCursorPosition()
    cursor.setBlockFormat(formats.code_line(setting))
    cursor.insertText(breakable(text).replace("\n", "\u2028"), formats.char(setting, "mono"))
