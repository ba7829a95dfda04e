"""The report as a markdown file: what was journalled, as it stands."""

from __future__ import annotations

from engine.snapshot import RunSnapshot


def markdown_file(snapshot: RunSnapshot) -> str:
    """Return the report as markdown, with its references and its audit."""
    return snapshot.report.markdown.rstrip("\n") + "\n"
