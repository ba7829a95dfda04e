"""Every connection of the report pane and of Evidence, in one list."""

from __future__ import annotations

from collections.abc import Callable

from app.exporting import Exporting
from app.inspecting import Inspecting
from app.outside import Outside
from app.presenter import Presenter
from app.reading import Reading
from widgets.run.page import ACTIVITY, DECISIONS, EVIDENCE, REPORT


def wire_reading(presenter: Presenter, outside: Outside, inspecting: Inspecting, reading: Reading) -> None:
    """Connect what reads and exports a report."""
    page, notices, exporting = presenter.window.run_page, presenter.window.notices, Exporting(presenter)
    page.header.export_asked.connect(exporting.ask)
    page.report.incomplete.save_asked.connect(exporting.ask_incomplete)
    notices.action_asked.connect(exporting.open_exported)
    notices.second_asked.connect(exporting.reveal_exported)
    page.evidence.stored_text_asked.connect(reading.show_stored_text)
    page.evidence.original_asked.connect(inspecting.open_original)
    page.evidence.copy_asked.connect(outside.copy)
    page.evidence.citation_asked.connect(inspecting.copy_citation)
    page.report.link_asked.connect(inspecting.open_original)
    page.report.text.zoom_asked.connect(reading.zoom_text)
    page.evidence.text.zoom_asked.connect(reading.zoom_text)
    page.tabs.tools.copy_asked.connect(reading.copy_report)
    page.tabs.tools.version_asked.connect(reading.show_version)
    notices.action_asked.connect(reading.show_newest)
    presenter.page_turning.connect(reading.forget_version)
    presenter.begun.connect(reading.begin)


def reading_acts(presenter: Presenter, reading: Reading) -> dict[str, Callable[[], object]]:
    """Return what the actions of the table do for a reader, by id."""
    page = presenter.window.run_page
    return {
        "tab_report": lambda: page.open_tab(REPORT),
        "tab_evidence": lambda: page.open_tab(EVIDENCE),
        "tab_decisions": lambda: page.open_tab(DECISIONS),
        "tab_activity": lambda: page.open_tab(ACTIVITY),
        "back": page.go_back,
        "export": page.header.open_export,
        "escape": lambda: None if reading.close_what_is_open() else presenter.escape(),
        "next_citation": lambda: reading.next_citation(1),
        "previous_citation": lambda: reading.next_citation(-1),
        "find": reading.find,
        "find_next": lambda: reading.step(1),
        "find_previous": lambda: reading.step(-1),
        "zoom_in": lambda: reading.zoom(1),
        "zoom_out": lambda: reading.zoom(-1),
        "zoom_usual": lambda: reading.zoom(0),
        "copy_rich": lambda: reading.copy_report("rich"),
        "copy_markdown": lambda: reading.copy_report("markdown"),
    }
