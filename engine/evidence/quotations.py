"""What a sentence gives as somebody's words, and whether those words stand in the sources it cites."""

from __future__ import annotations

import re
from typing import Protocol

from engine.evidence.quotes import StoredText
from engine.values import Source
from researcher_container.contract import Document

# Shorter ones are names, titles and terms, which everybody may put in quote marks.
_LEAST_WORDS, _LEAST_UNSPACED = 4, 8
_IN_MARKS = re.compile(
    r'“(?P<a>[^“”]+)”|„(?P<b>[^“”„]+)[“”]|«(?P<c>[^«»]+)»|»(?P<g>[^«»]+)«|「(?P<d>[^「」]+)」|『(?P<e>[^『』]+)』|"(?P<f>[^"]+)"'
    r"|(?<!\w)['‘](?P<h>[^'‘’]{12,400})['’](?!\w)|‹(?P<i>[^‹›]+)›"
)
# A writer may shorten a quotation and put a word of his own into square brackets.
_OWN_WORDS = re.compile(r"\[[^\[\]]{0,60}\]")
_FINAL = " .,;:!?…。、，"


class Texts(Protocol):
    """Where stored texts are looked up; `engine.texts.TextStore` is one."""

    def document(self, key: str) -> Document | None:
        """Return the document stored under a key, None when it is not there."""


def quotations(plain: str, *, is_block_quote: bool = False) -> tuple[str, ...]:
    """Return the quotations of a plain sentence; a block quote is one as a whole."""
    if is_block_quote:
        return (plain,) if _is_long(plain) else ()
    found = (next(filter(None, match.groups()), "").strip() for match in _IN_MARKS.finditer(plain))
    return tuple(dict.fromkeys(words for words in found if _is_long(words)))


def _is_long(words: str) -> bool:
    unspaced = sum(ord(character) >= 0x0E00 and character.isalpha() for character in words)
    return len(words.split()) >= _LEAST_WORDS or unspaced >= _LEAST_UNSPACED


class Witnesses:
    """Looks quotations up in quotes and stored texts; each text is read and folded at most once."""

    def __init__(self, texts: Texts | None) -> None:
        self._texts = texts
        self._stored: dict[str, StoredText | None] = {}

    def stands(self, quotation: str, source: Source) -> bool | None:
        """Say whether a quotation stands in a source; None where its text cannot be read.

        In one of its quotes is enough: whether that quote stands in the source is told by the quote's own status.
        """
        wordings = _wordings(quotation)
        if any(_is_part(wording, quote.text) for quote in source.quotes for wording in wordings):
            return True
        text = self._text_of(source)
        if text is None:
            return None
        statuses = {text.check(wording).status for wording in wordings}
        return None if statuses == {"not_checked"} else bool(statuses & {"found", "found_folded"})

    def _text_of(self, source: Source) -> StoredText | None:
        if not source.text_sha256 or self._texts is None:
            return None
        if source.text_sha256 not in self._stored:
            document = self._texts.document(source.text_sha256)
            self._stored[source.text_sha256] = None if document is None else StoredText.of(document)
        return self._stored[source.text_sha256]


def _wordings(quotation: str) -> list[str]:
    """Return the quotation as it may stand in a source: other first letter, other final stop, own words left out."""
    bare = _OWN_WORDS.sub("…", quotation).strip(_FINAL)
    if not bare:
        return [quotation]
    return [bare, bare[0].swapcase() + bare[1:]]


def _is_part(quotation: str, quote: str) -> bool:
    return StoredText(quote).check(quotation).status != "not_found"
