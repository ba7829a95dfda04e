"""Bubblewrap works wherever the app lives, also below the folder it empties."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
START = """
import asyncio
from engine.journal.ownership import this_process
from engine.sandbox.bubblewrap import BubblewrapMaker
from engine.sandbox.port import SandboxOwner

async def start():
    me, maker = this_process(), BubblewrapMaker()
    sandbox = await maker.start("reader", SandboxOwner(pid=me.pid, boot_id=me.boot_id, started=me.started))
    document = await sandbox.call("read", {}, blob=b"<p>It reads.</p>")
    print(document["blocks"][0]["text"])
    await maker.aclose()

asyncio.run(start())
"""


@pytest.mark.bubblewrap
def test_an_app_below_tmp_is_seen_inside(tmp_path: Path):
    assert tmp_path.is_relative_to("/tmp"), "this test is about an app below /tmp"
    for package in ("engine", "researcher_container"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "wheels"))
    done = subprocess.run(
        [sys.executable, "-c", START],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.strip() == "It reads.", done.stderr
