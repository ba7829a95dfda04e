"""A report that is being written: nothing flickers, nothing jumps, and a long one costs no more than a short one."""

from __future__ import annotations

import statistics
import time

import example_runs as runs
import pytest
from PySide6.QtWidgets import QApplication

from app.report_blocks import ReportBlocks
from engine.evidence.report import finish_report
from engine.snapshot import ReportView, RunSnapshot, Step
from engine.values import ResearchDossier
from widgets.report.pane import ReportPane
from widgets.text.long_words import whole

SAID = (
    "the seasonal mean of the house was metered at one minute intervals from november to april and units were "
    "installed by local contractors without instruction"
)
WORDS = SAID.split()


def paragraph(place: int) -> str:
    words = [WORDS[(place * 7 + offset) % len(WORDS)] for offset in range(100)]
    text = f"{' '.join(words[:60]).capitalize()} [S{place % 5 + 1}.1]. {' '.join(words[60:])}.\n\n"
    head = f"## Part {place // 4}\n\n" if place % 4 == 0 else ""
    quote = f"> {' '.join(WORDS[:20])} [S3.1]\n\n" if place % 10 == 3 else ""
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n" if place % 20 == 7 else ""
    return head + text + quote + table + ("- one item\n- another\n\n" if place % 6 == 2 else "")


LONG = "# A report\n\n" + "".join(paragraph(place) for place in range(200))


def writing(draft: str) -> RunSnapshot:
    return runs.writing().model_copy(update={"report": ReportView(version=1, draft=draft)})


@pytest.fixture
def pane(qtbot):
    made = ReportPane()
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    qtbot.waitExposed(made)
    return made


class Growing:
    """Shows a draft as the window does."""

    def __init__(self, pane: ReportPane) -> None:
        self.pane, self.blocks = pane, ReportBlocks()
        self.resets = 0
        pane.text.document().contentsChange.connect(self._count)

    def show(self, run: RunSnapshot) -> None:
        self.pane.show_run(run, self.blocks.blocks(run))

    def _count(self, position: int, removed: int, added: int) -> None:
        # Setting a format tells of a change of everything that removes nothing.
        self.resets += position == 0 and removed > 1 and added != removed


def test_a_long_report_costs_as_much_per_step_as_a_short_one(pane, qapp):
    assert len(LONG.split()) > 20_000
    steps, growing = 1_000, Growing(pane)
    size = len(LONG) // steps + 1
    took_s = []
    for step in range(1, steps + 1):
        run = writing(LONG[: step * size])
        before = time.process_time()
        growing.show(run)
        took_s.append(time.process_time() - before)
        if step % 50 == 0:
            qapp.processEvents()
    first, last = statistics.median(took_s[50:250]), statistics.median(took_s[-200:])
    # About 1.6 ms both; five times that is for a busy machine, and setting all of it anew takes fifty times that.
    assert last < 5 * first + 0.005, f"{first * 1e3:.2f} ms, then {last * 1e3:.2f} ms"
    assert growing.resets == 0
    assert pane.text.verticalScrollBar().value() == 0  # whoever reads the top goes on reading it
    assert len(pane.text.headings()) == 51


def test_the_place_being_read_stays_and_the_end_is_followed(pane, qapp):
    growing = Growing(pane)
    bar = pane.text.verticalScrollBar()
    growing.show(writing(LONG[:20_000]))
    qapp.processEvents()
    bar.setValue(600)
    top = pane.text.position_at_top()
    for end in range(20_500, 25_000, 500):
        growing.show(writing(LONG[:end]))
    assert bar.value() == 600
    assert pane.text.position_at_top() == top
    bar.setValue(bar.maximum())
    growing.show(writing(LONG[:30_000]))
    qapp.processEvents()
    assert bar.value() == bar.maximum()


def finished(draft: str) -> RunSnapshot:
    run = runs.finished()
    made = finish_report(draft, ResearchDossier(topic=run.topic, wave=2, findings=(), sources=run.sources))
    report = ReportView(version=1, markdown=made.markdown, audit=made.audit)
    return run.model_copy(update={"report": report, "sources": made.sources})


def line_at_top(pane: ReportPane) -> str:
    at = pane.text.cursorForPosition(pane.text.viewport().rect().topLeft())
    return at.block().text().replace("\ufffc", "")[:60]


def test_the_finished_report_keeps_the_line_being_read(pane, qapp):
    growing = Growing(pane)
    growing.show(writing(LONG[:30_000]))
    qapp.processEvents()
    pane.text.verticalScrollBar().setValue(2_000)
    before = line_at_top(pane)
    growing.show(finished(LONG[:30_000]))  # its citations are numbers now, which are narrower than ids
    qapp.processEvents()
    assert line_at_top(pane) == before
    assert "References" in [heading.text for heading in pane.text.headings()]


def test_whoever_watched_the_end_reads_the_finished_report_from_its_top(pane, qapp):
    growing = Growing(pane)
    growing.show(writing(LONG[:30_000]))
    qapp.processEvents()
    pane.text.verticalScrollBar().setValue(pane.text.verticalScrollBar().maximum())
    growing.show(finished(LONG[:30_000]))
    qapp.processEvents()
    assert pane.text.verticalScrollBar().value() == 0


def test_a_long_finished_report_is_set_bit_by_bit_and_whole_in_the_end(pane, qtbot):
    growing = Growing(pane)
    growing.show(finished(LONG))
    assert pane.text.toPlainText().startswith("A report")
    at_first = pane.text.document().characterCount()
    assert len(pane.side.contents._headings) < 50
    qtbot.waitUntil(lambda: "References" in [heading.text for heading in pane.side.contents._headings])
    whole_count = pane.text.document().characterCount()
    assert whole_count > 2 * at_first
    assert pane.text.verticalScrollBar().value() == 0
    growing.show(finished("# Another\n\nShort."))
    growing.show(finished(LONG))
    pane.text.go_to(whole_count - 2_000)  # where somebody wants to go is set at once
    assert pane.text.document().characterCount() > whole_count - 2_000
    assert pane.text.verticalScrollBar().value() > 10_000


# --- what was found so far --------------------------------------------------------------------------------


def with_quotes(run: RunSnapshot, researcher: int, count: int) -> RunSnapshot:
    wave = run.waves[-1]
    view = wave.researchers[researcher - 1]
    words = [f"Quote {n} of researcher {researcher}, long enough." for n in range(count)]
    steps = tuple(Step(at=runs.NOW_S, what="quoted", ref="r0", text=text) for text in words)
    opened = Step(at=runs.NOW_S, what="opened", ref="r0", text="A page", detail="https://page.example/a")
    changed = view.model_copy(update={"steps": (opened, *steps)})
    views = (*wave.researchers[: researcher - 1], changed, *wave.researchers[researcher:])
    return run.model_copy(update={"waves": (*run.waves[:-1], wave.model_copy(update={"researchers": views}))})


def test_quotes_are_grouped_by_question_with_source_and_mark(pane):
    pane.show_run(with_quotes(runs.running_first(), 3, 2), ())
    text = pane.text.toPlainText()
    assert text.startswith("Found so far")
    assert "Quote 1 of researcher 3, long enough." in text
    assert "A page · page.example · Not checked yet" in text
    pane.show_run(runs.running_second().model_copy(update={"run_id": "run-2"}), ())
    text = whole(pane.text.toPlainText())
    assert "Cold-climate field trial, final report · coldclimate-trials.example · Verified" in text
    assert pane.text.document().find("￼").charFormat().isAnchor()  # and leads to Evidence


def test_a_quote_that_arrives_above_moves_nothing_that_is_read(pane, qapp):
    run = runs.running_first()
    for researcher in (2, 3, 4):
        run = with_quotes(run, researcher, 30)
    pane.show_run(run, ())
    qapp.processEvents()
    bar = pane.text.verticalScrollBar()
    cursor = pane.text.document().find("Quote 10 of researcher 3")
    bar.setValue(bar.value() + pane.text.cursorRect(cursor).top())
    before, value = line_at_top(pane), bar.value()
    pane.show_run(with_quotes(run, 2, 36), ())
    QApplication.processEvents()
    assert line_at_top(pane) == before
    assert bar.value() > value


def test_the_same_quotes_set_nothing_again(pane):
    growing = Growing(pane)
    changes: list[int] = []
    run = with_quotes(runs.running_first(), 3, 4)
    growing.show(run)
    pane.text.document().contentsChange.connect(lambda position, removed, added: changes.append(position))
    growing.show(run.model_copy(update={"last_seq": 9}))
    assert not changes
