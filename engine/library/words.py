"""What counts as a word: stop words, names of code, scripts that are written without spaces."""

from __future__ import annotations

import re
from pathlib import Path

# Words that carry no topic: function words, and the words questions are made of. English, and the function
# words of the languages most libraries are written in; a word that is an English content word too is left out.
STOP_WORDS = frozenset(Path(__file__).with_name("stop_words.txt").read_text(encoding="utf-8").split())

# Chinese characters and kana: written without spaces, which SQLite's tokenizer would take for one long word.
_UNSPACED = re.compile(r"[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
# A name in code that is written as one word of several: ThreadPoolExecutor, getItem, HTTPServer.
_JOINED = re.compile(r"[A-Z]?[a-z]+\d*(?:[A-Z]+[a-z0-9]*)+|[A-Z]{2,}[a-z]{2,}(?:[A-Z]+[a-z0-9]*)*")
_JOINT = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+\d*")
_NUMBERING = re.compile(r"^(?:(?:chapter|appendix|part|section)\s+)?[A-Z\d]+(?:\.\d+)*\.\s+", re.IGNORECASE)
_TITLE_END = re.compile(r"\s+[—–|·»]\s+|\s+-\s+|\s+::\s+")
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


def joined_names(text: str) -> str:
    """Return the words inside the text's joined names, each name once: "thread pool executor"."""
    names = dict.fromkeys(_JOINED.findall(text))
    return " ".join(" ".join(_JOINT.findall(name)) for name in names)


def content_words(word: str, text: str, stop_words: frozenset[str] = STOP_WORDS) -> list[str]:
    """Return the tokens of a word that carry a topic.

    Args:
        word: as it is written in the text. A stop word in capitals, such as EXPLAIN or WITH, is the name of
            something, unless the whole text is in capitals.
    """
    if len(word) > 1 and word.isupper() and not text.isupper():
        return parts(word)
    return [part for part in parts(word) if part not in stop_words]


def subject_words(title: str) -> list[str]:
    """Return the content words of a title, without numbering and without the name of the site behind a dash."""
    subject = _TITLE_END.split(_NUMBERING.sub("", title.strip()))[0]
    found = (content_words(word, subject) for word in written_words(subject))
    return list(dict.fromkeys(word for words in found for word in words))


def same_family(first: str, second: str) -> bool:
    """Tell whether two words are likely forms of one: the same stem, whatever short ending follows."""
    if first == second:
        return True
    shared = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        shared += 1
    return shared >= max(4, max(len(first), len(second)) - 3)
