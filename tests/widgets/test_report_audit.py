"""The audit's badge, its menu of exceptions, and the way from each to its place in the report."""

from __future__ import annotations

import example_reports as reports
import pytest
from PySide6.QtCore import Qt

from engine.values import Audit, CitationCheck
from widgets.report.audit_badge import AuditBadge
from widgets.report.audit_list import audit_groups
from widgets.report.audit_side import MOST_ROWS, AuditSide
from widgets.report.citation_notes import audit_face
from widgets.report.citation_places import CitationPlaces
from widgets.run.tabs import EVIDENCE, REPORT, RunTabs


@pytest.fixture
def tabs(qtbot):
    made = RunTabs()
    qtbot.addWidget(made)
    made.resize(1100, 500)
    made.show()
    qtbot.waitExposed(made)
    run = reports.audited()
    made.show_run(run, reports.blocks(run))
    return made


def selected(tabs: RunTabs) -> str:
    return tabs.report.text.selected_text()


def test_the_badge_speaks_of_quotes_and_never_claims_more(qapp):
    assert audit_face(Audit(citations=3, found=3), offline=False).ground == "okSoft"
    assert audit_face(Audit(citations=3, found=3, figures_unmatched=1), offline=False).ground == "hover"
    assert audit_face(Audit(citations=3, found=2, not_found=1), offline=False).ground == "warnSoft"
    assert audit_face(Audit(citations=100, found=96, not_found=4), offline=False).ground == "hover"
    assert audit_face(Audit(citations=3, found=3), offline=True).word.startswith("Quotes only")
    for audit in (Audit(citations=3, found=3), Audit(citations=1, found=1), Audit()):
        assert "verified" not in audit_face(audit, offline=False).word.lower()
    assert audit_face(Audit(citations=1, found=1), offline=False).word == "1 of 1 quote found"
    told = audit_face(Audit(citations=43, found=41, figures_unmatched=2), offline=False).word
    assert told == "41 of 43 quotes found, 2 figures not in the quote"


def test_every_kind_of_exception_is_listed(qapp):
    audit = reports.audited().report.audit
    groups = {group.face.word: [entry.text for entry in group.entries] for group in audit_groups(audit)}
    assert groups["Quotes not in the stored page"] == ["Three sites ran on backup for more than 900 hours."]
    assert [text.split(" in: ")[0] for text in groups["Figures not in the quote"]] == ["900 hours", "95 %"]
    assert groups["Cited, but not a source of this report"] == ["S9"]
    assert groups["Addresses that are not among the sources"] == ["https://calculator.example/load"]
    assert "The makers promise 60 % more." in groups["Statements without a citation"]
    assert "the PDF holds pictures, no text" in groups["Quotes not checked"][0]


def test_each_exception_leads_to_its_place_in_the_report(tabs, qapp):
    audit = reports.audited().report.audit
    said = {}
    for group in audit_groups(audit):
        for entry in group.entries:
            tabs.report.text.moveCursor(tabs.report.text.textCursor().MoveOperation.Start)
            tabs.open_tab(EVIDENCE)
            tabs.badge.place_asked.emit(entry)
            assert tabs.open_tab_at() == REPORT
            said[entry.text] = selected(tabs)
            top = tabs.report.text.cursorRect().top()
            assert 0 <= top <= tabs.report.text.viewport().height(), entry
    assert said["Three sites ran on backup for more than 900 hours."].startswith("Three sites ran on backup")
    assert said["S9"].endswith("S9")
    assert said["https://calculator.example/load"] == "https://calculator.example/load"
    assert said["The makers promise 60 % more."] == "The makers promise 60 % more."
    assert all(words for text, words in said.items() if "·" not in text), said  # a table's row is no one place


def test_the_menu_leads_to_exceptions_and_to_the_whole_audit(tabs, qtbot):
    menu = tabs.badge.make_menu()
    entries = [action for action in menu.actions() if action.isEnabled() and not action.isSeparator()]
    with qtbot.waitSignal(tabs.badge.place_asked):
        entries[0].trigger()
    entries[-1].trigger()
    at_top = tabs.report.text.position_at_top()
    audit_heading = tabs.report.text.headings()[-1]
    assert audit_heading.text == "Audit"
    assert at_top >= audit_heading.position - 200


def test_long_groups_are_cut_and_say_so(qtbot):
    badge = AuditBadge()
    qtbot.addWidget(badge)
    audit = Audit(citations=1, found=1, unsupported=tuple(f"Statement number {n}." for n in range(30)))
    badge.show_audit(audit, offline=False)
    words = [action.text() for action in badge.make_menu().actions()]
    assert "and 20 more" in words
    badge.show_audit(Audit(citations=1, found=1), offline=False)
    assert "Nothing was found wanting." in [action.text() for action in badge.make_menu().actions()]


def test_doubtful_citations_stand_beside_the_report(tabs, qtbot):
    rows = [row for row in tabs.report.side.audit.children() if hasattr(row, "clicked")]
    assert [row.accessibleName() for row in rows] == [
        "Citation 1: Not in the stored page", "Citation 3: the PDF holds pictures, no text",
    ]  # fmt: skip
    qtbot.mouseClick(rows[0], Qt.MouseButton.LeftButton)
    assert "900 hours" in selected(tabs)


def test_a_long_list_beside_the_report_is_cut(qtbot):
    side = AuditSide()
    qtbot.addWidget(side)
    checks = tuple(CitationCheck(number=n, source=f"S{n}", status="not_found", sentence=f"No {n}.") for n in range(9))
    side.show_audit(Audit(citations=9, not_found=9, checks=checks))
    assert sum(hasattr(row, "clicked") for row in side.children()) == MOST_ROWS
    side.show_audit(None)
    assert not side.isVisibleTo(None)


def test_a_citation_is_joined_to_the_check_of_its_sentence():
    checks = (
        CitationCheck(number=1, source="S1", quotes=("S1.1",), sentence="Rain fell 🙂 on Monday."),
        CitationCheck(number=1, source="S1", quotes=("S1.2",), sentence="Rain fell on Tuesday, too."),
        CitationCheck(number=2, source="S2", quotes=("S2.1",), sentence="Rain fell on Tuesday, too."),
    )
    text = "A title\nRain fell 🙂 on Monday.\ufffc Rain fell on Tuesday,\ufffc too.\ufffc"
    places = CitationPlaces(text, checks)

    def chip(number: int) -> int:
        parts = text.split("\ufffc")
        return len("\ufffc".join(parts[:number]).encode("utf-16-le")) // 2

    assert places.check_at(chip(1), "S1") == checks[0]
    assert places.check_at(chip(2), "S1") == checks[1]
    assert places.check_at(chip(3), "S2") == checks[2]
    assert places.check_at(chip(3), "S9") is None
    start, end = places.of_check(1)
    said = text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")
    assert said.replace("\ufffc", "") == "Rain fell on Tuesday, too."
    assert places.of_words("words that are not there") is None
