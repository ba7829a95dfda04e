"""Takes a topic apart: what it is about, which sides of it are asked for, and how the question was put."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.agents.offline import words

# A topic longer than this is a pasted text: its question or first sentence stands for it.
LONG_TOPIC_CHARS = 220
MAX_NAME_CHARS = 120
MAX_FACETS = 4

_IMPERATIVE = re.compile(
    r"^(?:please |can you |could you |i (?:want|need|would like) (?:you )?to (?:know |learn |understand )?(?:about )?)?"
    r"(?:explain|describe|summari[sz]e|research|investigate|study|explore|outline|discuss|analy[sz]e|review|"
    r"tell me (?:everything |more )?about|tell me|give (?:me )?an? (?:\w+ )?(?:overview|summary|introduction) (?:of|to|on)|"
    r"write (?:a |an )?(?:\w+ ){0,3}(?:report |article |summary |overview )?(?:about|on|of)|find out(?: about)?|learn(?: about)?|"
    r"look into|everything about|an? (?:overview|introduction) (?:of|to|on))\s+(?:me )?",
    re.IGNORECASE,
)
_DOING = re.compile(
    r"^how (?:do|does|can|should|could|would|must) (?:i|you|we|one|someone|people|a user|users) (?P<act>.+)$", re.I
)
_HOW_TO = re.compile(r"^how to (?P<act>.+)$", re.I)
_HANDLES = re.compile(
    r"^(?P<lead>how (?:does|do|did|can|should)) (?P<subject>.+?) (?P<verb>handle|manage|support|implement|deal with|treat|process|"
    r"store|detect|prevent|ensure|guarantee|achieve|provide|perform|represent|organi[sz]e|resolve|enforce|use|control|"
    r"check|verify|protect|parse|choose|limit|avoid|compare) (?P<object>.+)$",
    re.I,
)
_WORKS = re.compile(
    r"^how (?P<do>does|do) (?P<object>.+?) works?(?P<place> (?:in|on|with|for|under|inside|within) .+)?$", re.I
)
_IS_DONE = re.compile(
    r"^how (?:is|are) (?P<object>.+?) (?P<verb>\w+(?:ed|en|ne|lt|pt|t|ilt|un))(?P<place> (?:in|on|with|for|by|under|within) .+)?$",
    re.I,
)
_WHAT_IS = re.compile(r"^what(?: is|'s| are) (?:the )?(?P<object>.+)$", re.I)
_DIFFERENCE = re.compile(
    r"^(?:what(?: is|'s| are) )?(?:the )?(?:main )?differences? between (?P<a>.+?) and (?P<b>.+)$", re.I
)
_VERSUS = re.compile(
    r"^(?:compare )?(?P<a>.+?) (?:vs\.?|versus|compared (?:to|with)) (?P<b>.+)$|^compare (?P<c>.+?) (?:and|with|to) (?P<d>.+)$",
    re.I,
)
_INDIRECT = re.compile(r"^how (?P<subject>.+?) (?P<verb>\w+?)(?P<s>es|s) (?P<object>.+)$", re.I)
_PLACE = re.compile(
    r"^(?P<facet>.+?) (?P<word>in|on|for|with|of|under|using|from) (?P<subject>(?:the )?[^,]+)$", re.I
)
_GENERAL = re.compile(r"^(?:what|which|when|why|where|who|whose|whom|how|is|are|does|do|can|should|will)\b", re.I)


@dataclass(frozen=True)
class Topic:
    """A topic taken apart; every text is a piece of the user's own words."""

    text: str  # one line, as the report calls it
    language: str
    subject: str  # what everything is about, "" when the topic names only one thing
    facets: tuple[str, ...]  # noun phrases that are asked about, the subject not repeated
    act: str = ""  # "remove a package": what someone wants to do
    frame: str = ""  # a question with {facet}, when the topic puts one that can be asked per facet
    compares: bool = False
    is_question: bool = False
    questions: tuple[str, ...] = ()  # further questions the topic spells out

    def name(self, facet: str) -> str:
        """Name a facet so that it stands alone."""
        if not self.subject or words.alike(facet, self.subject) == 1.0:
            return facet
        return f"{facet} in {self.subject}"

    @property
    def whole(self) -> str:
        """Name everything that is asked about."""
        return shorten(self.name(join(self.facets)) if self.facets else self.subject or self.text)


def read(topic: str) -> Topic:
    """Take a topic apart; a topic nothing is recognised in keeps its own words as its only facet."""
    text, further = _essence(topic)
    language = words.language_of(text)
    body = _strip_end(_IMPERATIVE.sub("", text, count=1)) or _strip_end(text)
    is_question = text.rstrip().endswith("?") or bool(_GENERAL.match(body))
    base = Topic(text=text, language=language, subject="", facets=(), is_question=is_question, questions=further)
    if language not in ("", "en"):
        return _with(base, facets=(shorten(_strip_foreign_question(body)),))
    return _read_english(base, body)


def _read_english(base: Topic, body: str) -> Topic:
    if match := _DIFFERENCE.match(body) or _VERSUS.match(body):
        groups = [group for group in match.groups() if group]
        last, subject = _split_place(groups[-1])
        first = _strip_place(groups[0], subject)
        return _with(base, facets=(first, last), subject=subject, compares=True)
    if match := _DOING.match(body) or _HOW_TO.match(body):
        return _with(base, act=match["act"], facets=(match["act"],))
    if match := _HANDLES.match(body):
        frame = f"{match['lead'].capitalize()} {match['subject']} {match['verb'].lower()} {{facet}}?"
        return _with(base, subject=match["subject"], facets=conjuncts(match["object"]), frame=frame)
    if match := _WORKS.match(body):
        place = match["place"] or ""
        facets = conjuncts(match["object"])
        return _with(base, subject=_bare_place(place), facets=facets)
    if match := _IS_DONE.match(body):
        return _with(base, subject=_bare_place(match["place"] or ""), facets=conjuncts(match["object"]))
    if match := _WHAT_IS.match(body):
        return _from_phrase(base, match["object"])
    if match := _INDIRECT.match(body):
        frame = f"How does {match['subject']} {match['verb']}{'e' if match['s'] == 'es' and match['verb'][-1] in 'lgsvzc' else ''} {{facet}}?"
        if not _GENERAL.match(match["subject"]) and match["verb"].lower() not in words.STOP_WORDS:
            return _with(base, subject=match["subject"], facets=conjuncts(match["object"]), frame=frame)
    if _GENERAL.match(body):
        return _with(base, facets=(_matter_phrase(body),))
    return _from_phrase(base, body)


def _from_phrase(base: Topic, phrase: str) -> Topic:
    facet, subject = _split_place(phrase)
    if subject and len(words.matter(subject)) <= 5:
        return _with(base, subject=subject, facets=conjuncts(facet))
    facets = conjuncts(phrase)
    first = words.tokens(facets[0])
    # "PostgreSQL MVCC and vacuum": the leading name holds for what follows.
    if len(facets) > 1 and len(first) > 1 and first[0][0].isupper() and re.search(r"[A-Z0-9_]", first[0][1:]):
        return _with(base, subject=first[0], facets=(facets[0].removeprefix(first[0]).strip(), *facets[1:]))
    return _with(base, facets=facets)


def conjuncts(phrase: str) -> tuple[str, ...]:
    """Split "task cancellation and timeouts" into its parts; at most MAX_FACETS, a part keeps its own words."""
    parts = [
        part.strip(" ,;")
        for part in re.split(r",\s*(?:and|or|und|et|y)\s+|[,;]\s+|\s+(?:and|or|und|as well as|&)\s+", phrase)
    ]
    parts = [_strip_article(part) for part in parts if words.matter(part)]
    if not parts or any(len(part.split()) > 9 for part in parts):
        return (shorten(phrase),)
    return tuple(dict.fromkeys(parts))[:MAX_FACETS]


def join(names: tuple[str, ...]) -> str:
    """Join names as a sentence does: "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def shorten(text: str, limit: int = MAX_NAME_CHARS) -> str:
    """Cut a text at a word so that it has at most `limit` characters."""
    if len(text) <= limit:
        return text
    cut = text[:limit].rsplit(" ", 1)[0].rstrip(" ,;:-")
    return re.sub(r"\s+(?:and|or|of|in|the|a|an|to|for|with|on|by|from)$", "", cut)


def _essence(topic: str) -> tuple[str, tuple[str, ...]]:
    """Return the line that stands for a topic, and further questions or points it lists."""
    lines = [" ".join(line.split()) for line in topic.splitlines() if line.strip()]
    flat = " ".join(lines)
    pieces = [
        piece
        for line in lines
        for piece in re.findall(r"[^.?!]+(?:[.?!](?!\s|$)[^.?!]*)*[.?!]*", line)
        if piece.strip()
    ]
    questions = [
        piece.strip()
        for piece in pieces
        if piece.strip().endswith("?") and 12 < len(piece.strip()) <= LONG_TOPIC_CHARS
    ]
    points = [point for line in lines[1:] if (point := _point(line))]
    if len(flat) <= LONG_TOPIC_CHARS and len(questions) < 2 and not points:
        return flat, ()
    main = questions[0] if questions else shorten(pieces[0].strip() if pieces else flat, LONG_TOPIC_CHARS)
    rest = [question for question in questions[1:] if question != main]
    return main, tuple((rest + points)[:5])


def _point(line: str) -> str:
    match = re.match(r"^(?:[-*•–]|\d+[.)])\s+(.{4,120})$", line)
    return match[1].strip(" .") if match else ""


def _split_place(phrase: str) -> tuple[str, str]:
    match = _PLACE.match(phrase)
    if not match or match["word"].lower() not in ("in", "on", "for", "with", "of", "under", "using"):
        return phrase, ""
    if match["word"].lower() == "of" or not words.matter(match["facet"]):
        return phrase, ""
    return match["facet"], match["subject"]


def _strip_place(phrase: str, subject: str) -> str:
    return re.sub(rf"\s+(?:in|on|for|with)\s+{re.escape(subject)}$", "", phrase, flags=re.I) if subject else phrase


def _bare_place(place: str) -> str:
    return re.sub(r"^\s*(?:in|on|with|for|by|under|inside|within)\s+", "", place, flags=re.I)


def _strip_article(text: str) -> str:
    return re.sub(r"^(?:the|a|an)\s+", "", text, flags=re.I)


def _strip_end(text: str) -> str:
    return text.strip().rstrip("?.!").strip()


def _matter_phrase(question: str) -> str:
    return shorten(" ".join(words.matter(question)) or question)


def _strip_foreign_question(body: str) -> str:
    return re.sub(
        r"^(?:wie|was|warum|wann|wo|welche\w*|comment|pourquoi|quand|quelles?|quels?|cómo|qué|cuándo)\s+"
        r"(?:(?:funktionier(?:t|en)|ist|sind|wird|werden|kann man|fonctionnent?|est|sont|peut-on|funcionan?|es|son)\s+)?",
        "",
        body,
        count=1,
        flags=re.IGNORECASE,
    )


def _with(base: Topic, **changes: object) -> Topic:
    from dataclasses import replace

    return replace(base, **changes)  # type: ignore[arg-type]
