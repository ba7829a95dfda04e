"""Evidence, Decisions, Activity, inspector, history and the bars show what a snapshot holds."""

from __future__ import annotations

import example_runs as runs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from engine.snapshot import Notice
from engine.values import Audit
from widgets.citation_notes import audit_face
from widgets.evidence import Evidence
from widgets.label import Label
from widgets.notices import Notices
from widgets.run_header import RunHeader

TEXT = f"Before it.\n\nAll sites 🙂 report that {runs.QUOTES[2][2]} in the median house.\n\nAfter it."


def shown(qtbot, widget, width: int = 900, height: int = 500):
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def words(widget) -> str:
    QApplication.processEvents()  # what was added to a layout is shown by its next event
    return "\n".join(label.text() for label in widget.findChildren(Label) if label.isVisible())


def test_evidence_marks_the_quote_at_its_code_points(qtbot):
    evidence = shown(qtbot, Evidence())
    start = TEXT.index(runs.QUOTES[2][2])
    third = runs.source(2)
    quote = third.quotes[0].model_copy(update={"start": start, "end": start + len(third.quotes[0].text)})
    run = runs.finished().model_copy(update={"sources": (third.model_copy(update={"quotes": (quote,)}),)})
    evidence.show_run(run)
    with qtbot.waitSignal(evidence.stored_text_asked) as asked:
        evidence.show_citation("S3.1")
    assert asked.args == ["S3"]
    evidence.show_stored_text("S3", TEXT)
    marks = evidence._text.extraSelections()
    assert [mark.cursor.selectedText() for mark in marks] == [runs.QUOTES[2][2]]


def test_evidence_says_what_was_found(qtbot):
    evidence = shown(qtbot, Evidence())
    evidence.show_run(runs.finished())
    for key, sentence in (("S3.1", "word for word"), ("S4.1", "not in the stored page"), ("S2.1", "Not checked")):
        evidence.show_citation(key)
        assert sentence in evidence._sentence.text()
    evidence.show_stored_text("S2", None)
    assert evidence._no_text.isVisible()


def test_evidence_is_filtered_by_words(qtbot):
    evidence = shown(qtbot, Evidence())
    assert evidence.show_run(runs.finished()) == 5
    qtbot.keyClicks(evidence._filter, "ducts")
    assert evidence._list.count() == 1



def test_export_and_resume_are_offered_when_they_make_sense(qtbot):
    header = shown(qtbot, RunHeader(), 900, 56)
    for run, export, resume in (
        (runs.running_second(), False, False),
        (runs.finished(), True, False),
        (runs.stopped(), False, True),
    ):
        header.show_run(run)
        assert (header.export.isVisible(), header.resume.isVisible()) == (export, resume)
    header.show_formats((("html", "Web page"), ("md", "Markdown")))
    assert [action.text() for action in header.make_menu().actions()] == ["Web page", "Markdown"]


def test_a_later_notice_with_the_same_key_replaces_the_earlier(qtbot):
    notices = shown(qtbot, Notices(), 700, 100)
    notices.show_run_notices((Notice(level="info", text="10 %", key="image"),
                              Notice(level="info", text="90 %", key="image")))  # fmt: skip
    assert notices.texts() == ["90 %"]
    close = next(button for button in notices.findChildren(QPushButton) if button.accessibleName() == "Dismiss")
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert notices.texts() == []
    assert not notices.isVisible()


def test_the_badge_speaks_of_quotes_and_never_claims_more(qapp):
    assert audit_face(Audit(citations=3, found=3), offline=False).ground == "okSoft"
    assert audit_face(Audit(citations=3, found=3, figures_unmatched=1), offline=False).ground == "hover"
    assert audit_face(Audit(citations=3, found=2, not_found=1), offline=False).ground == "warnSoft"
    assert audit_face(Audit(citations=3, found=3), offline=True).word.startswith("Quotes only")
    assert "verified" not in audit_face(Audit(citations=3, found=3), offline=False).word


def test_a_label_shows_markup_as_text(qtbot):
    label = shown(qtbot, Label("<b>not bold</b> & <img src='x'>", wraps=True))
    assert label.text() == "<b>not bold</b> & <img src='x'>"
