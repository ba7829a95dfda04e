"""Markdown of answers and reasons as HTML for a pane: the same tree as the report's."""

from __future__ import annotations

from engine.values import Source


def typeset(markdown: str, sources: tuple[Source, ...]) -> tuple[str, ...]:
    """Return blocks of HTML; what the markdown cites as [1] or [S3] leads to `sources`."""
    from engine.export.pane import pane_html

    return (pane_html(markdown, sources),)
