"""The page of one run: header, graph or strip, tabs, and the inspector at the right."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from widgets.drawn_ahead import DrawnAhead
from widgets.fonts import broad_px
from widgets.graph.strip import GraphStrip
from widgets.graph.view import GraphView
from widgets.history.view_state import ViewState
from widgets.inspector.inspector import WIDTH_PX as INSPECTOR_WIDTH_PX
from widgets.inspector.inspector import Inspector
from widgets.run.header import RunHeader
from widgets.run.lower import RunLower
from widgets.run.tabs import ACTIVITY, DECISIONS, EVIDENCE, REPORT
from widgets.theme import set_state

__all__ = ["ACTIVITY", "DECISIONS", "EVIDENCE", "REPORT", "RunPage"]

WIDE_INSPECTOR_PX = 384
WIDE_FROM_PX = 1352  # the page of a window 1600 wide
CENTRE_MIN_PX = 724  # below this, in windows narrower than 1100, the inspector is a drawer over the centre


class RunPage(QWidget):
    """Shows a run.

    Signals:
        citation_opened: Evidence shows a citation now; its key.
    """

    citation_opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.run = RunSnapshot()
        self._graph_wanted: bool | None = None  # None: as the state of the run asks for
        self._inspected = ""
        self._share_is_users = False
        self.header, self.graph, self.strip = RunHeader(), GraphView(), GraphStrip()
        self.lower_part, self.inspector = RunLower(), Inspector()
        self.tabs, self.plan = self.lower_part.tabs, self.lower_part.plan
        self.failure, self.ending = self.lower_part.failure, self.lower_part.ending
        self.report, self.evidence = self.tabs.report, self.tabs.evidence
        self.decisions, self.activity = self.tabs.decisions, self.tabs.activity
        self.badge, self.back = self.tabs.badge, self.tabs.back
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.graph)
        self._split.addWidget(self.lower_part)
        self._split.setStretchFactor(0, 0)
        self._split.setStretchFactor(1, 1)
        self._place()
        self._wire()
        self.inspector.setFixedWidth(broad_px(INSPECTOR_WIDTH_PX))
        self.inspector.hide()

    def show_run(self, run: RunSnapshot, blocks: tuple[str, ...]) -> None:
        """Show a run; `blocks` is its report as HTML."""
        if run.run_id != self.run.run_id:
            self._forget()
        self.run = run
        self.header.show_run(run)
        self.lower_part.show_run(run, blocks)
        self._show_parts()
        self.strip.show_run(run)
        if self._inspected:
            self.inspector.show_node(run, self._inspected)

    def show_titles(self, titles: Mapping[str, str]) -> None:
        """Call runs by titles of the user's own, by their ids."""
        self.header.show_titles(titles)
        if self.run.run_id:
            self.header.show_run(self.run)

    def draw_ahead(self, size: QSize) -> None:
        """Make ready for the first look, while another page is shown in this size."""
        tabs = self.tabs
        self.graph.show_run(self.run)
        DrawnAhead(self, (self.header, self.graph, tabs.bar, self.report, tabs, self.lower_part)).begin(size)

    def tick(self) -> None:
        """Show the time that has passed."""
        self.header.show_run(self.run)
        self.graph.tick()
        if self._inspected:
            self.inspector.show_node(self.run, self._inspected)

    def open_tab(self, place: int) -> None:
        """Open a tab; a plan that waits, or why a run failed, gives way to it."""
        self.lower_part.show_tabs()
        self.tabs.open_tab(place)

    def open_tab_at(self) -> int:
        """Return the place of the open tab."""
        return self.tabs.open_tab_at()

    def inspect(self, key: str) -> None:
        """Show a node in the inspector, a decision in Decisions; "" closes the inspector."""
        if key.startswith("decision-"):
            self.open_tab(DECISIONS)
            return
        self._inspected = key
        self.graph.choose(key)
        if key:
            self.inspector.show_node(self.run, key)
            self.inspector.raise_()
        self.inspector.setVisible(bool(key))

    def inspected(self) -> str:
        """Return the key of the inspected node, "" for none."""
        return self._inspected

    def open_citation(self, key: str) -> None:
        """Open Evidence at a citation."""
        self.lower_part.show_tabs()
        self.tabs.open_citation(key)

    def go_back(self) -> None:
        """Go back from Evidence to the citation it was opened from."""
        self.tabs.go_back()

    def toggle_graph(self) -> None:
        """Show the graph in full, or as a strip."""
        self._graph_wanted = not self.graph.isVisibleTo(self._split)
        self._show_parts()

    def view_state(self) -> ViewState:
        """Return how the page looks beyond its run."""
        upper, lower = self._split.sizes()
        return ViewState(
            tab=self.open_tab_at(),
            graph="" if self._graph_wanted is None else "full" if self._graph_wanted else "strip",
            inspected=self._inspected,
            report_position=self.report.text.position_at_top() if self.report.text.verticalScrollBar().value() else 0,
            citation=self.evidence.shown_key(),
            graph_share=upper / (upper + lower) if self._share_is_users and upper else 0.0,
        )

    def restore_view_state(self, view: ViewState) -> None:
        """Look as the page was left."""
        if view.graph:
            self._graph_wanted = view.graph == "full"
        self.inspect(view.inspected)
        self.evidence.show_citation(view.citation)
        self.tabs.open_tab(view.tab if REPORT <= view.tab <= ACTIVITY else REPORT)
        if view.graph_share and self.graph.isVisibleTo(self._split):
            self._share_is_users = True
            height = sum(self._split.sizes())
            upper = round(height * min(0.9, view.graph_share))
            self._split.setSizes([upper, height - upper])
        if view.report_position:
            self.report.text.go_to(view.report_position)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the graph its share once the height is known."""
        super().resizeEvent(event)
        self._place_inspector()
        self._share()

    def _place(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.strip)
        column.addWidget(self._split, 1)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(centre, 1)
        self._row.addWidget(self.inspector)

    def _place_inspector(self) -> None:
        """Beside the centre when there is room, else a drawer over it."""
        beside = self.width() >= INSPECTOR_WIDTH_PX + CENTRE_MIN_PX
        width = broad_px(WIDE_INSPECTOR_PX if self.width() >= WIDE_FROM_PX else INSPECTOR_WIDTH_PX)
        self.inspector.setFixedWidth(width)
        set_state(self.inspector, "ground", "surface")
        self.inspector.set_drawer(not beside)
        if beside and self._row.indexOf(self.inspector) < 0:
            self._row.addWidget(self.inspector)
        elif not beside:
            self._row.removeWidget(self.inspector)
            self.inspector.setGeometry(self.width() - width, 0, width, self.height())
            self.inspector.raise_()

    def _wire(self) -> None:
        self.tabs.tab_changed.connect(self._show_parts)
        self.tabs.citation_opened.connect(self.citation_opened)
        self._split.splitterMoved.connect(self._keep_share)
        self.graph.node_asked.connect(self.inspect)
        self.activity.node_asked.connect(self.inspect)
        self.strip.graph_asked.connect(self.toggle_graph)
        self.lower_part.page_changed.connect(self._share)
        self.lower_part.citation_asked.connect(self.open_citation)
        self.inspector.close_asked.connect(lambda: self.inspect(""))
        self.inspector.node_asked.connect(self.inspect)
        self.inspector.source_asked.connect(self.open_citation)

    def _show_parts(self) -> None:
        """Show what the state of the run asks for."""
        state = self.run.state
        strip = state in ("done", "waiting_for_plan") if self._graph_wanted is None else not self._graph_wanted
        if self.graph.isVisibleTo(self._split) == strip:
            self.graph.setVisible(not strip)
            self._share()
        in_evidence = self.open_tab_at() == EVIDENCE
        self.strip.setVisible(strip and not (in_evidence and state == "done"))  # Evidence needs the height
        if not strip:
            self.graph.show_run(self.run)

    def _share(self) -> None:
        """Give the graph its share of the height, until the user has moved the line."""
        if self._share_is_users:
            return
        height = max(400, self.height() - self.header.height())
        upper = round(height * (0.48 if self.lower_part.tells_failure() else 0.605))
        self._split.setSizes([upper, height - upper])

    def _keep_share(self) -> None:
        self._share_is_users = True

    def _forget(self) -> None:
        """Let go of everything about the run shown before."""
        self._graph_wanted = None
        self.inspect("")
        self.tabs.forget()
