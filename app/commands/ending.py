"""How a run in the foreground ends: its files, one sentence, an exit status."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from app.cli import EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, EXIT_USAGE
from app.commands.earlier_files import outdated, remove
from app.terminal import plain_text
from engine.errors import ConsentNeeded, ExportError, InputError, JournalError
from engine.export import formats
from engine.export.means import Means
from engine.incomplete import incomplete_draft
from engine.snapshot import RunSnapshot


@dataclass(frozen=True)
class Files:
    """What is to be left where; `is_quiet`: stdout belongs to the events."""

    out: Path | None
    wanted: tuple[str, ...]
    means: Means
    is_quiet: bool


def ended(snapshot: RunSnapshot, failure: JournalError | None, files: Files) -> int:
    """Leave the files and say how it ended."""
    if files.out is not None:
        _leave_files(snapshot, files.out, files)
    elif snapshot.state == "done" and not files.is_quiet:
        print(plain_text(snapshot.report.markdown))
    if snapshot.state == "done":
        return EXIT_DONE
    go_on = f"Go on with: dossier resume {snapshot.run_id}"
    error = failure.trouble() if failure is not None else snapshot.error
    if error is not None:
        print(f"dossier: {error.title} {error.advice}", file=sys.stderr)
        kept = "What was gathered is kept."
        if incomplete_draft(snapshot):
            kept += f" What was written so far is incomplete, and kept too: dossier show {snapshot.run_id}."
        print(f"{kept} {go_on}", file=sys.stderr)
        return EXIT_USAGE if error.kind in (InputError.kind, ConsentNeeded.kind) else EXIT_FAILED
    answered = sum(1 for wave in snapshot.waves for view in wave.researchers if view.state == "done")
    asked = sum(len(wave.researchers) for wave in snapshot.waves)
    print(f"Stopped by you. {answered} of {asked} answers kept. {go_on}", file=sys.stderr)
    return EXIT_CANCELLED


def _leave_files(snapshot: RunSnapshot, out: Path, files: Files) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExportError(
            f"The folder {out} cannot be made ({error.strerror}).",
            f"Choose another one: dossier export {snapshot.run_id} --format md --out FILE",
        ) from error
    has_report = bool(snapshot.report.markdown)
    written = tuple(name for name in files.wanted if has_report or not formats.FORMATS[name].needs_report)
    others = outdated(snapshot.run_id, out, written)
    for name in written:
        path = out / formats.FORMATS[name].file_name
        remarks = formats.export(snapshot, name, path, files.means)
        print(path, file=sys.stderr if files.is_quiet else sys.stdout)
        for remark in remarks:
            print(f"dossier: {remark}", file=sys.stderr)
    remove(others)
