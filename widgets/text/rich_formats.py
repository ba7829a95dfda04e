"""Block and character formats of set text: the report's type on the theme's colours."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
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
OBJECT = "\ufffc"  # the one character a chip is in the text
_SOLID = QTextTableFormat.BorderStyle.BorderStyle_Solid
_REPORT_PX = 15  # the report's size at a text scale of 1


@dataclass(frozen=True)
class TypeSetting:
    """The sizes text is set in, before zoom."""

    body: Role
    line_px: int
    gap_px: int
    zoom: float = 1.0

    def px(self, size_px: float) -> int:
        """Return a length at this zoom and the user's text scale."""
        return round(size_px * self.zoom * fonts.font("report").pixelSize() / _REPORT_PX)

    def font(self, role: Role, weight: int | None = None) -> QFont:
        """Return the font of a role at this zoom."""
        result = QFont(fonts.font(role, weight))
        result.setPixelSize(max(6, round(result.pixelSize() * self.zoom)))
        return result


REPORT = TypeSetting("report", 24, 12)
COMPACT = TypeSetting("body", 20, 8)  # for side panels, table cells and quotes

_HEADINGS: dict[int, tuple[Role, int, int, int]] = {  # font, line, space above, space below
    1: ("report_h1", 34, 8, 8),
    2: ("report_h2", 26, 20, 4),
    3: ("report_h3", 24, 14, 2),
}


def body_block(setting: TypeSetting, bottom_px: int | None = None) -> QTextBlockFormat:
    """Return the format of a paragraph."""
    block = QTextBlockFormat()
    _set_line(block, setting.px(setting.line_px))
    block.setBottomMargin(setting.px(setting.gap_px if bottom_px is None else bottom_px))
    return block


def heading_block(setting: TypeSetting, level: int) -> QTextBlockFormat:
    """Return the format of a heading."""
    _, line, above, below = _HEADINGS[min(level, 3)]
    block = QTextBlockFormat()
    block.setHeadingLevel(level)
    _set_line(block, setting.px(line))
    block.setTopMargin(setting.px(above))
    block.setBottomMargin(setting.px(below))
    return block


def code_line(setting: TypeSetting) -> QTextBlockFormat:
    """Return the format of lines of code."""
    block = QTextBlockFormat()
    _set_line(block, setting.px(19))
    block.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    return block


def rule_block(setting: TypeSetting) -> QTextBlockFormat:
    """Return the format of a line across the text."""
    block = body_block(setting)
    block.setProperty(
        QTextBlockFormat.Property.BlockTrailingHorizontalRulerWidth,
        QTextLength(QTextLength.Type.PercentageLength, 100),
    )
    block.setBackground(theme().color("border"))  # Qt draws the rule in the block's own colour
    return block


def char(setting: TypeSetting, role: Role, color: str = "text") -> QTextCharFormat:
    """Return the format of text in a role of the type scale."""
    result = QTextCharFormat()
    result.setFont(setting.font(role))
    result.setForeground(QBrush(theme().color(color)))
    return result


def heading_char(setting: TypeSetting, level: int) -> QTextCharFormat:
    """Return the format of a heading's text."""
    return char(setting, _HEADINGS[min(level, 3)][0])


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


def quote_frame(setting: TypeSetting) -> QTextTableFormat:
    """Return the format of a quote: one cell with a bar, since blockquote borders are not drawn."""
    return _one_cell(setting, above_px=2, below_px=14)


def quote_cell(setting: TypeSetting, *, verified: bool, is_rtl: bool) -> QTextTableCellFormat:
    """Return the format of a quote's cell, with the bar where its lines begin.

    Args:
        verified: The quote was found in its source: the bar is marker yellow.
    """
    cell = QTextTableCellFormat()
    brush, solid = QBrush(theme().color("mark" if verified else "strong")), _SOLID
    if is_rtl:
        cell.setRightBorder(2)
        cell.setRightBorderBrush(brush)
        cell.setRightBorderStyle(solid)
        cell.setRightPadding(setting.px(10))
    else:
        cell.setLeftBorder(2)
        cell.setLeftBorderBrush(brush)
        cell.setLeftBorderStyle(solid)
        cell.setLeftPadding(setting.px(10))
    return cell


def code_frame(setting: TypeSetting) -> QTextTableFormat:
    """Return the format of a block of code: one cell on a ground of its own."""
    return _one_cell(setting, above_px=2, below_px=14)


def code_cell(setting: TypeSetting) -> QTextTableCellFormat:
    """Return the format of its cell."""
    cell = QTextTableCellFormat()
    cell.setBackground(theme().color("canvas"))
    cell.setPadding(setting.px(10))
    return cell


def data_table(setting: TypeSetting, columns: int) -> QTextTableFormat:
    """Return the format of a table."""
    frame = _one_cell(setting, above_px=4, below_px=12)
    frame.setBorderCollapse(True)
    frame.setHeaderRowCount(1)
    frame.setRightMargin(1)  # else the collapsed border makes the document a pixel wider than the view
    frame.setAlignment(Qt.AlignmentFlag.AlignLeft)
    if columns <= 2:
        frame.clearProperty(QTextTableFormat.Property.FrameWidth)
    return frame


def table_cell(setting: TypeSetting) -> QTextTableCellFormat:
    """Return the format of a table's cell: a line below it, no zebra."""
    cell = QTextTableCellFormat()
    cell.setBottomBorder(1)
    cell.setBottomBorderBrush(QBrush(theme().color("border")))
    cell.setBottomBorderStyle(_SOLID)
    cell.setTopPadding(setting.px(4))
    cell.setBottomPadding(setting.px(4))
    cell.setRightPadding(setting.px(16))
    return cell


def _one_cell(setting: TypeSetting, *, above_px: int, below_px: int) -> QTextTableFormat:
    frame = QTextTableFormat()
    frame.setBorder(0)
    frame.setCellSpacing(0)
    frame.setCellPadding(0)
    frame.setTopMargin(setting.px(above_px))
    frame.setBottomMargin(setting.px(below_px))
    frame.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    return frame


def _set_line(block: QTextBlockFormat, height_px: int) -> None:
    # Fixed, because a line with a citation chip would grow otherwise.
    block.setLineHeight(height_px, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
