"""What there is to say about this copy of the program."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import re
from pathlib import Path

from app.cli import version
from app.composition import Composition
from widgets.settings.about import AboutFacts

_MAX_LICENCE_CHARS = 60
_MAX_FILES = 200_000


def about_facts(composition: Composition) -> AboutFacts:
    """Return the facts; walks the data folder, so call it in a thread."""
    home = composition.home
    return AboutFacts(
        version=version(),
        data_folder=str(home.folder),
        size_bytes=_size_bytes(home.folder),
        runs=len(composition.journal.runs()),
        log=str(home.log),
        parts=tuple(part for name in _names() if (part := _part(name)) is not None),
    )


def _size_bytes(folder: Path) -> int:
    size_bytes = seen = 0
    for place, _, names in os.walk(folder):
        for name in names:
            seen += 1
            if seen > _MAX_FILES:
                return size_bytes
            with contextlib.suppress(OSError):  # files of a run at work come and go
                size_bytes += os.lstat(os.path.join(place, name)).st_size
    return size_bytes


def _names() -> list[str]:
    """Return the packages the program asks for itself; what those bring along is theirs to name."""
    asked = importlib.metadata.requires("dossier") or []
    names = [re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0] for line in asked if "extra ==" not in line]
    return sorted(dict.fromkeys(names), key=str.lower)


def _part(name: str) -> tuple[str, str, str] | None:
    try:
        told = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return None
    said = next((told[field] for field in ("License-Expression", "License") if field in told), "")
    if not said or "\n" in said or len(said) > _MAX_LICENCE_CHARS:
        lines = told.get_all("Classifier") or ()
        said = next((line.rpartition(" :: ")[2] for line in lines if line.startswith("License")), "")
    return told["Name"], told["Version"], said
