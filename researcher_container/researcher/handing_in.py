"""A finding as the model hands it in: references resolved, quotes checked word for word, complaints in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from researcher_container.contract import QuotedSource, ResearchResult, read_confidence
from researcher_container.researcher.shelf import Shelf
from researcher_container.researcher.tool_specs import texts

_GROUP = re.compile(r"[\[【(]\s*(r[0-9a-f]{8}(?:\s*[,;]?\s*(?:and\s+)?r[0-9a-f]{8})*)\s*[\]】)]")
_REF = re.compile(r"r[0-9a-f]{8}")
_SPACE_BEFORE_STOP = re.compile(r"[ \t]+(?=[.,;:])")
MAX_QUOTES = 6
# Words between quotation marks that are long enough to be a quote, in an answer that was given without tools.
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{25,400})[\"”“»]")


@dataclass(frozen=True)
class HandedIn:
    """A result with what is wrong about it; it may be used as it is when no repair is left."""

    result: ResearchResult
    complaints: tuple[str, ...] = ()


def check(given: Mapping[str, Any], shelf: Shelf) -> HandedIn:
    """Turn the arguments of submit_finding into a result.

    Only opened pages that are evidence stay among the sources; only the pages' own words stay as quotes.
    """
    complaints: list[str] = []
    answer = given.get("answer")
    answer = answer.strip() if isinstance(answer, str) else "\n".join(texts(answer)).strip()
    if not answer:
        complaints.append("`answer` is empty.")
    sources: dict[str, list[str]] = {}
    for item in _source_items(given.get("sources")):
        _check_source(item, shelf, sources, complaints)
    answer = _with_known_marks(answer, shelf, sources, complaints)
    result = ResearchResult(
        answer=answer,
        confidence=read_confidence(given.get("confidence")),
        sources=tuple(QuotedSource(ref=ref, quotes=tuple(quotes[:MAX_QUOTES])) for ref, quotes in sources.items()),
        gaps=tuple(gap.strip() for gap in texts(given.get("gaps")) if gap.strip()),
    )
    return HandedIn(result, tuple(dict.fromkeys(complaints)))


def from_plain_text(text: str, shelf: Shelf) -> HandedIn:
    """Make the best of an answer that was given without submit_finding."""
    if (given := _as_arguments(text)) is not None:
        return check(given, shelf)
    quotes = _QUOTED.findall(text)
    sources = []
    for page in shelf.evidence():
        found = [quote for quote in quotes if page.checked.words_of(quote)]
        if found or page.reply.ref in text:
            sources.append({"ref": page.reply.ref, "quotes": found})
    checked = check({"answer": text, "confidence": None, "sources": sources}, shelf)
    return HandedIn(checked.result, () if sources else ("no opened page is cited",))


def _as_arguments(text: str) -> dict[str, Any] | None:
    """Return the arguments of a submit_finding call that was written as text instead of being made."""
    start, end = text.find("{"), text.rfind("}")
    if not 0 <= start < end:
        return None
    try:
        value = json.loads(text[start : end + 1], strict=False)
    except (ValueError, RecursionError):
        return None
    for inner in (value, value.get("arguments"), value.get("parameters")) if isinstance(value, dict) else ():
        if isinstance(inner, dict) and isinstance(inner.get("answer"), str):
            return inner
    return None


def _source_items(value: Any) -> list[dict[str, Any]]:
    """Return the sources as a list of objects; a bare reference is a source without quotes."""
    if isinstance(value, dict):
        value = [value] if "ref" in value else [{"ref": ref, "quotes": quotes} for ref, quotes in value.items()]
    items: list[dict[str, Any]] = []
    for item in value if isinstance(value, list) else [value] if isinstance(value, str) else []:
        items.append({"ref": item} if isinstance(item, str) else item if isinstance(item, dict) else {})
    return items


def _check_source(
    item: Mapping[str, Any], shelf: Shelf, sources: dict[str, list[str]], complaints: list[str]
) -> None:
    written = str(item.get("ref") or item.get("id") or item.get("url") or "")
    ref = shelf.ref_of(written)
    page = shelf.pages.get(ref)
    if page is None:
        known = "it was not opened" if ref in shelf.leads else "no such reference was handed out"
        complaints.append(f"[{ref}] cannot be cited: {known}.")
        return
    if page.why_not_evidence:
        complaints.append(f"[{ref}] cannot be cited: {page.why_not_evidence}.")
        return
    kept = sources.setdefault(page.reply.ref, [])
    for quote in texts(item.get("quotes", item.get("quote"))):
        found = page.checked.words_of(quote)
        if not found and quote.strip():
            complaints.append(f'This is not word for word in [{page.reply.ref}]: "{quote.strip()[:200]}"')
        kept += [piece for piece in found if piece not in kept]


def _with_known_marks(answer: str, shelf: Shelf, sources: dict[str, list[str]], complaints: list[str]) -> str:
    """Leave marks of citable pages only, each in brackets of its own; pages cited only in the text become sources."""

    def replaced(match: re.Match[str]) -> str:
        marks = []
        for ref in _REF.findall(match[1]):
            page = shelf.pages.get(ref)
            if page is None or page.why_not_evidence:
                complaints.append(f"[{ref}] is cited in the answer, but it is not an opened page that may be cited.")
                continue
            sources.setdefault(page.reply.ref, [])
            marks.append(f"[{page.reply.ref}]")
        return "".join(dict.fromkeys(marks))

    return _SPACE_BEFORE_STOP.sub("", _GROUP.sub(replaced, answer)) if _GROUP.search(answer) else answer
