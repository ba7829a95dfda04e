"""The real program as a child process, and what it leaves behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import docker

from engine.sandbox.labels import OWNER_PID

KEY = "sk-canary-5f1e9c7a"


def until(fact: Callable[[], Any], limit_s: float = 60.0, every_s: float = 0.02) -> Any:
    """Wait for a fact; return its value.

    Raises:
        TimeoutError: it did not come true.
    """
    end = time.monotonic() + limit_s
    while not (value := fact()):
        if time.monotonic() > end:
            raise TimeoutError("the fact did not come true in time")
        time.sleep(every_s)
    return value


@dataclass
class Program:
    """`dossier` with a data folder of its own."""

    home: Path
    environ: dict[str, str] = field(default_factory=dict)
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def command(self) -> list[str]:
        """What starts the program."""
        return [sys.executable, "-m", "app"]

    def environment(self) -> dict[str, str]:
        kept = ("PATH", "HOME", "DOCKER_HOST", "DOCKER_BUILDKIT", "DOSSIER_BASE_IMAGE", "LANG", "SSL_CERT_FILE")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        return {**environment, "DOSSIER_HOME": str(self.home), "QT_QPA_PLATFORM": "offscreen", **self.environ}

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the program; what it prints is read by `communicate`."""
        process = subprocess.Popen(
            [*self.command, *arguments],
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.append(process)
        return process

    def run(self, *arguments: str, limit_s: float = 90.0) -> subprocess.CompletedProcess[str]:
        """Run the program to its end."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=limit_s)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def json(self, *arguments: str) -> Any:
        """Run the program and read what it prints as JSON."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def containers(self) -> list[str]:
        """Return the ids of the containers that any process of this program left."""
        return [found for process in self.started for found in containers(process.pid)]

    def end_all(self) -> None:
        """End what a failed test left running."""
        for process in self.started:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.communicate()


def containers(pid: int) -> list[str]:
    """Return the ids of an owner's containers; other programs may use the engine, too."""
    label = f"{OWNER_PID}={pid}"
    client = docker.from_env()
    try:
        return [row["Id"] for row in client.api.containers(all=True, filters={"label": label})]
    finally:
        client.close()


def files_with(text: str, *folders: Path) -> list[Path]:
    """Return the files below folders that hold a text, compressed ones excepted."""
    needle = text.encode()
    return [
        path for folder in folders for path in folder.rglob("*") if path.is_file() and needle in path.read_bytes()
    ]
