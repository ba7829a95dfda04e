"""The tabs of a run: report, evidence, decisions and activity, with the audit's badge and the way back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from resources.translation import tr
from widgets.activity import Activity
from widgets.button import Button
from widgets.chip import Chip
from widgets.citation_notes import audit_face, citation_notes
from widgets.decisions import Decisions
from widgets.evidence import Evidence
from widgets.report_pane import ReportPane
from widgets.tab_bar import TabBar

REPORT, EVIDENCE, DECISIONS, ACTIVITY = range(4)


class RunTabs(QWidget):
    """Shows one part of a run at a time.

    Signals:
        tab_changed: Another tab is open now; its place.
        citation_opened: Evidence shows a citation now; its key.
    """

    tab_changed = Signal(int)
    citation_opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._run = RunSnapshot()
        self._came_from = ""  # the printed number of the citation that led to Evidence
        self.report, self.evidence = ReportPane(), Evidence()
        self.decisions, self.activity = Decisions(), Activity()
        self.bar = TabBar((tr("Report"), tr("Evidence"), tr("Decisions"), tr("Activity")))
        self.badge = Chip(height_px=26)
        self.back = Button("", "soft", "chevron-left", key="Alt ←", compact=True)
        self.back.setAccessibleName(tr("Back to the citation"))
        self.bar.add_right(self.badge)
        self.bar.add_right(self.back)
        self.bar.add_right(self.activity.scope)
        self._stack = QStackedWidget()
        for tab in (self.report, self.evidence, self.decisions, self.activity):
            self._stack.addWidget(tab)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._stack, 1)
        self.bar.tab_asked.connect(self.open_tab)
        self.back.clicked.connect(self.go_back)
        self.report.citation_asked.connect(self.open_citation)
        self.activity.source_asked.connect(self.open_citation)

    def show_run(self, run: RunSnapshot, blocks: tuple[str, ...]) -> None:
        """Show a run; `blocks` is its report as HTML."""
        self._run = run
        self.report.show_run(run, blocks)
        for place, count in (
            (EVIDENCE, self.evidence.show_run(run)),
            (DECISIONS, self.decisions.show_run(run)),
            (ACTIVITY, self.activity.show_run(run)),
        ):
            self.bar.show_count(place, count)
        audit = run.report.audit
        self.badge.show_face(audit_face(audit, offline=run.options.mode == "offline") if audit else None)
        self._show_right()

    def open_tab(self, place: int) -> None:
        """Open a tab."""
        self.bar.show_tab(place)
        self._stack.setCurrentIndex(place)
        self._show_right()
        self.tab_changed.emit(place)

    def open_tab_at(self) -> int:
        """Return the place of the open tab."""
        return self._stack.currentIndex()

    def open_citation(self, key: str) -> None:
        """Open Evidence at a citation."""
        note = citation_notes(self._run).get(key)
        self._came_from = note.number if note and self.open_tab_at() == REPORT else self._came_from
        self.open_tab(EVIDENCE)
        self.evidence.show_citation(key)
        self.citation_opened.emit(key)

    def go_back(self) -> None:
        """Go back from Evidence to the citation it was opened from."""
        if self._came_from and self.open_tab_at() == EVIDENCE:
            self._came_from = ""
            self.open_tab(REPORT)

    def forget(self) -> None:
        """Let go of everything about the run shown before."""
        self._came_from = ""
        self.evidence.forget()
        self.open_tab(REPORT)

    def _show_right(self) -> None:
        """The way back to the report stands where the badge was."""
        self.back.setVisible(self.open_tab_at() == EVIDENCE and bool(self._came_from))
        self.back.setText(tr("Back to citation {number}", number=self._came_from))
        self.badge.setVisible(self.badge.face() is not None and not self.back.isVisibleTo(self.bar))
