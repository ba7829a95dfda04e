"""HTML for the report pane: the same tree as the exports, with citations that lead to `cite:S3.2`."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from engine.evidence.dialect import plain_lines
from engine.export.citing import Citing, Target
from engine.export.rendering import Look, html, tree
from engine.values import Source, Value


class PaneBlocks(Value):
    """A growing report: blocks that will not change any more, and the block that still grows."""

    finished: tuple[str, ...] = ()
    tail: str = ""


def pane_html(markdown: str, sources: Sequence[Source], marks: Sequence[str] = ()) -> str:
    """Return HTML for a text pane.

    Args:
        markdown: A finished report, or a draft that cites ids.
        sources: Cited ones first, in the order of their numbers, as `ReportFinished` carries them.
        marks: `Audit.marks`; without it numbers lead to their source as a whole.
    """
    look = _look(sources)
    return html(tree(markdown, look.files), look, Citing(sources, marks))


def pane_parts(markdown: str, sources: Sequence[Source], marks: Sequence[str] = ()) -> tuple[str, ...]:
    """Return what `pane_html` returns, block by block: a pane that holds some of them keeps those."""
    look, citing = _look(sources), Citing(sources, marks)
    tokens = tree(markdown, look.files)
    starts = [place for place, token in enumerate(tokens) if token.level == 0 and token.nesting >= 0]
    return tuple(html(tokens[start:end], look, citing) for start, end in pairwise([*starts, len(tokens)]))


class GrowingPane:
    """Renders a report while it is written: each finished block once, and the tail again and again."""

    def __init__(self, sources: Sequence[Source] = ()) -> None:
        self._look = _look(sources)
        self._sources = sources
        self._open = ""

    def add(self, text: str) -> PaneBlocks:
        """Add text; return the blocks it finished and the tail as it is now."""
        self._open = plain_lines(self._open + text)
        tokens = tree(self._open, self._look.files)
        starts = [token.map[0] for token in tokens if token.level == 0 and token.nesting >= 0 and token.map]
        if not starts:
            return PaneBlocks(tail="")
        lines = self._open.split("\n")
        finished = [self._html("\n".join(lines[start:end])) for start, end in pairwise(starts)]
        # The last block may still become something else: a list go on, a paragraph turn into a table.
        self._open = "\n".join(lines[starts[-1] :])
        return PaneBlocks(finished=tuple(finished), tail=self._html(self._open))

    def _html(self, markdown: str) -> str:
        return html(tree(markdown, self._look.files), self._look, Citing(self._sources))


def _look(sources: Sequence[Source]) -> Look:
    files = frozenset(source.url for source in sources if source.url.startswith("file:"))
    return Look(cite=_cite, is_directed=False, files=files)


def _cite(target: Target) -> str:
    shown = f"[{target.number}]" if target.number else f"[{target.key}]"
    return f'<a href="cite:{escape(target.key)}">{shown}</a>'
