"""The packaged app, as a machine without Python would run it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine.sandbox.command import FROZEN_ARGUMENT, FROZEN_RESEARCHER

# Where the tests of the packaged app find it; `make package` sets it.
PACKAGE = "DOSSIER_PACKAGE"
SUFFIX = ".exe" if sys.platform == "win32" else ""
COMMAND_LINE = "dossier" if sys.platform == "linux" else "dossier-cli"


@dataclass
class Package:
    """The folder of the packaged app, with an environment in which no Python is found."""

    folder: Path
    home: Path
    environ: dict[str, str] = field(default_factory=dict)
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def start(self, name: str, *arguments: str) -> subprocess.Popen[str]:
        """Start one of the programs."""
        kept = ("DOCKER_HOST", "DOCKER_BUILDKIT", "DOSSIER_BASE_IMAGE", "SYSTEMROOT")
        environment = {variable: os.environ[variable] for variable in kept if variable in os.environ}
        self.home.mkdir(exist_ok=True)
        environment.update(PATH=str(self.home), DOSSIER_HOME=str(self.home), **self.environ)
        process = subprocess.Popen(
            [str(self.folder / (name + SUFFIX)), *arguments],
            env=environment,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.started.append(process)
        return process

    def run(self, *arguments: str, name: str = COMMAND_LINE, limit_s: float = 90.0) -> str:
        """Run a program to its good end; return what it printed."""
        process = self.start(name, *arguments)
        out, err = process.communicate(timeout=limit_s)
        assert process.returncode == 0, out + err
        return out

    def inside(self, source: str, name: str = FROZEN_RESEARCHER) -> str:
        """Run Python text inside a program, the way hostile sandbox programs are tried; return what it printed."""
        setup = {"limits": {}, "folders": [], "program": "researcher", "source": source}
        return self.run(FROZEN_ARGUMENT, json.dumps(setup), name=name)

    def research(self, *arguments: str, limit_s: float = 90.0) -> dict[str, Any]:
        """Research; return the run as its run.json says it."""
        out = self.home / "out"
        self.run("research", *arguments, "--out", str(out), limit_s=limit_s)
        assert (out / "report.html").stat().st_size > 1000
        run: dict[str, Any] = json.loads((out / "run.json").read_text(encoding="utf-8"))
        return run

    def end_all(self) -> None:
        """End what a failed test left running."""
        for process in self.started:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.communicate()


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Package]:
    """Give the packaged app and a fresh data folder."""
    folder = os.environ.get(PACKAGE)
    if not folder:
        pytest.skip("`make package` builds the app and runs this test with it")
    package = Package(Path(folder).resolve(strict=True), tmp_path / "packaged-home")
    yield package
    package.end_all()
