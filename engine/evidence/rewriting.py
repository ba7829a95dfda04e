"""Rewriting the pieces of a paragraph: marks become places, what the writer made up becomes words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.evidence.catalogue import Catalogue
from engine.evidence.dialect import MARK_CLOSE, MARK_OPEN
from engine.evidence.inline import Piece, pieces
from engine.evidence.marks import ids_of, numbers_of
from engine.evidence.places import Place
from engine.evidence.shortfalls import unmarked
from engine.evidence.written_lists import WrittenLists

_SAFE_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,", re.I)
# What stands for nothing but a citation when it is the text of a link: numbers, ids, hosts, addresses.
_CITING_LABEL = re.compile(
    r"\W*(?:\d{1,3}|S\d{1,4}(?:\.\d+)?|(?:sources?|quelle|link|ref)\W*\d{0,3}|https?://\S+|[\w-]+(?:\.[\w-]+)+(?:/\S*)?)\W*",
    re.I,
)


@dataclass
class Rewriting:
    """Rewrites the pieces of one region, and notes what is unknown and foreign."""

    catalogue: Catalogue
    lists: WrittenLists
    region: int  # its place among the report's
    found: list[Place]
    unknown: list[str]
    foreign: list[str]

    def rewritten(self, piece: Piece) -> str:
        """Return a piece with places for its citations."""
        if piece.kind == "ids":
            if piece.address and self.catalogue.at(piece.address) is None:
                self.foreign.append(piece.address)
            return self._cited(ids_of(piece.label))
        if piece.kind == "numbers":
            return self._numbered(numbers_of(piece.label), piece.raw)
        if piece.kind == "address":
            source = self.catalogue.at(piece.address)
            if source:
                return self._place([source.id])
            return (
                f"`{_shown(piece.label or piece.address)}`"
                if self.catalogue.quotes_hold(piece.raw)
                else (self._foreign_words("", piece.label or piece.address))
            )
        if piece.kind in ("link", "image"):
            return self._link(piece)
        return unmarked(piece.raw) if piece.kind == "text" else piece.raw

    def _cited(self, ids: list[str]) -> str:
        known = [name for name in ids if self.catalogue.source(name)]
        parts = [self._place(known)] if known else []
        for name in ids:
            if name in known:
                continue
            self.unknown.append(name)
            whole = name.partition(".")[0]
            # A quote that does not exist, of a source that does: the source is cited, and the id is told.
            if self.catalogue.source(whole):
                parts.append(self._place([whole]))
            else:
                parts.append(f"(unknown source {name})")
        return "".join(parts).replace(f"{MARK_CLOSE}(", f"{MARK_CLOSE} (")

    def _numbered(self, numbers: list[int], raw: str) -> str:
        if raw.startswith("[^") and len(numbers) == 1 and (note := self.lists.notes.get(str(numbers[0]))):
            return f" (note {note})"
        parts: list[str] = []
        for number in numbers:
            meaning = self.lists.meaning(number, self.region)
            if meaning:
                parts.append(self._place([meaning]))
            elif not self.lists.has_numbers and f"S{number}" in self.catalogue.sources:
                parts.append(self._place([f"S{number}"], is_guess=True))
            else:
                self.unknown.append(str(number))
        # An empty place takes the space before it along when the text is printed.
        return "".join(parts) or self._place([])

    def _link(self, piece: Piece) -> str:
        if piece.kind == "image" and _SAFE_IMAGE.match(piece.address):
            return piece.raw
        label = "".join(self.rewritten(inner) for inner in pieces(piece.label)) if piece.label else ""
        if piece.kind == "link" and _CITING_LABEL.fullmatch(piece.label):
            label = ""
        source = self.catalogue.at(piece.address)
        if source:
            mark = self._place([source.id])
            return f"{label} {mark}" if label.strip() else mark
        if piece.address.startswith("#") or not piece.address.strip():
            return label or piece.label
        return self._foreign_words(label, piece.address)

    def _foreign_words(self, label: str, address: str) -> str:
        self.foreign.append(address)
        shown = _shown(address)
        return (
            f"{label} (`{shown}`, not among the sources)" if label.strip() else f"`{shown}` (not among the sources)"
        )

    def _place(self, ids: list[str], *, is_guess: bool = False) -> str:
        self.found.append(Place(ids, is_guess))
        return f"{MARK_OPEN}{len(self.found) - 1}{MARK_CLOSE}"


def _shown(address: str) -> str:
    """Return an address that can stand as code, so that no reader of the markdown turns it into a link again."""
    return re.sub(r"[\s`|]+", lambda match: "".join(f"%{ord(c) % 256:02X}" for c in match.group()), address)
