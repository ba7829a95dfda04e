"""The lower part of a run's page: its tabs, or the plan that waits, or why it failed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from widgets.ending.ending_notice import EndingNotice
from widgets.ending.failure import Failure
from widgets.plan.page import PlanPage
from widgets.run.tabs import REPORT, RunTabs

MIN_HEIGHT_PX = 160


class RunLower(QStackedWidget):
    """Shows what the state of a run asks for; the user may look at the tabs instead.

    Signals:
        page_changed: Another page is shown now.
        citation_asked: A citation outside the tabs was clicked; its key.
    """

    page_changed = Signal()
    citation_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumHeight(MIN_HEIGHT_PX)
        self._run = RunSnapshot()
        self._wants_tabs = False
        self.tabs, self.ending = RunTabs(), EndingNotice()
        self.plan, self.failure = PlanPage(), Failure()
        self._tabbed = QWidget()
        column = QVBoxLayout(self._tabbed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.ending)
        column.addWidget(self.tabs, 1)
        for page in (self._tabbed, self.plan, self.failure):
            self.addWidget(page)
        self.failure.kept_asked.connect(self.show_tabs)
        self.ending.page_asked.connect(self.show_own_page)
        self.plan.citation_asked.connect(self.citation_asked)

    def show_run(self, run: RunSnapshot, blocks: tuple[str, ...]) -> None:
        """Show a run; `blocks` is its report as HTML."""
        before = self._run.state if run.run_id == self._run.run_id else None
        self._run = run
        self.tabs.show_run(run, blocks)
        if run.state == "waiting_for_plan" and run.waves:
            self.plan.show_plan(run)
        self.failure.show_run(run)
        self.ending.show_run(run)
        if run.state != before:
            self._wants_tabs = False
        self._show_page()
        if before is not None and run.state != before:
            self._take_keyboard()

    def show_tabs(self) -> None:
        """Show the tabs, in place of a plan that waits or why the run failed."""
        self._wants_tabs = True
        self._show_page()

    def show_own_page(self) -> None:
        """Show the plan that waits, or why the run failed."""
        self._wants_tabs = False
        self._show_page()

    def tells_failure(self) -> bool:
        """Return whether it is shown why the run failed."""
        return self.currentWidget() is self.failure

    def _show_page(self) -> None:
        page = self._tabbed
        if not self._wants_tabs:
            own = {"waiting_for_plan": self.plan, "failed": self.failure if self._run.error else page}
            page = own.get(self._run.state, page)
        if page is not self.currentWidget():
            self.setCurrentWidget(page)
            self.page_changed.emit()

    def _take_keyboard(self) -> None:
        """Put the keyboard where a run at work now wants the user, unless he is typing elsewhere."""
        if self._run.state == "done":
            self.tabs.open_tab(REPORT)
            self.tabs.report.text.verticalScrollBar().setValue(0)
        if not self.isVisible() or isinstance(QApplication.focusWidget(), (QLineEdit, QPlainTextEdit)):
            return
        if self._run.state == "done":
            self.tabs.report.text.setFocus()
        elif self._run.state == "waiting_for_plan":
            self.plan.take_keyboard()
        elif self._run.state == "failed":
            self.failure.take_keyboard()
