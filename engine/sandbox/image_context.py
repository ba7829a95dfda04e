"""What the image is built from: a tar archive that is the same for the same content, and the name that follows."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.sandbox.command import container_folder

DEFAULT_BASE = "python:3.12-slim"
REPOSITORY = "dossier-sandbox"
RECIPE = ("Dockerfile", "requirements.txt")
_ARCHITECTURES = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64"}


@dataclass(frozen=True)
class ImageContext:
    """The files of one build by their name in it, read once, and the base they are put upon.

    Attributes:
        home: tells installations apart; a new image replaces the older ones of its own installation only.
    """

    base: str
    home: str
    files: tuple[tuple[str, bytes], ...]
    wheels: tuple[Path, ...]

    @property
    def tag(self) -> str:
        """The image's name: it changes when, and only when, something the image is made of does."""
        digest = hashlib.sha256(self.base.encode())
        for name, content in self.files:
            digest.update(f"\n{name} {hashlib.sha256(content).hexdigest()}".encode())
        # The lock holds the wheels' hashes, so their names say everything.
        for wheel in self.wheels:
            digest.update(f"\nwheels/{wheel.name}".encode())
        return f"{REPOSITORY}:{digest.hexdigest()[:16]}"

    def archive(self, architecture: str = "") -> bytes:
        """Return the tar archive with the wheels of one architecture as the engine calls it, "" for all."""
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
            archive.addfile(_entry("wheels", directory=True))
            for name, content in self.files:
                _add(archive, name, content)
            for wheel in self.wheels:
                if _fits(wheel.name, architecture):
                    _add(archive, f"wheels/{wheel.name}", wheel.read_bytes())
        return buffer.getvalue()


def image_context(base: str = "", folder: Path | None = None) -> ImageContext:
    """Gather what the image is made of.

    Args:
        base: the base image, "" for DOSSIER_BASE_IMAGE or the default.
        folder: the programs' code; the installed one when not given.
    """
    folder = folder or container_folder()
    files = [(name, (folder / name).read_bytes()) for name in RECIPE]
    for path in _sources(folder):
        files.append((f"researcher_container/{path.relative_to(folder).as_posix()}", path.read_bytes()))
    wheels = sorted((folder / "wheels").glob("*.whl"), key=lambda path: path.name)
    chosen = base or os.environ.get("DOSSIER_BASE_IMAGE") or DEFAULT_BASE
    home = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    return ImageContext(chosen, home, tuple(files), tuple(wheels))


def _sources(folder: Path) -> Iterator[Path]:
    """Yield the files of the package in a fixed order, without caches and wheels."""
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
        parts = path.relative_to(folder).parts
        if path.is_file() and parts[0] != "wheels" and "__pycache__" not in parts and _belongs(path):
            yield path


def _belongs(path: Path) -> bool:
    # An editor's or a build's leavings do not make another image.
    return path.suffix in (".py", ".txt", ".json", ".md") and not path.name.startswith((".", "requirements"))


def _fits(wheel: str, architecture: str) -> bool:
    machine = _ARCHITECTURES.get(architecture)
    return machine is None or wheel.endswith(("-any.whl", f"_{machine}.whl"))


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = _entry(name)
    entry.size = len(content)
    archive.addfile(entry, io.BytesIO(content))


def _entry(name: str, *, directory: bool = False) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.mode = 0o755 if directory else 0o644
    entry.type = tarfile.DIRTYPE if directory else tarfile.REGTYPE
    return entry
