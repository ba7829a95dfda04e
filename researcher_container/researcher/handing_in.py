"""A finding as the model hands it in: references resolved, quotes checked word for word, complaints in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from researcher_container.contract import QuotedSource, ResearchResult, read_confidence
from researcher_container.researcher.claims import claims_for
from researcher_container.researcher.fence import one_line
from researcher_container.researcher.quoting import quoted
from researcher_container.researcher.shelf import Shelf
from researcher_container.researcher.tool_specs import texts

_GROUP = re.compile(r"[\[【(]\s*(r[0-9a-f]{8}(?:\s*[,;]?\s*(?:and\s+)?r[0-9a-f]{8})*)\s*[\]】)]")
_REF = re.compile(r"r[0-9a-f]{8}")
_SPACE_BEFORE_STOP = re.compile(r"[ \t]+(?=[.,;:])")
MAX_QUOTES = 6
_CITES_NOTHING = (
    "The answer cites no page. What the pages say needs their references; what they do not say belongs in `gaps`."
)
# Words between quotation marks that are long enough to be a quote, in an answer that was given without tools.
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]{25,400})[\"”“»]")


@dataclass(frozen=True)
class HandedIn:
    """A result with what is wrong about it; it may be used as it is when no repair is left."""

    result: ResearchResult
    complaints: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()  # words of the pages that complaints speak of


class _Desk:
    """What comes together while a finding is checked."""

    def __init__(self, shelf: Shelf, answer: str, *, is_last_chance: bool) -> None:
        self.shelf, self.answer, self.is_last_chance = shelf, answer, is_last_chance
        self.sources: dict[str, list[str]] = {}
        self.complaints: list[str] = []
        self.meant: list[str] = []


def check(given: Mapping[str, Any], shelf: Shelf, *, is_last_chance: bool = False) -> HandedIn:
    """Turn the arguments of submit_finding into a result.

    Only opened pages that are evidence stay among the sources; only the pages' own words stay as quotes.

    Args:
        is_last_chance: a sentence that was nearly quoted takes the quote's place, since nobody can be asked again.
    """
    answer = given.get("answer")
    answer = answer.strip() if isinstance(answer, str) else "\n".join(texts(answer)).strip()
    desk = _Desk(shelf, answer, is_last_chance=is_last_chance)
    if not answer:
        desk.complaints.append("`answer` is empty.")
    for item in _source_items(given.get("sources")):
        _check_source(item, desk)
    answer = _with_known_marks(desk)
    for ref, quotes in desk.sources.items():
        if not quotes and not any(f"[{ref}]" in complaint for complaint in desk.complaints):
            desk.complaints.append(f"[{ref}] is cited without a quote.")
    gaps = tuple(gap.strip() for gap in texts(given.get("gaps")) if gap.strip())
    if answer and not desk.sources and not gaps and shelf.evidence() and not desk.complaints:
        desk.complaints.append(_CITES_NOTHING)
    result = ResearchResult(
        answer=answer,
        confidence=read_confidence(given.get("confidence")),
        sources=tuple(
            QuotedSource(ref=ref, quotes=tuple(quotes[:MAX_QUOTES])) for ref, quotes in desk.sources.items()
        ),
        gaps=gaps,
    )
    return HandedIn(result, tuple(dict.fromkeys(desk.complaints)), tuple(dict.fromkeys(desk.meant)))


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


def _check_source(item: Mapping[str, Any], desk: _Desk) -> None:
    shelf = desk.shelf
    ref = shelf.ref_of(str(item.get("ref") or item.get("id") or item.get("url") or ""))
    page = shelf.pages.get(ref)
    if page is None:
        known = "it was not opened" if ref in shelf.leads else "no such reference was handed out"
        desk.complaints.append(f"[{one_line(ref)}] cannot be cited: {known}.")
        return
    if page.why_not_evidence:
        desk.complaints.append(f"[{ref}] cannot be cited: {page.why_not_evidence}.")
        return
    kept = desk.sources.setdefault(page.reply.ref, [])
    claims = claims_for(desk.answer, f"[{page.reply.ref}]")
    for quote in texts(item.get("quotes", item.get("quote"))):
        found = quoted(page, quote, claims, is_last_chance=desk.is_last_chance)
        kept += [words for words in found.words if words not in kept]
        if found.complaint:
            desk.complaints.append(found.complaint)
        if found.meant:
            desk.meant.append(found.meant)


def _with_known_marks(desk: _Desk) -> str:
    """Leave marks of citable pages only, each in brackets of its own; pages cited only in the text become sources."""

    def replaced(match: re.Match[str]) -> str:
        marks = []
        for ref in _REF.findall(match[1]):
            page = desk.shelf.pages.get(ref)
            if page is None or page.why_not_evidence:
                why = "it is not an opened page that may be cited"
                desk.complaints.append(f"[{ref}] is cited in the answer, but {why}.")
                continue
            desk.sources.setdefault(page.reply.ref, [])
            marks.append(f"[{page.reply.ref}]")
        return "".join(dict.fromkeys(marks))

    answer = desk.answer
    return _SPACE_BEFORE_STOP.sub("", _GROUP.sub(replaced, answer)) if _GROUP.search(answer) else answer
