"""The report as blocks of HTML for the pane: while it grows, finished blocks are rendered once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.incomplete import incomplete_draft
from engine.snapshot import RunSnapshot

if TYPE_CHECKING:
    from engine.export.pane import GrowingPane


class ReportBlocks:
    """Renders the report of one run after the other."""

    def __init__(self) -> None:
        self._of = ("", "")  # run and finished text of what is rendered
        self._draft = ""
        self._growing: GrowingPane | None = None
        self._finished: tuple[str, ...] = ()
        self._blocks: tuple[str, ...] = ()

    def blocks(self, run: RunSnapshot) -> tuple[str, ...]:
        """Return the report of a run as HTML, () when nothing is written."""
        report = run.report
        if report.markdown and run.state != "writing":
            return self._whole(run)
        draft = report.draft or incomplete_draft(run)
        return self._growing_blocks(run, draft) if draft else ()

    def _whole(self, run: RunSnapshot) -> tuple[str, ...]:
        from engine.export.pane import pane_parts

        report = run.report
        if self._of != (run.run_id, report.markdown):
            self._of, self._growing, self._draft = (run.run_id, report.markdown), None, ""
            marks = report.audit.marks if report.audit else ()
            self._blocks = pane_parts(report.markdown, run.sources, marks)
        return self._blocks

    def _growing_blocks(self, run: RunSnapshot, draft: str) -> tuple[str, ...]:
        from engine.export.pane import GrowingPane

        if self._growing is None or self._of != (run.run_id, "") or not draft.startswith(self._draft):
            self._of, self._growing = (run.run_id, ""), GrowingPane(run.sources)
            self._draft, self._finished, self._blocks = "", (), ()
        if draft != self._draft:
            more = self._growing.add(draft[len(self._draft) :])
            self._draft = draft
            self._finished += more.finished
            self._blocks = (*self._finished, more.tail) if more.tail else self._finished
        return self._blocks
