"""Activity: every step of the run on a line of its own, newest first."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.snapshot import RunSnapshot
from widgets import icons, phrases
from widgets.activity_lines import ActivityLine, activity_lines
from widgets.empty import Empty
from widgets.fonts import font
from widgets.theme import theme

ROW_PX = 28
AnyIndex = QModelIndex | QPersistentModelIndex


class Activity(QWidget):
    """Lists a run's steps.

    Signals:
        node_asked: A line was opened; the key of its researcher's node.
    """

    node_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("activity")
        self._model = _Lines()
        self._list = QListView()
        self._list.setAccessibleName("Activity")
        self._list.setModel(self._model)
        self._list.setItemDelegate(_Row(self._list))
        self._list.setUniformItemSizes(True)
        self._list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._list.activated.connect(self._open)
        self._list.clicked.connect(self._open)
        self._empty = Empty("Nothing has happened yet", "Each search, page and refusal is listed here.")
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._list)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 0)
        column.addWidget(self._stack)

    def show_run(self, run: RunSnapshot, who: str = "") -> int:
        """Show a run's steps, or those of one researcher ("2.2"); return how many there are."""
        lines = activity_lines(run, who)
        self._model.show_lines(lines, run.started_at)
        self._stack.setCurrentWidget(self._list if lines else self._empty)
        return len(lines)

    def _open(self, index: QModelIndex) -> None:
        line = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(line, ActivityLine) and line.node:
            self.node_asked.emit(line.node)


class _Lines(QAbstractListModel):
    """The lines; new ones arrive at the top."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[ActivityLine] = []
        self.started_at = 0.0

    def show_lines(self, lines: list[ActivityLine], started_at: float) -> None:
        """Take other lines; the common case of some more at the top leaves the rest where it is."""
        self.started_at = started_at
        if lines == self._lines:
            return
        more = len(lines) - len(self._lines)
        if more > 0 and lines[more:] == self._lines:
            self.beginInsertRows(QModelIndex(), 0, more - 1)
            self._lines = lines
            self.endInsertRows()
            return
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line, or its words for screen readers and tooltips."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return line
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{line.who} {line.verb} {line.strong} {line.right}"
        return f"{line.strong}\n{line.right}".strip() if role == Qt.ItemDataRole.ToolTipRole else None


class _Row(QStyledItemDelegate):
    """Paints one line: time, who, icon, words, and the result at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Be one row high."""
        return QSize(200, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row."""
        line = index.data(Qt.ItemDataRole.UserRole)
        box = QRect(option.rect)
        state = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        chosen = bool(state & QStyle.StateFlag.State_HasFocus)
        ground = line.ground or ("accentSoft" if chosen else "hover" if hovered else "")
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color(ground))
            painter.drawRoundedRect(QRectF(box), 6, 6)
        self._draw(painter, box, line, index)
        painter.restore()

    def _draw(self, painter: QPainter, box: QRect, line: ActivityLine, index: AnyIndex) -> None:
        model = index.model()
        started_at = model.started_at if isinstance(model, _Lines) else 0.0
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font("small"))
        painter.setPen(theme().color("text3"))
        painter.drawText(box.adjusted(8, 0, 0, 0), middle, phrases.clock_face(line.at - started_at))
        painter.setFont(font("small_strong"))
        painter.setPen(theme().color("text"))
        painter.drawText(box.adjusted(54, 0, 0, 0), middle, line.who)
        icons.draw(painter, line.icon, line.role, box.left() + 88, box.top() + 7, 14)
        right_width = self._draw_right(painter, box, line)
        x = box.left() + 114
        painter.setFont(font("small"))
        painter.setPen(theme().color("text"))
        room = box.right() - 8 - right_width - 16 - x
        x = _draw_word(painter, line.verb, x, box, room)
        painter.setFont(font("small", 500))
        _draw_word(painter, line.strong, x + 4, box, box.right() - 8 - right_width - 16 - x)

    def _draw_right(self, painter: QPainter, box: QRect, line: ActivityLine) -> int:
        painter.setFont(font("small"))
        painter.setPen(theme().color("text2" if line.ground else "text3"))
        metrics = QFontMetrics(painter.font())
        text = metrics.elidedText(line.right, Qt.TextElideMode.ElideRight, box.width() // 2 - 60)
        painter.drawText(box.adjusted(0, 0, -8, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return metrics.horizontalAdvance(text)


def _draw_word(painter: QPainter, text: str, x: int, box: QRect, room: int) -> int:
    metrics = QFontMetrics(painter.font())
    shown = metrics.elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, max(0, room))
    painter.drawText(QRect(x, box.top(), max(0, room), box.height()), Qt.AlignmentFlag.AlignVCenter, shown)
    return x + metrics.horizontalAdvance(shown)
