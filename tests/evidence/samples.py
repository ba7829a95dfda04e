"""Sources and dossiers made for the tests of evidence and export."""

from __future__ import annotations

from engine.evidence.quotes import StoredText
from engine.values import Quote, ResearchDossier, Source


def source(number: int, url: str, *quotes: str, text: str | None = None, title: str = "", **fields: object) -> Source:
    """A source S<number>; with a text its quotes are really checked, without one they count as found."""
    stored = None if text is None else StoredText(text)
    made = []
    for index, words in enumerate(quotes, start=1):
        found = {"status": "found"} if stored is None else stored.check(words).model_dump()
        made.append(Quote(id=f"S{number}.{index}", text=words, **found))
    return Source(id=f"S{number}", url=url, title=title, quotes=tuple(made), **fields)


def dossier(*sources: Source, topic: str = "Tides at Port Alder") -> ResearchDossier:
    return ResearchDossier(topic=topic, wave=1, findings=(), sources=sources)
