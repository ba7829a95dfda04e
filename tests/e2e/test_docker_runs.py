"""Whole runs in real containers: the endings, the kills, the resume."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docker
import pytest

from tests.e2e.conftest import LIBRARY, TOPIC
from tests.e2e.program import KEY, Program, containers, files_with, until

pytestmark = [pytest.mark.docker, pytest.mark.usefixtures("image"), pytest.mark.timeout(240)]

ModelMaker = Callable[..., Any]


def test_offline_research_quotes_word_for_word_and_leaves_no_container(
    program: Program, library: Path, tmp_path: Path
):
    out = tmp_path / "out"
    done = program.run(
        "research", TOPIC, "--offline", "--library", str(library), "--sandbox", "docker", "--out", str(out)
    )
    assert done.returncode == 0, done.stderr
    run = json.loads((out / "run.json").read_text())
    assert (run["schema"], run["state"], run["mode"], run["sandbox"]) == (1, "done", "offline", "docker")
    assert 4 <= len(run["waves"][0]["questions"]) <= 6
    quotes = [quote for source in run["sources"] for quote in source["quotes"]]
    assert quotes
    words = " ".join(text for _, text in LIBRARY.values())
    assert all(quote["text"] in words and quote["status"] == "found" for quote in quotes)
    assert {Path(source["url"]).name for source in run["sources"]} <= set(LIBRARY)
    assert (out / "report.md").read_text().startswith("# ")
    assert "<script" not in (out / "report.html").read_text()
    assert program.containers() == []


def test_six_researchers_at_once_with_a_model_each_in_a_container_and_no_key_left_behind(
    program: Program, library: Path, model: ModelMaker, tmp_path: Path
):
    server = model(questions=6, waves=2)
    out, events = tmp_path / "out", tmp_path / "events.jsonl"
    arguments = ("--library", str(library), "--sandbox", "docker", "--out", str(out), "--events", str(events))
    done = program.run("research", TOPIC, *arguments)
    assert done.returncode == 0, done.stderr
    entries = [json.loads(line)["event"] for line in events.read_text().splitlines()]
    started = [event for event in entries if event["kind"] == "sandbox_started"]
    assert len({event["sandbox_id"] for event in started}) == len(started) == 8
    assert len(server.asked("planner")) == 1
    assert server.asked()[0]["headers"]["authorization"] == f"Bearer {KEY}"
    run = json.loads((out / "run.json").read_text())
    assert [len(wave["questions"]) for wave in run["waves"]] == [6, 2]
    assert run["audit"]["not_found"] == 0
    assert run["audit"]["found"] == run["audit"]["citations"] > 0
    assert run["usage"]["calls"] == len(server.asked())
    assert files_with(KEY, program.home, out, events.parent) == []
    assert program.containers() == []


def test_a_container_killed_in_mid_question_is_replaced_once_then_its_branch_reports(
    program: Program, library: Path, model: ModelMaker, tmp_path: Path
):
    server = model(questions=4, hold="researcher:2", only_question="limits and risks")
    out, events = tmp_path / "out", tmp_path / "events.jsonl"
    arguments = ("--library", str(library), "--sandbox", "docker", "--out", str(out), "--events", str(events))
    process = program.start("research", TOPIC, *arguments)

    def sandboxes() -> list[str]:
        lines = events.read_text().splitlines() if events.exists() else []
        found = [json.loads(line)["event"] for line in lines if line.endswith("}")]
        return [e["sandbox_id"] for e in found if e["kind"] == "sandbox_started" and e["researcher"] == 3]

    def held(times: int) -> bool:
        asked = [e for e in server.asked("researcher") if "limits and risks" in e["question"] and e["turn"] == 2]
        return len(asked) == times and len(sandboxes()) == times

    client = docker.from_env()
    try:
        for times in (1, 2):
            until(lambda times=times: held(times))
            client.containers.get(sandboxes()[-1]).kill()
    finally:
        client.close()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    run = json.loads((out / "run.json").read_text())
    findings = {finding["researcher"]: finding for finding in run["findings"]}
    assert [findings[n]["error"] is None for n in (1, 2, 3, 4)] == [True, True, False, True]
    # The first turn was remembered: only the unanswered second one was asked again.
    turns = Counter(e["turn"] for e in server.asked("researcher") if "limits and risks" in e["question"])
    assert turns == {1: 1, 2: 2}
    assert program.containers() == []


def test_an_interrupt_removes_every_container_within_three_seconds_and_keeps_what_was_gathered(
    program: Program, library: Path, model: ModelMaker
):
    server = model(questions=6, hold="researcher:3", only_question="limits and risks")
    process = program.start("research", TOPIC, "--library", str(library), "--sandbox", "docker")
    until(lambda: [e for e in server.asked("researcher") if e["turn"] == 3 and "limits" in e["question"]])
    assert containers(process.pid)
    process.send_signal(signal.SIGINT)
    interrupted = time.monotonic()
    _, err = process.communicate(timeout=20)
    until(lambda: not containers(process.pid), limit_s=max(0.1, 3.0 - (time.monotonic() - interrupted)))
    assert process.returncode == 130, err
    assert "Stopped by you" in err
    assert "dossier resume" in err
    (row,) = program.json("runs", "--json")
    assert row["state"] == "cancelled"
    asked = len(server.asked())
    server.control({"hold": ""})
    done = program.run("resume", row["id"])
    assert done.returncode == 0, done.stderr
    assert "Picked up where it stopped" in done.stderr
    again = [e for e in server.asked()[asked:] if e["role"] == "researcher" and e["turn"] <= 2]
    assert all("limits" not in entry["question"] for entry in again)


def test_killed_between_two_model_calls_it_resumes_and_pays_for_nothing_twice(
    program: Program, library: Path, model: ModelMaker, tmp_path: Path
):
    server = model(questions=4, rounds=2, pages=1, hold="researcher:4", only_question="limits and risks")
    out = tmp_path / "out"
    process = program.start("research", TOPIC, "--library", str(library), "--sandbox", "docker")
    until(lambda: [e for e in server.asked("researcher") if e["turn"] == 4 and "limits" in e["question"]])
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    until(lambda: not containers(process.pid), limit_s=5.0)

    (row,) = program.json("runs", "--json")
    assert row["state"] == "interrupted"
    server.control({"hold": ""})
    done = program.run("resume", row["id"], "--out", str(out))
    assert done.returncode == 0, done.stderr
    turns = Counter(e["turn"] for e in server.asked("researcher") if "limits" in e["question"])
    assert (turns[1], turns[2], turns[3]) == (1, 1, 1)
    assert turns[4] == 2  # asked, never answered, asked again
    assert len(server.asked("planner")) == 1
    assert json.loads((out / "run.json").read_text())["state"] == "done"
    assert program.containers() == []
