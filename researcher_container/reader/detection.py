"""Guess the encoding of undeclared bytes from the part that is not ASCII."""

from __future__ import annotations

import re
import unicodedata

SAMPLE_BYTES = 8192
# Lines without foreign letters tell nothing about them.
SAMPLED_LINES_BYTES = 256 * 1024
# Marks that stand on or beside letters belong to their word.
WORD = re.compile(r"[^\x00-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f]+")
ASCII_LETTER = re.compile(r"[a-zA-Z]")
TAGS = re.compile(rb"<[^<>]*>")

BY_LANGUAGE = {
    "ja": ("cp932", "euc_jp"),
    "zh": ("gb18030", "big5hkscs"),
    "ko": ("cp949",),
    "ru": ("cp1251", "koi8_r"),
    "uk": ("cp1251", "koi8_u"),
    "bg": ("cp1251",),
    "be": ("cp1251",),
    "sr": ("cp1250", "cp1251"),
    "mk": ("cp1251",),
    "pl": ("cp1250", "iso8859_2"),
    "cs": ("cp1250", "iso8859_2"),
    "sk": ("cp1250", "iso8859_2"),
    "hu": ("cp1250", "iso8859_2"),
    "ro": ("cp1250", "iso8859_2"),
    "hr": ("cp1250", "iso8859_2"),
    "sl": ("cp1250", "iso8859_2"),
    "el": ("cp1253",),
    "tr": ("cp1254",),
    "he": ("cp1255",),
    "ar": ("cp1256",),
    "fa": ("cp1256",),
    "th": ("cp874",),
    "vi": ("cp1258",),
    "et": ("cp1257",),
    "lt": ("cp1257",),
    "lv": ("cp1257",),
}
MULTI_BYTE = ("cp932", "euc_jp", "gb18030", "big5hkscs", "cp949")
SINGLE_BYTE = ("cp1252", "cp1254", "cp1251", "koi8_r", "cp1250", "iso8859_2", "cp1253", "cp1255", "cp1256", "cp874")
# Letters that Western texts really use; the rest of cp1252's letters only look Western when guessed wrongly.
WESTERN = frozenset("àâäáãåæçèéêëìíîïñòóôõöøœùúûüÿßÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØŒÙÚÛÜ")
TYPOGRAPHY = frozenset("‘’“”„‚«»‹›–—…•€£§©®°±²³·´º ª½¼¾×™†\u00a0¿¡µ")
TURKISH = frozenset("çöüâîûÇÖÜÂÎÛıİğĞşŞ")
CENTRAL = frozenset("ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽőűŐŰöüÖÜäÄôÔľĺŕăâîşţĂÂÎŞŢđĐß")

# The range of a script, and the ten or so letters that make up more than half of any text in it.
SCRIPTS = {
    "cp1251": (0x410, 0x44F, frozenset("оеаинтсрвл")),
    "koi8_r": (0x410, 0x44F, frozenset("оеаинтсрвл")),
    "cp1253": (0x370, 0x3FF, frozenset("αοιετνσηρπκς")),
    "cp1255": (0x590, 0x5FF, frozenset("יוהלאמרתבש")),
    "cp1256": (0x600, 0x6FF, frozenset("اليمنورتبةعد")),
    "cp874": (0xE00, 0xE7F, frozenset("านรอกเงมยลวดทส่้")),
}


def detect(data: bytes, language: str, is_markup: bool) -> str:
    """Return the most likely codec; `language` is the page's own, or ""."""
    sample = _sample(data, is_markup)
    candidates = BY_LANGUAGE.get(language.split("-")[0].lower(), ())
    if language.lower() in ("zh-tw", "zh-hk", "zh-hant"):
        candidates = ("big5hkscs", "gb18030")
    for codec in candidates:
        if _score(sample, codec) > 0.5:
            return codec
    best = max((*MULTI_BYTE, *SINGLE_BYTE), key=lambda codec: _score(sample, codec))
    return best if _score(sample, best) > 0 else "cp1252"


def _sample(data: bytes, is_markup: bool) -> bytes:
    lines: list[bytes] = []
    room = SAMPLED_LINES_BYTES
    for line in data.split(b"\n"):
        if room > 0 and not line.isascii():
            lines.append(line[:room])
            room -= len(line)
    sample = b"\n".join(lines)
    if is_markup:
        sample = b"\n".join(line for line in TAGS.sub(b" ", sample).split(b"\n") if not line.isascii())
    first = next((index for index, byte in enumerate(sample) if byte > 127), 0)
    return sample[max(0, first - 100) :][:SAMPLE_BYTES]


def _score(sample: bytes, codec: str) -> float:
    """Return how natural the sample looks in this encoding, about 1 at best."""
    try:
        text = sample.decode(codec, "strict")
    except UnicodeDecodeError as error:
        # The sample may end inside a character; anything earlier means another encoding.
        if error.start < len(sample) - 4:
            return -1.0
        text = sample[: error.start].decode(codec, "replace")
    foreign = [character for character in text if ord(character) > 127]
    if not foreign:
        return 0.0
    value = sum(_naturalness(character, codec) for character in foreign) / len(foreign)
    return value - 0.5 * _mixed_words(text, codec)


def _naturalness(character: str, codec: str) -> float:
    point = ord(character)
    category = unicodedata.category(character)
    if category in ("Cc", "Co", "Cn", "Cs"):
        return -2.0
    if codec in MULTI_BYTE:
        return _east_asian(character, point, codec)
    if character in TYPOGRAPHY:
        return 0.6
    if codec == "cp1252":
        return 0.9 if character in WESTERN else -0.5
    if codec in ("cp1250", "iso8859_2"):
        return 0.85 if character in CENTRAL else -0.5
    if codec == "cp1254":
        return 0.88 if character in TURKISH else -0.5
    low, high, frequent = SCRIPTS[codec]
    if not low <= point <= high:
        return 0.5 if character in "ЁёЄєІіЇїҐґ" else -0.5
    return 1.0 if character in frequent else 0.7


def _east_asian(character: str, point: int, codec: str) -> float:
    if 0xFF61 <= point <= 0xFF9F:
        return -0.5  # half-width kana are what other encodings look like in Shift JIS
    if 0x3040 <= point <= 0x30FF:
        return 1.2 if codec in ("cp932", "euc_jp") else -0.2
    if 0xAC00 <= point <= 0xD7A3:
        return 1.0 if codec == "cp949" else -0.5
    if 0x3000 <= point <= 0x303F or 0xFF00 <= point <= 0xFF60:
        return 0.7
    if 0x4E00 <= point <= 0x9FFF:
        return _common_han(character, codec)
    return -0.8


def _common_han(character: str, codec: str) -> float:
    """Weigh a Han character by whether it is in the common plane of that encoding's own character set."""
    raw = character.encode(codec, "replace")
    lead = raw[0]
    if codec == "gb18030":
        return 0.9 if len(raw) == 2 and 0xB0 <= lead <= 0xD7 and raw[1] >= 0xA1 else -0.3
    if codec == "big5hkscs":
        return 0.85 if len(raw) == 2 and 0xA4 <= lead <= 0xC6 else -0.3
    if codec == "euc_jp":
        return 0.6 if 0xB0 <= lead <= 0xCF else -0.3
    if codec == "cp932":
        return 0.6 if 0x88 <= lead <= 0x97 else -0.3
    return -0.3  # Korean text of today is written without


def _mixed_words(text: str, codec: str) -> float:
    """Return the share of words that mix scripts or capitals inside, which guesses make and people do not."""
    if codec in MULTI_BYTE:
        return 0.0
    words = [word for word in WORD.findall(text) if not word.isascii()]
    odd = sum(1 for word in words if _is_odd(word, is_latin=codec not in SCRIPTS))
    return odd / len(words) if words else 0.0


def _is_odd(word: str, *, is_latin: bool) -> bool:
    if not is_latin and ASCII_LETTER.search(word):
        return True
    letters = word[1:]
    return any(map(str.isupper, letters)) and any(map(str.islower, letters))
