"""Citations of a hosted search: the provider's inline markers become our own marks, set by code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from researcher_container.contract import Citation

# A marker as providers write it: ([host](url)), [host](url), or 【1†source】.
_LINK = r"\[[^\[\]\n]*\]\(\s*<?{url}>?(?:\s+\"[^\"\n]*\")?\s*\)"
_BRACKETED = re.compile(r"【[^】\n]{1,200}】")
_TRACKER = re.compile(r"(?<=[?&])utm_[a-z]+=[^&#]*&?", re.IGNORECASE)
_ANY_URL = r"(?P<url>https?://[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)"
_ANY_LINK = re.compile(_LINK.format(url=_ANY_URL))
_MARK = r"\[c\d+\]"
_MARKS_IN_PARENTHESES = re.compile(rf"\(\s*({_MARK}(?:\s*[,;]?\s*{_MARK})*)\s*\)")
_MARKS_APART = re.compile(rf"({_MARK})\s*[,;]?\s*(?={_MARK})")


@dataclass(frozen=True)
class Annotation:
    """A structured citation as the provider sent it; its positions may count anything."""

    url: str
    title: str = ""
    start: int | None = None
    end: int | None = None

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> Annotation | None:
        """Read an annotation; None without an http(s) address."""
        url = item.get("url")
        if not isinstance(url, str) or not url.lower().startswith(("http://", "https://")):
            return None
        start, end = item.get("start_index"), item.get("end_index")
        title = item.get("title")
        return cls(
            url=url,
            title=title if isinstance(title, str) else "",
            start=start if isinstance(start, int) else None,
            end=end if isinstance(end, int) else None,
        )


def without_trackers(url: str) -> str:
    """Return the address without `utm_...` parameters, all else byte for byte."""
    bare, hash_mark, fragment = url.partition("#")
    bare = _TRACKER.sub("", bare)
    if bare.endswith(("?", "&")):
        bare = bare[:-1]
    return bare + hash_mark + fragment


def cited(
    text: str, annotations: Sequence[Annotation], known: Sequence[str] = ()
) -> tuple[str, tuple[Citation, ...]]:
    """Replace each citation marker by a mark `[c1]`..`[cN]`.

    Marks number the distinct addresses by first use; the k-th citation is the one of `[ck]`, and its positions
    are those of its first mark in the returned text. Positions the provider gives are believed only where they
    really cover the marker.

    Args:
        text: one content part; positions of the annotations count within it.
        annotations: the provider's, in its order.
        known: addresses of earlier parts, which have their numbers already; they are not returned again.
    """
    places = _placed(text, annotations)
    numbers = {url: position + 1 for position, url in enumerate(known)}
    titles: dict[str, str] = {}
    pieces: list[str] = []
    position = 0
    for start, end, annotation in places:
        url = without_trackers(annotation.url)
        number = numbers.setdefault(url, len(numbers) + 1)
        titles[url] = titles.get(url) or annotation.title
        before = text[position:start]
        pieces.append(before.rstrip(" ") if before.strip() else before)
        pieces.append(_spaced(f"[c{number}]", before or (pieces[-2] if len(pieces) > 1 else "")))
        position = end
    pieces.append(text[position:])
    clean = _tidied("".join(pieces))
    fresh = {url: number for url, number in numbers.items() if url not in known}
    return clean, tuple(_citations(clean, fresh, titles))


def _spaced(mark: str, before: str) -> str:
    """Return the mark with one space before it, none at the start of a line."""
    return mark if not before.strip() or before.endswith(("\n", "(")) else " " + mark


def _tidied(text: str) -> str:
    text = _MARKS_IN_PARENTHESES.sub(r"\1", text)
    return _MARKS_APART.sub(r"\1", text)


def _citations(text: str, numbers: Mapping[str, int], titles: Mapping[str, str]) -> Iterator[Citation]:
    for url, number in numbers.items():
        mark = f"[c{number}]"
        start = text.find(mark)
        place = (start, start + len(mark)) if start >= 0 else (None, None)
        yield Citation(url=url, title=titles[url], start=place[0], end=place[1])


# --- where the markers are ---------------------------------------------------------------------------


def _placed(text: str, annotations: Sequence[Annotation]) -> list[tuple[int, int, Annotation]]:
    """Return (start, end, annotation) without overlaps, in the order of the text."""
    found: dict[tuple[int, int], Annotation] = {}
    for annotation in annotations:
        found.setdefault(_place(text, annotation, found), annotation)
    by_url = {without_trackers(annotation.url): annotation for annotation in annotations}
    for match in _ANY_LINK.finditer(text):
        # The same source linked once more, without an annotation of its own.
        annotation_of_link = by_url.get(without_trackers(match["url"]))
        if annotation_of_link and not any(start < match.end() and match.start() < end for start, end in found):
            found[_with_parentheses(text, match.start(), match.end())] = annotation_of_link
    places, reached = [], 0
    for (start, end), annotation in sorted(found.items(), key=lambda item: item[0]):
        if start >= reached:
            places.append((start, end, annotation))
            reached = end
    return places


def _place(text: str, annotation: Annotation, taken: Mapping[tuple[int, int], Annotation]) -> tuple[int, int]:
    """Return where the marker of an annotation stands; an empty span at a word's end when there is none."""
    spans = list(_spans(text, annotation))
    for start, end in spans:
        if _is_marker(text[start:end], annotation.url):
            return start, end
    near = spans[0][0] if spans else 0
    pattern = re.compile(_LINK.format(url=re.escape(annotation.url)))
    matches = [_with_parentheses(text, match.start(), match.end()) for match in pattern.finditer(text)]
    free = [span for span in matches if span not in taken] or matches
    if free:
        return min(free, key=lambda span: abs(span[0] - near))
    end = min(spans[0][1], len(text)) if spans else len(text)
    while 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    while end > 0 and text[end - 1] in " \n.":
        end -= 1
    return end, end


def _spans(text: str, annotation: Annotation) -> Iterator[tuple[int, int]]:
    """Give the span read as code points, as UTF-16 units and as UTF-8 bytes, as far as it can be read so."""
    if annotation.start is None or annotation.end is None or not 0 <= annotation.start < annotation.end:
        return
    if annotation.end <= len(text):
        yield annotation.start, annotation.end
    for encoding, width in (("utf-16-le", 2), ("utf-8", 1)):
        raw = text.encode(encoding, "surrogatepass")
        try:
            start = len(raw[: annotation.start * width].decode(encoding))
            end = len(raw[: annotation.end * width].decode(encoding))
        except UnicodeDecodeError:
            continue
        yield start, end


def _is_marker(piece: str, url: str) -> bool:
    if _BRACKETED.fullmatch(piece):
        return True
    inner = piece[1:-1] if piece.startswith("(") and piece.endswith(")") else piece
    return re.fullmatch(_LINK.format(url=re.escape(url)), inner) is not None


def _with_parentheses(text: str, start: int, end: int) -> tuple[int, int]:
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        return start - 1, end + 1
    return start, end
