"""Which files of the library folders may be documents, found without reading a byte of them."""

from __future__ import annotations

import math
import os
import stat
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import LibraryError
from researcher_container.contract import MAX_DOCUMENT_BYTES

# A suffix only makes a file worth reading; what it is, its bytes decide in the sandbox.
DOCUMENT_SUFFIXES = frozenset(
    {".html", ".htm", ".xhtml", ".md", ".markdown", ".txt", ".rst", ".pdf", ".docx"},
)
# Sphinx keeps the raw sources and the assets of its pages in these folders beside the pages themselves:
# indexing them would answer every question twice, once from the worse copy.
GENERATED_FOLDERS = frozenset({"_sources", "_static", "_images", "_downloads", "__pycache__", "node_modules"})


@dataclass(frozen=True)
class Candidate:
    """A file worth reading; `path` is absolute and free of links."""

    path: str
    mtime_ns: int
    size_bytes: int


@dataclass
class Scan:
    """What a walk found: candidates by path, and what was passed over, as "path: why".

    Attributes:
        ends_at: when the walk is broken off, by `time.monotonic`.
        is_whole: False when it was.
    """

    candidates: dict[str, Candidate] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    ends_at: float = math.inf
    is_whole: bool = True


def resolve_roots(folders: Iterable[str | Path]) -> list[str]:
    """Return the real paths of the library's folders (or single files), nested ones folded into the outer."""
    roots = [os.path.realpath(os.path.expanduser(folder)) for folder in folders]
    return [root for root in dict.fromkeys(roots) if not any(_is_within(root, other) for other in roots)]


def require_roots(roots: Iterable[str]) -> None:
    """Check that the roots can be read.

    Raises:
        LibraryError: one of them does not exist or may not be read; it is named.
    """
    for root in roots:
        if not os.path.exists(root) and _suffix(root) in DOCUMENT_SUFFIXES:
            raise LibraryError(f"The document {root} does not exist.", "Put it back, or research without it.")
        if not os.path.exists(root):
            raise LibraryError(
                f"The library folder {root} does not exist.", "Choose another folder, or connect its drive again."
            )
        if not os.access(root, os.R_OK):
            raise LibraryError(f"The library folder {root} may not be read.", "Change its permissions.")


def scan_roots(roots: Iterable[str], limit_s: float = math.inf) -> Scan:
    """Walk the roots; blocking, about 10 ms per 1,000 files.

    Args:
        limit_s: after this the walk is broken off; what it found until then is returned.
    """
    scan = Scan(ends_at=time.monotonic() + limit_s)
    for root in roots:
        if os.path.isdir(root):
            for entry in _walk(root, root, scan):
                _consider(entry, scan)
        else:
            _consider_single(root, scan)
    return scan


def _walk(folder: str, root: str, scan: Scan) -> Iterator[os.DirEntry[str]]:
    """Yield plain files below a folder, depth first, in the order of their names."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        scan.skipped.append(f"{_shown(folder)}: {error.strerror or 'cannot be listed'}")
        return
    if time.monotonic() > scan.ends_at:
        scan.is_whole = False
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            _note_link(entry, root, scan)
        elif entry.is_dir(follow_symlinks=False):
            if entry.name not in GENERATED_FOLDERS:
                yield from _walk(entry.path, root, scan)
        elif entry.is_file(follow_symlinks=False):
            yield entry


def _note_link(entry: os.DirEntry[str], root: str, scan: Scan) -> None:
    """Pass over a link. What it names inside the root is met under its own path, so loops cannot arise."""
    target = os.path.realpath(entry.path)
    matters = _suffix(entry.name) in DOCUMENT_SUFFIXES or os.path.isdir(target)
    if matters and target != root and not _is_within(target, root):
        scan.skipped.append(f"{_shown(entry.path)}: a link that leads out of the folder")
    elif matters and target != root and not _is_met(target, root):
        scan.skipped.append(f"{_shown(entry.path)}: a link to what is hidden or missing")


def _consider(entry: os.DirEntry[str], scan: Scan) -> None:
    if _suffix(entry.name) not in DOCUMENT_SUFFIXES:
        return
    try:
        _add(entry.path, entry.stat(follow_symlinks=False), scan)
    except OSError as error:
        scan.skipped.append(f"{_shown(entry.path)}: {error.strerror or 'cannot be read'}")


def _consider_single(path: str, scan: Scan) -> None:
    if _suffix(path) not in DOCUMENT_SUFFIXES:
        scan.skipped.append(f"{path}: not a kind of document Dossier reads")
        return
    status = os.stat(path)
    if stat.S_ISREG(status.st_mode):
        _add(path, status, scan)
    else:
        scan.skipped.append(f"{path}: not a plain file")


def _add(path: str, status: os.stat_result, scan: Scan) -> None:
    try:
        path.encode()
    except UnicodeEncodeError:
        scan.skipped.append(f"{_shown(path)}: its name is not valid text")
        return
    if status.st_size > MAX_DOCUMENT_BYTES:
        scan.skipped.append(f"{path}: larger than {MAX_DOCUMENT_BYTES // 1024**2} MB")
    elif status.st_size == 0:
        scan.skipped.append(f"{path}: empty")
    else:
        scan.candidates[path] = Candidate(path, status.st_mtime_ns, status.st_size)


def _is_met(target: str, root: str) -> bool:
    """Tell whether a walk from the root comes by a place within it."""
    parts = os.path.relpath(target, root).split(os.sep)
    hidden = any(part.startswith(".") or part in GENERATED_FOLDERS for part in parts)
    return os.path.exists(target) and not hidden


def _shown(path: str) -> str:
    """Return a path for people: bytes of a name that are no text become question marks."""
    return path.encode(errors="replace").decode()


def _suffix(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def _is_within(path: str, folder: str) -> bool:
    """Tell whether a path lies strictly below a folder; both absolute and free of links."""
    return path != folder and path.startswith(folder.rstrip(os.sep) + os.sep)
