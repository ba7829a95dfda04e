"""The sentences the offline minds ask with, in the languages they can ask in, and the themes read back from them."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Phrasing:
    """One language's questions; {name} is a noun phrase that stands alone, {heading} a heading of a document."""

    general: str
    section: str
    limits: str
    options: str
    usage: str
    steps: str
    mistakes: str

    def aspects(self) -> tuple[str, ...]:
        """Return the questions that can be asked about any named thing, most useful first."""
        return (self.general, self.limits, self.options, self.usage, self.steps, self.mistakes)


ENGLISH = Phrasing(
    general="What does the documentation say about {name}?",
    section="What does the section “{heading}” say about {name}?",
    limits="Which limitations and pitfalls should be considered with {name}?",
    options="Which functions, commands or settings belong to {name}?",
    usage="When is {name} recommended, and when is it not?",
    steps="Which steps does the documentation describe for {name}?",
    mistakes="Which errors and problems can occur with {name}?",
)
# Other languages put the name in quotation marks, so that it need not be declined.
OTHERS: dict[str, Phrasing] = {
    "de": Phrasing(
        general="Was sagt die Dokumentation über „{name}“?",
        section="Was sagt der Abschnitt „{heading}“ über „{name}“?",
        limits="Welche Einschränkungen gibt es bei „{name}“?",
        options="Welche Funktionen, Befehle oder Einstellungen gehören zu „{name}“?",
        usage="Wann wird „{name}“ empfohlen und wann nicht?",
        steps="Welche Schritte beschreibt die Dokumentation für „{name}“?",
        mistakes="Welche Fehler und Probleme können bei „{name}“ auftreten?",
    ),
    "fr": Phrasing(
        general="Que dit la documentation sur « {name} » ?",
        section="Que dit la section « {heading} » sur « {name} » ?",
        limits="Quelles sont les limites de « {name} » ?",
        options="Quelles fonctions, commandes ou options concernent « {name} » ?",
        usage="Quand « {name} » est-il recommandé, et quand ne l'est-il pas ?",
        steps="Quelles étapes la documentation décrit-elle pour « {name} » ?",
        mistakes="Quelles erreurs peuvent survenir avec « {name} » ?",
    ),
    "es": Phrasing(
        general="¿Qué dice la documentación sobre «{name}»?",
        section="¿Qué dice la sección «{heading}» sobre «{name}»?",
        limits="¿Qué limitaciones tiene «{name}»?",
        options="¿Qué funciones, comandos u opciones pertenecen a «{name}»?",
        usage="¿Cuándo se recomienda «{name}» y cuándo no?",
        steps="¿Qué pasos describe la documentación para «{name}»?",
        mistakes="¿Qué errores pueden ocurrir con «{name}»?",
    ),
}
# What someone wants to do ("remove a package") is asked about with these.
ACTS = (
    "How can one {act}?",
    "Which functions, commands or settings are used to {act}?",
    "Which limitations and pitfalls should be considered when trying to {act}?",
    "Which steps does the documentation describe for someone who wants to {act}?",
    "Which errors and problems can occur when trying to {act}?",
)
# A question that names nothing by itself is asked about as a whole.
QUESTIONS = (
    "Which limitations and pitfalls are relevant to {name}?",
    "Which functions, commands or settings are relevant to {name}?",
    "Which errors and problems are relevant to {name}?",
    "Which recommendations are relevant to {name}?",
    "Which steps are relevant to {name}?",
)
COMPARISONS = (
    "What are the differences between {names}?",
    "When should one of {names} be preferred to the other?",
)

_QUOTED = r"[“„«]\s?(?P<q>.+?)\s?[“”»]"
_THEMES: tuple[tuple[str, str], ...] = (
    (r"What does the section “(?P<a>.+?)” say about .+\?", "{a}"),
    (r"Which limitations and pitfalls are relevant to .+\?", "Limitations and pitfalls"),
    (r"Which functions, commands or settings are relevant to .+\?", "Functions, commands and settings"),
    (r"Which errors and problems are relevant to .+\?", "Errors and problems"),
    (r"Which recommendations are relevant to .+\?", "Recommendations"),
    (r"Which steps are relevant to .+\?", "Steps"),
    (r"What does the documentation say about (?P<a>.+)\?", "{a}"),
    (
        r"Which limitations and pitfalls should be considered (?:with|when trying to) (?P<a>.+)\?",
        "Limitations and pitfalls",
    ),
    (r"Which functions, commands or settings (?:belong|are used) to (?P<a>.+)\?", "Functions, commands and settings"),
    (r"When (?:is|are) (?P<a>.+) recommended, and when (?:is it|are they) not\?", "When to use it"),
    (r"Which steps does the documentation describe for (?P<a>.+)\?", "Steps"),
    (r"Which errors and problems can occur (?:with|when trying to) (?P<a>.+)\?", "Errors and problems"),
    (r"What are the differences between (?P<a>.+)\?", "Differences between {a}"),
    (r"When should one of .+ be preferred to the other\?", "Which one to prefer"),
    (r"How (?:does|do|can|should) (?P<a>.+) works?(?P<b> (?:in|on|with|for) .+)?\?", "How {a} works{b}"),
    (r"How (?:can one|do I|do you|can I|to) (?P<a>.+)\?", "How to {a}"),
    (r"(?:Was sagt der Abschnitt|Que dit la section|¿Qué dice la sección) " + _QUOTED + r" .+", "{q}"),
    (
        r"(?:Was sagt die Dokumentation über|Que dit la documentation sur|¿Qué dice la documentación sobre) "
        + _QUOTED
        + r" ?\?",
        "{q}",
    ),
)
_HANDLES = re.compile(
    r"How (?:does|do|can|should) (?P<subject>.+?) (?:handle|manage|support|deal with|treat) (?P<a>.+)\?$", re.I
)


def phrasing_for(language: str) -> Phrasing:
    """Return a language's questions, English when it is not one we can ask in."""
    return OTHERS.get(language, ENGLISH)


def is_or_are(name: str) -> str:
    """Return the verb that agrees with a noun phrase, as far as its ending tells."""
    head = re.split(r"\s+(?:in|on|for|with|of|under|using|from)\s+", name, maxsplit=1)[0]
    last = head.split()[-1].lower() if head.split() else ""
    several = " and " in f" {head} " or (
        last.endswith("s") and not last.endswith(("ss", "us", "is", "ics")) and last.islower()
    )
    return "are" if several else "is"


def ask(template: str, **names: str) -> str:
    """Fill a question and make its verb agree with the name."""
    name = names.get("name", "")
    if name and is_or_are(name) == "are" and template == ENGLISH.usage:
        template = "When are {name} recommended, and when are they not?"
    question = template.format(**names)
    return question[0].upper() + question[1:]


def theme_of(question: str) -> str:
    """Read a short theme back from a question of ours; any other question is its own theme."""
    text = " ".join(question.split())
    if match := _HANDLES.match(text):
        return _capital(match["a"])
    for pattern, theme in _THEMES:
        if match := re.fullmatch(pattern, text, re.IGNORECASE):
            named = theme.format(**{name: value or "" for name, value in match.groupdict().items()})
            # A heading keeps its own letters.
            return named if theme == "{q}" or pattern.startswith("What does the section") else _capital(named)
    return text


def _capital(text: str) -> str:
    first = text.split(" ", 1)[0]
    # An identifier keeps its own letters.
    return text if not first.isalpha() or not first.islower() else text[0].upper() + text[1:]
