"""Words as the offline minds compare them: stems without stop words, and a text's language.

The researcher in the sandbox has its own copy of this knowledge: the sandbox stands alone.
"""

from __future__ import annotations

import re
from functools import lru_cache

_TOKEN = re.compile(r"[぀-ヿ㐀-鿿가-힯]|\w+(?:[.\-']\w+)*", re.UNICODE)
_PART = re.compile(r"[^\W\d_]+|\d+", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


STOP_WORDS = _set(
    "a an the and or but nor of in on at to for from by with without within into onto over under about as is are "
    "was were be been being am do does did done doing have has had having can could may might must shall should "
    "will would what which who whom whose when where why how that this these those it its they them their there "
    "here i you your we our us he she his her him my me not no if then than so such some any all each every both "
    "either neither between among through during before after also only just very more most much many other "
    "another same own too one per via vs etc up out off down now let lets instead rather until while again still "
    "yet please two three four five six seven eight nine ten ago last old new long lot "
    "der die das des dem den ein eine einer eines einem einen und oder aber nicht kein keine von vom zu zum zur "
    "mit ohne in im an am auf aus bei beim für über unter durch gegen nach vor als wie was wer wo wann warum "
    "welche welcher welches ich mich mir mein meine meinen bis so lange dauert fertig wieso "
    "ist sind war waren sein wird werden hat haben kann können muss müssen "
    "soll sollen man "
    "sich es er sie wir ihr du dass ob wenn dann auch nur noch "
    "le la les un une du de et ou dans sur pour par avec sans est sont que qui quoi comment "
    "pourquoi quand quelles "
    "の は が を に で と も へ か な さ た て だ す る い 的 了 是 在 有 和 吗 呢 么 什 "
    "quels el los las una uno del y con para sin son qué cómo cuándo dónde"
)
# They frame a question without being its matter.
FRAME_WORDS = _set(
    "handle handles handled work works working use uses used using mean means happen happens "
    "explain describe compare "
    "overview introduction detail details say says documentation document documents docs section "
    "tell know matter way "
    "ways kind kinds thing things best different difference differences exactly provide provides support supports "
    "offer need needs make makes get gets consider considered avoid avoided related topic question limitation "
    "limitations pitfall pitfalls problem problems option options setting settings function "
    "functions command commands "
    "step steps important recommend recommended recommendation practice practices want wants control belong someone "
    "trying try regard relevant recommendations research investigate summarize summarise please "
    "dokumentation sagt funktioniert einschränkungen"
)

# A topic's verbs and qualities say how it asks; a quote that answers it often uses others.
COMMON_VERBS = _set(
    "find finds found tune tuned tuning decide decides choose chooses become becomes create creates "
    "created send sends sending read reads reading write "
    "writes writing build builds building run runs running start stop call calls calling collect convert parse count "
    "correctly find share schedule automate automated rank enforce enforced insert use prevent "
    "prevents exist exists verify verifies set sets setting "
    "protect protected apply applies given put go come see look want know load loads store stored "
    "combine combined hide hidden achieve achieved done made "
    "safe good better large easily quickly same several time times many main common typical "
    "possible example examples inexact slow parts exactly "
    "recurring actually really properly efficient efficiently fast whole entire"
)

# They stand in every documentation and name no topic by themselves.
GENERIC_WORDS = _set(
    "data file files system systems computer server value values thing stuff name names user users program programs "
    "software application applications code text list part version place life everything anything something "
    "nothing anyone people world day today time work help information"
)

_SUFFIXES = (
    "izations", "ization", "isation", "fulness", "iveness", "ations", "ation", "ments", "ment", "ities", "ators",
    "ings", "ated", "ates", "ator", "ness", "able", "ible", "ions", "ing", "ion", "ies", "ied", "ers", "ors", "ate",
    "ive", "ity", "ed", "es", "er", "or", "al", "ly", "en", "s", "e", "y",
)  # fmt: skip


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a crude common root, so that "cancellation" and "cancelled" meet; it keeps at least four letters."""
    word = word.lower()
    if len(word) < 5 or not word.isalpha():
        return word[:-1] if len(word) == 4 and word.isalpha() and word[-1] == "s" != word[-2] else word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4 and not (suffix == "s" and word.endswith("ss")):
            word = word[: -len(suffix)]
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word[:-1] if len(word) > 4 and word[-1] in "ey" else word


def tokens(text: str) -> list[str]:
    """Return the words and identifiers of a text as written."""
    return _TOKEN.findall(text)


def _forms(token: str) -> list[str]:
    parts = [piece for part in _PART.findall(token) for piece in _CAMEL.split(part)]
    if len(parts) <= 1:
        return [stem(token.removesuffix("'s"))]
    return [token.lower(), *(stem(piece) for piece in parts)]


def stems(text: str) -> frozenset[str]:
    """Return the stems of a text's words without stop words, the parts of identifiers included."""
    return frozenset(form for token in tokens(text) for form in _forms(token) if form not in STOP_WORDS)


def matter(text: str) -> list[str]:
    """Return the words that carry a text's matter, as written, each once."""
    found: dict[str, str] = {}
    for token in tokens(text):
        lowered = token.lower()
        if lowered not in STOP_WORDS and lowered not in FRAME_WORDS and (len(token) > 1 or not token.isascii()):
            found.setdefault(stem(token), token)
    return list(found.values())


def nouns(text: str) -> list[str]:
    """Return the words of a text that an answer must mention: its matter without common verbs and qualities."""
    found = matter(text)
    return [word for word in found if word.lower() not in COMMON_VERBS] or found


def meets(word: str, stems_there: frozenset[str]) -> bool:
    """Tell whether a word as written occurs among stems, for an identifier any of its parts."""
    return any(form in stems_there for form in _forms(word) if form not in STOP_WORDS)


def alike(one: str, other: str) -> float:
    """Return 0-1: how much of the shorter text's matter the two share."""
    first = {stem(word) for word in matter(one)}
    second = {stem(word) for word in matter(other)}
    return len(first & second) / (min(len(first), len(second)) or 1)


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
    """Guess a text's language (BCP 47) from its commonest small words; "" when nothing tells."""
    lowered = [token.lower() for token in tokens(text)]
    counts = {code: sum(word in markers for word in lowered) for code, markers in _MARKERS.items()}
    best = max(counts, key=lambda code: counts[code])
    tied = sum(count == counts[best] for count in counts.values()) > 1
    return "" if counts[best] == 0 or tied else best
