"""A researcher's timeline: what it searched for and opened, what was refused or failed, and what it does now."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.snapshot import ResearcherView, RunSnapshot, Step
from resources.translation import tr, trn
from widgets import phrases
from widgets.button import Button
from widgets.graph.nodes import is_working
from widgets.inspector.timeline_rows import TimelineRow, now_row, step_row
from widgets.text.emphasis import strong

# More widgets than this at once would be felt; whoever wants the beginning asks for it.
SHOWN_STEPS = 60


class Timeline(QWidget):
    """Shows a researcher's steps in their order; steps that stand already are not made again.

    Signals:
        page_asked: A page that was opened is wanted; its reference and its address.
    """

    page_asked = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._key = ""
        self._first = 0  # of the steps that are shown
        self._steps: tuple[Step, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.earlier = Button("", "link", compact=True)
        self.earlier.clicked.connect(self._show_earlier)
        self.earlier.setAccessibleName(tr("Show earlier steps"))
        self.earlier.hide()
        self._rows: list[TimelineRow] = []
        self._now = now_row()
        self._column.addWidget(self.earlier, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self._now)
        self._now.hide()
        self._run, self._view = RunSnapshot(), ResearcherView(wave=0, researcher=0, question="")

    def show_view(self, run: RunSnapshot, view: ResearcherView, now_s: float) -> None:
        """Show a researcher's steps."""
        key = f"{run.run_id} {phrases.researcher_id(view)}"
        self._run, self._view = run, view
        if key != self._key:
            self._key, self._first = key, max(0, len(view.steps) - SHOWN_STEPS)
        if view.steps is not self._steps:
            self._show_steps(view.steps)
        self._show_now(now_s)

    def rows(self) -> list[TimelineRow]:
        """Return the rows of the steps that are shown."""
        return list(self._rows)

    def _show_steps(self, steps: tuple[Step, ...]) -> None:
        is_longer = len(steps) >= len(self._steps) and steps[: len(self._steps)] == self._steps
        kept = min(len(self._rows), len(steps) - self._first) if is_longer and self._rows else 0
        while len(self._rows) > kept:
            self._take(self._rows.pop())
        self._steps = steps
        for place in range(self._first + kept, len(steps)):
            self._put(len(self._rows), steps[place])
        self._name_earlier()

    def _put(self, place: int, step: Step) -> None:
        row = step_row(step, self._time(step.at))
        row.page_asked.connect(self.page_asked)
        self._rows.insert(place, row)
        self._column.insertWidget(place + 1, row)

    def _take(self, row: TimelineRow) -> None:
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _show_earlier(self) -> None:
        first = max(0, self._first - 4 * SHOWN_STEPS)
        for place, step in enumerate(self._steps[first : self._first]):
            self._put(place, step)
        self._first = first
        self._name_earlier()

    def _name_earlier(self) -> None:
        self.earlier.setText(trn("Show {n} earlier step", "Show {n} earlier steps", self._first))
        self.earlier.setVisible(self._first > 0)

    def _time(self, at: float) -> str:
        """Return when a step was, counted from the beginning of its attempt, without the time nobody worked."""
        begun = max((step.at for step in self._steps if step.what == "attempt" and step.at <= at),
                    default=self._view.started_at or at)  # fmt: skip
        clock = phrases.run_clock_s(self._run, at) - phrases.run_clock_s(self._run, begun)
        return phrases.minutes_seconds(clock)

    def _show_now(self, now_s: float) -> None:
        works = is_working(self._view)
        self._now.setVisible(works)
        if not works:
            return
        last = self._steps[-1] if self._steps else None
        if last is not None and last.what == "waiting" and (last.until or 0) > now_s:
            left = phrases.minutes_seconds((last.until or 0) - now_s)
            self._now.show_words(tr("Waits for the model's server, {time} left", time=left))
            return
        self._now.show_words(_doing(self._view))


def _doing(view: ResearcherView) -> str:
    what = strong(phrases.address(view.activity))
    if view.activity and view.state == "searching":
        return tr("Searching {what}", what=what)
    if view.activity and view.state == "reading":
        return tr("Reading {what}", what=what)
    return tr(phrases.RESEARCHER_FACES[view.state].word)
