"""The inspector shows planner, collector, reviewer and writer: what went in, what came out, what it took."""

from __future__ import annotations

import example_runs as runs
import example_stages as stages
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.typesetting import typeset
from engine.snapshot import RunSnapshot
from engine.values import Audit, ReviewDecision
from widgets.decisions.asking_rows import ItemRow
from widgets.inspector.inspector import Inspector
from widgets.inspector.page_rows import Row
from widgets.inspector.stage_page import stage_rows
from widgets.row_column import RowColumn

NOW_S = runs.NOW_S


def told(run: RunSnapshot, key: str) -> dict[str, str]:
    """Return the rows of a page as their words, by id."""
    rows = stage_rows(run, key, NOW_S)
    return {row.id: " ".join(part for part in (row.lead, row.text, row.right) if part) for row in rows}


def shown(qtbot, run: RunSnapshot, key: str) -> Inspector:
    inspector = Inspector()
    inspector.set_typeset(typeset)
    qtbot.addWidget(inspector)
    inspector.resize(384, 900)
    inspector.show()
    inspector.show_node(run, key)
    QApplication.processEvents()
    return inspector


def test_the_planner_tells_topic_and_follow_ups_and_every_question():
    rows = told(stages.finished(), "planner")
    assert rows["topic"] == runs.TOPIC
    assert rows["follow-1-why"] == runs.MORE.rationale
    assert rows["wave-1"] == "Wave 1 5 questions\xa0· 0:07"
    assert rows["wave-2"] == "Wave 2 4 questions\xa0· 0:01"
    assert rows["question-2.4"] == f"2.4 {runs.SECOND[3]}"
    assert rows["model"] == "Model large-2-2025-10"
    assert rows["tokens"] == "Tokens 980 in, 122 out"
    assert rows["took"] == "Took 0:08"


def test_a_planner_at_work_says_so():
    rows = told(runs.planning(), "planner")
    assert rows["none"] == "The questions come next."
    assert rows["limit-questions"] == "Questions per plan 4 to 6"


def test_the_collector_tells_findings_in_and_merged_sources_out():
    rows = told(stages.finished(), "collector-2")
    assert rows["in"] == "What went in 4 of 4"
    assert rows["finding-2.3"].endswith("Failed")
    assert rows["finding-2.1"].endswith("3 sources")
    assert rows["sources"] == "Sources 5 after merging 19 citations"
    assert rows["quotes"] == "Quotes found 3 of 5"
    assert rows["source-S1"] == f"S1 {runs.QUOTES[0][0]}"
    assert rows["took"] == "Took 1:00"
    assert "model" not in rows


def test_a_source_merged_of_several_addresses_says_of_how_many():
    run = stages.finished()
    merged = run.sources[2].model_copy(update={"refs": ("r2", "r9")})
    run = run.model_copy(update={"sources": (*run.sources[:2], merged, *run.sources[3:])})
    assert told(run, "collector-1")["source-S3"].endswith("2 merged")


def test_an_open_collector_says_when_it_ends():
    rows = told(runs.running_second(), "collector-2")
    assert rows["in"] == "What went in 2 of 4"
    assert "when everyone has ended" in rows["open"]


def test_the_reviewer_tells_the_dossier_in_and_the_decision_out():
    rows = told(stages.finished(), "reviewer-1")
    assert (rows["in-answers"], rows["in-quotes"]) == ("Answers 5 of 5", "Quotes found 2 of 2")
    assert rows["verdict"] == "by the reviewer"
    assert rows["why"] == runs.MORE.rationale
    assert rows["follow-2"] == f"2.2 {runs.SECOND[1]}"
    assert rows["took"] == "Took 0:05"
    assert told(stages.overruled(), "reviewer-2")["verdict"] == "by you"


def test_a_reviewer_that_waits_or_reads_says_so():
    run = runs.running_second()
    assert "when all answers of the wave are in" in told(run, "reviewer-2")["none"]
    wave = run.waves[1].model_copy(update={"review_started": True})
    reads = run.model_copy(update={"waves": (run.waves[0], wave)})
    assert told(reads, "reviewer-2")["none"] == "It reads the answers now."
    assert "answers of a wave" in told(runs.planning(), "reviewer-9")["waits"]


def test_the_writer_tells_the_approved_dossier_in_and_the_reports_figures_out():
    audit = Audit(citations=43, found=39, found_folded=2, not_found=1, not_checked=1, figures_unmatched=2,
                  unsupported_statements=3, uncited=("S4",))  # fmt: skip
    run = stages.finished()
    run = run.model_copy(update={"report": run.report.model_copy(update={"audit": audit, "version": 2})})
    rows = told(run, "writer")
    assert rows["in-answers"] == "Answers 8 of 9"
    assert rows["version"] == "Version 2"
    assert rows["found"] == "Quotes found 41 of 43"
    assert rows["figures"] == "Figures not in the quote 2"
    assert rows["unsupported"] == "Statements without a citation 3"
    assert rows["uncited"] == "Sources not cited 1"
    assert "unknown" not in rows  # what is fine needs no line


def test_a_writer_that_writes_tells_the_words_so_far():
    rows = told(runs.writing(), "writer")
    assert rows["report-words"].startswith("Words so far ")
    assert "found" not in rows
    assert "It begins when" in told(runs.running_second(), "writer")["waits"]


def test_offline_stages_say_that_no_model_was_asked():
    assert told(stages.offline(), "planner")["model"] == "Model None: the code selects and quotes"


@pytest.mark.parametrize(
    ("key", "row", "signal", "args"),
    [
        ("planner", f"2.2 {runs.SECOND[1]}", "node_asked", ["researcher-2.2"]),
        ("collector-1", f"S3 {runs.QUOTES[2][0]}", "source_asked", ["S3"]),
        ("reviewer-1", f"2.1 {runs.SECOND[0]}", "node_asked", ["researcher-2.1"]),
    ],
)
def test_what_is_listed_can_be_opened_by_click_and_key(qtbot, key, row, signal, args):
    inspector = shown(qtbot, stages.finished(), key)
    item = next(item for item in inspector.findChildren(ItemRow) if item.accessibleName().startswith(row))
    with qtbot.waitSignal(getattr(inspector, signal)) as asked:
        qtbot.mouseClick(item, Qt.MouseButton.LeftButton)
    assert asked.args == args
    with qtbot.waitSignal(getattr(inspector, signal)) as asked:
        qtbot.keyClick(item, Qt.Key.Key_Return)
    assert asked.args == args


@pytest.mark.parametrize(("key", "tab"), [("reviewer-1", "decisions"), ("writer", "report")])
def test_a_stage_leads_to_its_tab(qtbot, key, tab):
    inspector = shown(qtbot, stages.finished(), key)
    with qtbot.waitSignal(inspector.tab_asked) as asked:
        qtbot.mouseClick(inspector.stage.rows._held["open"].button, Qt.MouseButton.LeftButton)
    assert asked.args == [tab]


def test_a_reason_is_set_as_markdown_and_cites_sources(qtbot):
    run = stages.finished()
    reason = ReviewDecision(status="approved", rationale="**All** is answered [S3].")
    run = run.model_copy(update={"waves": (run.waves[0], run.waves[1].model_copy(update={"decision": reason}))})
    inspector = shown(qtbot, run, "reviewer-2")
    text = inspector.stage.rows._held["why"].text
    assert "**" not in text.toPlainText()
    with qtbot.waitSignal(inspector.source_asked) as asked:
        text.citation_asked.emit(text.next_citation(1).key)
    assert asked.args == ["S3"]


def test_a_hostile_reason_stays_text(qtbot):
    run = stages.finished()
    hostile = "<img src=x> [a](file:///etc/passwd) [b](javascript:x) <script>bad()</script>"
    reason = ReviewDecision(status="approved", rationale=hostile)
    run = run.model_copy(update={"waves": (run.waves[0], run.waves[1].model_copy(update={"decision": reason}))})
    inspector = shown(qtbot, run, "reviewer-2")
    text = inspector.stage.rows._held["why"].text
    assert "<img src=x>" in text.toPlainText()
    assert "href" not in text.toHtml()


def test_rows_that_stay_are_the_same_widgets_wherever_they_move(qtbot):
    column = RowColumn()
    qtbot.addWidget(column)
    column.show()
    column.show_rows((Row("a", "text", "A"), Row("b", "text", "B")))
    first, second = column._held["a"], column._held["b"]
    column.show_rows((Row("new", "heading", "New"), Row("b", "text", "B"), Row("a", "text", "A, longer")))
    assert (column._held["a"], column._held["b"]) == (first, second)
    order = [column._column.itemAt(place).widget() for place in range(column._column.count())]
    assert order == [column._held["new"], second, first]
    column.show_rows((Row("a", "fact", "A", lead="Name"),))
    assert column._held["a"] is not first
    assert column._column.count() == 1
