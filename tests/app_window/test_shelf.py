"""The shelf over the real journal: rows, what was asked before, the command line's view of the same runs."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from app.commands import history
from app.composition import Composition
from app.desk.asked_before import composed_of
from app.desk.composed import options_of
from app.desk.shelf import EngineShelf
from app.desk.views import MAX_VIEWS, Views
from app.home import Home
from engine import events as ev
from engine.journal.journal import Journal
from engine.texts import TextStore
from engine.values import Finding, GatheredSource, RunOptions
from researcher_container.contract import Block, Document
from widgets.beginning.composer import Composed
from widgets.history.view_state import ViewState


@pytest.fixture
def composition(_home: Path):
    composition = Composition(Home.find(), lives_long=True)
    yield composition
    composition.journal.close()


def begun(composition: Composition, *events: ev.Event, topic: str = "tides", options: RunOptions | None = None):
    run = composition.journal.create_run(topic, options or RunOptions())
    for event in events:
        run.append([event])
    return run


PLANNED = ev.QuestionsPlanned(wave=1, questions=("a?", "b?", "c?"))
ANSWER = ev.FindingArrived(finding=Finding(wave=1, researcher=2, question="b?", answer="yes"))


async def test_rows_tell_what_the_journal_tells(composition: Composition):
    shelf = EngineShelf(composition)
    live = begun(composition, PLANNED, ANSWER)
    waiting = begun(composition, PLANNED.model_copy(update={"waits_for_user": True}), topic="waits")
    waiting.release()
    rows = {row.run_id: row for row in shelf.runs()}
    row = rows[live.run_id]
    assert (row.state, row.wave, row.asked, row.answered, row.is_elsewhere) == ("researching", 1, 3, 1, False)
    row = rows[waiting.run_id]
    assert (row.state, row.waits_for_plan, row.asked) == ("interrupted", True, 3)
    live.append([ev.RunCancelled()])
    live.release()
    assert {row.run_id: row.state for row in shelf.runs()}[live.run_id] == "cancelled"
    await shelf.aclose()


@pytest.mark.parametrize(
    "composed",
    [
        Composed("Heat pumps", "quick", "sample", "offline", review_plan=False),
        Composed("Heat pumps", "deep", "library", "offline", review_plan=True),
        Composed("Heat pumps", "standard", "both", "model", review_plan=False),
        Composed("Heat pumps", "standard", "web", "model", review_plan=True),
    ],
)
def test_what_was_asked_is_composed_again(composition: Composition, tmp_path: Path, composed: Composed):
    composition.settings.set("library.folders", [str(tmp_path)])
    composition.settings.set("model.base_url", "http://127.0.0.1:9/v1")
    composition.settings.set("model.name", "small")
    asked = ev.ResearchAsked(run_id="r", topic=composed.topic, options=options_of(composed, composition))
    assert composed_of(asked, composition) == composed


def test_given_files_are_composed_again(composition: Composition, tmp_path: Path):
    paper = tmp_path / "paper.txt"
    paper.write_text("words")
    composed = Composed("Heat pumps", "quick", "files", "offline", review_plan=False, documents=(str(paper),))
    asked = ev.ResearchAsked(run_id="r", topic=composed.topic, options=options_of(composed, composition))
    assert composed_of(asked, composition) == composed


def test_the_command_line_shows_titles_and_deletes_for_good(composition: Composition, capsys):
    texts = TextStore(composition.home.texts)
    key = texts.put(Document(title="t", blocks=(Block(kind="paragraph", text="words"),)))
    shelf = EngineShelf(composition)
    source = GatheredSource(ref="r1", url="https://t.example/", text_sha256=key)
    finding = Finding(wave=1, researcher=1, question="q?", answer="zanzibarquartz", sources=(source,))
    run = begun(composition, ev.FindingArrived(finding=finding), topic="the tides")
    run.release()
    shelf.rename(run.run_id, "My tides")
    shelf.refresh()

    def said(*arguments: str) -> str:
        from app.cli import parser

        assert history.run(parser().parse_args(arguments)) == 0
        return capsys.readouterr().out

    assert "My tides" in said("runs")
    told = json.loads(said("runs", "--json"))
    assert [(row["topic"], row["title"], row["state"], row["waves"]) for row in told] == [
        ("the tides", "My tides", "interrupted", 0)
    ]
    said("delete", run.run_id)
    assert said("runs").startswith("No research yet.")
    for file in composition.home.folder.iterdir():
        if file.is_file():
            assert b"zanzibarquartz" not in file.read_bytes(), file.name
    assert texts.text(key) is None
    shelf._files.cache.close()


def test_how_pages_were_left_survives_and_is_limited(tmp_path: Path):
    views = Views(tmp_path / "views.json")
    left = ViewState(tab=2, graph="strip", inspected="planner", report_position=7, citation="S1.1", graph_share=0.4)
    views.keep("one", left)
    assert Views(tmp_path / "views.json").view("one") == left
    for number in range(MAX_VIEWS):
        views.keep(f"run-{number}", ViewState(tab=number % 4))
    again = Views(tmp_path / "views.json")
    assert again.view("one") is None
    assert again.view("run-0") == ViewState(tab=0)
    again.retain({"run-1"})
    assert [Views(tmp_path / "views.json").view(run_id) for run_id in ("run-0", "run-1")] == [None, ViewState(tab=1)]


@pytest.mark.parametrize("held", ["", "[]", "no json", '{"one": 5}', '{"one": {"tab": "x", "graph": 7}}', "\0"])
def test_views_that_cannot_be_read_are_none(tmp_path: Path, held: str):
    path = tmp_path / "views.json"
    path.write_text(held, "utf-8")
    assert Views(path).view("one") in (None, ViewState())
    Views(path).keep("one", ViewState(tab=1))
    assert Views(path).view("one") == ViewState(tab=1)


def test_views_on_a_disk_that_fails_are_kept_for_the_session(tmp_path: Path):
    views = Views(tmp_path / "missing" / "views.json")
    views.keep("one", ViewState(tab=1))
    assert views.view("one") == ViewState(tab=1)


def test_a_run_that_cannot_be_read_is_a_sentence(composition: Composition):
    from engine.errors import JournalError

    shelf = EngineShelf(composition)
    run = begun(composition)
    run.release()
    with composition.journal.transaction() as db:
        db.execute("""UPDATE events SET body='{"kind":"of_the_future"}' WHERE run_id=?""", (run.run_id,))
    with pytest.raises(JournalError, match="cannot be read"):
        shelf.snapshot(run.run_id)
    assert [row.run_id for row in shelf.runs()] == [run.run_id]
    with contextlib.closing(Journal(composition.home.journal)) as journal:
        assert len(journal.runs()) == 1
