"""Words as retrieval sees them: tokens, stems, stop words, and the parts of code identifiers."""

from __future__ import annotations

import re
from functools import lru_cache

# A word, a dotted or underscored identifier, a version number, or one character of a script without spaces.
_TOKEN = re.compile(r"[぀-ヿ㐀-鿿가-힯]|\w+(?:[.\-']\w+)*", re.UNICODE)
_PART = re.compile(r"[^\W\d_]+|\d+", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_STOP_EN = (
    "a an the and or but nor of in on at to for from by with without within into onto over under about as is are was "
    "were be been being am do does did done doing have has had having can could may might must shall should will "
    "would what which who whom whose when where why how that this these those it its they them their there here i "
    "you your we our us he she his her him my me not no if then than so such some any all each every both either "
    "neither between among through during before after also only just very more most much many other another same "
    "own too one s t don there's what's vs via per etc e.g i.e"
)
_STOP_DE = (
    "der die das des dem den ein eine einer eines einem einen und oder aber nicht kein keine von vom zu zum zur mit "
    "ohne in im an am auf aus bei beim für über unter durch gegen nach vor als wie was wer wo wann warum wieso "
    "welche welcher welches ist sind war waren sein wird werden wurde wurden hat haben hatte kann können muss müssen "
    "soll sollen man sich es er sie wir ihr ich du dass ob wenn dann auch nur noch schon so um"
)
_STOP_OTHER = (
    "le la les un une des du de et ou dans sur pour par avec sans est sont que qui quoi comment pourquoi quand "
    "el los las una uno del y en con por para sin es son qué cómo cuándo dónde il lo gli di che per non"
)
# One character each: particles of scripts that are read without spaces.
_STOP_CJK = "の は が を に で と も へ か な さ た て だ す る い 的 了 是 在 有 和 吗 呢 么 什"
STOP_WORDS = _set(f"{_STOP_EN} {_STOP_DE} {_STOP_OTHER} {_STOP_CJK}")

# Words that frame a question without being its matter; they count little, and only when nothing else is left.
FRAME_WORDS = _set(
    "handle handles handled work works working use uses used using mean means happen happens explain describe "
    "compare overview introduction detail details say says documentation document documents docs tell know known "
    "matter matters way ways kind kinds thing things best different difference differences exactly provide provides "
    "support supports offer offers available need needs like make makes get gets give gives regard consider "
    "considered avoid avoided related topic question limitation limitations restriction restrictions pitfall "
    "pitfalls problem problems warn warns warning warnings option options set settings configure configured "
    "configuration step steps involve involved main role play plays purpose important recommend recommended "
    "recommendation recommendations practice practices describe described apply applies rule rules cover covers "
    "section sections someone wants want trying try regard relevant belong control dokumente "
    "dokumentation abschnitt sagen sagt erklären beschreiben funktioniert funktionieren "
    "einschränkungen beachten"
)

_SUFFIXES = (
    "izations", "ization", "isation", "fulness", "iveness", "ations", "ation", "ments", "ment", "ities", "ators",
    "ings", "ated", "ates", "ator", "ness", "able", "ible", "ions", "ing", "ion", "ies", "ied", "ers", "ors", "ate",
    "ive", "ity", "ed", "es", "er", "or", "al", "ly", "en", "s", "e", "y",
)  # fmt: skip


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return a crude common root of a word, so that "cancellation", "cancelled" and "cancelling" meet.

    Source: our own list of suffixes, tried longest first; the root keeps at least four letters.
    """
    word = word.lower()
    if len(word) < 5 or not word.isalpha():
        return word[:-1] if len(word) == 4 and word.endswith("s") and word[-2] != "s" and word.isalpha() else word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4 and not (suffix == "s" and word.endswith("ss")):
            word = word[: -len(suffix)]
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word[:-1] if len(word) > 4 and word[-1] in "ey" else word


@lru_cache(maxsize=50_000)
def forms(token: str) -> tuple[str, ...]:
    """Return what a token stands for: its stem, and for an identifier also itself and its parts' stems."""
    token = token.rstrip("'").removesuffix("'s").removesuffix("’s")
    parts = [piece for part in _PART.findall(token) for piece in _CAMEL.split(part)]
    if len(parts) <= 1:
        return (stem(token),)
    found = dict.fromkeys([token.lower(), *(stem(piece) for piece in parts)])
    for piece in re.split(r"[.\-]", token):
        found.setdefault(piece.lower() if "_" in piece else stem(piece))
    return tuple(found)


def tokens(text: str) -> list[str]:
    """Return the words and identifiers of a text as written."""
    return _TOKEN.findall(text)


def stems(text: str) -> list[str]:
    """Return the stems of a text's words without stop words, parts of identifiers included, in order."""
    found: list[str] = []
    for token in tokens(text):
        if token.lower() not in STOP_WORDS:
            found.extend(form for form in forms(token) if form not in STOP_WORDS)
    return found


@lru_cache(maxsize=4096)
def stems_of_name(name: str) -> frozenset[str]:
    """Return the stems of a title or heading; the same few come up for every sentence."""
    return frozenset(stems(name))


def is_name(token: str) -> bool:
    """Tell whether a token looks like an identifier, an acronym or a version rather than a plain word."""
    return (
        "_" in token
        or "." in token
        or any(character.isdigit() for character in token)
        or (len(token) > 1 and token.isupper())
        or bool(_CAMEL.search(token))
    )


_MARKERS = {
    "en": _set("the of and is are to what how does with for when which why do my should an can you"),
    "de": _set(
        "der die das und ist sind nicht mit wie was für ein eine einen einem werden wird auf von warum wann "
        "welche ich es so bis bei dem den im zum zur kann man wenn nach über lange"
    ),
    "fr": _set("le la les des et est dans pour comment quoi une avec sur que qui du"),
    "es": _set("el los las y es en para cómo qué una con del que por se"),
    "it": _set("il lo gli di che è come per una con del della sono"),
    "pt": _set("o os as e é em para como uma com do da que não"),
    "nl": _set("de het een en is hoe wat voor met van niet zijn"),
}


def language_of(text: str) -> str:
    """Guess a text's language from its commonest small words; "" when nothing tells."""
    words = [token.lower() for token in tokens(text)]
    counts = {code: sum(word in markers for word in words) for code, markers in _MARKERS.items()}
    best = max(counts, key=lambda code: counts[code])
    if counts[best] == 0 or sum(count == counts[best] for count in counts.values()) > 1:
        return ""
    return best
