"""The command line as a user types it: bad input, exit statuses, history, exports."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import TOPIC
from tests.e2e.program import KEY, Program, files_with
from tests.scripted_model.plugin import load_server

ModelMaker = Callable[..., Any]
OFFLINE = ("--offline", "--sandbox", "process")


def one_sentence(text: str) -> str:
    """Return the sentence a failed command says; there must be no traceback around it."""
    assert "Traceback" not in text
    lines = [line for line in text.splitlines() if line.startswith("dossier: ")]
    assert len(lines) == 1, text
    return lines[0]


@pytest.mark.parametrize("topic", ["", "   ", "x" * 20_000])
def test_a_topic_that_cannot_be_used(program: Program, topic: str):
    done = program.run("research", topic, *OFFLINE)
    assert done.returncode == 2
    assert "topic" in one_sentence(done.stderr)
    assert program.json("runs", "--json") == []


def test_no_topic_at_all(program: Program):
    done = program.run("research")
    assert done.returncode == 2
    assert "There is no topic" in one_sentence(done.stderr)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--waves", "9"), "9 waves"),
        (("--researchers", "0"), "0 researchers"),
        (("--format", "odt", "--out", "o"), "odt"),
        (("--format", "md"), "--out"),
        (("--library", ""), "has no name"),
        (("--library", "/no/such/folder"), "/no/such/folder"),
        (("--language", "xx"), "language"),
        (("--profile", "nope"), "profile"),
    ],
)
def test_options_that_cannot_be_used(program: Program, arguments: tuple[str, ...], words: str):
    done = program.run("research", TOPIC, *OFFLINE, *arguments)
    assert done.returncode == 2
    assert words.lower() in one_sentence(done.stderr).lower()
    assert not (program.home / "dossier.db").exists() or program.json("runs", "--json") == []


@pytest.mark.parametrize("address", ["file:///etc", "http://127.0.0.1:99999/v1"])
def test_an_address_that_no_model_can_have(program: Program, library: Path, address: str):
    program.environ.update(OPENAI_BASE_URL=address, DOSSIER_MODEL="m")
    done = program.run("research", TOPIC, "--library", str(library))
    assert done.returncode == 2
    assert "cannot be asked at" in one_sentence(done.stderr)
    assert "cannot be asked at" in program.run("doctor").stdout


def test_without_a_folder_the_sample_library_is_searched_and_that_is_said(program: Program, library: Path):
    done = program.run("research", "How does a heat pump work?", *OFFLINE)
    assert "sample library" in done.stderr
    assert "--library" in done.stderr
    chosen = program.run("research", TOPIC, *OFFLINE, "--library", str(library))
    assert "sample library" not in chosen.stderr


def test_a_run_that_fails_leaves_no_report_of_another_one_beside_its_own_file(
    program: Program, library: Path, tmp_path: Path
):
    out = tmp_path / "out"
    done = program.run("research", TOPIC, *OFFLINE, "--library", str(library), "--out", str(out))
    assert done.returncode == 0, done.stderr
    (tmp_path / "empty").mkdir()
    failed = program.run("research", TOPIC, *OFFLINE, "--library", str(tmp_path / "empty"), "--out", str(out))
    assert failed.returncode == 1
    assert [path.name for path in out.iterdir()] == ["run.json"]
    assert json.loads((out / "run.json").read_text())["state"] == "failed"
    assert len([line for line in failed.stderr.splitlines() if line.startswith("Removed report.md and")]) == 1


def test_make_hands_a_topic_on_as_it_was_typed(tmp_path: Path):
    (tmp_path / "bin").mkdir()
    shown = tmp_path / "bin" / "dossier"
    shown.write_text('#!/bin/sh\nprintf "%s" "$2"\n')
    shown.chmod(0o755)
    (tmp_path / ".ready").touch()
    topic = "Does $HOME cost $$5 or $(shell 3)? 'quoted' \"twice\""
    makefile = Path(__file__).parents[2] / "Makefile"
    for where in ([f"TOPIC={topic}"], []):
        done = subprocess.run(
            ["make", "-s", "-f", str(makefile), "-C", str(makefile.parent), "run", f"VENV={tmp_path}", *where],
            env={**os.environ, "TOPIC": topic},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout) == (0, topic), done.stderr


def test_a_library_folder_that_is_missing_or_empty(program: Program, tmp_path: Path):
    missing = program.run("research", TOPIC, *OFFLINE, "--library", str(tmp_path / "nowhere"))
    assert missing.returncode == 2
    assert "nowhere" in one_sentence(missing.stderr)
    assert program.json("runs", "--json") == []
    (tmp_path / "empty").mkdir()
    empty = program.run("research", TOPIC, *OFFLINE, "--library", str(tmp_path / "empty"))
    assert empty.returncode in (1, 2)
    assert "empty" in one_sentence(empty.stderr)


def test_broken_files_are_named_and_the_rest_is_researched(program: Program, library: Path, tmp_path: Path):
    (library / "broken.pdf").write_bytes(b"%PDF-1.7 and then nothing of use")
    (library / "broken.docx").write_bytes(b"PK\x03\x04 cut")
    (library / "noise.html").write_bytes(bytes(range(256)) * 40)
    done = program.run("research", TOPIC, *OFFLINE, "--library", str(library), "--out", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert "could not be read" in done.stderr
    assert "broken" in done.stderr


def test_history_show_export_delete(program: Program, library: Path, tmp_path: Path):
    out = tmp_path / "out"
    done = program.run("research", TOPIC, *OFFLINE, "--library", str(library), "--out", str(out), "--format", "md")
    assert done.returncode == 0, done.stderr
    assert [path.name for path in out.iterdir()] == ["report.md"]
    (row,) = program.json("runs", "--json")
    assert set(row) >= {"id", "topic", "state", "started_at", "waves"}
    assert (row["topic"], row["state"]) == (TOPIC, "done")
    assert row["id"] in program.run("runs").stdout
    assert program.run("show", row["id"]).stdout.strip() == (out / "report.md").read_text().strip()
    assert program.json("show", row["id"], "--json")["schema"] == 1
    target = tmp_path / "again.html"
    assert program.run("export", row["id"][:15], "--format", "html", "--out", str(target)).returncode == 0
    assert target.read_text().lower().startswith("<!doctype html>")
    printed = program.run("export", row["id"], "--format", "md", "--out", "-")
    assert printed.stdout.strip() == (out / "report.md").read_text().strip()
    assert not Path("-").exists()
    assert program.run("export", row["id"], "--format", "odt", "--out", str(tmp_path / "x.odt")).returncode == 2
    assert program.run("export", row["id"], "--format", "pdf", "--out", str(tmp_path / "x.pdf")).returncode == 0
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF-")
    bundle = tmp_path / "evidence.zip"
    assert program.run("export", row["id"], "--format", "bundle", "--out", str(bundle)).returncode == 0
    taken_in = program.run("open", str(bundle))
    assert (taken_in.returncode, row["id"] in taken_in.stdout) == (0, True)
    unwritable = program.run("export", row["id"], "--format", "md", "--out", str(target / "x.md"))
    assert unwritable.returncode == 1
    one_sentence(unwritable.stderr)
    resumed = program.run("resume", row["id"])
    assert resumed.returncode == 0, resumed.stderr
    assert len(program.json("runs", "--json")) == 1
    assert program.run("delete", row["id"]).returncode == 0
    assert program.json("runs", "--json") == []
    gone = program.run("show", row["id"])
    assert gone.returncode == 2
    assert "No run has the id" in one_sentence(gone.stderr)


def test_events_go_to_stdout_one_object_a_line(program: Program, library: Path):
    done = program.run("research", TOPIC, *OFFLINE, "--library", str(library), "--events", "-")
    assert done.returncode == 0, done.stderr
    entries = [json.loads(line) for line in done.stdout.splitlines()]
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert entries[0]["event"]["kind"] == "research_asked"
    assert entries[-1]["event"]["kind"] == "report_finished"


@pytest.mark.parametrize(
    ("status", "words"),
    [(401, "key"), (404, "model"), (500, "server")],
)
def test_a_server_that_refuses(program: Program, library: Path, model: ModelMaker, status: int, words: str):
    model(fail="planner", fail_status=status)
    done = program.run("research", TOPIC, "--sandbox", "process", "--library", str(library))
    assert done.returncode == 1
    assert words in one_sentence(done.stderr).lower()
    (row,) = program.json("runs", "--json")
    assert row["state"] == "failed"
    assert files_with(KEY, program.home) == []


def test_researchers_that_all_fail_make_the_run_fail_and_it_goes_on_later(
    program: Program, library: Path, model: ModelMaker
):
    module = load_server()
    is_broken, whole = [True], module.WholeRun()

    def script(asked: Any) -> Any:
        if is_broken[0] and module.whole_run.role_of(asked) == "researcher":
            return module.Failure(400)
        return whole(asked)

    server = model(script=script)
    done = program.run("research", TOPIC, "--sandbox", "process", "--library", str(library))
    assert done.returncode == 1
    assert "researchers could answer: " in one_sentence(done.stderr)
    assert server.asked("reviewer") == server.asked("writer") == []
    (row,) = program.json("runs", "--json")
    assert row["state"] == "failed"
    is_broken[0] = False
    resumed = program.run("resume", row["id"])
    assert resumed.returncode == 0, resumed.stderr
    assert len(server.asked("planner")) == 1


def test_a_server_without_credit_is_not_asked_twice(program: Program, library: Path, model: ModelMaker):
    failure = load_server().Failure
    body = {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}
    server = model(script=lambda asked: failure(429, body))
    done = program.run("research", TOPIC, "--sandbox", "process", "--library", str(library))
    assert done.returncode == 1
    one_sentence(done.stderr)
    assert len(server.asked()) == 1


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port that answers with garbage and hangs up."""
    listener = socket.create_server(("127.0.0.1", 0))
    stopped = threading.Event()

    def serve() -> None:
        while not stopped.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                connection.recv(65536)
                connection.sendall(b"\x00\xff\x17 this is no HTTP at all\r\n\r\n")

    thread = threading.Thread(target=serve)
    thread.start()
    yield listener.getsockname()[1]
    stopped.set()
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


def test_a_server_that_speaks_garbage_or_does_not_listen(program: Program, library: Path, silent_port: int):
    program.environ.update(OPENAI_API_KEY=KEY, DOSSIER_MODEL="m")
    for port in (silent_port, 1):
        program.environ["OPENAI_BASE_URL"] = f"http://127.0.0.1:{port}/v1"
        done = program.run("research", TOPIC, "--sandbox", "process", "--library", str(library))
        assert done.returncode == 1
        one_sentence(done.stderr)


def test_web_pages_without_isolation_need_a_yes(program: Program, model: ModelMaker):
    model()
    program.environ["DOSSIER_SEARCH"] = "searxng:http://127.0.0.1:1"
    done = program.run("research", TOPIC, "--sandbox", "process")
    assert done.returncode == 2
    assert "--yes" in one_sentence(done.stderr)


def test_a_data_folder_that_cannot_be_used(program: Program, tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    program.home = tmp_path / "file" / "home"
    done = program.run("runs")
    assert done.returncode == 1
    assert "DOSSIER_HOME" in one_sentence(done.stderr)


def test_damaged_settings_are_set_aside_and_said(program: Program, library: Path):
    program.home.mkdir(parents=True)
    settings = program.home / "settings.json"
    settings.write_text('{"model.base_url": "http://localhost:11434/v1", "model.na')
    done = program.run("research", TOPIC, *OFFLINE, "--library", str(library))
    assert done.returncode == 0, done.stderr
    assert "settings.json.bad" in done.stderr
    assert (program.home / "settings.json.bad").exists()


def test_version_and_help(program: Program):
    assert program.run("--version").stdout.startswith("Dossier ")
    assert "research" in program.run("--help").stdout
    assert program.run("nonsense").returncode == 2
