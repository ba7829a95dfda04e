"""What kind of statement a question wants: a definition, a limit, an option, a step, a recommendation."""

from __future__ import annotations

import re
from dataclasses import dataclass

# A sentence of the wanted kind counts this much more, one that defines what is asked more still, and one that
# only warns or excuses when steps are asked for counts less.
BOOST, DEFINES, BESIDE = 1.45, 1.9, 0.6


@dataclass(frozen=True)
class Aspect:
    """A kind of statement: how questions ask for it, and how sentences that make it read."""

    asked: re.Pattern[str]
    made: re.Pattern[str]


def _aspect(asked: str, made: str) -> Aspect:
    return Aspect(re.compile(asked, re.IGNORECASE), re.compile(made, re.IGNORECASE))


_ASPECTS = (
    _aspect(
        r"\b(?:limitations?|pitfalls?|drawbacks?|restrictions?|disadvantages?|caveats?|dangers?|risks?|downsides?|"
        r"safe|einschränkungen|nachteile?|limites|limitaciones)\b",
        r"\b(?:cannot|can not|can't|must not|should not|may not|not (?:be )?(?:possible|supported|"
        r"guaranteed|safe|allowed|secure)|only (?:if|when|one|a|the)|"
        r"unless|limits?|limited|limitations?|restrictions?|disadvantages?|drawbacks?|downsides?|slower|warning|caution|"
        r"beware|careful|never|dangerous|insecure|"
        r"however|does not|do not|nicht|kein|nur)\b",
    ),
    _aspect(
        r"\b(?:errors?|problems?|fail\w*|exceptions?|corrupt\w*|fehler|probleme|erreurs|errores)\b",
        r"\b(?:errors?|exceptions?|rais(?:e|es|ed|ing)|fail(?:s|ed|ure|ures|ing)?|problems?|deadlocks?|"
        r"corrupt(?:ed|ion)?|lost|loss|crash|hang|wrong|fehler|problem)\b",
    ),
    _aspect(
        r"\b(?:functions?|commands?|settings?|options?|parameters?|befehle|einstellungen|commandes|"
        r"comandos)\b.*\b(?:belong|used|control|set|gehören|concernent)\b",
        r"\b(?:options?|parameters?|settings?|arguments?|flags?|functions?|methods?|commands?|pragma|"
        r"clauses?|variables?|configuration|befehl|option|funktion)\b",
    ),
    _aspect(
        r"\bwhen\b.*\b(?:recommended|preferred|used|good|better|choice)\b|\bwann\b|\bquand\b|\bcuándo\b|"
        r"\bshould\b.*\bpreferred\b",
        r"\b(?:should|recommend(?:ed|s)?|prefer(?:red|able)?|useful|suitable|appropriate|ideal|better|"
        r"best|good (?:choice|idea|fit)|designed for|intended for|sollte|empfohlen)\b",
    ),
    _aspect(
        r"^(?:how (?:do|can|to|should)\b|which steps\b|welche schritte|wie kann)",
        r"^(?:to \w+|use|run|call|set|add|create|you (?:can|should|must|need)|first|once|if you|one way|"
        r"um )\b|\b(?:by (?:using|calling|running|setting|passing)|"
        r"can be (?:used|set|done|configured|created|specified|passed|called)|uses? (?:the )?\w+|\w+s? with \w+-\w+|"
        r"the \w+ (?:command|function|tool|statement)|is (?:used|done|enabled|"
        r"created) (?:by|to|with)|you can|it is possible to|needs? to be|must be)\b",
    ),
    _aspect(
        r"^why\b|^warum\b|^wieso\b|^pourquoi\b|\breasons?\b",
        r"\b(?:because|so that|to avoid|to prevent|therefore|reasons?|in order to|otherwise|due to|since|"
        r"this means|weil|damit|deshalb|daher|um .{3,60} zu)\b",
    ),
    _aspect(
        r"^what (?:is|are|does)\b|^was (?:ist|sind)\b|\bdifferences?\b",
        r"\b(?:is|are) (?:a|an|the|called|used to|defined as|similar to|like|ein|eine)\b|\bmeans\b|"
        r"\bwhereas\b|\bwhile\b|\bunlike\b|\brather than\b|\bin contrast\b",
    ),
)  # fmt: skip


def asked_for(question: str) -> tuple[Aspect, ...]:
    """Return the kinds of statement a question wants; none when it is only about a thing."""
    return tuple(aspect for aspect in _ASPECTS if aspect.asked.search(question))


_SEEKS_DEFINITION = re.compile(
    r"^(?:what (?:is|are|exactly is)\b(?! the (?:best|difference|limit|drawback|disadvantage))|define\b|"
    r"what does .+ mean\b|what does the documentation say about\b|what do the documents say about\b|"
    r"was (?:ist|sind|bedeutet)\b|was sagt die dokumentation\b)",
    re.IGNORECASE,
)
_SEEKS_STEPS = re.compile(
    r"^(?:how (?:do|can|to|should)\b|which steps\b|welche schritte|wie (?:kann|richte|lege))", re.I
)
_BESIDE = re.compile(
    r"^(?:note that|it is not (?:necessary|required)|warning|caution|be careful|beware|never|you should also)\b|"
    r"\b(?:fortunately|unfortunately|historically|it is not necessary|cannot|do not need)\b",
    re.IGNORECASE,
)
_COPULA = re.compile(
    r"\s(?:is|are|means|refers to|denotes|defines|stands for|describes|provides?|ist|sind|bezeichnet|bedeutet)\s"
)


def seeks_definition(question: str) -> bool:
    """Tell whether a question asks what something is."""
    return bool(_SEEKS_DEFINITION.search(question))


def is_beside(sentence: str, question: str) -> bool:
    """Tell whether a sentence only warns or excuses where a question asks for steps."""
    return bool(_SEEKS_STEPS.search(question) and _BESIDE.search(sentence))


def subject_of(sentence: str) -> str:
    """Return what stands before a sentence's first defining verb, "" when it has none near its beginning."""
    match = _COPULA.search(sentence[:160])
    return sentence[: match.start()] if match and len(sentence[: match.start()].split()) <= 8 else ""


def boost(sentence: str, wanted: tuple[Aspect, ...]) -> float:
    """Return the factor a sentence earns for being of a wanted kind."""
    return BOOST if any(aspect.made.search(sentence) for aspect in wanted) else 1.0
