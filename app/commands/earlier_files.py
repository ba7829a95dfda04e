"""What an earlier run left in the folder of --out: a report must not stand beside another run's run.json."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from app.terminal import plain_line
from engine.export.formats import FORMATS

FILE_NAMES = {name: made.file_name for name, made in FORMATS.items()}


def outdated(run_id: str, out: Path, written: Sequence[str]) -> list[Path]:
    """Return the reports of another run that would stay beside this run's run.json.

    Only a run.json tells whose reports they are: without one, they are somebody's own files.

    Args:
        written: the formats this run writes.
    """
    if "json" not in written or _run_of(out / FILE_NAMES["json"]) in ("", run_id):
        return []
    kept = [out / name for format_name, name in FILE_NAMES.items() if format_name not in written]
    return [path for path in kept if path.is_file()]


def remove(paths: Sequence[Path]) -> None:
    """Remove the files, and say so in one line."""
    for path in paths:
        path.unlink(missing_ok=True)
    if paths:
        names = " and ".join(path.name for path in paths)
        print(plain_line(f"Removed {names} of an earlier run from {paths[0].parent}."), file=sys.stderr)


def _run_of(path: Path) -> str:
    """Return the id of the run a run.json tells of, "" when it is none."""
    try:
        held = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return ""
    found = held.get("id", "") if isinstance(held, dict) and held.get("schema") else ""
    return found if isinstance(found, str) else ""
