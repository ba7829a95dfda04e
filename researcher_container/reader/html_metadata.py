"""What a page says about itself: title, site, author, date, language."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from researcher_container.reader.html_marks import fold
from researcher_container.reader.html_tree import Element

MAX_FIELD_CHARS = 500
MAX_JSON_LD_CHARS = 300_000
MAX_JSON_LD_DEPTH = 6
TITLE_SEPARATOR = re.compile(r"\s+[|–—·•»:-]\s+|\s*[|»]\s*")
LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$")
ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")

AUTHOR_NAMES = (
    "author",
    "article:author",
    "dc.creator",
    "dcterms.creator",
    "citation_author",
    "byl",
    "parsely-author",
)
DATE_NAMES = (
    "article:published_time", "datepublished", "date", "dc.date", "dcterms.date", "dcterms.created", "citation_date",
    "citation_publication_date", "pubdate", "publishdate", "publish-date", "parsely-pub-date", "sailthru.date",
    "dc.date.issued", "article:modified_time", "last-modified", "og:updated_time",
)  # fmt: skip
SITE_NAMES = ("og:site_name", "application-name", "citation_journal_title", "dc.publisher", "al:android:app_name")
TITLE_NAMES = ("og:title", "twitter:title", "citation_title", "dc.title")


@dataclass
class Metadata:
    """Fields of a document; empty where the page says nothing."""

    title: str = ""
    site: str = ""
    author: str = ""
    date: str = ""
    language: str = ""


def read_metadata(root: Element) -> Metadata:
    """Read title element, meta tags, JSON-LD and the language; call before scripts are removed."""
    named = _meta_tags(root)
    data = Metadata(title=_title(root))
    data.title = data.title or _first(named, TITLE_NAMES)
    data.site = _first(named, SITE_NAMES)
    data.author = _person(_first(named, AUTHOR_NAMES))
    data.date = _date(_first(named, DATE_NAMES))
    language = (
        root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang") or ""
    )
    data.language = _language(language or named.get("content-language", "") or named.get("og:locale", ""))
    _add_json_ld(root, data)
    return data


def site_of_title(title: str, heading: str) -> str:
    """Return the part of a title that names the site: what follows the page's own heading."""
    if not heading or not title.startswith(heading) or title == heading:
        return ""
    separator = TITLE_SEPARATOR.match(title, len(heading))
    return title[separator.end() :].strip() if separator else ""


def _title(root: Element) -> str:
    element = next(root.iter("title"), None)
    return "" if element is None else fold("".join(element.itertext()))[:MAX_FIELD_CHARS]


def _meta_tags(root: Element) -> dict[str, str]:
    named: dict[str, str] = {}
    for meta in root.iter("meta"):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop") or meta.get("http-equiv")
        content = meta.get("content")
        if name and content:
            named.setdefault(name.strip().lower(), fold(content)[:MAX_FIELD_CHARS])
    return named


def _first(named: dict[str, str], names: tuple[str, ...]) -> str:
    return next((named[name] for name in names if named.get(name)), "")


def _person(text: str) -> str:
    return "" if text.startswith(("http:", "https:")) else text


def _date(text: str) -> str:
    found = ISO_DATE.match(text)
    return found.group() if found else text[:40]


def _language(text: str) -> str:
    text = text.split(",")[0].strip().replace("_", "-")
    return text if LANGUAGE.match(text) else ""


def _add_json_ld(root: Element, data: Metadata) -> None:
    for script in root.iter("script"):
        if script.get("type", "").strip().lower() != "application/ld+json" or not script.text:
            continue
        if len(script.text) > MAX_JSON_LD_CHARS:
            continue
        try:
            value = json.loads(script.text)
        except (ValueError, RecursionError):
            continue
        for thing in _things(value, MAX_JSON_LD_DEPTH):
            if "headline" in thing or "datePublished" in thing:
                data.title = data.title or _text(thing.get("headline"))
                data.author = data.author or _names(thing.get("author"))
                data.date = data.date or _date(_text(thing.get("datePublished")))
                data.site = data.site or _names(thing.get("publisher"))


def _things(value: Any, depth: int) -> list[dict[str, Any]]:
    if depth == 0:
        return []
    if isinstance(value, list):
        return [thing for item in value[:50] for thing in _things(item, depth - 1)]
    if isinstance(value, dict):
        return [value, *_things(value.get("@graph"), depth - 1), *_things(value.get("mainEntity"), depth - 1)]
    return []


def _names(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(name for item in value[:10] if (name := _names(item)))[:MAX_FIELD_CHARS]
    if isinstance(value, dict):
        return _text(value.get("name"))
    return _person(_text(value))


def _text(value: Any) -> str:
    return fold(value)[:MAX_FIELD_CHARS] if isinstance(value, str) else ""
