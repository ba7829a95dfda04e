"""Servers and models that fail: without tools, gone in the middle, lost in repetition. The run ends, and goes on."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import TOPIC
from tests.e2e.program import KEY, Program, until
from tests.scripted_model.plugin import load_server

Start = Callable[..., Any]


@pytest.fixture
def server(program: Program) -> Iterator[Start]:
    """Give a function that starts a scripted server with a script of its own, and points the program at it."""
    with contextlib.ExitStack() as stack:

        def start(script: Any = None, **settings: Any) -> Any:
            made = stack.enter_context(load_server().ScriptedModel(script, **settings))
            program.environ.update(OPENAI_BASE_URL=made.base_url, OPENAI_API_KEY=KEY, DOSSIER_MODEL="scripted")
            return made

        yield start


def failed(done: Any) -> str:
    """Return the one sentence of a run that failed cleanly."""
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    (sentence,) = [line for line in done.stderr.splitlines() if line.startswith("dossier: ")]
    assert "dossier resume" in done.stderr
    return sentence


def run_of(folder: Path) -> dict[str, Any]:
    run: dict[str, Any] = json.loads((folder / "run.json").read_text())
    return run


@pytest.mark.parametrize("sandbox", ["process", pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)])
def test_a_model_without_tools_gets_its_pages_and_its_report(
    program: Program, library: Path, server: Start, tmp_path: Path, sandbox: str
):
    scripted = server(refuses_tools=True)
    out = tmp_path / "out"
    done = program.run("research", TOPIC, "--library", str(library), "--sandbox", sandbox, "--out", str(out))
    assert done.returncode == 0, done.stderr
    run = run_of(out)
    assert all(finding["error"] is None and finding["sources"] for finding in run["findings"])
    assert run["audit"]["found"] == run["audit"]["citations"] > 0
    # Whoever asks at the same time is refused at the same time; nobody is refused twice.
    asked = scripted.asked("researcher")
    refused = [entry["question"] for entry in asked if entry["tools"]]
    assert len(refused) == len(set(refused)) <= 4
    assert len(asked) - len(refused) == 4


def test_a_server_that_goes_away_is_told_and_the_run_goes_on_when_it_is_back(
    program: Program, library: Path, server: Start, tmp_path: Path
):
    first = server(hold="researcher:3")
    arguments = ("--library", str(library), "--sandbox", "process")
    process = program.start("research", TOPIC, *arguments, "--out", str(tmp_path / "gone"))
    until(lambda: len([entry for entry in first.asked("researcher") if entry["turn"] == 3]) == 4)
    port = int(first.base_url.rsplit(":", 1)[1].removesuffix("/v1"))
    first.stop()
    out, err = process.communicate(timeout=90)
    process.stdout, process.stderr = out, err  # type: ignore[assignment]
    assert "cannot be reached" in failed(process)
    gone = run_of(tmp_path / "gone")
    assert gone["state"] == "failed"
    # What was read before stays, without an answer.
    assert all(finding["error"] for finding in gone["findings"])
    kept = [quote for source in gone["sources"] for quote in source["quotes"]]
    assert kept
    assert {quote["status"] for quote in kept} == {"found"}

    second = server(port=port)
    (row,) = program.json("runs", "--json")
    done = program.run("resume", row["id"], "--out", str(tmp_path / "back"))
    assert done.returncode == 0, done.stderr
    back = run_of(tmp_path / "back")
    assert all(finding["error"] is None for finding in back["findings"])
    # The turns that were answered are not asked again.
    assert {entry["turn"] for entry in second.asked("researcher")} == {3}
    assert second.asked("planner") == []


def test_a_report_that_repeats_without_end_becomes_one_of_quotes_and_is_written_by_the_model_on_resume(
    program: Program, library: Path, server: Start, tmp_path: Path
):
    module = load_server()
    is_lost = [True]

    def script(asked: Any) -> Any:
        if is_lost[0] and module.whole_run.role_of(asked) == "writer":
            return module.Answer("# Lighthouse\n\n" + "The lamp of the lighthouse is a lamp. " * 4_000)
        return whole(asked)

    whole = module.WholeRun()
    scripted = server(script)
    arguments = ("--library", str(library), "--sandbox", "process")
    done = program.run("research", TOPIC, *arguments, "--out", str(tmp_path / "lost"))
    assert done.returncode == 0, done.stderr
    assert "written without the model, because the model repeated itself without end" in done.stderr
    assert "*Written without the model, because" in (tmp_path / "lost" / "report.md").read_text()
    lost = run_of(tmp_path / "lost")
    assert lost["audit"]["is_fallback"] is True
    assert lost["audit"]["citations"] == lost["audit"]["found"] > 0
    assert lost["incomplete_draft"].startswith("# Lighthouse")
    assert len(scripted.asked("writer")) == 2
    is_lost[0] = False
    (row,) = program.json("runs", "--json")
    done = program.run("resume", row["id"], "--out", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert len(scripted.asked("researcher")) == len(
        {(e["question"], e["turn"]) for e in scripted.asked("researcher")}
    )
    assert len(scripted.asked("writer")) == 3
    back = run_of(tmp_path / "out")
    assert (back["audit"]["is_fallback"], back["report_version"], back["incomplete_draft"]) == (False, 2, None)


def test_what_a_writer_wrote_before_it_failed_is_offered_and_is_no_report(
    program: Program, library: Path, server: Start, tmp_path: Path
):
    module = load_server()
    whole = module.WholeRun()

    def script(asked: Any) -> Any:
        if module.whole_run.role_of(asked) != "writer":
            return whole(asked)
        if len([entry for entry in scripted.requests if entry["role"] == "writer"]) > 1:
            return module.Failure(402, {"error": {"message": "insufficient credit"}})
        frame = json.dumps({"choices": [{"delta": {"content": "# Half a report"}}]})
        return module.Raw((f"data: {frame}\n\n".encode(),))

    scripted = server(script)
    out = tmp_path / "out"
    done = program.run("research", TOPIC, "--library", str(library), "--sandbox", "process", "--out", str(out))
    assert "no credit" in failed(done)
    assert [path.name for path in out.iterdir()] == ["run.json"]
    run = run_of(out)
    assert run["incomplete_draft"] == "# Half a report"
    shown = program.run("show", run["id"]).stdout
    assert "Incomplete: what the model had written" in shown
    assert "# Half a report" in shown
    export = program.run("export", run["id"], "--format", "md", "--out", str(tmp_path / "r.md"))
    assert export.returncode == 2
    assert "incomplete" in export.stderr
