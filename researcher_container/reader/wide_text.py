"""UTF-16 without a byte order mark: told by what its pairs of bytes would say in either order."""

from __future__ import annotations

import re
import unicodedata

SAMPLE_BYTES = 4096
DECLARED = re.compile(r"charset\s*=\s*[\"']?\s*(?:utf-?16|ucs-?2|iso-10646-ucs-2|unicode)", re.IGNORECASE)
PRINTABLE = bytes({9, 10, 13, *range(32, 127)})
# Bytes of plain letters beyond this share are one letter each: as pairs they would pass for Chinese.
NARROW_SHARE = 0.75
# Every text has spaces, line ends or tags.
GAPS = frozenset("\t\n\r <")
GAP_SHARE = 0.002
ODD_SHARE = 0.02


def wide_codec_of(data: bytes, declared_type: str = "") -> str | None:
    """Return the codec of UTF-16 text without a mark, None for anything else.

    Args:
        data: the document or its beginning.
        declared_type: a Content-Type header, or "".
    """
    is_declared = DECLARED.search(declared_type) is not None
    sample = data[:SAMPLE_BYTES]
    if not is_declared and b"\x00" not in sample:
        return None
    if (len(sample) - len(sample.translate(None, PRINTABLE))) > NARROW_SHARE * len(sample):
        return None
    shares = {codec: _gap_share(sample, codec) for codec in ("utf-16-le", "utf-16-be")}
    best = max(shares, key=lambda codec: shares[codec])
    return best if shares[best] >= (0 if is_declared else GAP_SHARE) else None


def _gap_share(sample: bytes, codec: str) -> float:
    """Return how many characters stand between words, negative when too many characters are none at all."""
    text = sample[: len(sample) // 2 * 2].decode(codec, "ignore")  # the last character may be half a pair
    odd = sum(
        unicodedata.category(character) in ("Cc", "Cn", "Co") for character in text if character not in "\t\n\r"
    )
    odd += max(0, len(sample) // 2 - len(text.encode("utf-16-le")) // 2 - 1)  # what is no pair was left out
    if not text or odd > ODD_SHARE * len(text):
        return -1.0
    return sum(character in GAPS for character in text) / len(text)
