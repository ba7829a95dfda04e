"""The state of numbering one report from its top to its end: pieces become places, places become numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.evidence.catalogue import Catalogue
from engine.evidence.cited import CitedSentence
from engine.evidence.dialect import MARK_CLOSE, MARK_OPEN, Region
from engine.evidence.headings import heading_words, is_ours, renamed
from engine.evidence.inline import Piece, pieces
from engine.evidence.list_names import names_limits
from engine.evidence.places import Place, Printed, printed
from engine.evidence.quotations import quotations
from engine.evidence.quotes import NOT_FETCHED
from engine.evidence.rewriting import Rewriting
from engine.evidence.sentences import spans
from engine.evidence.shortfalls import NO_QUOTE
from engine.evidence.statements import is_statement, plain_sentence
from engine.evidence.written_lists import WrittenLists
from engine.values import CitationCheck, QuoteStatus

_WEAKEST_FIRST: tuple[QuoteStatus, ...] = ("not_found", "not_checked", "found_folded", "found")
_PLACE = re.compile(f"{MARK_OPEN}(\\d+){MARK_CLOSE}")
_ALONE_IN_BRACKETS = re.compile(f"\\(\\s*((?:{MARK_OPEN}\\d+{MARK_CLOSE}[\\s,;]*)+)\\)")


@dataclass
class Numbering:
    """Numbers one report."""

    catalogue: Catalogue
    lists: WrittenLists
    numbers: dict[str, int] = field(default_factory=dict)
    sentences: list[CitedSentence] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)
    _limits_level: int = 0
    _heading: str = ""
    _length: int = 0  # of what is printed so far

    def region(self, region: Region, place: int) -> str:
        """Return a region's text with its citations numbered."""
        if region.kind in ("code", "other"):
            self._length += len(region.text)
            return region.text
        if region.kind == "heading":
            region = self._entered(region)
        found: list[Place] = []
        rewriting = Rewriting(self.catalogue, self.lists, place, found, self.unknown, self.foreign)
        text, code = _joined(rewriting, pieces(region.text, self.lists.definitions))
        is_one = region.kind != "paragraph" or region.is_quote
        resolved: dict[int, list[str]] = {}
        first = len(self.sentences)
        ends: list[int] = []
        for start, end in [(0, len(text))] if is_one else spans(text, code):
            if self._sentence(text[start:end], region, found, resolved):
                ends.append(_place_behind(text, start, end, region))
        done = printed(text, resolved, self.numbers)
        self._put_ends(first, ends, done)
        self.marks.extend(done.marks)
        shown = done.text
        self._length += len(shown)
        return shown

    def own_region(self, region: Region, place: int) -> str:
        """Return a region that code wrote, with its citations numbered."""
        if region.kind != "heading":
            return self.region(region, place)
        self._limits_level, self._heading = 0, heading_words(region.text)
        self._length += len(region.text)
        return region.text

    def gap(self, text: str) -> str:
        """Return what sets apart what follows a text."""
        gap = "\n\n" if text.strip() else ""
        self._length += len(gap)
        return gap

    def flag_link(self, address: str) -> None:
        """Note an address that is not in the dossier."""
        self.foreign.append(address)

    def _entered(self, heading: Region) -> Region:
        if names_limits(heading.text):
            self._limits_level = heading.level
        elif self._limits_level and heading.level <= self._limits_level:
            self._limits_level = 0
        if is_ours(heading.text):
            self.renamed.append(heading_words(heading.text))
            heading = replace(heading, text=renamed(heading.text))
        if heading.level == 2:
            self._heading = heading_words(heading.text)
        return heading

    def _sentence(self, text: str, region: Region, found: list[Place], resolved: dict[int, list[str]]) -> bool:
        """Take a sentence in; return whether there is one."""
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
        if not checks and not plain:
            return False
        quoted = quotations(plain, is_block_quote=region.is_quote)
        self.sentences.append(CitedSentence(plain, is_claim, checks, quoted, region.kind == "heading", self._heading))
        return True

    def _resolve(self, place: Place, sentence: str) -> list[str]:
        resolved: list[str] = []
        for name in place.ids:
            if "." in name:
                resolved.append(name)
                continue
            quote = self.catalogue.best_quote(self.catalogue.sources[name], sentence)
            if quote is None and place.is_guess:
                self.unknown.append(name.removeprefix("S"))
            else:
                resolved.append(quote.id if quote else name)
        return resolved

    def _check(self, source_id: str, quotes: list[str], sentence: str) -> CitationCheck:
        number = self.numbers[source_id]
        if not quotes:
            source = self.catalogue.sources[source_id]
            is_unread = source.origin == "hosted" and not source.text_sha256
            why = NOT_FETCHED if is_unread else NO_QUOTE
            return CitationCheck(number=number, source=source_id, why=why, sentence=sentence)
        weakest = min((self.catalogue.quotes[name] for name in quotes), key=lambda q: _WEAKEST_FIRST.index(q.status))
        return CitationCheck(
            number=number,
            source=source_id,
            quotes=tuple(quotes),
            status=weakest.status,
            why=weakest.why,
            sentence=sentence,
        )

    def _put_ends(self, first: int, ends: Sequence[int], done: Printed) -> None:
        for index, end in enumerate(ends, start=first):
            self.sentences[index] = replace(self.sentences[index], end=self._length + done.position(end))


def _joined(rewriting: Rewriting, found: Sequence[Piece]) -> tuple[str, list[tuple[int, int]]]:
    """Return a region's text with places for its citations, and where its code stands, which no sentence ends in."""
    text = ""
    code: list[tuple[int, int]] = []
    for piece in found:
        words = rewriting.rewritten(piece)
        if piece.kind == "code" or words.startswith("`"):
            code.append((len(text), len(text) + len(words)))
        text += words
    bare = _ALONE_IN_BRACKETS.sub(lambda match: match.group(1).rstrip(" ,;"), text)
    if bare != text and code:
        code = [match.span() for match in re.finditer(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", bare, re.S)]
    return bare, code


def _place_behind(text: str, start: int, end: int, region: Region) -> int:
    """Return where a word about a sentence belongs: behind it, inside the last cell of a row."""
    sentence = text[start:end].rstrip()
    if region.kind == "table_row" and sentence.endswith("|") and not sentence.endswith("\\|"):
        sentence = sentence[:-1].rstrip()
    if region.kind == "heading":
        sentence = re.sub(r"\s+#+$", "", sentence)
    return start + len(sentence)
