"""Bytes to text: byte order mark, header, meta tag, then detection on what is not ASCII."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from researcher_container.reader.detection import detect
from researcher_container.reader.encoding_labels import codec_of
from researcher_container.reader.wide_text import wide_codec_of

BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w.:+-]+)""", re.IGNORECASE)
# Patterns with bounds: on a megabyte of openings that are never closed, free ones take hours.
META_CHARSET = re.compile(
    rb"""<meta\b[^>]{0,400}?\bcharset\s{0,20}=\s{0,20}["']?\s{0,20}([\w.:+-]{1,60})""", re.IGNORECASE
)
XML_ENCODING = re.compile(rb"""^\s{0,200}<\?xml[^>]{0,200}?\bencoding\s{0,20}=\s{0,20}["']([\w.:+-]{1,60})["']""")
# Comments and the contents of scripts may hold other pages' meta tags.
HIDING_START = re.compile(rb"<!--|<(?:script|style)\b", re.IGNORECASE)
HEAD_END = re.compile(rb"</head\b|<body\b", re.IGNORECASE)
LANGUAGE = re.compile(rb"""<html\b[^>]{0,400}?\blang\s*=\s*["']?([a-zA-Z-]+)""", re.IGNORECASE)
# Browsers look at 1 KB; real pages carry long inlined styles before their meta tag.
HEAD_LIMIT_BYTES = 1024 * 1024
MULTI_BYTE = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
# So many valid UTF-8 sequences by accident do not happen in a text of another encoding.
CERTAIN_SEQUENCES = 8
MULTI_BYTE_CODECS = frozenset(("gb18030", "big5hkscs", "euc_jp", "cp932", "cp949", "cp950", "utf-16-le", "utf-16-be"))
# Of the characters beyond ASCII no more than one in so many may be broken.
BROKEN_SHARE = 12
# What the letters of every other encoding look like in Shift JIS.
HALF_WIDTH_KANA = re.compile("[\uff61-\uff9f]")


def decode(data: bytes, declared_type: str, *, is_markup: bool) -> str:
    """Return the text of `data`, never failing: what cannot be decoded becomes U+FFFD."""
    for bom, codec in BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(codec, "replace")
    if (wide := wide_codec_of(data, declared_type)) is not None:
        return data.decode(wide, "replace")
    try:
        text: str | None = data.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    declared = next(_declared_codecs(data, declared_type, is_markup), None)
    if declared == "iso2022_jp" and b"\x1b" in data:
        return _decode_lenient(data, declared)  # the one encoding of the web that is ASCII byte by byte
    if text is not None and (declared in (None, "utf-8") or data.isascii() or _is_surely_utf_8(data, declared)):
        return text
    for codec in _declared_codecs(data, declared_type, is_markup):
        if _fits(data, codec):
            return _decode_lenient(data, codec)
    language = LANGUAGE.search(data[:HEAD_LIMIT_BYTES]) if is_markup else None
    return _decode_lenient(data, detect(data, language.group(1).decode() if language else "", is_markup))


def _declared_codecs(data: bytes, declared_type: str, is_markup: bool) -> Iterator[str]:
    """Yield what header, meta tag and XML declaration say, in the order of their authority."""
    found = CHARSET.search(declared_type)
    if found and (codec := codec_of(found.group(1))):
        yield codec
    if not is_markup:
        return
    end = HEAD_END.search(data, 0, HEAD_LIMIT_BYTES)
    head = _without_hidden(data[: end.start() if end else HEAD_LIMIT_BYTES])
    for pattern in (META_CHARSET, XML_ENCODING):
        label = pattern.search(head)
        if label and (codec := codec_of(label.group(1).decode("ascii", "replace"))):
            # A meta tag that could be read as ASCII cannot truly say UTF-16 (WHATWG HTML, 13.2.3.3).
            yield "utf-8" if codec.startswith("utf-16") else codec


def _fits(data: bytes, codec: str) -> bool:
    """Tell whether bytes can be in the encoding they are said to be in, but for a few broken characters."""
    if codec == "utf-8":
        return _is_nearly_utf_8(data)
    if codec not in MULTI_BYTE_CODECS:
        return True
    text = data.decode(codec, "replace")
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    narrow = len(HALF_WIDTH_KANA.findall(text)) if codec == "cp932" else 0
    return text.count("\ufffd") * BROKEN_SHARE <= foreign and narrow * 2 <= foreign


def _without_hidden(head: bytes) -> bytes:
    """Take out comments, scripts and styles, in one pass."""
    kept = []
    position = 0
    lowered = head.lower()
    while (found := HIDING_START.search(head, position)) is not None:
        kept.append(head[position : found.start()])
        opening = found.group().lower()
        closing = b"-->" if opening == b"<!--" else b"</" + opening[1:]
        end = lowered.find(closing, found.end())
        if end < 0:
            return b"".join(kept)
        position = end + len(closing)
    return b"".join((*kept, head[position:]))


def _is_surely_utf_8(data: bytes, declared: str | None) -> bool:
    """Tell whether valid UTF-8 is no accident, though another encoding was declared."""
    if declared == "cp1252" or (declared or "").startswith("utf-16"):
        return True
    return (
        sum(1 for _, _ in zip(MULTI_BYTE.finditer(data), range(CERTAIN_SEQUENCES), strict=False)) >= CERTAIN_SEQUENCES
    )


def _is_nearly_utf_8(data: bytes) -> bool:
    """Allow the few broken characters of a cut or patched text."""
    broken = data.decode("utf-8", "replace").count("\ufffd") - data.count(b"\xef\xbf\xbd")
    whole = sum(1 for _ in MULTI_BYTE.finditer(data))
    return broken <= 1 + whole // 20


def _decode_lenient(data: bytes, codec: str) -> str:
    if codec == "cp1252":
        # The five bytes Windows leaves open are control characters on the web; they are not visible.
        return data.translate(None, b"\x81\x8d\x8f\x90\x9d").decode("cp1252")
    try:
        return data.decode(codec, "replace")
    except (UnicodeError, ValueError):
        return data.decode("cp1252", "replace")
