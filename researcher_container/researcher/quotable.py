"""What may stand as a quote: complete, self-contained prose; never navigation, signatures or changelog lines."""

from __future__ import annotations

import re

from researcher_container.researcher import quote_patterns

MIN_CHARS = 40
MAX_CHARS = 420
MIN_WORDS = 6
_PROSE_MARKS = ".,'’\"“”()-:;_–—/!%。！？、，・「」『』：；（）"


def is_complete(sentence: str) -> bool:
    """Tell whether a piece of text is one whole sentence of prose."""
    if not MIN_CHARS // (5 if _wide(sentence) else 1) <= len(sentence) <= MAX_CHARS:
        return False
    if (
        not quote_patterns.START.match(sentence)
        or not quote_patterns.END.search(sentence)
        or sentence.endswith("...")
    ):
        return False
    if len(sentence.split()) < MIN_WORDS and not _wide(sentence):
        return False
    return _balanced(sentence) and not re.search(r"\[\d+\]", sentence)


def is_note(sentence: str) -> bool:
    """Tell whether a piece of a document of a few lines may stand as it is: such a note has no page around it."""
    return MIN_CHARS // 5 <= len(sentence) <= MAX_CHARS and bool(quote_patterns.END.search(sentence))


def is_forbidden(sentence: str) -> bool:
    """Tell whether a sentence is of a kind that never serves as a quote."""
    return bool(
        quote_patterns.CHANGELOG.search(sentence)
        or quote_patterns.BOILERPLATE.search(sentence)
        or quote_patterns.SIGNATURE.match(sentence)
        or quote_patterns.POINTS_ELSEWHERE.search(sentence)
        or _is_code(sentence)
    )


def leans(sentence: str) -> bool:
    """Tell whether a sentence needs the one before it to be understood."""
    if quote_patterns.EXPLETIVE.match(sentence):
        return False
    return bool(
        quote_patterns.LEANING.match(sentence.lstrip("\"“'‘(")) or quote_patterns.LEANING_INSIDE.search(sentence)
    )


def names_its_page(sentence: str) -> bool:
    """Tell whether a sentence begins with "this module" or the like: understood with its page's title."""
    return bool(re.match(r"this (?:module|package|library)\b", sentence, re.IGNORECASE))


def lacks_subject(sentence: str) -> bool:
    """Tell whether a sentence speaks of a thing named only above it, as "Specifies the size." does."""
    if quote_patterns.DESCRIPTION.match(sentence) or quote_patterns.NAMES_ABOVE.search(sentence):
        return True
    # "Output of the child process if it was captured." is a name with a condition.
    named = re.match(
        r"(?:[A-Z][a-z]+ )?[A-Za-z][a-z]+ of (?:the|an?) [^,;]*?(?= if | when | that | which |[.]$)", sentence
    )
    if named and not quote_patterns.FINITE.search(named.group()):
        return True
    if not re.match(r"(?:an?|the|utilities|some|any)\b", sentence, re.IGNORECASE):
        return False
    relative = re.search(r"\b(?:that|which|whose|where|to|used|for)\b", sentence)
    verbs = [match.start() for match in quote_patterns.FINITE.finditer(sentence)]
    if not verbs:
        return True
    # "A lock that is shared by threads." has its only verb inside the relative clause.
    return bool(
        relative and relative.group() in ("that", "which", "whose") and relative.start() < verbs[0] and len(verbs) < 2
    )


def _is_code(sentence: str) -> bool:
    words = sentence.split()
    marked = len(quote_patterns.CODE_MARKS.findall(sentence))
    if marked and marked * 12 > len(words):
        return True
    odd = sum(not (c.isalnum() or c.isspace() or c in _PROSE_MARKS) for c in sentence)
    plain = sum(word.strip(".,;:()'\"“”’").replace("-", "").isalpha() for word in words)
    return odd * 25 > len(sentence) or (plain * 2 < len(words) and not _wide(sentence))


def _wide(text: str) -> bool:
    return sum(ord(c) > 0x2E7F for c in text) * 3 > len(text)


def _balanced(sentence: str) -> bool:
    pairs = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"))
    return all(sentence.count(a) == sentence.count(b) for a, b in pairs) and sentence.count('"') % 2 == 0
