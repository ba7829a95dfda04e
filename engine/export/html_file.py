"""The report as one self-contained HTML file: no scripts, nothing loaded, light and dark, fit for paper."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

import nh3

from engine.evidence.audit_words import badge
from engine.evidence.headings import AUDIT_HEADING, REFERENCES_HEADING
from engine.evidence.references import safe_address, title_of, when_read
from engine.export.citing import Citing, Target
from engine.export.content import ReportContent, content_of, report_content
from engine.export.rendering import Heading, Look, headings, html
from engine.fetching.canonical import display_url
from engine.snapshot import RunSnapshot
from engine.values import Audit, Quote, QuoteStatus, Source

_STATUS_WORDS: dict[QuoteStatus, str] = {
    "found": "Found word for word",
    "found_folded": "Found; only spacing, dashes, quote marks or hyphenation differ",
    "not_found": "Not found",
    "not_checked": "Not checked",
}
_TAGS = frozenset(
    ("a", "blockquote", "br", "code", "del", "details", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "li",
     "nav", "ol", "p", "pre", "s", "section", "span", "strong", "summary", "table", "tbody", "td", "th", "thead",
     "tr", "ul")
)  # fmt: skip
_ATTRIBUTES: dict[str, set[str]] = {
    "*": {"id", "dir", "class"},
    "a": {"href", "title"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align"},
}
_MAX_TITLE_CHARS = 300


def html_file(snapshot: RunSnapshot) -> str:
    """Return the report of a run as a whole HTML document."""
    return _document(content_of(snapshot))


def report_html(markdown: str, sources: Sequence[Source], audit: Audit, language: str = "") -> str:
    """Return a finished report as a whole HTML document; the arguments are those of `report_content`."""
    return _document(report_content(markdown, sources, audit, language))


def _document(content: ReportContent) -> str:
    look = Look(cite=_cite, shows_data_images=True, files=content.files)
    audit = content.audit
    citing = Citing(content.sources, audit.marks)
    body_html = html(content.body, look, citing)
    contents = _contents(headings(content.body), bool(content.cited), bool(content.audit_section))
    top, end_of_title, rest = body_html.partition("</h1>\n")
    pieces = [top, end_of_title, contents, rest] if top.startswith("<h1") else [contents, body_html]
    if content.cited:
        pieces.append(_references(content, citing))
    if content.audit_section:
        pieces.append(f'<section class="audit"><h2 id="audit">{AUDIT_HEADING.removeprefix("## ")}</h2>')
        pieces.append(f'<p class="badge">{escape(badge(audit))}</p>' if audit.citations else "")
        pieces.append(f"{html(content.audit_section, look, Citing())}</section>")
    return _page(content.title, content.language, _sanitised("\n".join(pieces)))


def _page(title: str, language: str, body: str) -> str:
    css = _css()
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    lang = f' lang="{escape(language)}"' if language else ""
    return (
        f'<!doctype html>\n<html{lang} dir="auto">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title[:_MAX_TITLE_CHARS])}</title>\n<style>{css}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


@cache
def _css() -> str:
    return files("engine.export").joinpath("report.css").read_text(encoding="utf-8")


@cache
def _cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        attribute_filter=_allowed,
        url_schemes={"http", "https", "mailto", "file", "data"},
        link_rel="noopener noreferrer",
    )


def _allowed(tag: str, name: str, value: str) -> str | None:
    """Let `data:` be the source of an image and nothing else, and let an image have no other source."""
    is_data = value.strip().casefold().startswith("data:")
    if name == "src":
        return value if is_data else None
    return None if name == "href" and is_data else value


def _sanitised(body: str) -> str:
    # The renderer lets nothing through; a second pair of eyes that knows nothing of the first.
    return _cleaner().clean(body.encode("utf-8", errors="replace").decode("utf-8"))


def _cite(target: Target) -> str:
    words = f"{target.quote.text} ({_STATUS_WORDS[target.quote.status]})" if target.quote else "No quote"
    return (
        f'<a class="cite {target.status}" id="cite-{target.number}-{target.occurrence}" '
        f'href="#ref-{target.number}" title="{escape(words[:_MAX_TITLE_CHARS])}">[{target.number}]</a>'
    )


def _contents(found: Sequence[Heading], has_references: bool, has_audit: bool) -> str:
    entries = [(heading.level, heading.anchor, heading.text) for heading in found if heading.level in (2, 3)]
    entries += [(2, "references", REFERENCES_HEADING.removeprefix("## "))] if has_references else []
    entries += [(2, "audit", AUDIT_HEADING.removeprefix("## "))] if has_audit else []
    if len(entries) < 3:
        return ""
    lines = [
        f'<li class="level-{level}" dir="auto"><a href="#{escape(anchor)}">{escape(text)}</a></li>'
        for level, anchor, text in entries
    ]
    return f'<nav class="contents"><ul>\n{chr(10).join(lines)}\n</ul></nav>'


def _references(content: ReportContent, citing: Citing) -> str:
    entries = [
        _reference(number, source, citing.printed.get(source.id, 0))
        for number, source in enumerate(content.cited, start=1)
    ]
    name = REFERENCES_HEADING.removeprefix("## ")
    listed = "\n".join(entries)
    copies = f"<p>{escape(content.copies)}</p>" if content.copies else ""
    return f'<section class="references"><h2 id="references">{name}</h2>\n<ol>\n{listed}\n</ol>{copies}</section>'


def _reference(number: int, source: Source, marks: int) -> str:
    """Return one source: what it is, where it is, the way back to each citation, and its quotes."""
    details = [part for part in (source.author, source.site, source.date) if part.strip()]
    address = display_url(source.url)
    is_link = address.casefold().startswith(("http://", "https://", "file:"))
    shown = f'<a href="{escape(safe_address(address))}">{escape(address)}</a>' if is_link else escape(address)
    back = " ".join(_way_back(number, mark, marks) for mark in range(1, marks + 1))
    return (
        f'<li id="ref-{number}" dir="auto"><strong>{escape(title_of(source))}</strong>. '
        f"{escape('. '.join(part.rstrip('.') for part in details))}{'. ' if details else ''}"
        f'<span class="address" dir="ltr">{shown}</span>, {when_read(source)}. {back}{_quotes(source)}</li>'
    )


def _way_back(number: int, mark: int, marks: int) -> str:
    shown = f"↩{mark}" if marks > 1 else "↩"
    return f'<a class="back" href="#cite-{number}-{mark}" title="Back to citation {mark}">{shown}</a>'


def _quotes(source: Source) -> str:
    if not source.quotes:
        return ""
    count = len(source.quotes)
    cards = "".join(_quote(quote) for quote in source.quotes)
    return f"<details><summary>{count} {'quote' if count == 1 else 'quotes'}</summary>{cards}</details>"


def _quote(quote: Quote) -> str:
    page = f", page {quote.page}" if quote.page else ""
    # Where the words were found, `why` only repeats the status.
    why = f" {quote.why}" if quote.why and quote.status not in ("found", "not_found") else ""
    status = f"{_STATUS_WORDS[quote.status]}{page}.{why}"
    return (
        f'<blockquote class="quote {quote.status}" dir="auto"><p>{escape(quote.text)}</p>'
        f'<p class="status">{escape(status)}</p></blockquote>'
    )
