"""Block and character formats of set text: the report's type on the theme's colours."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QTextBlockFormat,
    QTextCharFormat,
    QTextLength,
    QTextTableCellFormat,
    QTextTableFormat,
)

from widgets import fonts
from widgets.fonts import Role
from widgets.theme import theme

CHIP_OBJECT = 0x1000 + 1  # QTextFormat.UserObject + 1
CHIP_NUMBER = 0x100000 + 1  # QTextFormat.UserProperty + 1
CHIP_KEY = 0x100000 + 2
CITE_SCHEME = "cite:"


@dataclass(frozen=True)
class TypeSetting:
    """The sizes text is set in; `compact` is for side panels, the other one for the report."""

    body: Role
    line_px: int
    gap_px: int


REPORT = TypeSetting("report", 24, 12)
COMPACT = TypeSetting("body", 20, 8)

_HEADINGS: dict[int, tuple[Role, int, int, int]] = {  # font, line, space above, space below
    1: ("report_h1", 34, 8, 8),
    2: ("report_h2", 26, 20, 4),
    3: ("report_h3", 24, 14, 2),
}


def body_block(setting: TypeSetting, bottom_px: int | None = None) -> QTextBlockFormat:
    """Return the format of a paragraph."""
    block = QTextBlockFormat()
    # Fixed, because a line with a citation chip would grow otherwise.
    block.setLineHeight(setting.line_px, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    block.setBottomMargin(setting.gap_px if bottom_px is None else bottom_px)
    return block


def heading_block(level: int) -> QTextBlockFormat:
    """Return the format of a heading."""
    _, line, above, below = _HEADINGS[min(level, 3)]
    block = QTextBlockFormat()
    block.setHeadingLevel(level)
    block.setLineHeight(line, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    block.setTopMargin(above)
    block.setBottomMargin(below)
    return block


def code_block(setting: TypeSetting) -> QTextBlockFormat:
    """Return the format of a line of code."""
    block = QTextBlockFormat()
    block.setNonBreakableLines(True)
    block.setBackground(theme().color("canvas"))
    block.setLeftMargin(8)
    return block


def char(role: Role, color: str = "text") -> QTextCharFormat:
    """Return the format of text in a role of the type scale."""
    result = QTextCharFormat()
    result.setFont(fonts.font(role))
    result.setForeground(QBrush(theme().color(color)))
    return result


def heading_char(level: int) -> QTextCharFormat:
    """Return the format of a heading's text."""
    return char(_HEADINGS[min(level, 3)][0])


def link(base: QTextCharFormat, href: str) -> QTextCharFormat:
    """Return a format for a link in running text."""
    result = QTextCharFormat(base)
    result.setAnchor(True)
    result.setAnchorHref(href)
    result.setForeground(QBrush(theme().color("accent")))
    result.setToolTip(href)
    return result


def chip(base: QTextCharFormat, number: str, key: str) -> QTextCharFormat:
    """Return the format of a citation chip that stands in the text as one character."""
    result = QTextCharFormat(base)
    result.setObjectType(CHIP_OBJECT)
    result.setProperty(CHIP_NUMBER, number)
    result.setProperty(CHIP_KEY, key)
    result.setAnchor(True)
    result.setAnchorHref(CITE_SCHEME + key)
    return result


def quote_table(*, verified: bool) -> tuple[QTextTableFormat, QTextTableCellFormat]:
    """Return the formats of a quote: one cell with a bar at its left, since blockquote borders are not drawn.

    Args:
        verified: The quote was found in its source: the bar is marker yellow.
    """
    frame = QTextTableFormat()
    frame.setBorder(0)
    frame.setCellSpacing(0)
    frame.setTopMargin(2)
    frame.setBottomMargin(14)
    frame.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    cell = QTextTableCellFormat()
    cell.setLeftBorder(2)
    cell.setLeftBorderBrush(QBrush(theme().color("mark" if verified else "strong")))
    cell.setLeftBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
    cell.setLeftPadding(10)
    return frame, cell


def data_table(columns: int) -> QTextTableFormat:
    """Return the format of a table."""
    frame = QTextTableFormat()
    frame.setBorder(0)
    frame.setCellSpacing(0)
    frame.setCellPadding(0)
    frame.setTopMargin(4)
    frame.setBottomMargin(12)
    frame.setBorderCollapse(True)
    frame.setHeaderRowCount(1)
    frame.setAlignment(Qt.AlignmentFlag.AlignLeft)
    if columns > 2:
        frame.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    return frame


def table_cell() -> QTextTableCellFormat:
    """Return the format of a table's cell: a line below it, no zebra."""
    cell = QTextTableCellFormat()
    cell.setBottomBorder(1)
    cell.setBottomBorderBrush(QBrush(theme().color("border")))
    cell.setBottomBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
    cell.setTopPadding(2)
    cell.setBottomPadding(2)
    cell.setRightPadding(20)
    return cell
