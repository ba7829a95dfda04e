"""What a killed app leaves goes with the next start, and nothing that is somebody else's."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.journal.ownership import this_process
from engine.sandbox.bubblewrap import BubblewrapMaker
from engine.sandbox.leftovers import OWNER_VARIABLE, make_folder, owner_mark
from engine.sandbox.port import SandboxOwner
from engine.sandbox.process import ProcessMaker

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture
def dead_mark() -> str:
    """The mark of a process that has ended."""
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    return f"{ended.stdout.strip()}-1"


async def test_folders_of_dead_owners_go_and_others_stay(dead_mark: str):
    mine = Path(make_folder())
    theirs = Path(tempfile.mkdtemp(prefix=f"dossier-{dead_mark}-"))
    foreign = Path(tempfile.mkdtemp(prefix="dossier-notes-"))
    maker = ProcessMaker()
    try:
        assert await maker.sweep() >= 1
        assert [os.path.exists(folder) for folder in (theirs, mine, foreign)] == [False, True, True]
    finally:
        await maker.aclose()
        for folder in (mine, foreign):
            shutil.rmtree(folder)


@pytest.fixture
def waiting() -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    started: dict[str, subprocess.Popen[bytes]] = {}

    yield started
    for process in started.values():
        process.kill()
        process.wait()


def wait_with(mark: str) -> subprocess.Popen[bytes]:
    """Start a process that only waits and carries an owner's mark as a wrapper does."""
    return subprocess.Popen(["/bin/sh", "-c", "sleep 600; :", "--setenv", OWNER_VARIABLE, mark, "--"])


async def test_wrappers_of_dead_owners_end_and_others_stay(dead_mark: str, waiting: dict):
    waiting["dead"], waiting["live"] = wait_with(dead_mark), wait_with(owner_mark())
    maker = BubblewrapMaker()
    assert await maker.sweep() >= 1
    await maker.aclose()
    assert waiting["dead"].wait(10) == -signal.SIGKILL
    assert waiting["live"].poll() is None


def wrappers_of_mine() -> list[int]:
    found = []
    mark = f"\0{OWNER_VARIABLE}\0{owner_mark()}\0".encode()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue
    return found


@pytest.mark.bubblewrap
async def test_a_start_that_is_cancelled_in_its_set_up_leaves_no_wrapper():
    me, maker = this_process(), BubblewrapMaker()
    owner = SandboxOwner(pid=me.pid, boot_id=me.boot_id, started=me.started)
    for turn in range(12):
        starting = asyncio.ensure_future(maker.start("researcher", owner))
        for _ in range(turn):  # a little later each time, so that every stage of the set-up is met
            await asyncio.sleep(0)
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
    await maker.aclose()
    for _ in range(500):
        if not wrappers_of_mine():
            break
        await asyncio.sleep(0.01)
    assert wrappers_of_mine() == []
    assert os.getpid() == me.pid
