"""The formats a run can be exported to: one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import InputError
from engine.export.bibliography.bibtex import bibtex
from engine.export.bibliography.csl import csl
from engine.export.bibliography.ris import ris
from engine.export.files import write_whole
from engine.export.html_file import html_file
from engine.export.markdown_file import markdown_file
from engine.export.means import Made, Means
from engine.export.run_json import run_json
from engine.snapshot import RunSnapshot

_NO_MEANS = Means()


@dataclass(frozen=True)
class Format:
    """A format; `needs_report` ones cannot be made of a run that has no report yet.

    Attributes:
        make: may take seconds; called in a worker thread.
        is_text: what it makes can be printed to a terminal.
    """

    name: str
    label: str
    file_name: str
    make: Callable[[RunSnapshot, Means], Made]
    needs_report: bool = True
    is_text: bool = True


def _text(write: Callable[[RunSnapshot], str]) -> Callable[[RunSnapshot, Means], Made]:
    return lambda run, means: Made.of_text(write(run))


def _bundle(run: RunSnapshot, means: Means) -> Made:
    from engine.export.bundle.writing import bundle_file

    return bundle_file(run, means)


def _pdf(run: RunSnapshot, means: Means) -> Made:
    from engine.export.pdf.file import pdf_file  # Typst is loaded when it is wanted

    return pdf_file(run, means)


def _word(run: RunSnapshot, means: Means) -> Made:
    from engine.export.word.file import word_file  # so is what writes Word's files

    return word_file(run, means)


FORMATS: dict[str, Format] = {
    made.name: made
    for made in (
        Format("md", "Markdown", "report.md", _text(markdown_file)),
        Format("pdf", "PDF", "report.pdf", _pdf, is_text=False),
        Format("html", "HTML", "report.html", _text(html_file)),
        Format("docx", "Word", "report.docx", _word, is_text=False),
        Format("json", "Run as JSON", "run.json", _text(run_json), needs_report=False),
        Format("bibtex", "Sources as BibTeX", "sources.bib", _text(bibtex), needs_report=False),
        Format("ris", "Sources as RIS", "sources.ris", _text(ris), needs_report=False),
        Format("csl", "Sources as CSL-JSON", "sources.csl.json", _text(csl), needs_report=False),
        Format("bundle", "Evidence bundle", "evidence.zip", _bundle, needs_report=False, is_text=False),
    )
}


def require(name: str) -> Format:
    """Return a format by name.

    Raises:
        InputError: there is no such format.
    """
    if name in FORMATS:
        return FORMATS[name]
    raise InputError(f"There is no format “{name}”.", f"Choose among {', '.join(FORMATS)}.")


def made_of(snapshot: RunSnapshot, name: str, means: Means = _NO_MEANS) -> Made:
    """Return a run in a format.

    Raises:
        InputError: the format is unknown, or the run has no report to put into it.
        ExportError: it could not be made.
    """
    wanted = require(name)
    if wanted.needs_report and not snapshot.report.markdown:
        raise InputError("This run has no report yet.", "Resume it first, or export it as JSON.")
    return wanted.make(snapshot, means)


def text_of(snapshot: RunSnapshot, name: str) -> str:
    """Return a run in a format that is text.

    Raises:
        InputError: the format is unknown or no text, or the run has no report to put into it.
    """
    if not require(name).is_text:
        raise InputError(f"The format “{name}” is no text.", "Name a file to write it to.")
    return made_of(snapshot, name).content.decode("utf-8")


def export(snapshot: RunSnapshot, name: str, path: Path, means: Means = _NO_MEANS) -> tuple[str, ...]:
    """Write a run to a file, whole or not at all.

    Returns:
        Sentences about what the file could not show; empty when it shows everything.

    Raises:
        InputError: the format is unknown, or the run has no report to put into it.
        ExportError: the file could not be made or written; an older one stays as it was.
    """
    made = made_of(snapshot, name, means)
    write_whole(path, made.content)
    return made.remarks
