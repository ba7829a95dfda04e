"""Files made of runs, and the stored texts behind them."""

from __future__ import annotations

from pathlib import Path

from app.composition import Composition
from engine.export import formats
from engine.snapshot import RunSnapshot
from engine.values import Source


class EngineExports:
    """Writes runs to files; its methods are those of `app.window_port.Exports`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition

    def stored_text(self, source: Source) -> str | None:
        """Return the stored text of a source."""
        workshop = self._composition.workshop
        if not source.text_sha256 or workshop is None:
            return None
        return workshop.texts.text(source.text_sha256)

    def formats(self) -> tuple[tuple[str, str], ...]:
        """Return the export formats."""
        return tuple((made.name, made.label) for made in formats.FORMATS.values())

    def file_name(self, format_name: str) -> str:
        """Return the usual name of a file in a format."""
        return formats.require(format_name).file_name

    def export(self, run: RunSnapshot, format_name: str, path: Path) -> None:
        """Write a run to a file."""
        formats.export(run, format_name, path)
