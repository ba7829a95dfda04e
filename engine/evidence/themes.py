"""How many independent sources each section of a report stands on."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from engine.evidence.cited import CitedSentence
from engine.values import Source, ThemeSources


def themes(sentences: Sequence[CitedSentence], sources: Sequence[Source]) -> tuple[ThemeSources, ...]:
    """Return, section by section, the sources cited and how many of them are independent.

    Copies of one text count once, and so do several pages of one site: one publisher is one witness.
    """
    by_id = {source.id: source for source in sources}
    cited: dict[str, dict[str, None]] = {}
    for sentence in sentences:
        for check in sentence.checks:
            cited.setdefault(sentence.heading, {})[check.source] = None
    return tuple(
        ThemeSources(heading=heading, sources=len(ids), independent=_independent([by_id[name] for name in ids]))
        for heading, ids in cited.items()
    )


def _independent(cited: Sequence[Source]) -> int:
    """Count groups of sources that share a text or a publisher, directly or through another one."""
    groups: list[set[str]] = []
    for source in cited:
        keys = {f"text {source.same_text_as or source.id}", f"publisher {_publisher(source)}"}
        joined = [group for group in groups if group & keys]
        groups = [group for group in groups if not group & keys]
        groups.append(keys.union(*joined))
    return len(groups)


def _publisher(source: Source) -> str:
    """Return the host of a page without `www.`; every document of a library is its own publisher."""
    address = urlsplit(source.url)
    if address.scheme not in ("http", "https"):
        return source.url
    return (address.hostname or source.url).removeprefix("www.")
