"""Turning the ids a writer cites into numbered citations, by first use and without gaps.

Numbers are given by code alone. What the writer made up is made harmless here: lists of references are taken
out, addresses that are not in the dossier become words, ids that do not exist are said to be unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.evidence.catalogue import Catalogue
from engine.evidence.dialect import MARK_CLOSE, MARK_OPEN, Region, plain_lines, regions
from engine.evidence.inline import Piece, pieces
from engine.evidence.list_names import names_limits
from engine.evidence.marks import ids_of, numbers_of
from engine.evidence.sentences import spans
from engine.evidence.statements import is_statement, plain_sentence
from engine.evidence.written_lists import WrittenLists, without_lists
from engine.values import CitationCheck, QuoteStatus, Source

NO_QUOTE = "No quote of this source fits the sentence."
_WEAKEST_FIRST: tuple[QuoteStatus, ...] = ("not_found", "not_checked", "found_folded", "found")
_SAFE_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,", re.I)
_PLACE = re.compile(f"{MARK_OPEN}(\\d+){MARK_CLOSE}")
_PLACES = re.compile(f"{MARK_OPEN}\\d+{MARK_CLOSE}(?:[ \\t]*{MARK_OPEN}\\d+{MARK_CLOSE})*")
_ALONE_IN_BRACKETS = re.compile(f"\\(\\s*((?:{MARK_OPEN}\\d+{MARK_CLOSE}[\\s,;]*)+)\\)")
# What stands for nothing but a citation when it is the text of a link: numbers, ids, hosts, addresses.
_CITING_LABEL = re.compile(
    r"\W*(?:\d{1,3}|S\d{1,4}(?:\.\d+)?|(?:sources?|quelle|link|ref)\W*\d{0,3}|https?://\S+|[\w-]+(?:\.[\w-]+)+(?:/\S*)?)\W*",
    re.I,
)


@dataclass(frozen=True)
class CitedSentence:
    """A sentence of the report with what it cites."""

    text: str  # plain, without marks and markup
    is_statement: bool
    checks: tuple[CitationCheck, ...]


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


def number_citations(markdown: str, sources: Sequence[Source]) -> CitedReport:
    """Number the citations of a report; code and fences are never touched."""
    catalogue = Catalogue(sources)
    lists = without_lists(regions(plain_lines(markdown)), catalogue)
    work = _Numbering(catalogue, lists)
    text = "".join(work.region(region, place) for place, region in enumerate(lists.kept))
    for address in lists.addresses:
        if catalogue.at(address) is None:
            work.flag_link(address)
    return CitedReport(
        markdown=text,
        order=tuple(work.numbers),
        sentences=tuple(work.sentences),
        marks=tuple(work.marks),
        unknown_ids=tuple(dict.fromkeys(work.unknown)),
        foreign_links=tuple(dict.fromkeys(work.foreign)),
        removed_lists=lists.removed,
    )


@dataclass
class _Mark:
    """A citation mark while its region is worked on: the ids it names."""

    ids: list[str]
    is_guess: bool = False  # a bare number taken for an id: it holds only where a quote fits


@dataclass
class _Numbering:
    """The state of numbering one report from its top to its end."""

    catalogue: Catalogue
    lists: WrittenLists
    numbers: dict[str, int] = field(default_factory=dict)
    sentences: list[CitedSentence] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    _limits_level: int = 0

    def region(self, region: Region, place: int) -> str:
        """Return a region's text with its citations numbered."""
        if region.kind in ("code", "other"):
            return region.text
        if region.kind == "heading":
            self._enter(region)
        found: list[_Mark] = []
        text = "".join(self._rewritten(piece, place, found) for piece in pieces(region.text, self.lists.definitions))
        text = _ALONE_IN_BRACKETS.sub(lambda match: match.group(1).rstrip(" ,;"), text)
        is_one = region.kind != "paragraph" or region.is_quote
        resolved: dict[int, list[str]] = {}
        for start, end in [(0, len(text))] if is_one else spans(text):
            self._sentence(text[start:end], region, found, resolved)
        return self._printed(text, resolved)

    def flag_link(self, address: str) -> None:
        """Note an address that is not in the dossier."""
        self.foreign.append(address)

    def _enter(self, heading: Region) -> None:
        if names_limits(heading.text):
            self._limits_level = heading.level
        elif self._limits_level and heading.level <= self._limits_level:
            self._limits_level = 0

    # --- pieces -----------------------------------------------------------------------------------

    def _rewritten(self, piece: Piece, place: int, found: list[_Mark]) -> str:
        if piece.kind == "ids":
            if piece.address and self.catalogue.at(piece.address) is None:
                self.flag_link(piece.address)
            return self._cited(ids_of(piece.label), found)
        if piece.kind == "numbers":
            return self._numbered(numbers_of(piece.label), place, found)
        if piece.kind == "address":
            source = self.catalogue.at(piece.address)
            return self._place([source.id], found) if source else self._foreign_words("", piece.address)
        if piece.kind in ("link", "image"):
            return self._link(piece, place, found)
        return piece.raw

    def _cited(self, ids: list[str], found: list[_Mark]) -> str:
        known = [name for name in ids if self.catalogue.source(name)]
        parts = [self._place(known, found)] if known else []
        for name in ids:
            if name in known:
                continue
            self.unknown.append(name)
            whole = name.partition(".")[0]
            # A quote that does not exist, of a source that does: the source is cited, and the id is told.
            if self.catalogue.source(whole):
                parts.append(self._place([whole], found))
            else:
                parts.append(f"(unknown source {name})")
        return "".join(parts).replace(f"{MARK_CLOSE}(", f"{MARK_CLOSE} (")

    def _numbered(self, numbers: list[int], place: int, found: list[_Mark]) -> str:
        parts: list[str] = []
        for number in numbers:
            meaning = self.lists.meaning(number, place)
            if meaning:
                parts.append(self._place([meaning], found))
            elif not self.lists.has_numbers and f"S{number}" in self.catalogue.sources:
                parts.append(self._place([f"S{number}"], found, is_guess=True))
            else:
                self.unknown.append(str(number))
        # An empty place takes the space before it along when the text is printed.
        return "".join(parts) or self._place([], found)

    def _link(self, piece: Piece, place: int, found: list[_Mark]) -> str:
        if piece.kind == "image" and _SAFE_IMAGE.match(piece.address):
            return piece.raw
        label = "".join(self._rewritten(inner, place, found) for inner in pieces(piece.label)) if piece.label else ""
        if piece.kind == "link" and _CITING_LABEL.fullmatch(piece.label):
            label = ""
        source = self.catalogue.at(piece.address)
        if source:
            mark = self._place([source.id], found)
            return f"{label} {mark}" if label.strip() else mark
        if piece.address.startswith("#") or not piece.address.strip():
            return label or piece.label
        return self._foreign_words(label, piece.address)

    def _foreign_words(self, label: str, address: str) -> str:
        self.flag_link(address)
        # As code, so that no reader of the markdown turns the address into a link again.
        shown = re.sub(r"[\s`|]+", lambda match: "".join(f"%{ord(c) % 256:02X}" for c in match.group()), address)
        return (
            f"{label} (`{shown}`, not among the sources)" if label.strip() else f"`{shown}` (not among the sources)"
        )

    def _place(self, ids: list[str], found: list[_Mark], *, is_guess: bool = False) -> str:
        found.append(_Mark(ids, is_guess))
        return f"{MARK_OPEN}{len(found) - 1}{MARK_CLOSE}"

    # --- sentences --------------------------------------------------------------------------------

    def _sentence(self, text: str, region: Region, found: list[_Mark], resolved: dict[int, list[str]]) -> None:
        plain = plain_sentence(_PLACE.sub("", text))
        named: dict[str, list[str]] = {}  # source id -> its quotes, as named or as chosen
        for index in map(int, _PLACE.findall(text)):
            resolved[index] = self._resolve(found[index], plain)
            for name in resolved[index]:
                source_id, _, quote = name.partition(".")
                quotes = named.setdefault(source_id, [])
                self.numbers.setdefault(source_id, len(self.numbers) + 1)
                if quote and name not in quotes:
                    quotes.append(name)
        checks = tuple(self._check(source_id, quotes, plain) for source_id, quotes in named.items())
        is_claim = not self._limits_level and is_statement(plain, region, is_cited=bool(checks))
        if checks or plain:
            self.sentences.append(CitedSentence(plain, is_claim, checks))

    def _resolve(self, mark: _Mark, sentence: str) -> list[str]:
        resolved: list[str] = []
        for name in mark.ids:
            if "." in name:
                resolved.append(name)
                continue
            quote = self.catalogue.best_quote(self.catalogue.sources[name], sentence)
            if quote is None and mark.is_guess:
                self.unknown.append(name.removeprefix("S"))
            else:
                resolved.append(quote.id if quote else name)
        return resolved

    def _check(self, source_id: str, quotes: list[str], sentence: str) -> CitationCheck:
        number = self.numbers[source_id]
        if not quotes:
            return CitationCheck(number=number, source=source_id, why=NO_QUOTE, sentence=sentence)
        weakest = min((self.catalogue.quotes[name] for name in quotes), key=lambda q: _WEAKEST_FIRST.index(q.status))
        return CitationCheck(
            number=number,
            source=source_id,
            quotes=tuple(quotes),
            status=weakest.status,
            why=weakest.why,
            sentence=sentence,
        )

    # --- printing ---------------------------------------------------------------------------------

    def _printed(self, text: str, resolved: dict[int, list[str]]) -> str:
        printed: list[str] = []
        position = 0
        for match in _PLACES.finditer(text):
            names: dict[str, str] = {}
            for index in map(int, _PLACE.findall(match.group())):
                for name in resolved.get(index, []):
                    names.setdefault(name.partition(".")[0], name)
            before = text[position : match.start()]
            printed.append(before if names else before.rstrip(" \t"))
            printed.append("".join(f"[{self.numbers[source_id]}]" for source_id in names))
            self.marks.extend(names.values())
            position = match.end()
            # "[1](" would be a link and "[1]:" a definition to whoever reads the markdown.
            if names and text[position : position + 1] in ("(", ":"):
                printed.append(" ")
        return "".join(printed) + text[position:]
