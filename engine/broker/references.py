"""References: what one researcher was handed, and therefore may fetch."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal

from engine.values import Value


class Target(Value):
    """Something that was handed out; `address` is the broker's own stored string, the only one requested."""

    ref: str
    address: str  # http(s) address, or the file URL of a library document
    title: str = ""
    origin: Literal["web", "library", "hosted"] = "web"
    document_id: str = ""  # of a library document


def reference_of(address: str) -> str:
    """Return the reference of an address: the same in every run, so remembered answers stay valid."""
    return "r" + hashlib.sha256(address.encode()).hexdigest()[:8]


class Handouts:
    """All targets of one researcher, found by reference or, byte for byte, by address."""

    def __init__(self) -> None:
        self._by_ref: dict[str, Target] = {}
        self._by_address: dict[str, Target] = {}

    def add(self, targets: Iterable[Target]) -> None:
        """Hand out; what was handed out first stays (a search's title beats a link's text)."""
        for target in targets:
            held = self._by_ref.get(target.ref)
            if held is not None and held.address != target.address:
                continue  # two addresses with one reference: the later one cannot be asked for
            self._by_ref.setdefault(target.ref, target)
            self._by_address.setdefault(target.address, target)

    def find(self, ref: str | None, address: str | None) -> Target | None:
        """Return the target of a reference or of an address that was handed out, else None."""
        if ref is not None:
            # Models like to give the address where the reference belongs, and the other way round.
            return self._by_ref.get(ref) or self._by_address.get(ref)
        if address is not None:
            return self._by_address.get(address) or self._by_ref.get(address)
        return None
