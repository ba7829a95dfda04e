"""Files made of runs, and the stored texts behind them."""

from __future__ import annotations

from pathlib import Path

from app.composition import Composition
from engine.export import formats
from engine.export.citing import Citing
from engine.export.files import write_whole
from engine.export.rendering import Look, html, tree
from engine.incomplete import incomplete_markdown
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

    def export(self, run: RunSnapshot, format_name: str, path: Path) -> tuple[str, ...]:
        """Write a run to a file; return what it could not show."""
        return formats.export(run, format_name, path, self._composition.export_means(run.run_id))

    def export_incomplete(self, run: RunSnapshot, path: Path) -> None:
        """Write what a run's writer wrote before it failed to a Markdown file that says so."""
        write_whole(path, self.incomplete(run).encode("utf-8", errors="replace"))

    def incomplete(self, run: RunSnapshot) -> str:
        """Return what a run's writer wrote before it failed as Markdown, under a note that says so."""
        return incomplete_markdown(run)

    def markdown(self, run: RunSnapshot) -> str:
        """Return the report of a run as Markdown."""
        return formats.text_of(run, "md")

    def rich_text(self, run: RunSnapshot) -> str:
        """Return the report of a run as simple HTML, citations as [7]."""
        audit = run.report.audit
        files = frozenset(source.url for source in run.sources if source.url.startswith("file:"))
        look = Look(cite=lambda target: f"[{target.number}]", files=files)
        return html(tree(run.report.markdown, files), look, Citing(run.sources, audit.marks if audit else ()))

    def folder(self) -> Path | None:
        """Return the folder exported to last, None before the first time."""
        kept = self._composition.settings["export.folder"]
        return Path(kept) if kept else None

    def keep_folder(self, folder: Path) -> None:
        """Keep the folder exported to last."""
        self._composition.settings.set("export.folder", str(folder))
