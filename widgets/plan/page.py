"""The plan, waiting for the user: its questions to change before a wave starts, and what the wave will take."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from resources.translation import tr
from widgets.label import Label
from widgets.plan.draft import KeptPlan, PlanDraft
from widgets.plan.faults import Leaning
from widgets.plan.foot import PlanFoot
from widgets.plan.list import PlanList
from widgets.row_column import Typeset, plain_typeset
from widgets.text.flowing_text import FlowingText
from widgets.undo_keys import UndoKeys

KEEP_AFTER_MS = 300  # of quiet while typing
MAX_WIDTH_PX = 960
Recall = Callable[[str], KeptPlan | None]


class PlanPage(UndoKeys):
    """Lets the user change a wave's questions. What he changed is held for every run until its wave starts.

    Signals:
        start_asked: Research shall start; wave and questions.
        citation_asked: A citation in the reviewer's reason was clicked; its key.
        skip_asked: The report shall be written without this wave.
        discard_asked: The run shall be stopped.
        changed: The questions shall be kept; the run's id and a `KeptPlan`.
    """

    start_asked = Signal(int, object)
    citation_asked = Signal(str)
    skip_asked = Signal()
    discard_asked = Signal()
    changed = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plan")
        self.recall: Recall = lambda run_id: None
        self._run_id, self._wave, self._planned = "", 0, ()  # type: tuple[str, int, tuple[str, ...]]
        self._drafts: dict[tuple[str, int, tuple[str, ...]], PlanDraft] = {}
        self._keep_soon = QTimer(self, singleShot=True, interval=KEEP_AFTER_MS)
        self._keep_soon.timeout.connect(self._keep)
        self.list, self.foot = PlanList(), PlanFoot()
        self.start = self.foot.start
        self._title = Label("", "heading", wraps=True)
        self._words = Label("", "body", "text2", wraps=True)
        self.typeset: Typeset = plain_typeset
        self.reason = FlowingText()
        self.reason.setAccessibleName(tr("Why the reviewer asked for more"))
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidget(self._make_page())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._scroll, 1)
        column.addWidget(self.foot)
        self._wire()

    def set_check(self, leaning: Leaning) -> None:
        """Set how a question that does not stand alone is told."""
        self.list.leaning = leaning

    def show_plan(self, run: RunSnapshot) -> None:
        """Show the plan a run waits with; what was changed of it before is still there."""
        wave = run.waves[-1]
        key = (run.run_id, wave.wave, wave.questions)
        if key != (self._run_id, self._wave, self._planned):
            self._keep_pending()
            self._run_id, self._wave, self._planned = key
            if key not in self._drafts:
                self._drafts[key] = PlanDraft(self._recalled(key))
            self.list.show_draft(self._drafts[key])
            self._scroll.verticalScrollBar().setValue(0)
        self._show_head(run)
        self.foot.show_wave(run, len(self.list.questions()))

    def questions(self) -> tuple[str, ...]:
        """Return the questions as they stand."""
        return self.list.questions()

    def take_keyboard(self) -> None:
        """Put the keyboard on the first question."""
        self.list.rows()[0].setFocus()

    def ask_start(self) -> None:
        """Start with the questions as they stand; one that cannot be researched is shown instead."""
        if self.list.settle():
            self._keep_soon.stop()
            self.start_asked.emit(self._wave, self.list.questions())
        else:
            self.foot.say(tr("Mend the question that is marked first."))

    def forget(self, run_id: str) -> None:
        """Let go of what was changed for a run: its wave has started."""
        self._keep_soon.stop()
        for key in [key for key in self._drafts if key[0] == run_id]:
            del self._drafts[key]
        if run_id == self._run_id:
            self._run_id, self._wave, self._planned = "", 0, ()

    def undo(self) -> None:
        """Take the last change of the plan back, wherever on the page the keyboard is."""
        self.list.undo()

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        self.list.redo()

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what was typed last."""
        super().hideEvent(event)
        self._keep_pending()

    def _recalled(self, key: tuple[str, int, tuple[str, ...]]) -> tuple[str, ...]:
        kept = self.recall(key[0])
        return kept.questions if kept and (kept.wave, kept.planned) == key[1:] and kept.questions else key[2]

    def _show_head(self, run: RunSnapshot) -> None:
        decision = next((wave.decision for wave in run.waves if wave.wave == self._wave - 1), None)
        self.reason.setVisible(decision is not None)
        if decision is None:
            self._title.setText(tr("Are these the right questions?"))
            words = tr("Each goes to one researcher who sees nothing else, so every question must stand on its own.")
        else:
            self._title.setText(tr("Are these the right questions for wave {wave}?", wave=self._wave))
            words = tr("You asked for more:") if decision.by == "user" else tr("The reviewer asked for more:")
            self.reason.show_blocks(self.typeset(decision.rationale, run.sources))
        self._words.setText(words)

    def _make_page(self) -> QWidget:
        page = QWidget()
        page.setProperty("scrolled", "true")
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(8)
        content = QWidget()
        content.setMaximumWidth(MAX_WIDTH_PX)
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(8)
        inner.addWidget(self._title)
        inner.addWidget(self._words)
        inner.addWidget(self.reason)
        inner.addSpacing(6)
        inner.addWidget(self.list)
        column.addWidget(content)
        column.addStretch(1)
        return page

    def _wire(self) -> None:
        self.reason.citation_asked.connect(self.citation_asked)
        self.list.changed.connect(self._on_changed)
        self.list.said.connect(self.foot.say)
        self.list.row_shown.connect(lambda row: self._scroll.ensureWidgetVisible(row, 0, 24))
        self.foot.start.clicked.connect(self.ask_start)
        self.foot.skip.clicked.connect(self.skip_asked)
        self.foot.discard.clicked.connect(self.discard_asked)

    def _on_changed(self) -> None:
        self.foot.show_count(len(self.list.questions()))
        if self._run_id:
            self._keep_soon.start()

    def _keep_pending(self) -> None:
        if self._keep_soon.isActive():
            self._keep_soon.stop()
            self._keep()

    def _keep(self) -> None:
        if self._run_id:
            self.changed.emit(self._run_id, KeptPlan(self._wave, self._planned, self.list.questions()))
