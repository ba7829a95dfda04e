"""How a report shall read, what a run may use: from the command line to the files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.e2e.conftest import TOPIC
from tests.e2e.program import Program

PROCESS = ("--sandbox", "process")


def run_of(folder: Path) -> dict[str, Any]:
    run: dict[str, Any] = json.loads((folder / "run.json").read_text())
    return run


def test_wishes_reach_the_model_and_sections_the_report(
    program: Program, library: Path, model: Callable[..., Any], tmp_path: Path
):
    server = model()
    out = tmp_path / "out"
    wishes = (
        "--language",
        "de",
        "--length",
        "short",
        "--tone",
        "technical",
        "--section",
        "Lampe",
        "--section",
        "Turm",
    )
    done = program.run("research", TOPIC, "--library", str(library), *PROCESS, *wishes, "--out", str(out))
    assert done.returncode == 0, done.stderr
    first, again = (entry["body"]["messages"] for entry in server.asked("writer"))
    assert all(words in first[0]["content"] for words in ("## Lampe\n## Turm", "300 to 500 words", "specialists"))
    assert "German (de)" in first[1]["content"]
    assert "## Lampe\n## Turm" in again[-1]["content"]
    assert "- Lampe\n- Turm" in server.asked("planner")[0]["body"]["messages"][1]["content"]
    # This model writes neither: the report says so, and the run is done all the same.
    report = (out / "report.md").read_text()
    assert "The section “Lampe” was asked for and is not there" in report.partition("## Limitations")[2]


def test_at_the_end_of_its_budget_a_run_writes_and_a_larger_one_goes_on(
    program: Program, library: Path, model: Callable[..., Any], tmp_path: Path
):
    server = model(waves=2)
    arguments = ("--library", str(library), *PROCESS)
    done = program.run("research", TOPIC, *arguments, "--out", str(tmp_path / "whole"))
    assert done.returncode == 0, done.stderr
    whole = run_of(tmp_path / "whole")
    by_role = {role: use["input_tokens"] + use["output_tokens"] for role, use in whole["usage"]["by_role"].items()}
    assert sum(use["input_tokens"] for use in whole["usage"]["by_researcher"].values()) > 0
    assert len(whole["waves"]) == 2

    # The first wave fits, its review does not.
    budget = int((by_role["planner"] + by_role["researcher"] * 4 / 6) / 0.9)
    done = program.run(
        "research", TOPIC, *arguments, "--budget-tokens", str(budget), "--out", str(tmp_path / "short")
    )
    assert done.returncode == 0, done.stderr
    assert "The budget" in done.stderr
    short = run_of(tmp_path / "short")
    assert (short["state"], short["limit_reached"], len(short["waves"])) == ("done", "tokens", 1)
    assert short["waves"][0]["decision"]["by"] == "limit"
    assert short["audit"]["citations"] == short["audit"]["found"] > 0

    before = len(server.asked("planner"))
    done = program.run("resume", short["id"], "--budget-tokens", "0", "--out", str(tmp_path / "more"))
    assert done.returncode == 0, done.stderr
    more = run_of(tmp_path / "more")
    assert (more["limit_reached"], more["report_version"], len(more["waves"])) == (None, 2, 2)
    assert len(server.asked("planner")) == before


def test_without_time_the_offline_mode_writes_what_it_has(program: Program, library: Path, tmp_path: Path):
    out = tmp_path / "out"
    limits = ("--budget-minutes", "0.00001", "--length", "short", "--section", "Lamp")
    done = program.run(
        "research", TOPIC, "--offline", "--library", str(library), *PROCESS, *limits, "--out", str(out)
    )
    assert done.returncode == 0, done.stderr
    run = run_of(out)
    assert (run["state"], run["limit_reached"]) == ("done", "minutes")
    assert "cannot fill sections of your choice (“Lamp”)" in (out / "report.md").read_text()
    refused = program.run("research", TOPIC, "--offline", "--budget-usd", "-1")
    assert refused.returncode == 2
    assert "is not possible" in refused.stderr
