"""Orders the quotes of a report by theme: one per question, questions with the same theme together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.agents.offline.coverage import is_weak
from engine.agents.offline.extent import Extent
from engine.agents.offline.phrasing import theme_of
from engine.agents.offline.quote_pool import PooledQuote
from engine.values import Finding


@dataclass
class Theme:
    """A heading of the findings with its quotes and the findings it came from."""

    name: str
    quotes: list[PooledQuote] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def themes_of(quotes: Sequence[PooledQuote], findings: Sequence[Finding], extent: Extent) -> list[Theme]:
    """Return the themes in the order of their questions; a theme may have lost its quotes to the summary."""
    themes: dict[str, Theme] = {}
    for finding in findings:
        name = theme_of(finding.question)
        theme = themes.setdefault(name.lower(), Theme(name))
        theme.findings.append(finding)
        own = [quote for quote in quotes if quote.finding is finding]
        theme.quotes.extend(own[: extent.weak_theme if is_weak(finding) else extent.theme])
    return list(themes.values())
