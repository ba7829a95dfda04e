"""The command line when it is stopped, when nobody reads what it prints, and when two of it run at once."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import TOPIC
from tests.e2e.program import Program, until
from tests.e2e.test_command_line import OFFLINE, one_sentence

ModelMaker = Callable[..., Any]


def children(pid: int) -> list[int]:
    """Return the process ids of a process's living children."""
    found: list[int] = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        found += map(int, tasks.read_text().split())
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.fixture
def at_work(program: Program, library: Path, model: ModelMaker) -> tuple[subprocess.Popen[str], list[int]]:
    """A run whose model thinks for a long time, with its sandboxes."""
    server = model(questions=4)
    process = program.start("research", TOPIC, "--library", str(library), "--sandbox", "process")
    until(lambda: len(server.asked()) >= 1 or process.poll() is not None)
    server.latency_s = 30.0
    until(lambda: len(server.asked()) >= 3 or process.poll() is not None)
    return process, children(process.pid)


@pytest.mark.parametrize("signals", [(signal.SIGINT,), (signal.SIGINT, signal.SIGINT), (signal.SIGTERM,)])
def test_stopped_by_a_signal_the_run_is_kept_and_no_sandbox_stays(
    program: Program, at_work: tuple[subprocess.Popen[str], list[int]], signals: tuple[signal.Signals, ...]
):
    process, sandboxes = at_work
    assert sandboxes
    for number in signals:
        process.send_signal(number)
    _, err = process.communicate(timeout=10)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert err.count("Stopped by you.") == 1
    assert "dossier resume" in err
    assert [pid for pid in sandboxes if is_alive(pid)] == []
    (row,) = program.json("runs", "--json")
    assert row["state"] == "cancelled"


@pytest.mark.parametrize("after_s", [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5])
def test_stopped_while_it_starts_it_says_nothing_of_its_own_code(program: Program, library: Path, after_s: float):
    """The moment is not a fact of the program: any may come, so several are tried."""
    process = program.start("research", TOPIC, *OFFLINE, "--library", str(library))
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=after_s)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    # Before its first own line runs, Python itself answers the signal.
    assert process.returncode in (130, -signal.SIGINT), err
    assert "Traceback" not in err or "/app/" not in err


def test_history_beside_a_run_at_work(
    program: Program, at_work: tuple[subprocess.Popen[str], list[int]], library: Path
):
    process, _ = at_work
    (row,) = program.json("runs", "--json")
    assert row["state"] == "running"
    assert TOPIC in program.run("show", row["id"]).stdout
    for command in ("resume", "delete"):
        busy = program.run(command, row["id"])
        assert busy.returncode == 1
        assert "running" in one_sentence(busy.stderr)
    beside = program.run("research", TOPIC, *OFFLINE, "--library", str(library))
    assert beside.returncode == 0, beside.stderr
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)
    assert sorted(row["state"] for row in program.json("runs", "--json")) == ["cancelled", "done"]


def read_and_leave(program: Program, *arguments: str, lines: int) -> tuple[int, str]:
    """Read some lines of what the program prints, as `head` does, then go; return its status and its stderr."""
    process = program.start(*arguments)
    assert process.stdout is not None
    for _ in range(lines):
        process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr as stderr:
        err = stderr.read()
    return process.wait(timeout=60), err


def test_nobody_reads_the_events_any_more(program: Program, library: Path):
    status, err = read_and_leave(
        program, "research", TOPIC, *OFFLINE, "--library", str(library), "--events", "-", lines=2
    )
    assert status == 1
    assert "Traceback" not in err
    assert "BrokenPipe" not in err
    assert "Exception ignored" not in err
    (row,) = program.json("runs", "--json")
    assert row["state"] == "interrupted"
    assert program.run("resume", row["id"]).returncode == 0
    # More than a pipe holds, so that the writer meets its broken end.
    status, err = read_and_leave(program, "show", row["id"], "--json", lines=0)
    assert err == ""


def test_outputs_that_cannot_be_written(program: Program, library: Path):
    arguments = ("research", TOPIC, *OFFLINE, "--library", str(library))
    full = program.run(*arguments, "--events", "/dev/full")
    assert full.returncode == 1
    assert "/dev/full" in one_sentence(full.stderr)
    with open("/dev/full", "w") as nowhere:
        done = subprocess.run(
            [*program.command, "runs"], env=program.environment(), stdout=nowhere, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert "could not be written" in one_sentence(done.stderr)


def test_events_on_stdout_leave_the_files_names_to_stderr(program: Program, library: Path, tmp_path: Path):
    out = tmp_path / "out"
    done = program.run(
        "research",
        TOPIC,
        *OFFLINE,
        "--library",
        str(library),
        "--events",
        "-",
        "--out",
        str(out),
        "--format",
        "md,json",
    )
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["seq"] for line in done.stdout.splitlines()][-1] > 10
    for name in ("report.md", "run.json"):
        assert str(out / name) in done.stderr
        assert (out / name).exists()


def test_resumed_with_a_yes_nothing_is_planned_or_asked_again(program: Program, library: Path, model: ModelMaker):
    server = model(questions=4, waves=1)
    process = program.start("research", TOPIC, "--library", str(library), "--sandbox", "process")
    until(lambda: len(server.asked()) >= 6 or process.poll() is not None)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    (row,) = program.json("runs", "--json")
    assert program.run("resume", row["id"], "--yes").returncode == 0
    assert sum(1 for entry in server.asked() if entry["role"] == "planner") == 1
    assert program.json("show", row["id"], "--json")["state"] == "done"


def test_a_topic_that_is_no_text_to_its_end(program: Program, library: Path):
    arguments = [*program.command, "research", TOPIC.encode() + b" \xff\nand\tmore \xd9\x85", *OFFLINE]
    done = subprocess.run(
        [os.fsencode(argument) for argument in [*arguments, "--library", str(library)]],
        env=program.environment(),
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    (row,) = program.json("runs", "--json")
    assert "\nand\tmore \u0645" in row["topic"]
    assert len(program.run("runs").stdout.splitlines()) == 1


def test_a_terminal_without_the_characters(program: Program, library: Path):
    program.environ.update(PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    done = program.run("research", f"{TOPIC} ☂", *OFFLINE, "--library", str(library))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("variable", ["OPENAI_BASE_URL", "DOSSIER_SEARCH"])
def test_an_address_that_holds_a_password_is_refused(program: Program, library: Path, variable: str):
    secret = "http://me:hunter2@model.example/v1"
    program.environ.update(OPENAI_BASE_URL="http://model.example/v1", DOSSIER_MODEL="m")
    program.environ[variable] = secret if variable == "OPENAI_BASE_URL" else f"searxng:{secret}"
    done = program.run("research", TOPIC, "--library", str(library))
    assert done.returncode == 2
    assert "password" in one_sentence(done.stderr)
    assert "hunter2" not in done.stderr
    assert program.json("runs", "--json") == []
