"""The three columns of a failed run's page: what happened, what was kept, what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from engine.incomplete import incomplete_draft
from engine.snapshot import RunSnapshot
from resources.translation import tr
from widgets.button import Button
from widgets.ending.failure_lines import Line, happened, kept, to_do
from widgets.fonts import grown_px
from widgets.glyph import Glyph
from widgets.label import Label

TIME_PX = 34


class FailureColumns(QWidget):
    """Shows the columns of one run.

    Signals:
        kept_asked: What was kept shall be shown.
        draft_asked: What the writer wrote before it failed shall be shown.
    """

    kept_asked = Signal()
    draft_asked = Signal()

    def __init__(self, run: RunSnapshot) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        steps = [Line("", str(place), "text2", words) for place, words in enumerate(to_do(run), 1)]
        kept_cell = _column(kept(run))
        if incomplete_draft(run):
            kept_cell.insertWidget(kept_cell.count() - 1, self._make_draft(), 0, Qt.AlignmentFlag.AlignLeft)
        if run.waves and run.waves[-1].questions:
            kept_cell.insertWidget(kept_cell.count() - 1, self._make_show(), 0, Qt.AlignmentFlag.AlignLeft)
        titles = (tr("What happened"), tr("What was kept"), tr("What you can do"))
        for place, cell in enumerate((_column(happened(run)), kept_cell, _column(steps))):
            grid.setColumnStretch(place, 1)
            grid.addWidget(Label(titles[place], "small_strong", "text2"), 0, place)
            grid.addLayout(cell, 1, place)

    def _make_draft(self) -> Button:
        draft = Button(tr("What was written so far"), "link", "writer", compact=True)
        draft.setObjectName("showDraft")
        draft.clicked.connect(self.draft_asked)
        return draft

    def _make_show(self) -> Button:
        show = Button(tr("Show what was kept"), "link", "eye", compact=True)
        show.setObjectName("showKept")
        show.clicked.connect(self.kept_asked)
        return show


def _column(lines: list[Line]) -> QVBoxLayout:
    cell = QVBoxLayout()
    cell.setSpacing(6)
    has_times = any(line.time for line in lines)
    for line in lines:
        cell.addLayout(_row(line, has_times=has_times))
    cell.addStretch(1)
    return cell


def _row(line: Line, *, has_times: bool) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    top = Qt.AlignmentFlag.AlignTop
    if has_times:
        time = Label(line.time, "small", "text3")
        time.setFixedWidth(grown_px(TIME_PX))
        row.addWidget(time, 0, top)
    if line.icon.isdigit():
        row.addWidget(Label(line.icon, "small_strong", "text2"), 0, top)
    else:
        row.addWidget(Glyph(line.icon, line.role, 16), 0, top)
    row.addWidget(Label(line.words, "small", wraps=True), 1)
    return row
