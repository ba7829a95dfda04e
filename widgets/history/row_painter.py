"""Paints the rows of the history: a run with its state, a found run with its snippet, the heading of a day."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextCharFormat
from PySide6.QtWidgets import QLineEdit, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from resources.translation import tr
from widgets.fonts import font, grown_px, scaled_px
from widgets.glyph import draw_glyph
from widgets.history.model import run_of
from widgets.history.rows import FoundRow, Heading, HistoryRow, found_line, row_line
from widgets.phrases import RUN_FACES
from widgets.text.elided_text import draw_lines
from widgets.text.marked_text import draw_marked, line_count
from widgets.theme import theme

HEADING_PX, HEADING_GAP_PX = 30, 8
PAD_PX, LINE_PX, META_PX, SNIPPET_PX = 6, 18, 17, 15
WORDS_LEFT_PX, WORDS_RIGHT_PX = 28, 6
MAX_TITLE_CHARS = 200
_Index = QModelIndex | QPersistentModelIndex


class HistoryRowPainter(QStyledItemDelegate):
    """Paints one entry and edits titles in place."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._list = view
        self._open_id = self._edited_id = ""

    def show_open(self, run_id: str) -> None:
        """Mark the run whose page is open; "" for none."""
        self._open_id = run_id

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Be as high as name and snippet need, at most two lines each."""
        entry = index.data(Qt.ItemDataRole.UserRole)
        run = run_of(entry)
        if run is None:
            return QSize(100, grown_px(HEADING_PX) + (HEADING_GAP_PX if index.row() else 0))
        width = self._list.viewport().width() - WORDS_LEFT_PX - WORDS_RIGHT_PX
        lines = _name_lines(run.name, _font_key(font("body", 500)), width)
        height = 2 * PAD_PX + scaled_px(LINE_PX) * lines + scaled_px(META_PX)
        if isinstance(entry, FoundRow) and entry.snippet:
            height += scaled_px(SNIPPET_PX) * line_count(entry.snippet, font("meta", 400), width, 2) + 2
        return QSize(100, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw the entry."""
        entry = index.data(Qt.ItemDataRole.UserRole)
        box = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(entry, Heading):
            painter.setFont(font("small"))
            painter.setPen(theme().color("text3"))
            painter.drawText(box.adjusted(4, 0, 0, -6), Qt.AlignmentFlag.AlignBottom, entry.text)
        else:
            run = run_of(entry)
            if run is not None:
                self._draw_ground(painter, box, run, option.state)
                self._draw_run(painter, box, run, entry if isinstance(entry, FoundRow) else None)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        """Edit the title where it stands."""
        run = run_of(index.data(Qt.ItemDataRole.UserRole))
        self._edited_id = run.run_id if run else ""
        editor = QLineEdit(parent)
        editor.setObjectName("renameRun")
        editor.setProperty("compact", True)
        editor.setFont(font("body", 500))
        editor.setMaxLength(MAX_TITLE_CHARS)
        editor.setAccessibleName(tr("Title of this research"))
        editor.setPlaceholderText(" ".join(run.topic.split())[:MAX_TITLE_CHARS] if run else "")
        editor.setToolTip(tr("Empty brings the topic back."))
        # Qt chooses all of the text once more after it, and shows the end of a long one.
        QTimer.singleShot(0, editor, lambda: None if editor.isModified() else _show_beginning(editor))
        return editor

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        """Begin with what the run is called, all of it chosen."""
        assert isinstance(editor, QLineEdit)
        if not editor.isModified():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            _show_beginning(editor)

    def destroyEditor(self, editor: QWidget, index: _Index) -> None:
        """Show the name again."""
        self._edited_id = ""
        super().destroyEditor(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        """Hand over what was typed."""
        assert isinstance(editor, QLineEdit)
        model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: _Index) -> None:
        """Stand over the name, and leave the sign and the grey line in view."""
        box = QRect(option.rect)
        editor.setGeometry(
            box.left() + WORDS_LEFT_PX - 8, box.top() + 3, box.width() - WORDS_LEFT_PX + 4, grown_px(28)
        )

    def _draw_ground(self, painter: QPainter, box: QRect, run: HistoryRow, state: QStyle.StateFlag) -> None:
        is_chosen = bool(state & QStyle.StateFlag.State_Selected)
        # The open run keeps a ground of its own while others are chosen.
        if is_chosen or run.run_id == self._open_id or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accentSoft" if is_chosen else "hover"))
            painter.drawRoundedRect(QRectF(box), 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme().color("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _draw_run(self, painter: QPainter, box: QRect, run: HistoryRow, found: FoundRow | None) -> None:
        face = RUN_FACES[run.state]
        line_px, snippet_px = scaled_px(LINE_PX), scaled_px(SNIPPET_PX)
        top = box.top() + PAD_PX + (line_px - 16) / 2
        draw_glyph(painter, face.icon, face.role, QPointF(box.left() + 5, top), 16)
        words = QRectF(
            box.left() + WORDS_LEFT_PX, box.top() + PAD_PX, box.width() - WORDS_LEFT_PX - WORDS_RIGHT_PX, 200
        )
        painter.setFont(font("body", 500))
        painter.setPen(theme().color("text"))
        if run.run_id == self._edited_id:
            lines = _name_lines(run.name, painter.font().toString(), int(words.width()))
            y = words.top() + line_px * lines
        elif found is None:
            y = draw_lines(painter, run.name, words, 2, line_px)
        else:
            y = draw_marked(painter, run.name, found.marks, _marked("text", 700), words, 2, line_px)
        painter.setFont(font("meta", 400))
        painter.setPen(theme().color("text3"))
        if found is not None and found.snippet:
            painter.setPen(theme().color("text2"))
            piece = QRectF(words.left(), y + 2, words.width(), 2 * snippet_px)
            how = _marked("text", 700)
            y = draw_marked(painter, found.snippet, found.snippet_marks, how, piece, 2, snippet_px)
            painter.setPen(theme().color("text3"))
        line = row_line(run) if found is None else found_line(run)
        shown = QFontMetrics(painter.font()).elidedText(line, Qt.TextElideMode.ElideRight, int(words.width()))
        painter.drawText(
            QRectF(words.left(), y + 1, words.width(), scaled_px(16)), Qt.AlignmentFlag.AlignVCenter, shown
        )


def _show_beginning(editor: QLineEdit) -> None:
    """Choose all of the text, and bring its beginning into view."""
    editor.end(False)
    editor.home(True)


@lru_cache(maxsize=8_192)
def _name_lines(name: str, font_key: str, width_px: int) -> int:
    """Return how many lines a name takes; thousands are asked for before the first one is painted."""
    return 1 if _metrics(font_key).horizontalAdvance(name) <= width_px else 2


@lru_cache(maxsize=8)
def _font_key(name_font: QFont) -> str:
    return name_font.toString()


@lru_cache(maxsize=8)
def _metrics(font_key: str) -> QFontMetrics:
    measured = QFont()
    measured.fromString(font_key)
    return QFontMetrics(measured)


def _marked(role: str, weight: int) -> QTextCharFormat:
    how = QTextCharFormat()
    how.setForeground(theme().color(role))
    how.setFontWeight(weight)
    how.setFontUnderline(True)
    return how
