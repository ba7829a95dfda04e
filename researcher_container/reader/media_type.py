"""What bytes are: decided by their own first bytes, with names and headers as hints between kinds of text."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from researcher_container.reader.wide_text import wide_codec_of

HEAD_BYTES = 4096
# Control characters that text does not hold; tab, line ends and escape (of ISO-2022-JP) it may.
ODD_BYTES = bytes({*range(9), *range(14, 32), 127} - {27})

HTML, XHTML, XML = "text/html", "application/xhtml+xml", "application/xml"
PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
MARKDOWN, PLAIN, JSON, CSV = "text/markdown", "text/plain", "application/json", "text/csv"


class Unreadable(Exception):
    """No document can be made of these bytes; the message is a sentence for people."""


@dataclass(frozen=True)
class Signature:
    """A file format that is recognised in order to be refused by its name."""

    prefix: bytes
    name: str


REFUSED = (
    Signature(b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    Signature(b"\xff\xd8\xff", "a picture (JPEG)"),
    Signature(b"GIF87a", "a picture (GIF)"),
    Signature(b"GIF89a", "a picture (GIF)"),
    Signature(b"II*\x00", "a picture (TIFF)"),
    Signature(b"MM\x00*", "a picture (TIFF)"),
    Signature(b"BM", "a picture (BMP)"),
    Signature(b"\x00\x00\x01\x00", "an icon"),
    Signature(b"ID3", "a sound file"),
    Signature(b"OggS", "a sound or film file"),
    Signature(b"fLaC", "a sound file"),
    Signature(b"\x1aE\xdf\xa3", "a film file"),
    Signature(b"\x1f\x8b", "a gzip archive"),
    Signature(b"BZh", "a bzip2 archive"),
    Signature(b"\xfd7zXZ\x00", "an xz archive"),
    Signature(b"\x28\xb5\x2f\xfd", "a zstd archive"),
    Signature(b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    Signature(b"Rar!\x1a\x07", "a RAR archive"),
    Signature(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file (.doc, .xls, .ppt)"),
    Signature(b"{\\rtf", "an RTF file"),
    Signature(b"%!PS", "a PostScript file"),
    Signature(b"\x7fELF", "a program"),
    Signature(b"MZ", "a program"),
    Signature(b"SQLite format 3\x00", "a database"),
    Signature(b"wOFF", "a font"),
    Signature(b"wOF2", "a font"),
)
# Two letters are too few to call prose a picture or a program; these also need bytes that text never has.
SHORT_SIGNATURES = (b"BM", b"MZ", b"ID3", b"BZh", b"II*\x00", b"MM\x00*")

# Readers of PDF accept a header within the first kilobyte; so do real servers that put a line before it.
PDF_HEADER = re.compile(rb"(?:^|[^ -~])[ \t]*%PDF-\d")
ADVICE = "Dossier reads HTML, PDF, Word (.docx), Markdown, text and JSON."
MARKDOWN_NAME = re.compile(r"\.(md|markdown|mdown|mkd)$", re.IGNORECASE)
HTML_NAME = re.compile(r"\.(x?html?|shtml|php|aspx?)$", re.IGNORECASE)
LEADING_COMMENTS = re.compile(rb"(?:\s|<!--.*?-->|<\?xml[^>]*>)*", re.DOTALL)
STRONG_HTML = re.compile(rb"<(?:!doctype\s+html|html|head)\b", re.IGNORECASE)
# The elements browsers look for when a server has not said what it sends.
WEAK_HTML = re.compile(
    rb"<(?:body|title|script|style|meta|link|iframe|table|h[1-6]|div|section|article|main|nav|header|font|center"
    rb"|a|p|b|br|ul|ol|dl|pre|blockquote|span|strong|em|img|form|base)\b[^<>]*>",
    re.IGNORECASE,
)
XML_START = re.compile(rb"\s*(?:<\?xml\b|<(?:rss|feed|urlset|sitemapindex|svg|rdf:RDF)\b)")


def media_type_of(data: bytes, declared: str, url: str) -> str:
    """Return one of this module's media types.

    Args:
        data: the whole document.
        declared: a Content-Type header, or "".
        url: its path's ending tells kinds of text apart.

    Raises:
        Unreadable: the bytes are not a document this program reads.
    """
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
        return PLAIN
    head = data[:HEAD_BYTES]
    header = PDF_HEADER.search(head[:1024])
    if header is not None and not STRONG_HTML.search(head[: header.start()]):
        return PDF
    if head.startswith(b"PK\x03\x04"):
        return _zip_kind(data)
    wide = wide_codec_of(head, declared)
    binary = wide is None and _looks_binary(head)
    for signature in REFUSED:
        if head.startswith(signature.prefix) and (binary or signature.prefix not in SHORT_SIGNATURES):
            raise Unreadable(f"This is {signature.name}. {ADVICE}")
    if (head[:4] == b"RIFF" and head[8:12] in (b"WEBP", b"WAVE", b"AVI ")) or (head[4:8] == b"ftyp" and binary):
        raise Unreadable(f"This is a picture, sound or film file. {ADVICE}")
    if binary:
        raise Unreadable(f"This file is not text. {ADVICE}")
    kind = _text_kind(head.decode(wide, "ignore").encode() if wide else head, declared, url)
    return JSON if kind == HTML and head.lstrip()[:1] in (b"{", b"[") and _is_json(data) else kind


def _is_json(data: bytes) -> bool:
    """Tell whether it is all JSON, which careless programs send as HTML."""
    try:
        return isinstance(json.loads(data), (dict, list))
    except (ValueError, RecursionError):
        return False


def _zip_kind(data: bytes) -> str:
    if b"word/document" in data or b"word/_rels" in data:
        return DOCX
    for mark, name in (
        (b"xl/workbook", "an Excel workbook"),
        (b"ppt/presentation", "a PowerPoint file"),
        (b"opendocument", "an OpenDocument file"),
        (b"epub+zip", "an e-book (EPUB)"),
        (b"META-INF/container.xml", "an e-book (EPUB)"),
    ):
        if mark in data:
            raise Unreadable(f"This is {name}. {ADVICE}")
    raise Unreadable(f"This is a zip archive. {ADVICE}")


def _looks_binary(head: bytes) -> bool:
    """Tell whether too many bytes are none of a text's; a few zeros stand in texts of careless programs."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    odd = len(head) - len(head.translate(None, ODD_BYTES))
    return odd * 20 > len(head)


def _text_kind(head: bytes, declared: str, url: str) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in head:
        head = head.replace(b"\x00", b"")[2 if head[:1] in (b"\xff", b"\xfe") else 0 :]
    head = head.removeprefix(b"\xef\xbb\xbf")
    name = url.split("?")[0].split("#")[0]
    kind = declared.split(";")[0].strip().lower()
    comments = LEADING_COMMENTS.match(head)
    start = head[comments.end() :] if comments else head
    if STRONG_HTML.match(start):
        is_xhtml = b"<?xml" in head[:200] or b"//DTD XHTML" in head[:600] or b"www.w3.org/1999/xhtml" in head[:1000]
        return XHTML if is_xhtml else HTML
    if XML_START.match(head):
        if b"<svg" in head and b"<html" not in head.lower():
            raise Unreadable(f"This is a picture (SVG). {ADVICE}")
        return XML
    if MARKDOWN_NAME.search(name) or kind == MARKDOWN:
        return MARKDOWN
    if kind in (HTML, XHTML) or (not kind.startswith("text/") and (HTML_NAME.search(name) or WEAK_HTML.match(start))):
        return HTML
    if kind == CSV or name.lower().endswith(".csv"):
        return CSV
    if head.lstrip()[:1] in (b"{", b"[") and (kind.endswith("json") or name.lower().endswith(".json") or not kind):
        return JSON
    return PLAIN
