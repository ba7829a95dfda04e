"""Telling apart what stands inside a paragraph: words, code, links, images, addresses and citation marks."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.evidence.bare_addresses import BARE_ADDRESS, whole_address
from engine.evidence.marks import ID_MARK, NUMBER_MARK, ROUND_MARK

PieceKind = Literal["text", "code", "link", "image", "address", "ids", "numbers"]


@dataclass(frozen=True)
class Piece:
    """A stretch of a paragraph; joined, the `raw` of all pieces is the paragraph."""

    kind: PieceKind
    raw: str
    label: str = ""  # a link's words, an image's alternative text, a mark's items
    address: str = ""


_CANDIDATE = re.compile(
    r"\\.|`+|!?\[|[【［]|<(?=https?:|file:|mailto:)|\((?=\s?S\d)|(?<![\w/])(?:https?|ftp|file)://|"
    + BARE_ADDRESS.pattern,
    re.I | re.S,
)
_ADDRESS = re.compile(r"(?:https?|ftp|file)://[^\s<>\"`|\\^{}\u3000-\u3002\uff01-\uff5e]+", re.I)
_ANGLED = re.compile(r"<((?:https?|file|mailto):[^\s<>]*)>", re.I)
_TICKS = re.compile(r"`+")
# Deeper brackets stand in no address; reading on would take quadratic time on hostile text.
_MAX_DEPTH = 32
_AFTER_WORDS = ".,;:!?*_'~…”’»"
_TITLE = re.compile(r"""\s+(?:"[^"]{0,300}"|'[^']{0,300}'|\([^()]{0,300}\))\s*""")


class _Brackets:
    """Where each `[` of a text closes and each run of backticks ends, found in one pass each."""

    def __init__(self, text: str) -> None:
        self.closes: dict[int, int] = {}
        open_at: list[int] = []
        position = 0
        while position < len(text):
            character = text[position]
            if character == "\\":
                position += 1
            elif character == "[":
                open_at.append(position)
            elif character == "]" and open_at:
                self.closes[open_at.pop()] = position
            position += 1
        self._runs: dict[int, list[int]] = {}
        for match in _TICKS.finditer(text):
            self._runs.setdefault(len(match.group()), []).append(match.start())

    def code_end(self, start: int, length: int) -> int:
        """Return the end of the code span opened by `length` backticks at `start`, -1 when it never closes."""
        runs = self._runs.get(length, [])
        index = bisect_right(runs, start)
        return runs[index] + length if index < len(runs) else -1


def pieces(text: str, definitions: Mapping[str, str] | None = None) -> list[Piece]:
    """Split the text of a paragraph into pieces.

    Args:
        text: A region's text, markup included.
        definitions: Addresses of reference links (`[label]: address`) by casefolded label.
    """
    found: list[Piece] = []
    brackets = _Brackets(text)
    position = plain_from = 0
    while match := _CANDIDATE.search(text, position):
        piece = _piece_at(text, match, brackets, definitions or {})
        if piece is None:
            position = match.end()
            continue
        if match.start() > plain_from:
            found.append(Piece("text", text[plain_from : match.start()]))
        found.append(piece)
        position = plain_from = match.start() + len(piece.raw)
    if plain_from < len(text):
        found.append(Piece("text", text[plain_from:]))
    return found


def _piece_at(text: str, match: re.Match[str], brackets: _Brackets, definitions: Mapping[str, str]) -> Piece | None:
    start, sign = match.start(), match.group()
    if sign.startswith("`"):
        end = brackets.code_end(start, len(sign))
        return Piece("code", text[start:end]) if end > 0 else None
    if sign.startswith("\\"):
        return None
    if sign == "<":
        angled = _ANGLED.match(text, start)
        return Piece("address", angled.group(), address=angled.group(1)) if angled else None
    if sign == "(":
        round_mark = ROUND_MARK.match(text, start)
        return Piece("ids", round_mark.group(), round_mark["items"]) if round_mark else None
    if "://" in sign:
        return _bare_address(text, start)
    if match["mail"] or match["host"] or match["path"]:
        shown = trimmed_address(sign)
        return Piece("address", shown, label=shown, address=whole_address(match)[: len(shown) - len(sign) or None])
    return _bracketed(text, start, brackets, definitions)


def _bracketed(text: str, start: int, brackets: _Brackets, definitions: Mapping[str, str]) -> Piece | None:
    mark = ID_MARK.match(text, start)
    if mark:
        # `[S3](address)`: the id says which source, whatever address the model put behind it.
        target = link_target(text, mark.end()) if text[mark.end() : mark.end() + 1] == "(" else None
        end, address = target or (mark.end(), "")
        return Piece("ids", text[start:end], mark["items"], address)
    is_image = text[start] == "!"
    opening = start + is_image
    closing = brackets.closes.get(opening, -1) if text[opening] == "[" else -1
    if closing > 0:
        label, kind = text[opening + 1 : closing], "image" if is_image else "link"
        if text[closing + 1 : closing + 2] == "(" and (target := link_target(text, closing + 1)):
            return Piece(kind, text[start : target[0]], label, target[1])  # type: ignore[arg-type]
        if piece := _by_definition(text, start, opening, closing, brackets, definitions):
            return piece
    number = NUMBER_MARK.match(text, start)
    return Piece("numbers", number.group(), number["items"]) if number else None


def _by_definition(
    text: str, start: int, opening: int, closing: int, brackets: _Brackets, definitions: Mapping[str, str]
) -> Piece | None:
    """Read `[words][label]`, `[label][]` and `[label]`. Two numbers side by side are two marks, not a link."""
    label = text[opening + 1 : closing]
    kind: PieceKind = "image" if text[start] == "!" else "link"
    if text[closing + 1 : closing + 2] == "[" and closing + 1 in brackets.closes:
        end = brackets.closes[closing + 1]
        name = text[closing + 2 : end].strip() or label
        if name.casefold() in definitions and not (label.strip().isdigit() and name.isdigit()):
            return Piece(kind, text[start : end + 1], label, definitions[name.casefold()])
    if label.strip().casefold() in definitions:
        return Piece(kind, text[start : closing + 1], label, definitions[label.strip().casefold()])
    return None


def link_target(text: str, opening: int) -> tuple[int, str] | None:
    """Read `(address "title")` at a round bracket; brackets inside an address must be balanced.

    Returns:
        The position behind the closing bracket and the address, None where this is no link.
    """
    position = opening + 1
    while position < len(text) and text[position] in " \t\n":
        position += 1
    if text[position : position + 1] == "<":
        end = text.find(">", position)
        address = text[position + 1 : end]
        if end < 0 or "\n" in address:
            return None
        position = end + 1
    else:
        end = _balanced_end(text, position)
        address = text[position:end]
        position = end
    title = _TITLE.match(text, position)
    if title:
        position = title.end()
    while position < len(text) and text[position] in " \t\n":
        position += 1
    return (position + 1, address) if text[position : position + 1] == ")" else None


def _balanced_end(text: str, position: int) -> int:
    depth = 0
    while position < len(text) and not text[position].isspace():
        character = text[position]
        if character == "\\":
            position += 1
        elif character == "(":
            depth += 1
            if depth > _MAX_DEPTH:
                break
        elif character == ")":
            if depth == 0:
                break
            depth -= 1
        position += 1
    return min(position, len(text))


def _bare_address(text: str, start: int) -> Piece | None:
    match = _ADDRESS.match(text, start)
    if not match:
        return None
    address = trimmed_address(match.group())
    return Piece("address", address, address=address) if len(address) > len("https://") else None


def trimmed_address(address: str) -> str:
    """Cut what belongs to the sentence: final punctuation, and a bracket that was not opened inside the address."""
    while address:
        last = address[-1]
        is_unbalanced = (last == ")" and address.count(")") > address.count("(")) or (
            last == "]" and address.count("]") > address.count("[")
        )
        if last not in _AFTER_WORDS and not is_unbalanced:
            break
        address = address[:-1]
    return address


def addresses(text: str) -> Iterator[str]:
    """Yield every address of a text, bare or linked, in order."""
    for piece in pieces(text):
        if piece.address:
            yield piece.address
