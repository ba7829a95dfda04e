"""Killed at any moment and resumed, a run ends as an undisturbed one and pays for no finished step twice."""

from __future__ import annotations

import json
import os
import random
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import TOPIC
from tests.e2e.program import Program, until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(280)]

KILLS = 6
SEED = 20_261_130


def answered(run: dict[str, Any]) -> list[tuple[int, int, str]]:
    return [(f["wave"], f["researcher"], f["answer"]) for f in run["findings"]]


def test_a_run_killed_again_and_again_ends_like_an_undisturbed_one(
    program: Program, library: Path, model: Callable[..., Any], tmp_path: Path
):
    server = model(questions=4, waves=2)
    arguments = ("--library", str(library), "--sandbox", "process")
    whole = program.run("research", TOPIC, *arguments, "--out", str(tmp_path / "whole"))
    assert whole.returncode == 0, whole.stderr
    undisturbed = server.asked()

    moments = random.Random(SEED)
    process = program.start("research", TOPIC, *arguments)
    run_id = ""
    for _ in range(KILLS):
        # A moment is so many requests from now: it falls anywhere between two steps, on any machine.
        seen, more = len(server.asked()), moments.randint(0, 3)
        until(lambda seen=seen, more=more, p=process: len(server.asked()) >= seen + more or p.poll() is not None)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        rows = program.json("runs", "--json")
        run_id = rows[0]["id"] if len(rows) == 2 else ""
        process = program.start("resume", run_id) if run_id else program.start("research", TOPIC, *arguments)
    process.communicate(timeout=90)
    run_id = run_id or program.json("runs", "--json")[0]["id"]
    done = program.run("resume", run_id, "--out", str(tmp_path / "killed"))
    assert done.returncode == 0, done.stderr

    first, second = (json.loads((tmp_path / name / "run.json").read_text()) for name in ("whole", "killed"))
    assert answered(first) == answered(second)
    reports = [(tmp_path / name / "report.md").read_text() for name in ("whole", "killed")]
    assert reports[0] == reports[1]
    # A call may be asked again only when a kill kept its answer from being written down.
    # (A request that was cut in its middle by a kill has no role.)
    asked = [entry for entry in server.asked()[len(undisturbed) :] if entry["role"]]
    turns = Counter((entry["role"], entry["question"], entry["turn"]) for entry in asked)
    assert sum(count - 1 for count in turns.values()) <= KILLS * 4
    assert set(turns) == {(e["role"], e["question"], e["turn"]) for e in undisturbed}
    assert second["state"] == "done"
