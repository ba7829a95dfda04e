"""How the signs of walls, errors and lists are written down: alternatives, whatever the case and the apostrophes."""

from __future__ import annotations

import re

APOSTROPHE = "['’]"
# What stands around a name in a title without being part of it.
EDGES = " \t.…!?¡¿\"'«»„“”‘’。！？:：*#-–—()[]"


def any_of(*patterns: str) -> re.Pattern[str]:
    """Compile alternatives; typographic apostrophes are met as often as straight ones."""
    pattern = "|".join(f"(?:{pattern})" for pattern in patterns)
    return re.compile(pattern.replace(APOSTROPHE, "'").replace("'", APOSTROPHE), re.IGNORECASE)


def near(first: str, second: str, *, chars: int = 60) -> str:
    """Return a pattern for two words within one sentence, the second after the first."""
    return rf"(?:{first})[^.!?。！？\n]{{0,{chars}}}?(?:{second})"
