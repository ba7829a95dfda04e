"""The inspector's page of planner, collector, reviewer or writer: what went in and what came out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from engine.snapshot import RunSnapshot
from resources.translation import mark, tr
from widgets.column_page import ColumnPage
from widgets.decisions.verdict_rows import reviewer_rows, writer_rows
from widgets.inspector.page_rows import Row
from widgets.inspector.stage_rows import collector_rows, planner_rows, researchers_rows
from widgets.row_column import RowColumn

_TITLES = {
    "planner": mark("Planner"),
    "collector": mark("Collector"),
    "reviewer": mark("Reviewer"),
    "decision": mark("Decision"),
    "writer": mark("Report writer"),
    "researchers": mark("Researchers"),
}


class StagePage(ColumnPage):
    """Shows one stage.

    Signals:
        asked: What a row leads to is wanted: a node's key, "source:S3" or "tab:report".
        link_asked: A link in a text was clicked; its address.
    """

    asked = Signal(str)
    link_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.rows = RowColumn()
        self.rows.asked.connect(self.asked)
        self.rows.link_asked.connect(self.link_asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 6, 16, 20)
        column.addWidget(self.rows)
        column.addStretch(1)

    def show_stage(self, run: RunSnapshot, key: str, now_s: float) -> None:
        """Show the stage with a key of the graph."""
        self.rows.show_rows(stage_rows(run, key, now_s), run.sources)


def stage_title(key: str) -> str:
    """Return the inspector's title for a stage."""
    name, _, wave = key.partition("-")
    title = tr(_TITLES[name])
    return tr("{stage}, wave {wave}", stage=title, wave=wave) if wave else title


def stage_rows(run: RunSnapshot, key: str, now_s: float) -> tuple[Row, ...]:
    """Return the rows of a stage's page."""
    name, _, number = key.partition("-")
    if name == "planner":
        return planner_rows(run, now_s)
    if name == "researchers":
        return researchers_rows(run)
    if name == "writer":
        return writer_rows(run, now_s)
    wave = next((wave for wave in run.waves if str(wave.wave) == number), None)
    if wave is None:
        return (Row("waits", "text", tr("It begins when the answers of a wave are in.")),)
    return collector_rows(run, wave, now_s) if name == "collector" else reviewer_rows(run, wave, now_s)
