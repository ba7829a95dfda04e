"""Names of files made from what a research is about."""

from __future__ import annotations

import re
import unicodedata

MAX_CHARS = 64
# What no system, or not every one, takes in a file's name; also what Windows keeps for devices.
_UNFIT = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.I)


def file_name(topic: str, suffix: str, usual: str = "report") -> str:
    """Return a file's name that says what a report is about.

    Args:
        suffix: With its dot.
        usual: What it is called when the topic has nothing a name could hold.
    """
    words = " ".join(_UNFIT.sub(" ", unicodedata.normalize("NFC", topic)).split())
    if len(words) > MAX_CHARS:
        cut = words[: MAX_CHARS + 1].rpartition(" ")[0]
        words = cut if len(cut) >= MAX_CHARS // 2 else words[:MAX_CHARS]
    # A name that begins with a dot is hidden, one that ends in one loses it on Windows.
    name = words.strip(" .,;-–—…")
    return f"{usual if not name or _DEVICES.fullmatch(name) else name}{suffix}"
