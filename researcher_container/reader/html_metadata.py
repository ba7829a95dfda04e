"""What a page says about itself: title, site, author, date, language."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from researcher_container.reader.dates import iso_date
from researcher_container.reader.html_marks import fold
from researcher_container.reader.html_tree import Element
from researcher_container.reader.json_ld import MAX_FIELD_CHARS, json_ld_fields

TITLE_SEPARATOR = re.compile(r"\s+[|–—·•»:-]\s+|\s*[|»]\s*")
LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$")
NO_LANGUAGE = frozenset(("und", "zxx", "mul", "mis"))
# What programs write where nobody gave a name.
NO_AUTHOR = re.compile(
    r"(?:admin(?:istrator)?|author|unknown|user|root|webmaster|none|null|\W*)$|.*\{\{", re.IGNORECASE
)
MAX_AUTHORS = 10
MAX_TIMES, MAX_ANCESTORS = 20, 30

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
    "article:published_time", "og:published_time", "datepublished", "date", "dc.date", "dc.date.issued",
    "dcterms.issued", "dcterms.date", "dcterms.created", "dc.date.created", "citation_publication_date",
    "citation_date", "citation_online_date", "pubdate", "publishdate", "publish-date", "publication_date",
    "parsely-pub-date", "sailthru.date", "article:modified_time", "dcterms.modified", "last-modified",
    "og:updated_time",
)  # fmt: skip
SITE_NAMES = ("og:site_name", "application-name", "citation_journal_title", "dc.publisher", "al:android:app_name")
TITLE_NAMES = ("og:title", "twitter:title", "citation_title", "dc.title")
LANGUAGE_NAMES = ("content-language", "dc.language", "dcterms.language", "citation_language", "og:locale")
# Times beside the text are other pages' times.
_ASIDE = re.compile(r"comment|related|sidebar|widget|teaser|recommend|footer", re.IGNORECASE)
_ITEMS = etree.XPath("//*[@itemprop='datePublished' or @itemprop='author']")
_AUTHOR_LINKS = etree.XPath("//*[contains(concat(' ', @rel, ' '), ' author ')]")


@dataclass
class Metadata:
    """Fields of a document; empty where the page says nothing."""

    title: str = ""
    site: str = ""
    author: str = ""
    date: str = ""
    language: str = ""


def read_metadata(root: Element, source: str) -> Metadata:
    """Read title element, meta tags, JSON-LD, microdata, times and the language; call before scripts are removed.

    Args:
        root: the tree.
        source: the page, in which a word is looked for sooner than among all elements.
    """
    named = _meta_tags(root)
    said = json_ld_fields(root) if "ld+json" in source else {}
    items = _ITEMS(root) if "itemprop" in source else []
    return Metadata(
        title=_title(root) or _first(named, TITLE_NAMES) or said.get("title", ""),
        site=_first(named, SITE_NAMES) or said.get("site", ""),
        author=_authors(named) or said.get("author", "") or _item_author(items) or _linked_author(root, source),
        date=_date(named) or said.get("date", "") or _item_date(items) or _time(root),
        language=_page_language(root, named) or _language(said.get("language", "")),
    )


def site_of_title(title: str, heading: str) -> str:
    """Return the part of a title that names the site: what follows the page's own heading."""
    if not heading or not title.startswith(heading) or title == heading:
        return ""
    separator = TITLE_SEPARATOR.match(title, len(heading))
    return title[separator.end() :].strip() if separator else ""


def _title(root: Element) -> str:
    for element in root.iter("title"):
        text = _clean("".join(element.itertext()))
        if text and next(element.iterancestors("svg"), None) is None:
            return text
    return ""


def _meta_tags(root: Element) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for meta in root.iter("meta"):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop") or meta.get("http-equiv")
        content = meta.get("content")
        if name and content:
            values = named.setdefault(name.strip().lower(), [])
            if len(values) < MAX_AUTHORS:
                values.append(_clean(content))
    return named


def _clean(text: str) -> str:
    """Fold spaces, and undo the second escaping that many templates do."""
    text = fold(text[: 4 * MAX_FIELD_CHARS])
    return (html.unescape(text) if "&" in text else text)[:MAX_FIELD_CHARS]


def _first(named: dict[str, list[str]], names: tuple[str, ...]) -> str:
    return next((value for name in names for value in named.get(name, ()) if value), "")


def _date(named: dict[str, list[str]]) -> str:
    return next((found for name in DATE_NAMES for value in named.get(name, ()) if (found := iso_date(value))), "")


def _authors(named: dict[str, list[str]]) -> str:
    for name in AUTHOR_NAMES:
        people = list(dict.fromkeys(filter(None, map(_person, named.get(name, ())))))
        if people:
            # A name written "Kent, A." has a comma of its own.
            return ("; " if any("," in person for person in people) else ", ").join(people)[:MAX_FIELD_CHARS]
    return ""


def _person(text: str) -> str:
    return "" if text.startswith(("http:", "https:")) or NO_AUTHOR.match(text) else text


def _page_language(root: Element, named: dict[str, list[str]]) -> str:
    body = root.find("body")
    for element in (root, body):
        if element is None:
            continue
        for attribute in ("lang", "{http://www.w3.org/XML/1998/namespace}lang", "xml:lang"):
            if language := _language(element.get(attribute, "")):
                return language
    return _language(_first(named, LANGUAGE_NAMES))


def _language(text: str) -> str:
    text = text.split(",")[0].strip().replace("_", "-").partition("-x-")[0]
    return text if LANGUAGE.match(text) and text.lower() not in NO_LANGUAGE else ""


def _item_date(items: list[Element]) -> str:
    dates = (item for item in items if item.get("itemprop") == "datePublished")
    values = (item.get("content") or item.get("datetime") or "".join(item.itertext()) for item in dates)
    return next((found for value in values if (found := iso_date(value))), "")


def _item_author(items: list[Element]) -> str:
    for item in items:
        if item.get("itemprop") == "author":
            name = next((part for part in item.iter() if part.get("itemprop") == "name"), item)
            if found := _person(_clean(name.get("content") or "".join(name.itertext()))):
                return found
    return ""


def _linked_author(root: Element, source: str) -> str:
    if "author" not in source:
        return ""
    return next((found for link in _AUTHOR_LINKS(root) if (found := _person(_clean("".join(link.itertext()))))), "")


def _time(root: Element) -> str:
    """Return the first time of a page that gives one or two (published, changed); a page of many is a list."""
    dates = list(dict.fromkeys(filter(None, map(iso_date, _own_times(root)))))
    return dates[0] if 1 <= len(dates) <= 2 else ""


def _own_times(root: Element) -> Iterator[str]:
    for count, element in enumerate(root.iter("time")):
        if count >= MAX_TIMES:
            return
        around = list(element.iterancestors())[:MAX_ANCESTORS]
        if not any(
            parent.tag in ("aside", "nav", "footer") or _ASIDE.search(parent.get("class", "")) for parent in around
        ):
            yield element.get("datetime") or "".join(element.itertext())
