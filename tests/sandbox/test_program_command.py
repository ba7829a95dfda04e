"""How programs are started, and what `make wheels` does without a network."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.sandbox import wheels
from engine.sandbox.bubblewrap import BubblewrapMaker, counts_per_namespace
from engine.sandbox.command import FROZEN_ARGUMENT, FROZEN_RESEARCHER, container_folder, program_command
from engine.sandbox.limits import SandboxLimits

ROOT = container_folder().parent


def test_the_command_shows_a_program_only_what_it_needs() -> None:
    command = program_command("reader", SandboxLimits())
    assert command.arguments[0] == sys.executable
    assert container_folder() in command.folders
    # Of the checkout nothing but the programs' own folder and the environment.
    beside = [folder for folder in command.folders if ROOT.is_relative_to(folder)]
    assert beside == []


def test_a_frozen_app_starts_the_program_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    command = program_command("reader", SandboxLimits(cpu_time_s=5))
    beside = Path(command.arguments[0])
    assert beside.parent in command.folders
    assert beside.name.startswith(FROZEN_RESEARCHER)
    assert command.arguments[1] == FROZEN_ARGUMENT
    assert json.loads(command.arguments[2])["limits"]["RLIMIT_CPU"] == 5


def test_what_a_frozen_app_becomes() -> None:
    setup = json.dumps(
        {"limits": {"RLIMIT_CORE": 0}, "folders": [], "program": "reader", "source": "print(__name__)"}
    )
    code = "import sys; from engine.sandbox.command import run_frozen; run_frozen(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", code, setup], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "__main__\n"


@pytest.mark.parametrize("arguments", [[], ["writer"], ["reader", "x"]])
def test_a_wrong_program_is_refused(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "researcher_container", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 2
    assert "researcher|reader" in done.stderr


@pytest.mark.parametrize(
    ("release", "counts"),
    [("6.1.0-18-amd64", True), ("5.14", True), ("5.13.9", False), ("4.18.0-513.el8", False), ("strange", False)],
)
def test_process_limits_only_where_they_count_the_sandbox(release: str, counts: bool) -> None:
    assert counts_per_namespace(release) is counts


async def test_bubblewrap_says_why_it_does_not_work(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    maker = BubblewrapMaker(bwrap=str(broken))
    found = await maker.availability()
    await maker.aclose()
    assert not found.usable
    assert "No permissions to create new namespace" in found.why
    assert found.advice


def test_wheels_that_are_there_are_not_fetched_again(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    lock.write_text("")
    folder = tmp_path / "wheels"
    folder.mkdir()
    (folder / "a-1-py3-none-any.whl").touch()
    (folder / ".lock").write_text("")
    assert wheels.download(folder, lock) == 1


def test_wheels_that_cannot_be_had_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    lock = tmp_path / "requirements.txt"
    lock.write_text(f"no-such-package==1.0 --hash=sha256:{'0' * 64}\n")
    with pytest.raises(RuntimeError, match="no-such-package"):
        wheels.download(tmp_path / "wheels", lock)
    assert list(tmp_path.glob(".wheels-*")) == []
    assert not (tmp_path / "wheels/.lock").exists()
