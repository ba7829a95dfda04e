"""How the page of a run was left: plain values that outlive the page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ViewState:
    """What a page looks like beyond its run; the usual values stand for "as the run's state asks for"."""

    tab: int = 0
    graph: str = ""  # "full" or "strip" when the user chose one
    inspected: str = ""  # key of the node in the inspector
    report_position: int = 0  # of the character at the top of the report
    citation: str = ""  # the quote or source that Evidence shows
    graph_share: float = 0.0  # of the height, when the user moved the line
