"""What counts as a word: stop words, names of code, scripts that are written without spaces."""

from __future__ import annotations

import re
from pathlib import Path

# Words that carry no topic: function words, and the words questions are made of. English, and the function
# words of the languages most libraries are written in; a word that is an English content word too is left out.
STOP_WORDS = frozenset(Path(__file__).with_name("stop_words.txt").read_text(encoding="utf-8").split())

# Chinese characters and kana: written without spaces, which SQLite's tokenizer would take for one long word.
_UNSPACED = re.compile(r"[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"\w+(?:[.\-'’_]\w+)*(?:\(\))?")


def spaced(text: str) -> str:
    """Return the text with every character of an unspaced script set apart, as the index holds it."""
    if text.isascii() or not _UNSPACED.search(text):
        return text
    return _UNSPACED.sub(r" \g<0> ", text)


def written_words(text: str) -> list[str]:
    """Return the words as written, code names such as `asyncio.wait_for()` and `read-only` in one piece."""
    return _WORD.findall(text)


def parts(word: str) -> list[str]:
    """Return the tokens the index sees in a word: lower case, split at everything but letters and digits."""
    return [part for part in re.split(r"[\W_]+", spaced(word).casefold()) if part]
