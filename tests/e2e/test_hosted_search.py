"""The provider searches: a Responses server with web_search_call items and url_citation annotations."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.e2e.conftest import TOPIC
from tests.e2e.program import Program


def test_structured_citations_become_sources_and_say_that_they_were_not_fetched(
    program: Program, model: Callable[..., Any], tmp_path: Path
):
    server = model(
        questions=4,
        missing_protocols="chat",
        hosted_urls="https://tides.example/alder?utm_source=openai https://survey.example/2019?id=7",
    )
    program.environ.update(DOSSIER_SEARCH="hosted")
    out = tmp_path / "out"
    done = program.run("research", TOPIC, "--sandbox", "process", "--yes", "--out", str(out))
    assert done.returncode == 0, done.stderr
    run = json.loads((out / "run.json").read_text())
    assert {source["url"] for source in run["sources"]} == {
        "https://tides.example/alder",
        "https://survey.example/2019?id=7",
    }
    assert {quote["status"] for source in run["sources"] for quote in source["quotes"]} <= {"not_checked"}
    researchers = server.asked("researcher")
    assert researchers
    assert all("web_search" in entry["tools"] for entry in researchers if entry["turn"] == 1)
    assert {entry["protocol"] for entry in researchers} == {"responses"}
