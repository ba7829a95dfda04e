"""Giving sources their ids: S1..Sn in the order (wave, researcher, first cited), merged by address and content.

Only what a researcher cites becomes a source: a `[ref]` mark in its answer, or a quote. Findings are taken in
order, so adding a later wave never changes an id that was given before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.evidence.copies import with_copies
from engine.evidence.folding import FoldedText
from engine.evidence.quotes import NOT_FETCHED, NOT_STORED, QuoteCheck, StoredText
from engine.fetching.canonical import canonical_url
from engine.values import Finding, GatheredSource, Quote, Source
from researcher_container.contract import Document, QualityStatus

_REF = r"r[0-9a-f]{6,64}(?:\.\d+)?"
_REF_MARK = re.compile(
    rf"(?P<space>[ \t]*)(?P<open>\[+)\s*(?P<refs>{_REF}(?:[\s,;&]+(?:and\s+)?{_REF})*)\s*\]+", re.I
)
_ONE_REF = re.compile(_REF, re.I)
UNKNOWN_SOURCE = "(unknown source)"


class Texts(Protocol):
    """Where stored texts are looked up; `engine.texts.TextStore` is one."""

    def document(self, key: str) -> Document | None:
        """Return the document stored under a key, None when it is not there."""


@dataclass
class _Growing:
    """A source while it is gathered from the findings."""

    source: Source
    quotes: list[Quote] = field(default_factory=list)
    by_words: dict[str, str] = field(default_factory=dict)  # folded quote -> its id
    refs: list[str] = field(default_factory=list)
    text_keys: list[str] = field(default_factory=list)

    def finished(self) -> Source:
        return self.source.model_copy(update={"quotes": tuple(self.quotes), "refs": tuple(self.refs)})


class _Shelf:
    """All sources so far, found again by address or by content."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._stored: dict[str, StoredText | None] = {}
        self._by_key: dict[str, _Growing] = {}
        self.sources: list[_Growing] = []

    def take(self, gathered: GatheredSource) -> _Growing:
        """Return the source this one belongs to, a new one if none does."""
        keys = [f"address {canonical_url(gathered.url)}"]
        keys += [f"bytes {gathered.sha256}"] if gathered.sha256 else []
        keys += [f"text {gathered.text_sha256}"] if gathered.text_sha256 else []
        growing = next((self._by_key[key] for key in keys if key in self._by_key), None)
        if growing is None:
            growing = _Growing(_source_of(gathered, f"S{len(self.sources) + 1}"))
            self.sources.append(growing)
        else:
            growing.source = _completed(growing.source, gathered)
        for key in keys:
            self._by_key.setdefault(key, growing)
        if gathered.ref and gathered.ref not in growing.refs:
            growing.refs.append(gathered.ref)
        if gathered.text_sha256 and gathered.text_sha256 not in growing.text_keys:
            growing.text_keys.append(gathered.text_sha256)
        return growing

    def add_quote(self, growing: _Growing, text: str) -> str:
        """Add a quote unless the source has it already; return its id."""
        words = FoldedText(text.strip()).text
        if words not in growing.by_words:
            quote_id = f"{growing.source.id}.{len(growing.quotes) + 1}"
            growing.by_words[words] = quote_id
            check = self._check(growing, text)
            growing.quotes.append(Quote(id=quote_id, text=text.strip(), **check.model_dump()))
        return growing.by_words[words]

    def _check(self, growing: _Growing, quote: str) -> QuoteCheck:
        if not growing.text_keys:
            why = NOT_FETCHED if growing.source.origin == "hosted" else NOT_STORED
            return QuoteCheck(status="not_checked", why=why)
        first: QuoteCheck | None = None
        for key in growing.text_keys:
            check = self._check_in(key, quote)
            if check.status in ("found", "found_folded"):
                if key == growing.source.text_sha256:
                    return check
                # Positions count in the text that Evidence shows, and this is another copy of it.
                return QuoteCheck(status=check.status, why="Found in another copy of this page.")
            first = first or check
        return first or QuoteCheck(status="not_checked", why=NOT_STORED)

    def text_of(self, source: Source) -> str | None:
        """Return the stored text of a source, None where there is none."""
        stored = self._text(source.text_sha256) if source.text_sha256 else None
        return None if stored is None else stored.text

    def _text(self, key: str) -> StoredText | None:
        if key not in self._stored:
            document = self._texts.document(key)
            self._stored[key] = None if document is None else StoredText.of(document)
        return self._stored[key]

    def _check_in(self, key: str, quote: str) -> QuoteCheck:
        stored = self._text(key)
        return QuoteCheck(status="not_checked", why=NOT_STORED) if stored is None else stored.check(quote)


def number_sources(findings: Sequence[Finding], texts: Texts) -> tuple[tuple[Source, ...], tuple[Finding, ...]]:
    """Give ids to everything the findings cite, check every quote, and turn `[ref]` marks into `[S3]`.

    Blocks while it reads and searches stored texts; call it from a worker thread.

    Returns:
        The sources in the order of their ids, and the findings in the order they were given.
    """
    shelf = _Shelf(texts)
    numbered: dict[int, Finding] = {}
    for position in sorted(range(len(findings)), key=lambda i: (findings[i].wave, findings[i].researcher)):
        finding = findings[position]
        ids: dict[str, str] = {}
        for gathered in _in_order_of_citing(finding):
            growing = shelf.take(gathered)
            ids[gathered.ref.casefold()] = growing.source.id
            for index, quote in enumerate(gathered.quotes, start=1):
                if quote.strip():
                    ids[f"{gathered.ref.casefold()}.{index}"] = shelf.add_quote(growing, quote)
        numbered[position] = finding.model_copy(update={"answer": with_ids(finding.answer, ids)})
    sources = with_copies([growing.finished() for growing in shelf.sources], shelf.text_of)
    return sources, tuple(numbered[position] for position in range(len(findings)))


def _in_order_of_citing(finding: Finding) -> list[GatheredSource]:
    """Return the citable sources of a finding: marked ones by their first mark, then those only quoted."""
    first_mark: dict[str, int] = {}
    for match in _REF_MARK.finditer(finding.answer):
        for ref in _ONE_REF.findall(match["refs"]):
            first_mark.setdefault(ref.casefold().split(".")[0], len(first_mark))
    cited = [
        source
        for source in finding.sources
        if source.quality is QualityStatus.OK
        and (source.ref.casefold() in first_mark or any(map(str.strip, source.quotes)))
    ]
    return sorted(cited, key=lambda source: first_mark.get(source.ref.casefold(), len(first_mark)))


def with_ids(answer: str, ids: Mapping[str, str]) -> str:
    """Turn the `[ref]` marks of an answer into `[S3]`.

    Args:
        answer: As the researcher wrote it.
        ids: Source ids by casefolded reference; `ref.2` may name the second quote.
    """

    def replaced(match: re.Match[str]) -> str:
        marks: list[str] = []
        for ref in _ONE_REF.findall(match["refs"]):
            name = ref.casefold()
            mark = ids.get(name) or ids.get(name.split(".")[0])
            text = f"[{mark}]" if mark else UNKNOWN_SOURCE
            if text not in marks:
                marks.append(text)
        # An unknown reference is said to be one; it must not look like a citation, nor vanish.
        is_unknown = UNKNOWN_SOURCE in marks
        space = match["space"] or (" " if is_unknown and match.start() else "")
        return space + "".join(mark if mark.startswith("[") else f" {mark}" for mark in marks).strip()

    return _REF_MARK.sub(replaced, answer)


def _source_of(gathered: GatheredSource, source_id: str) -> Source:
    kept = gathered.model_dump(include=set(Source.model_fields) - {"quotes", "refs", "id"})
    return Source(id=source_id, **kept)


def _completed(source: Source, gathered: GatheredSource) -> Source:
    """Fill what the first copy did not say from a later one; what it said stays."""
    wanted = ("title", "site", "author", "date", "sha256", "text_sha256", "fetched_at")
    update = {
        name: getattr(gathered, name) for name in wanted if not getattr(source, name) and getattr(gathered, name)
    }
    if source.origin == "hosted" and gathered.text_sha256:
        # The provider named it first and the app has read it since: from here on it can be checked.
        update["origin"] = gathered.origin
    return source.model_copy(update=update)
