"""Bytes to text: byte order mark, header, meta tag, then detection on what is not ASCII."""

from __future__ import annotations

import codecs
import re

from researcher_container.reader.detection import detect

# Labels whose meaning on the web is not the encoding they name. Source: WHATWG Encoding Standard, section 4.2.
WEB_LABELS = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "iso_8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "l1": "cp1252",
    "x-cp1252": "cp1252",
    "iso-8859-9": "cp1254",
    "iso8859-9": "cp1254",
    "latin5": "cp1254",
    "x-cp1250": "cp1250",
    "x-cp1251": "cp1251",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "windows-874": "cp874",
    "iso-8859-8-i": "iso8859-8",
    "logical": "iso8859-8",
    "gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "x-gbk": "gb18030",
    "gbk": "gb18030",
    "chinese": "gb18030",
    "csgb2312": "gb18030",
    "big5": "big5hkscs",
    "big5-hkscs": "big5hkscs",
    "x-x-big5": "big5hkscs",
    "cn-big5": "big5hkscs",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "ms_kanji": "cp932",
    "x-euc-jp": "euc_jp",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "ksc5601": "cp949",
    "korean": "cp949",
    "windows-949": "cp949",
    "koi8": "koi8_r",
    "koi": "koi8_r",
    "koi8-ru": "koi8_u",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "unicode": "utf-16-le",
    "utf-16": "utf-16-le",
    "ucs-2": "utf-16-le",
}
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


def decode(data: bytes, declared_type: str, *, is_markup: bool) -> str:
    """Return the text of `data`, never failing: what cannot be decoded becomes U+FFFD."""
    for bom, codec in BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(codec, "replace")
    if (wide := _utf_16_without_bom(data)) is not None:
        return data.decode(wide, "replace")
    try:
        text: str | None = data.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    declared = _declared_codec(data, declared_type, is_markup)
    if declared == "iso2022_jp" and b"\x1b" in data:
        return _decode_lenient(data, declared)  # the one encoding of the web that is ASCII byte by byte
    if text is not None and (declared in (None, "utf-8") or data.isascii() or _is_surely_utf_8(data, declared)):
        return text
    if declared is not None and declared != "utf-8":
        return _decode_lenient(data, declared)
    if declared == "utf-8" and _is_nearly_utf_8(data):
        return data.decode("utf-8", "replace")
    language = LANGUAGE.search(data[:HEAD_LIMIT_BYTES]) if is_markup else None
    return _decode_lenient(data, detect(data, language.group(1).decode() if language else "", is_markup))


def codec_of(label: str) -> str | None:
    """Return the Python codec a web label means, None for labels nobody knows."""
    label = label.strip().lower()
    label = WEB_LABELS.get(label, label)
    try:
        info = codecs.lookup(label)
        b"a".decode(info.name)  # refuses the codecs that do not make text (hex, zlib)
    except (LookupError, UnicodeError, ValueError, AssertionError):
        return None
    return "cp1252" if info.name in ("ascii", "iso8859-1") else info.name


def _declared_codec(data: bytes, declared_type: str, is_markup: bool) -> str | None:
    found = CHARSET.search(declared_type)
    if found and (codec := codec_of(found.group(1))):
        return codec
    if not is_markup:
        return None
    end = HEAD_END.search(data, 0, HEAD_LIMIT_BYTES)
    head = _without_hidden(data[: end.start() if end else HEAD_LIMIT_BYTES])
    for pattern in (META_CHARSET, XML_ENCODING):
        label = pattern.search(head)
        if label and (codec := codec_of(label.group(1).decode("ascii", "replace"))):
            # A meta tag that could be read as ASCII cannot truly say UTF-16 (WHATWG HTML, 13.2.3.3).
            return "utf-8" if codec.startswith("utf-16") else codec
    return None


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


def _utf_16_without_bom(data: bytes) -> str | None:
    even, odd = data[0:4096:2].count(0), data[1:4096:2].count(0)
    if max(even, odd) * 10 < len(data[:4096]) or min(even, odd) * 10 > max(even, odd):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _is_surely_utf_8(data: bytes, declared: str | None) -> bool:
    """Tell whether valid UTF-8 is no accident, though another encoding was declared."""
    if declared == "cp1252":
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
