"""What a server makes a researcher wait is not the researcher's time: it goes on as if nothing had been."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.journal.journal import Journal
from engine.run import Run
from engine.workshop import Workshop
from tests.engine.bench import watch
from tests.scripted_model.plugin import load_server

MODULE = load_server()
TOPIC = "How tall is the lighthouse?"
TIME_S, WAIT_S = 3.0, 4


class Waiting:
    """A whole run whose first researcher's call is told to wait longer than a researcher may take."""

    def __init__(self) -> None:
        self.refused = 0
        self.whole = MODULE.WholeRun()

    def __call__(self, asked: Any) -> Any:
        if MODULE.whole_run.role_of(asked) == "researcher" and not self.refused:
            self.refused += 1
            return MODULE.Failure(429, {"error": {"message": "slow"}}, headers={"Retry-After": str(WAIT_S)})
        return self.whole(asked)


@pytest.fixture
async def waited_run(model_run: Any, workshop: Workshop, run_journal: Journal) -> Any:
    script = Waiting()
    server, options = model_run(script, researcher_time_s=TIME_S, concurrency=1)
    return await watch(Run.start(run_journal, workshop, TOPIC, options)), server, script


async def test_a_wait_longer_than_a_researchers_time_ends_no_researcher(waited_run: Any) -> None:
    run, server, script = waited_run
    assert script.refused == 1
    assert run.state == "done"
    findings = [view.finding for view in run.waves[0].researchers]
    assert [finding.error for finding in findings] == [None] * len(findings)
    assert all(finding.sources for finding in findings)
    # Nobody handed in early because of it: the first one took its turns like the others.
    turns = {}
    for entry in server.asked("researcher"):
        turns[entry["question"]] = turns.get(entry["question"], 0) + 1
    first, *others = turns.values()
    assert first == others[0] + 1, json.dumps(turns)
