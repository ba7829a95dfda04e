"""A document made ready for the index: stored, cut into passages, judged by what kind of page it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from engine.library.passages import Cut, cut_passages, prose_share
from engine.library.words import parts
from researcher_container.contract import Document, QualityStatus

# Histories and legal pages name every subject once and explain none. The first pattern is for file names, the
# second for the beginnings of titles.
_SELDOM_NAMED = re.compile(
    r"change ?logs?|changes|what'?s ?new|(old)? ?news|release ?notes?|releases?( \d+)*|history|chronology"
    r"|licen[cs]es?|copying|copyright|contributors|authors|acknowledg\w+",
)
_SELDOM_TITLED = re.compile(
    r"change ?log\b|what['’]?s new\b|release notes?\b|release \d|(version )?history( and|$)|licen[cs]e( agreement)?$"
    r"|copyright\b|acknowledg\w+$|contributors$|recent news",
)
SELDOM_STANDING = 0.6
_NUMBER = re.compile(r"^[a-z]?[\d.]+\s+")
_LEAD_CHARS = 700
_HEADINGS_CHARS = 20_000


@dataclass(frozen=True)
class ReadText:
    """A document ready to be recorded: stored, cut, judged."""

    text_sha256: str
    title: str
    base: str
    standing: float
    name: str
    headings: str
    lead: str
    passages: tuple[tuple[Cut, str], ...]
    is_cut: bool = False


def prepare(document: Document, text_sha256: str, path: str) -> ReadText:
    """Cut and judge a document; needs no connection, so it may run beside others."""
    text = document.text()
    cuts = cut_passages(document)
    name = " ".join(parts(Path(path).stem))
    title = " ".join(document.title.split()) or Path(path).stem
    headings = " \n ".join(block.text for block in document.blocks if block.kind == "heading")
    lead = next((text[cut.start : cut.end] for cut in cuts if prose_share(cut) > 0.5), "")
    return ReadText(
        text_sha256=text_sha256,
        title=title,
        base=Path(path).parent.as_uri() + "/",
        standing=_standing(document, title, name),
        name=name,
        headings=headings[:_HEADINGS_CHARS],
        lead=lead[:_LEAD_CHARS],
        passages=tuple((cut, text[cut.start : cut.end]) for cut in cuts),
        is_cut=document.quality.truncated,
    )


def _standing(document: Document, title: str, name: str) -> float:
    """Return how much a document's hits count: nothing for pages of links, less for histories and licences."""
    if document.quality.status is not QualityStatus.OK:
        return 0.0
    beginning = _NUMBER.sub("", title.casefold()).split(" — ")[0].strip()
    seldom = _SELDOM_NAMED.fullmatch(name) or _SELDOM_TITLED.match(beginning)
    return SELDOM_STANDING if seldom else 1.0
