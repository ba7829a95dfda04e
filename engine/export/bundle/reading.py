"""Reading a bundle that somebody gave: what it holds, or in one sentence why it cannot be used."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.errors import InputError
from engine.events import JournalEntry, ResearchAsked
from engine.export.bundle.layout import JOURNAL, MANIFEST, MAX_FILES, MAX_UNPACKED_BYTES, RUN, TEXT_NAME, VERSION
from researcher_container.contract import Document

_ADVICE = "Ask whoever sent it to export it again."


@dataclass(frozen=True)
class Bundle:
    """What a bundle holds: the run's journal, its stored texts by key, and the data it was exported with."""

    entries: tuple[JournalEntry, ...]
    texts: dict[str, Document]
    run: dict[str, Any]
    report: str = ""

    @property
    def asked(self) -> ResearchAsked:
        """The run's first event."""
        event = self.entries[0].event
        assert isinstance(event, ResearchAsked)
        return event


def read_bundle(path: Path) -> Bundle:
    """Read a bundle; blocks, for a worker thread.

    Raises:
        InputError: it is none, is damaged, or was changed after it was made.
    """
    contents = _unpacked(path)
    _check_hashes(path, contents)
    try:
        entries = tuple(JournalEntry.model_validate_json(line) for line in contents[JOURNAL].splitlines() if line)
        run = json.loads(contents[RUN])
        texts = {
            match[1]: Document.model_validate_json(content)
            for name, content in contents.items()
            if (match := TEXT_NAME.fullmatch(name))
        }
    except (KeyError, ValueError, ValidationError) as error:
        raise _unusable(path, "what it holds cannot be read") from error
    is_whole = entries and isinstance(entries[0].event, ResearchAsked) and isinstance(run, dict)
    if not is_whole or [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        raise _unusable(path, "its journal is not whole")
    return Bundle(entries, texts, run, contents.get("report.md", b"").decode("utf-8", errors="replace"))


def _unpacked(path: Path) -> dict[str, bytes]:
    if not path.is_file():
        raise InputError(f"There is no file {path}.", "Choose a bundle that Dossier exported.")
    contents: dict[str, bytes] = {}
    room = MAX_UNPACKED_BYTES
    try:
        with zipfile.ZipFile(path) as archive:
            if len(archive.infolist()) > MAX_FILES:
                raise _unusable(path, "it holds too many files")
            for info in archive.infolist():
                # What the archive says of its sizes is not believed: never more than this is unpacked.
                with archive.open(info) as file:
                    content = file.read(room + 1)
                if len(content) > room:
                    raise _unusable(path, "it unpacks to more than any bundle of ours")
                room -= len(content)
                if info.filename in contents:
                    raise _unusable(path, "it holds a file twice")
                contents[info.filename] = content
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise _unusable(path, "it is no bundle, or only a part of one") from error
    except OSError as error:
        raise InputError(
            f"{path.name} cannot be read ({error.strerror}).", "Check that you may read it, and try again."
        ) from error
    return contents


def _check_hashes(path: Path, contents: dict[str, bytes]) -> None:
    try:
        manifest = json.loads(contents.pop(MANIFEST))
        version, hashes = manifest["dossier_bundle"], dict(manifest["sha256"])
    except (KeyError, TypeError, ValueError) as error:
        raise _unusable(path, "it is no bundle of Dossier's") from error
    if version != VERSION:
        raise InputError(f"{path.name} was made by a newer Dossier.", "Update, and open it again.")
    if hashes != {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}:
        raise _unusable(path, "it was changed after it was made")


def _unusable(path: Path, why: str) -> InputError:
    return InputError(f"{path.name} cannot be opened: {why}.", _ADVICE)
