"""Writing a file whole or not at all: aside first, then moved into place."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from engine.errors import ExportError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file; whatever goes wrong, an older file of that name stays as it was.

    Raises:
        ExportError: the folder or the file could not be written.
    """
    aside = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes files that only the owner reads; an export is an ordinary file.
        os.chmod(aside, 0o666 & ~_umask())
        os.replace(aside, path)
    except OSError as error:
        if aside:
            Path(aside).unlink(missing_ok=True)
        reason = (error.strerror or str(error)).rstrip(".").lower()
        raise ExportError(
            f"{path.name} could not be written: {reason}.",
            "An older file of that name was left as it was; choose another folder or free some space.",
            detail=str(error),
        ) from error


def _umask() -> int:
    """Return the process's mask; the only way to read it is to set it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
