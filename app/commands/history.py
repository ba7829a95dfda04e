"""`runs`, `show`, `export`, `delete`: what was researched before."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from pathlib import Path

from app.composition import Composition
from app.history_files import HistoryFiles
from app.terminal import plain_line, plain_text
from engine.errors import InputError
from engine.export import formats
from engine.export.means import Means
from engine.incomplete import incomplete_draft, incomplete_markdown
from engine.journal.shelving import put_away
from engine.snapshot import RunSnapshot


def run(arguments: argparse.Namespace) -> int:
    """Run one of the commands; return the exit status."""
    with Composition.open() as composition:
        if arguments.command == "runs":
            return _runs(composition, as_json=arguments.json)
        if arguments.command == "open":
            return _open(composition, Path(arguments.file))
        run_id = composition.journal.run(arguments.run).id
        if arguments.command == "delete":
            return _delete(composition, run_id)
        snapshot = composition.snapshot(run_id)
        if arguments.command == "export":
            means = composition.export_means(run_id, arguments.paper)
            return _export(snapshot, arguments.format, arguments.out, means)
        return _show(snapshot, as_json=arguments.json)


def _open(composition: Composition, path: Path) -> int:
    """Take in a bundle, and say what is here now."""
    run_id, is_new = composition.take_in(path.expanduser())
    print(f"Taken in as {run_id}." if is_new else f"This research is here already: {run_id}.")
    print(f"Read it with: dossier show {run_id}", file=sys.stderr)
    return 0


def _delete(composition: Composition, run_id: str) -> int:
    """Delete a run for good: here is no way back to wait for."""
    put_away(composition.journal, (run_id,))
    files = HistoryFiles(composition.home)
    with contextlib.closing(files.cache):
        files.erase(time.time())
    print(f"Deleted {run_id}.")
    return 0


def _runs(composition: Composition, *, as_json: bool) -> int:
    rows = composition.journal.runs()
    if as_json:
        print(
            json.dumps(
                [row.model_dump(exclude={"tally", "is_elsewhere"}) for row in rows], ensure_ascii=False, indent=1
            )
        )
        return 0
    if not rows:
        print('No research yet. Start with: dossier research "your topic"')
    for row in rows:
        started = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.started_at))
        print(f"{row.id}  {started}  {row.state:<11}  {plain_line(row.name)[:80]}")
    return 0


def _show(snapshot: RunSnapshot, *, as_json: bool) -> int:
    if as_json:
        print(formats.text_of(snapshot, "json"))
        return 0
    if snapshot.report.markdown:
        print(plain_text(snapshot.report.markdown))
        return 0
    print(f"{plain_text(snapshot.topic)}\n\nState: {snapshot.state}")
    if snapshot.error is not None:
        print(f"{snapshot.error.title} {snapshot.error.advice}")
    for wave in snapshot.waves:
        print(f"\nWave {wave.wave}")
        for researcher in wave.researchers:
            print(
                f"  {researcher.wave}.{researcher.researcher} {researcher.state:<9} {plain_line(researcher.question)}"
            )
    if draft := incomplete_markdown(snapshot):
        print(f"\n{plain_text(draft)}")
    print(f"\nGo on with: dossier resume {snapshot.run_id}")
    return 0


def _export(snapshot: RunSnapshot, name: str, target: str, means: Means) -> int:
    wanted = formats.require(name)
    if not snapshot.report.markdown and wanted.needs_report:
        advice = f"Go on with it first: dossier resume {snapshot.run_id}"
        if incomplete_draft(snapshot):
            advice += f" (dossier show {snapshot.run_id} prints what was written before it broke off, incomplete)"
        raise InputError("This run has no report yet.", f"{advice}.")
    if target == "-":
        remarks = _printed(snapshot, wanted, means)
    else:
        remarks = formats.export(snapshot, name, Path(target), means)
        print(target)
    for remark in remarks:
        print(f"dossier: {remark}", file=sys.stderr)
    return 0


def _printed(snapshot: RunSnapshot, wanted: formats.Format, means: Means) -> tuple[str, ...]:
    """Write a run to stdout.

    Raises:
        InputError: it is no text, and stdout is a terminal.
    """
    if not wanted.is_text and sys.stdout.isatty():
        raise InputError(f"{wanted.label} is no text for a terminal.", "Name a file: --out FILE.")
    made = formats.made_of(snapshot, wanted.name, means)
    if wanted.is_text:
        print(made.content.decode("utf-8").rstrip("\n"))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(made.content)
    return made.remarks
