"""The stored texts: every document anyone may cite, content-addressed, compressed, shared between runs."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
import zlib
from pathlib import Path

from engine.journal.sentences import storage_sentences
from researcher_container.contract import Document


class TextStore:
    """Files named by the SHA-256 of the document's canonical JSON, in a folder fanned out by two digits.

    Methods block for about a millisecond per 100 KB; call them from a worker thread for large documents.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, document: Document) -> str:
        """Store a document; return its key. Storing the same document twice writes once.

        Raises:
            JournalError: the disk is full, or the folder cannot be written.
        """
        raw = document.model_dump_json(exclude_defaults=True).encode()
        key = hashlib.sha256(raw).hexdigest()
        path = self._path(key)
        with storage_sentences(self._folder):
            self._write(path, raw)
        return key

    def _write(self, path: Path, raw: bytes) -> None:
        # Said to be wanted again: whoever clears away lets a text be that somebody has just stored.
        with contextlib.suppress(FileNotFoundError):
            os.utime(path)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            # Written aside and moved: a killed app never leaves half a text under a whole text's name.
            handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".new-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(zlib.compress(raw, 3))
                os.replace(aside, path)
            except BaseException:
                Path(aside).unlink(missing_ok=True)
                raise

    def document(self, key: str) -> Document | None:
        """Return the document, None when it is not stored or its file is damaged."""
        try:
            raw = zlib.decompress(self._path(key).read_bytes())
        except (OSError, zlib.error, ValueError):
            return None
        if hashlib.sha256(raw).hexdigest() != key:
            return None
        return Document.model_validate_json(raw)

    def text(self, key: str) -> str | None:
        """Return the stored text, None when it is not there."""
        document = self.document(key)
        return None if document is None else document.text()

    def remove(self, key: str, idle_s: float) -> bool:
        """Remove a text that nobody has stored during the last `idle_s` seconds; return whether it is gone.

        Raises:
            JournalError: the folder cannot be written.
        """
        path = self._path(key)
        with storage_sentences(self._folder):
            try:
                if time.time() - path.stat().st_mtime < idle_s:
                    return False
                path.unlink()
            except FileNotFoundError:
                return True
        return True

    def _path(self, key: str) -> Path:
        if len(key) != 64 or not key.isalnum():
            raise ValueError(f"not a text key: {key!r}")
        return self._folder / key[:2] / f"{key}.z"
