"""Sorts what the user dropped or pasted: folders, documents for one research, and what cannot be read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from app.offers_port import Given
from engine.library.scan import DOCUMENT_SUFFIXES
from engine.values import MAX_GIVEN_DOCUMENTS
from researcher_container.contract import MAX_DOCUMENT_BYTES
from resources.translation import tr

_OLD_OFFICE = {".doc": ".docx", ".rtf": ".docx", ".odt": ".docx", ".epub": ".html"}


def sorted_files(paths: Sequence[str]) -> Given:
    """Sort paths; blocking."""
    folders: list[str] = []
    documents: list[str] = []
    refusals: list[str] = []
    for path in map(os.path.abspath, paths):
        if os.path.isdir(path):
            folders.append(path)
        elif why := _why_not(path):
            refusals.append(why)
        elif len(documents) < MAX_GIVEN_DOCUMENTS:
            documents.append(path)
    if sum(not os.path.isdir(path) for path in paths) - len(refusals) > MAX_GIVEN_DOCUMENTS:
        refusals.append(
            tr(
                "At most {most} files fit one research. Put them into a folder, and drop that.",
                most=MAX_GIVEN_DOCUMENTS,
            )
        )
    return Given(tuple(folders), tuple(documents), tuple(refusals))


def _why_not(path: str) -> str:
    """Return in one sentence why a file cannot be researched, "" when it can."""
    name, suffix = os.path.basename(path), Path(path).suffix.lower()
    if suffix in _OLD_OFFICE:
        return tr("{name} cannot be read. Save it as {kind} first.", name=name, kind=_OLD_OFFICE[suffix])
    if suffix not in DOCUMENT_SUFFIXES:
        return tr("{name} cannot be read. Dossier reads PDF, Word, HTML, Markdown and text files.", name=name)
    try:
        size = os.stat(path).st_size
    except OSError:
        return tr("{name} is not there any more.", name=name)
    if not os.access(path, os.R_OK):
        return tr("{name} may not be read. Change its permissions first.", name=name)
    if not size:
        return tr("{name} is empty.", name=name)
    if size > MAX_DOCUMENT_BYTES:
        return tr("{name} is larger than {most} MB.", name=name, most=MAX_DOCUMENT_BYTES // 1024**2)
    return ""
