"""The formats a run can be exported to: one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import InputError
from engine.export.files import write_whole
from engine.export.html_file import html_file
from engine.export.markdown_file import markdown_file
from engine.export.run_json import run_json
from engine.snapshot import RunSnapshot


@dataclass(frozen=True)
class Format:
    """A format; `needs_report` ones cannot be made of a run that has no report yet."""

    name: str
    label: str
    file_name: str
    text: Callable[[RunSnapshot], str]
    needs_report: bool = True


FORMATS: dict[str, Format] = {
    made.name: made
    for made in (
        Format("md", "Markdown", "report.md", markdown_file),
        Format("html", "HTML", "report.html", html_file),
        Format("json", "Run as JSON", "run.json", run_json, needs_report=False),
    )
}
_LATER = {"pdf": "PDF is not available yet; export HTML and print it."}


def require(name: str) -> Format:
    """Return a format by name.

    Raises:
        InputError: there is no such format, or not yet.
    """
    if name in FORMATS:
        return FORMATS[name]
    if name in _LATER:
        title, _, advice = _LATER[name].partition("; ")
        raise InputError(f"{title}.", f"{advice[0].upper()}{advice[1:]}")
    raise InputError(f"There is no format “{name}”.", f"Choose among {', '.join(FORMATS)}.")


def text_of(snapshot: RunSnapshot, name: str) -> str:
    """Return a run in a format.

    Raises:
        InputError: the format is unknown, or the run has no report to put into it.
    """
    made = require(name)
    if made.needs_report and not snapshot.report.markdown:
        raise InputError("This run has no report yet.", "Resume it first, or export it as JSON.")
    return made.text(snapshot)


def export(snapshot: RunSnapshot, name: str, path: Path) -> None:
    """Write a run to a file, whole or not at all.

    Raises:
        InputError: the format is unknown, or the run has no report to put into it.
        ExportError: the file could not be written; an older one stays as it was.
    """
    write_whole(path, text_of(snapshot, name).encode("utf-8", errors="replace"))
