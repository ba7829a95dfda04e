"""A quote that is not word for word on its page: the same words in other dress, or the sentence that was meant."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import dataclass

from researcher_container.contract import Document
from researcher_container.researcher import sentences
from researcher_container.researcher.verbatim import folded

# A figure with its sign, one character of a script without spaces, a word, a sign that changes what is said.
_TOKEN = re.compile(r"(?:(?<!\w)[-+])?\d+(?:[.,:/]\d+)*|[぀-ヿ㐀-鿿가-힯]|[^\W\d_]+|[%‰°$€£¥<>=≤≥±]")
# Fewer words than these stand on many pages by chance.
LEAST_SAME = 4
# From here on a sentence is what was meant, and from there on it may take the quote's place.
MEANT, AS_GOOD = 0.6, 0.8
# Sentences that share most words with a quote, looked at closely.
LOOKED_AT = 8
MAX_DIFFERENCES = 3
# What turns a sentence into another one, however like they are: figures and denials.
_TURNS = re.compile(
    r"\d|\b(?:no|not|never|none|without|nicht|kein\w*|nie|ne|pas|non|sin)\b|n't\b|n’t\b", re.IGNORECASE
)
MAX_QUOTE_TOKENS = 300


@dataclass(frozen=True)
class Nearest:
    """The sentence of a page that comes closest to a quote; positions are code points of the stored text."""

    text: str
    block: int
    likeness: float  # 0-1
    differences: tuple[str, ...]
    other_words: tuple[str, ...]  # of either side

    @property
    def is_as_good(self) -> bool:
        """Whether it may take the quote's place: nearly the same words, and no figure or denial among the others."""
        return self.likeness >= AS_GOOD and not any(_TURNS.search(words) for words in self.other_words)


def same_words(page_text: str, quote: str) -> str:
    """Return the page's own words where only case, punctuation or markdown differ, "" where more does."""
    sought = [token for token, _, _ in _tokens(quote)]
    if not LEAST_SAME <= len(sought) <= MAX_QUOTE_TOKENS:
        return ""
    text, places = folded(page_text)
    found = [(match[0].lower(), match.start(), match.end()) for match in _TOKEN.finditer(text)]
    row = "\x00".join(["", *(token for token, _, _ in found), ""])
    at = row.find("\x00".join(["", *sought, ""]))
    if at < 0:
        return ""
    index = row.count("\x00", 0, at)
    start, end = found[index][1], found[index + len(sought) - 1][2]
    # The stop behind the last word belongs to it.
    end += text[end : end + 1] in (".", "!", "?", "。", ")", "”", '"')
    return page_text[places[start] : places[end - 1] + 1]


def nearest(document: Document, quote: str) -> Nearest | None:
    """Return the sentence of a page that a quote most probably means, None when none is like it."""
    sought = [token for token, _, _ in _tokens(quote)][:MAX_QUOTE_TOKENS]
    wanted = Counter(sought)
    shared: list[tuple[float, int, str]] = []
    for number, block in enumerate(document.blocks):
        if block.kind in ("navigation", "heading"):
            continue
        for start, end in sentences.split(block.text):
            tokens = Counter(token for token, _, _ in _tokens(block.text[start:end]))
            common = (tokens & wanted).total()
            if common:
                shared.append((2 * common / (tokens.total() + len(sought)), -number, block.text[start:end]))
    best: Nearest | None = None
    for _, number, text in sorted(shared, key=lambda one: (-one[0], -one[1]))[:LOOKED_AT]:
        matcher = difflib.SequenceMatcher(None, sought, [token for token, _, _ in _tokens(text)], autojunk=False)
        if matcher.ratio() >= MEANT and (best is None or matcher.ratio() > best.likeness):
            differ = _differences(matcher, quote, text)
            told = tuple(_told(yours, there) for yours, there in differ)
            best = Nearest(text, -number, matcher.ratio(), told, tuple(words for pair in differ for words in pair))
    return best


def _differences(matcher: difflib.SequenceMatcher[str], quote: str, text: str) -> list[tuple[str, str]]:
    """Return where a quote and a sentence differ: what the one and the other says."""
    mine, theirs = _tokens(quote), _tokens(text)
    return [
        (_stretch(quote, mine[a_from:a_to]), _stretch(text, theirs[b_from:b_to]))
        for kind, a_from, a_to, b_from, b_to in matcher.get_opcodes()
        if kind != "equal"
    ]


def _stretch(text: str, tokens: list[tuple[str, int, int]]) -> str:
    return text[tokens[0][1] : tokens[-1][2]] if tokens else ""


def _told(yours: str, there: str) -> str:
    if not there:
        return f'"{yours}" is not there'
    return f'"{there}" is left out' if not yours else f'"{yours}" is "{there}" there'


def _tokens(text: str) -> list[tuple[str, int, int]]:
    return [(match[0].lower(), match.start(), match.end()) for match in _TOKEN.finditer(text)]
