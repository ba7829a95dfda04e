"""How a stored text is set: serif, as it is, with half a line where it has an empty one."""

from __future__ import annotations

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from widgets.text.rich_formats import TypeSetting
from widgets.theme import theme

MAX_LINE_PX = 600
MIN_MARGIN_PX = 24
_GAP_PX = 13  # the height of an empty line


def set_plain(edit: QTextEdit, text: str, setting: TypeSetting) -> None:
    """Set a text into a widget; nothing in it is interpreted."""
    edit.setPlainText(text)
    cursor = QTextCursor(edit.document())
    cursor.beginEditBlock()
    cursor.select(QTextCursor.SelectionType.Document)
    style = QTextCharFormat()
    style.setFont(setting.font(setting.body))
    style.setForeground(theme().color("text"))
    cursor.setCharFormat(style)
    line, gap = QTextBlockFormat(), QTextBlockFormat()
    fixed = QTextBlockFormat.LineHeightTypes.FixedHeight.value
    line.setLineHeight(setting.px(setting.line_px), fixed)
    gap.setLineHeight(setting.px(_GAP_PX), fixed)
    cursor.setBlockFormat(line)
    block = edit.document().begin()
    while block.isValid():
        if block.length() == 1:
            cursor.setPosition(block.position())
            cursor.setBlockFormat(gap)
        block = block.next()
    cursor.endEditBlock()
    set_margins(edit, setting)


def set_margins(edit: QTextEdit, setting: TypeSetting) -> None:
    """Keep lines readable in whatever width there is."""
    side = max(MIN_MARGIN_PX, (edit.viewport().width() - setting.px(MAX_LINE_PX)) // 2)
    root = edit.document().rootFrame()
    frame = root.frameFormat()
    frame.setLeftMargin(side)
    frame.setRightMargin(side)
    frame.setTopMargin(20)
    frame.setBottomMargin(40)
    root.setFrameFormat(frame)
