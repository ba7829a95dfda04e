"""What child processes of a killed app leave behind: its working folders, and wrappers that were still setting up.

bubblewrap asks to die with its parent only after its child has been let go; a kill in between leaves that child
waiting for ever. Both carry their owner's process number and start time, and go only when that owner is dead.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from engine.journal.ownership import Owner, boot_id, is_alive, this_process

OWNER_VARIABLE = "DOSSIER_OWNER"
_FOLDER = re.compile(r"dossier-(\d+)-(\d*)-\w+")
_OWNER = re.compile(rb"\0" + OWNER_VARIABLE.encode() + rb"\0(\d+)-(\d*)\0")


def owner_mark() -> str:
    """Return this process as `PID-START`."""
    me = this_process()
    return f"{me.pid}-{me.started}"


def make_folder() -> str:
    """Make an empty working folder for a child; return its path."""
    return tempfile.mkdtemp(prefix=f"dossier-{owner_mark()}-")


def sweep_folders() -> int:
    """Delete the working folders of dead owners; return how many."""
    swept = 0
    for folder in Path(tempfile.gettempdir()).glob("dossier-*"):
        match = _FOLDER.fullmatch(folder.name)
        if match and _is_dead(int(match[1]), match[2]) and _is_mine(folder):
            shutil.rmtree(folder, ignore_errors=True)
            swept += 1
    return swept


def sweep_wrappers() -> int:
    """Kill the wrappers of dead owners; return how many."""
    if sys.platform != "linux":
        return 0
    swept = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            match = _OWNER.search((process / "cmdline").read_bytes())
            if match and _is_dead(int(match[1]), match[2].decode()):
                os.kill(int(process.name), signal.SIGKILL)
                swept += 1
    return swept


def _is_dead(pid: int, started: str) -> bool:
    return not is_alive(Owner(pid=pid, boot_id=boot_id(), started=started), heartbeat=0.0)


def _is_mine(folder: Path) -> bool:
    if sys.platform == "win32":
        return True
    try:
        return folder.lstat().st_uid == os.getuid()
    except OSError:
        return False
