"""The tabs of a run: report, evidence, decisions and activity, with the audit's badge and the way back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from resources.translation import tr
from widgets.activity.activity import Activity
from widgets.button import Button
from widgets.decisions.decisions import Decisions
from widgets.evidence.evidence import Evidence
from widgets.report.audit_badge import AuditBadge
from widgets.report.audit_list import AuditEntry
from widgets.report.citation_notes import citation_notes
from widgets.report.citation_walk import Chip
from widgets.report.find_bar import FindBar
from widgets.report.find_targets import PanesTarget, PaneTarget, StoredTarget
from widgets.report.finding import Finding, Searched
from widgets.report.pane import ReportPane
from widgets.report.tools import ReportTools
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
        self._left_at_px = 0  # where the report stood then
        self._left_chip: Chip | None = None
        self.report, self.evidence = ReportPane(), Evidence()
        self.decisions, self.activity = Decisions(), Activity()
        self.bar = TabBar((tr("Report"), tr("Evidence"), tr("Decisions"), tr("Activity")))
        self.badge = AuditBadge()
        self.tools = ReportTools(self.report.side.contents)
        self.back = Button("", "soft", "chevron-left", key="Alt ←", compact=True)
        self.back.setAccessibleName(tr("Back to the citation"))
        self.bar.add_right(self.badge)
        self.bar.add_right(self.back)
        self.bar.add_right(self.tools)
        self._find_bar = FindBar()
        self.finding = Finding(self._find_bar)
        self._targets = self._make_targets()
        self.bar.add_right(self.activity.scope)
        self._stack = QStackedWidget()
        for tab in (self.report, self.evidence, self.decisions, self.activity):
            self._stack.addWidget(tab)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._find_bar)
        column.addWidget(self._stack, 1)
        self._wire()

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
        self.badge.show_audit(run.report.audit if blocks else None, offline=run.options.mode == "offline")
        self.tools.show_versions(run.report.version, max(run.versions, run.report.version))
        self._show_right()

    def open_tab(self, place: int) -> None:
        """Open a tab."""
        self.bar.show_tab(place)
        self._stack.setCurrentIndex(place)
        self._show_right()
        self.finding.follow(self._target())
        self.tab_changed.emit(place)

    def open_tab_at(self) -> int:
        """Return the place of the open tab."""
        return self._stack.currentIndex()

    def open_citation(self, key: str) -> None:
        """Open Evidence at a citation."""
        note = citation_notes(self._run).get(key)
        if note is not None and self.open_tab_at() == REPORT:
            self._came_from, self._left_at_px = note.number, self.report.text.verticalScrollBar().value()
            self._left_chip = self.report.text.chosen_citation()
            self.report.citations.popover.hide()
        self.open_tab(EVIDENCE)
        self.evidence.show_citation(key)
        self.evidence.text.setFocus()
        self.citation_opened.emit(key)

    def go_back(self) -> None:
        """Go back from Evidence to the citation it was opened from, exactly where the report stood."""
        if self._came_from and self.open_tab_at() == EVIDENCE:
            self._came_from = ""
            self.open_tab(REPORT)
            self.report.text.setFocus()
            self.report.text.choose(self._left_chip)
            self.report.text.verticalScrollBar().setValue(self._left_at_px)

    def show_versions(self, shown: int, versions: int) -> None:
        """Say which of how many versions of the report is shown."""
        self.tools.show_versions(shown, versions)
        self._show_right()

    def open_find(self) -> None:
        """Find words in the open tab, where it has a text."""
        target = self._target()
        if target is not None:
            self.finding.open(target)

    def forget(self) -> None:
        """Let go of everything about the run shown before."""
        self._came_from = ""
        self.finding.close()
        self.evidence.forget()
        self.open_tab(REPORT)

    def _make_targets(self) -> dict[int, Searched]:
        return {
            REPORT: PaneTarget(self.report.text),
            EVIDENCE: StoredTarget(self.evidence.text),
            DECISIONS: PanesTarget(self.decisions),
        }

    def _target(self) -> Searched | None:
        """Return the text of the open tab, None where there is none to search."""
        place = self.open_tab_at()
        has_text = {REPORT: self.report.has_text, EVIDENCE: self.evidence.has_text, DECISIONS: self._has_verdicts}
        return self._targets[place] if place in has_text and has_text[place]() else None

    def _has_verdicts(self) -> bool:
        return any(wave.decision is not None for wave in self._run.waves)

    def _wire(self) -> None:
        self.bar.tab_asked.connect(self.open_tab)
        self.back.clicked.connect(self.go_back)
        self.report.citation_asked.connect(self.open_citation)
        self.decisions.citation_asked.connect(self.open_citation)
        self.report.side_changed.connect(self._show_right)
        self.evidence.text_shown.connect(self._show_right)
        self.badge.place_asked.connect(self._show_exception)
        self.badge.section_asked.connect(self._show_audit_section)
        self.tools.find_asked.connect(self.open_find)

    def _show_exception(self, entry: AuditEntry) -> None:
        self.open_tab(REPORT)
        self.report.show_exception(entry)

    def _show_audit_section(self) -> None:
        self.open_tab(REPORT)
        self.report.show_audit_section()

    def _show_right(self) -> None:
        """The way back to the report stands where the badge was."""
        is_report = self.open_tab_at() == REPORT
        self.back.setVisible(self.open_tab_at() == EVIDENCE and bool(self._came_from))
        self.back.setText(tr("Back to citation {number}", number=self._came_from))
        self.badge.setVisible(self.badge.face() is not None and not self.back.isVisibleTo(self.bar))
        self.tools.show_for(
            is_report=is_report,
            has_report=bool(self._run.report.markdown) and self._run.state != "writing",
            has_text=self._target() is not None,
            has_side=self.report.side.isVisibleTo(self.report),
        )
