"""The report: what was found so far, then the text as it is written, with its contents at the side."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.incomplete import incomplete_draft
from engine.snapshot import ENDED, RunSnapshot
from resources.translation import tr
from widgets.empty import Empty
from widgets.report.audit_list import AuditEntry
from widgets.report.citations import ReportCitations
from widgets.report.found_so_far import FoundSoFar
from widgets.report.incomplete_banner import IncompleteBanner
from widgets.report.line import with_line
from widgets.report.side import WIDTH_PX as SIDE_WIDTH_PX
from widgets.report.side import ReportSide
from widgets.text.text_pane import TextPane

MAX_LINE_PX = 672  # about 90 characters at the report's size
MIN_MARGIN_PX = 28
SIDE_FROM_PX = 760  # of the pane; the contents are a menu where there is less room
SIDE_FROM_WINDOW_PX = 1000


class ReportPane(QWidget):
    """Shows a run's report.

    Signals:
        citation_asked: A citation was opened; its key, as "S3.2".
        link_asked: A link was opened; its address.
        side_changed: The contents stand at the side now, or they do not.
    """

    citation_asked = Signal(str)
    link_asked = Signal(str)
    side_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._run = RunSnapshot()
        self._is_report = False
        self._found = FoundSoFar()
        self.text = TextPane()
        self.text.setObjectName("report")
        self.text.setAccessibleName(tr("Report"))
        self.citations = ReportCitations(self.text, self)
        self._empty = Empty("", "")
        self.side = ReportSide()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.incomplete = IncompleteBanner()
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        above = QVBoxLayout()
        above.setContentsMargins(12, 8, 12, 0)
        above.addWidget(self.incomplete)
        column.addLayout(above)
        column.addWidget(self._stack, 1)
        row.addLayout(column, 1)
        row.addWidget(self.side)
        self._wire()

    def show_run(self, run: RunSnapshot, blocks: tuple[str, ...]) -> None:
        """Show a run's report; `blocks` is its text as HTML, empty while nothing is written."""
        self.citations.show_run(run)
        is_done_now = run.state == "done" and self._run.state == "writing" and run.run_id == self._run.run_id
        was_at_end = is_done_now and self.text.is_at_end()
        is_another = run.run_id != self._run.run_id
        self._run, self._is_report = run, bool(blocks)
        shown = with_line(run, blocks) or self._found.blocks(run)
        self.incomplete.setVisible(bool(blocks) and not run.report.markdown and bool(incomplete_draft(run)))
        self.incomplete.show_for(has_report=run.versions > 0)
        self._stack.setCurrentWidget(self.text if shown else self._empty)
        self._empty.show_words(*_empty_words(run))
        if is_another:
            self.text.verticalScrollBar().setValue(0)
        self.text.show_blocks(shown)
        if was_at_end:  # whoever watched it grow reads from the top now; whoever was reading goes on
            self.text.verticalScrollBar().setValue(0)
        self._take_headings()
        self.side.audit.show_audit(run.report.audit if blocks else None)

    def has_text(self) -> bool:
        """Return whether there is something to read."""
        return self._stack.currentWidget() is self.text

    def show_zoom(self, percent: int) -> None:
        """Set the text in another size."""
        self.text.show_zoom(percent)
        self._place_side()

    def next_citation(self, step: int) -> None:
        """Go to the next or previous citation and show what it stands for."""
        if (chip := self.text.next_citation(step)) is not None:
            self.text.setFocus()
            self.citations.show_citation(chip)

    def show_exception(self, entry: AuditEntry) -> None:
        """Bring a place the audit found wanting into view, and select it."""
        span = self.citations.place_of(entry)
        if span is not None:
            cursor = QTextCursor(self.text.document())
            cursor.setPosition(span[0])
            cursor.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
            self.text.setTextCursor(cursor)
            self.text.go_to(span[0])
            self.text.setFocus()

    def show_audit_section(self) -> None:
        """Go to the audit, which is the last part of every report."""
        if headings := self.text.headings():
            self.text.go_to(headings[-1].position)
            self.text.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines readable and the contents where there is room."""
        super().resizeEvent(event)
        self._place_side()

    def _wire(self) -> None:
        self.text.citation_asked.connect(self.citation_asked)
        self.text.text_changed.connect(self._take_headings)  # of a long report they come one after the other
        self.text.link_asked.connect(self.link_asked)
        self.text.verticalScrollBar().valueChanged.connect(self._mark_place)
        # Where the text's parts stand is known once it is laid out, which a hidden page never is.
        self.text.verticalScrollBar().rangeChanged.connect(self._mark_place)
        self.citations.evidence_asked.connect(self.citation_asked)
        self.side.contents.heading_asked.connect(self._go_to_heading)
        self.side.audit.check_asked.connect(self._show_check)

    def _take_headings(self) -> None:
        self.side.contents.show_headings(self.text.headings() if self._is_report else ())
        self._place_side()

    def _place_side(self) -> None:
        was_shown = self.side.isVisibleTo(self)
        has_room = self.width() >= SIDE_FROM_PX and self.window().width() >= SIDE_FROM_WINDOW_PX
        has_any = self.side.contents.has_any() and self.has_text()
        self.side.setVisible(has_room and has_any)
        width = self.width() - (SIDE_WIDTH_PX if self.side.isVisibleTo(self) else 0)
        line_px = self.text.setting().px(MAX_LINE_PX)
        self.text.set_margins(max(MIN_MARGIN_PX, (width - line_px) // 2), 24)
        if was_shown != self.side.isVisibleTo(self):
            self.side_changed.emit()

    def _mark_place(self) -> None:
        # The last sections may never reach the top.
        position = self.text.document().characterCount() if self.text.is_at_end() else self.text.position_at_top()
        self.side.contents.show_position(position)

    def _go_to_heading(self, position: int) -> None:
        self.text.go_to(position)
        self.side.contents.show_position(position)

    def _show_check(self, index: int) -> None:
        audit = self._run.report.audit
        if audit is not None:
            self.show_exception(AuditEntry("", index, audit.checks[index].sentence))


def _empty_words(run: RunSnapshot) -> tuple[str, str]:
    if run.preparing and run.state not in ENDED:
        percent = run.preparing_percent
        told = run.preparing if percent is None else tr("{what} · {n} %", what=run.preparing, n=percent)
        return tr("Preparing the sandbox"), told
    if run.state in ENDED:
        return tr("No report was written"), tr("What was gathered stands under Evidence and Activity.")
    if run.state in ("planning", "preparing", "waiting_for_plan"):
        return tr("The report will stand here"), tr("Until then you see the quotes as they are found.")
    return tr("No quote yet"), tr("The first ones usually arrive within seconds.")
