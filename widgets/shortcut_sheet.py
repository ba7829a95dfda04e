"""The sheet of keys: every shortcut by group, opened with F1."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from resources.translation import tr
from widgets.button import Button
from widgets.fonts import broad_px
from widgets.label import Label

BAR_ROOM_PX = 20  # a scroll bar and a gap
CHROME_PX = 140  # heading, button and margins
Shortcuts = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # (group, ((what, keys), ...)), ...


class ShortcutList(QWidget):
    """Lists keys in two columns of groups."""

    def __init__(self, shortcuts: Shortcuts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Keys"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(32)
        for groups in _halves(shortcuts):
            column = QVBoxLayout()
            column.setSpacing(20)
            for name, keys in groups:
                column.addLayout(_group(name, keys))
            column.addStretch(1)
            row.addLayout(column, 1)


class ShortcutSheet(QDialog):
    """The dialog around the list."""

    def __init__(self, shortcuts: Shortcuts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts")
        self.setWindowTitle(tr("Keys"))
        self.setModal(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(16)
        column.addWidget(Label(tr("Keys"), "heading"))
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = ShortcutList(shortcuts)
        content.setProperty("scrolled", "true")
        content.setContentsMargins(0, 0, BAR_ROOM_PX, 0)
        area.setWidget(content)
        column.addWidget(area, 1)
        close = Button(tr("Close"), "outline")
        close.clicked.connect(self.accept)
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        wanted = QSize(broad_px(780), content.sizeHint().height() + CHROME_PX)
        room = (parent.window() if parent else self).screen().availableSize() - QSize(80, 80)
        self.resize(wanted.boundedTo(room))


def native(keys: str) -> str:
    """Return a shortcut as this system writes it; words that are no shortcut stay as they are."""
    sequence = QKeySequence(keys)
    written = sequence.toString(QKeySequence.SequenceFormat.NativeText)
    return written if written and " / " not in keys else keys


def _group(name: str, keys: tuple[tuple[str, str], ...]) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(6)
    column.addWidget(Label(name, "small_strong", "text3"))
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(6)
    for place, (what, pressed) in enumerate(keys):
        grid.addWidget(Label(what, "body", wraps=True), place, 0)
        label = Label(native(pressed), "small", "text2")
        grid.addWidget(label, place, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    grid.setColumnStretch(0, 1)
    column.addLayout(grid)
    return column


def _halves(shortcuts: Shortcuts) -> tuple[Shortcuts, Shortcuts]:
    """Split the groups where both columns come out about as long."""
    total = sum(len(keys) + 2 for _, keys in shortcuts)
    height, place = 0, 0
    for place, (_, keys) in enumerate(shortcuts):  # noqa: B007 - the place is the answer
        if height and height + (len(keys) + 2) / 2 > total / 2:
            break
        height += len(keys) + 2
    else:
        place += 1
    return shortcuts[:place], shortcuts[place:]
