"""Citations of a hosted search: which of their pages the app may open to check quotes."""

from __future__ import annotations

from urllib.parse import urlsplit

from engine.broker.references import Target
from researcher_container.contract import ModelReply

# An address is the provider's, but a model may have had a hand in it: a long query could carry what it was told.
MAX_QUERY_CHARS = 200
TOO_LONG = "The query of the cited address is longer than 200 characters."


def targets_of(reply: ModelReply) -> list[Target]:
    """Return the structured citation items of a reply; never an address from the model's text."""
    return [
        Target(ref=cite.ref, address=cite.url, title=cite.title, origin="hosted")
        for cite in reply.citations
        if cite.url.startswith(("http://", "https://"))
    ]


def why_not_opened(target: Target) -> str:
    """Return why a cited page is not opened, "" when it may be."""
    if target.origin != "hosted":
        return ""
    return TOO_LONG if len(urlsplit(target.address).query) > MAX_QUERY_CHARS else ""
