"""What numbering a report gives: its text, its sentences with their citations, and what was made up in it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.values import CitationCheck


@dataclass(frozen=True)
class CitedSentence:
    """A sentence of the report with what it cites."""

    text: str  # plain, without marks and markup
    is_statement: bool
    checks: tuple[CitationCheck, ...]
    quotations: tuple[str, ...] = ()  # what it gives as somebody's words
    is_heading: bool = False
    heading: str = ""  # of the section it stands in, "" before the first one
    end: int = 0  # position in the report's markdown where a word about it belongs


@dataclass(frozen=True)
class CitedReport:
    """A report whose citations are numbers; `marks[i]` is what the i-th `[n]` of `markdown` stands for."""

    markdown: str
    order: tuple[str, ...]  # source ids by number, from 1
    sentences: tuple[CitedSentence, ...]
    marks: tuple[str, ...]
    unknown_ids: tuple[str, ...]
    foreign_links: tuple[str, ...]
    removed_lists: int
    renamed_headings: tuple[str, ...] = ()
