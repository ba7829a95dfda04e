"""Takes a topic apart: what it is about, which sides of it are asked for, and how the question was put."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.agents.offline import grammar, words

# A topic longer than this is a pasted text: its question or first sentence stands for it.
LONG_TOPIC_CHARS = 220
MAX_NAME_CHARS = 120
# What a report repeats of a topic.
MAX_ASKED_CHARS = 600
MAX_FACETS = 4
MAX_NAME_WORDS = 10


@dataclass(frozen=True)
class Topic:
    """A topic taken apart; every text is a piece of the user's own words."""

    text: str  # the one line that stands for the topic
    language: str
    title: str  # what the report is called
    asked: str  # the whole topic, a very long one cut after a sentence
    subject: str  # what everything is about, "" when the topic names only one thing
    facets: tuple[str, ...]  # noun phrases that are asked about, the subject not repeated
    preposition: str = "in"  # between a facet and the subject
    act: str = ""  # "remove a package": what someone wants to do
    frame: str = ""  # a question with {facet}, when the topic puts one that can be asked per facet
    compares: bool = False
    is_question: bool = False
    questions: tuple[str, ...] = ()  # further questions the topic spells out, made to stand alone
    points: tuple[str, ...] = ()  # what else the topic lists
    main: str = ""  # the first question of a topic that puts several
    main_name: str = ""  # what a question is about, when its grammar tells

    def name(self, facet: str) -> str:
        """Name a facet so that it stands alone."""
        if not self.subject or words.alike(facet, self.subject) == 1.0:
            return shorten(facet)
        return f"{facet} {self.preposition} {self.subject}"

    @property
    def whole(self) -> str:
        """Name everything that is asked about, as a noun phrase."""
        if self.act:
            return shorten(f"how to {self.act}" if self.language in ("", "en") else self.act)
        return shorten(self.name(join(self.facets)) if self.facets else self.subject or self.text, 2 * MAX_NAME_CHARS)


def read(topic: str) -> Topic:
    """Take a topic apart; a topic nothing is recognised in keeps its own words as its only facet."""
    flat = " ".join(topic.split())
    text, questions, points = _essence(topic)
    language = words.language_of(flat)
    body = _strip_end(grammar.IMPERATIVE.sub("", text, count=1)) or _strip_end(text)
    is_question = text.rstrip().endswith(("?", "？")) or bool(grammar.ASKS.match(body))
    base = Topic(
        text=text,
        language=language,
        title=flat if len(flat) <= LONG_TOPIC_CHARS else shorten(text, LONG_TOPIC_CHARS),
        asked=_cut_at_sentence(flat),
        subject="",
        facets=(),
        points=points,
        is_question=is_question,
    )
    if language not in ("", "en"):
        return _with(base, facets=(_foreign_name(body, language),), questions=questions)
    if not words.matter(text):
        return _with(base, facets=(f"the topic “{shorten(text)}”",))
    if len(points) > 1 and not is_question:
        return _with(base, facets=(f"the topic “{text}”",), questions=questions)
    main = _read_english(base, body)
    about = (
        main.main_name
        or (main.subject if main.frame else "")
        or (main.facets[0] if main.facets and not main.act else "")
    )
    further = tuple(_without_pronouns(_strip_end(question), about) for question in questions)
    return _with(main, questions=tuple(question for question in (*main.questions, *further) if question))


def _read_english(base: Topic, body: str) -> Topic:
    first, *others = grammar.CLAUSES.split(body)
    if others and (grammar.GENERAL.match(first) or first != body):
        topic = _read_clause(base, first)
        named = topic.facets[0] if topic.facets and not topic.facets[0].startswith("the question") else ""
        main = topic.subject if topic.frame else topic.main_name or named or topic.subject
        rest = tuple(_without_pronouns(other, main) for other in others)
        return _with(topic, text=base.text, questions=rest, main=_capital(first) + "?")
    return _read_clause(base, body)


def _read_clause(base: Topic, body: str) -> Topic:
    topic = _by_grammar(base, body)
    named = (*topic.facets, *([topic.subject] if topic.subject else []))
    if topic.act or all(is_noun_phrase(name) or name.startswith(("the question “", "the topic “")) for name in named):
        return topic
    kind = "question" if base.is_question else "topic"
    return _with(base, facets=(f"the {kind} “{_capital(body)}”",), main_name=_clause_subject(body))


def is_noun_phrase(name: str) -> bool:
    """Tell whether a piece of a topic can stand as the object of a question: no clause, no verb, no pronoun."""
    return (
        bool(words.matter(name))
        and len(name.split()) <= MAX_NAME_WORDS
        and not grammar.NO_NAME.search(name)
        and not re.search(r"[.?!:;](?:\s|$)", name)
    )


def _by_grammar(base: Topic, body: str) -> Topic:
    if match := grammar.DIFFERENCE.match(body) or grammar.VERSUS.match(body):
        groups = [group for group in match.groups() if group]
        last, preposition, subject = _split_place(groups[-1])
        first = _with_head(_strip_place(groups[0], subject), last)
        return _with(base, facets=(first, last), subject=subject, preposition=preposition, compares=True)
    if match := grammar.DOING.match(body) or grammar.HOW_TO.match(body) or grammar.IS_IT.match(body):
        return _with(base, act=match["act"], facets=(match["act"],))
    if match := grammar.HANDLES.match(body):
        frame = f"{_capital(match['lead'])} {match['subject']} {match['verb'].lower()} {{facet}}?"
        return _with(base, subject=match["subject"], facets=conjuncts(match["object"]), frame=frame)
    if match := grammar.WORKS.match(body):
        return _with(base, subject=_bare_place(match["place"] or ""), facets=conjuncts(match["object"]))
    if match := grammar.WHAT_IS.match(body):
        return _from_phrase(base, match["object"])
    if match := grammar.INDIRECT.match(body):
        is_clause = not grammar.GENERAL.match(match["subject"]) and match["verb"].lower() not in words.STOP_WORDS
        if is_clause and not base.is_question:
            verb = match["verb"] + ("e" if match["s"] == "es" and match["verb"][-1] in "lgsvzc" else "")
            frame = f"How does {match['subject']} {verb} {{facet}}?"
            return _with(base, subject=match["subject"], facets=conjuncts(match["object"]), frame=frame)
    if grammar.GENERAL.match(body):
        named = _clause_subject(body)
        return _with(base, facets=(f"the question “{_capital(body)}”",), main_name=named)
    return _from_phrase(base, body)


def _clause_subject(clause: str) -> str:
    """Return what a clause is about, when its grammar tells: "autovacuum" of "How does autovacuum decide when"."""
    match = grammar.CLAUSE_SUBJECT.match(clause)
    if match and len(match["subject"].split()) <= 6 and words.matter(match["subject"]):
        return match["subject"].strip()
    match = grammar.WHICH.match(clause)
    return match["object"].strip() if match and words.matter(match["object"]) else ""


def _with_head(first: str, last: str) -> str:
    """Give "shallow" the noun it shares with "deep copy"."""
    head = last.split()[-1]
    is_bare = first.isalpha() and first.islower() and len(last.split()) == 2 and last.isascii() and last.islower()
    if not is_bare or first.endswith("s") or last.startswith(("the ", "a ")) or words.stem(head) == words.stem(first):
        return first
    return f"{first} {head}"


def _without_pronouns(clause: str, main: str) -> str:
    """Put the thing's name where a further clause says "it"; "" when the clause cannot stand alone."""
    text = clause.strip()
    if main:
        text = re.sub(
            r"\b(what|which) (is|are) (?:its|their) (.+)$", rf"\1 \2 the \3 of {re.escape(main)}", text, flags=re.I
        )
        text = re.sub(r"\b(?:its|their)\b", f"{main}'s" if not main.endswith("s") else f"{main}'", text, flags=re.I)
        text = grammar.PRONOUN.sub(main.replace("\\", ""), text, count=1)
    text = _capital(text.replace("\\", ""))
    if grammar.POINTS_BACK.search(text) or not words.nouns(text) or grammar.PRONOUN.search(text):
        return ""
    there = words.stems(text)
    if not main or all(words.meets(word, there) for word in words.matter(main)):
        return f"{text}?" if words.matter(text) else ""
    return f"{_capital(main)}: {text[:1].lower() + text[1:]}?" if is_noun_phrase(main) else f"{text}?"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _from_phrase(base: Topic, phrase: str) -> Topic:
    facet, preposition, subject = _split_place(phrase)
    if subject and len(words.matter(subject)) <= 5:
        return _with(base, subject=subject, preposition=preposition, facets=conjuncts(facet))
    facets = conjuncts(phrase)
    first = words.tokens(facets[0])
    # "PostgreSQL MVCC and vacuum": the leading name holds for what follows.
    if len(facets) > 1 and len(first) > 1 and first[0][0].isupper() and re.search(r"[A-Z0-9_]", first[0][1:]):
        return _with(base, subject=first[0], facets=(facets[0].removeprefix(first[0]).strip(), *facets[1:]))
    return _with(base, facets=facets)


def asked_words(topic: Topic) -> list[str]:
    """Return the words an answer must mention; a list of points says them better than the text around it."""
    if len(topic.points) > 1 and not topic.is_question:
        return words.nouns(" ".join(topic.points))
    return words.nouns(" ".join((topic.text, *topic.points)))


def conjuncts(phrase: str) -> tuple[str, ...]:
    """Split "task cancellation and timeouts" into its parts; at most MAX_FACETS, a part keeps its own words."""
    parts = [
        part.strip(" ,;")
        for part in re.split(r",\s*(?:and|or|und|et|y)\s+|[,;]\s+|\s+(?:and|or|und|as well as|&)\s+", phrase)
    ]
    parts = [part for part in parts if words.matter(part)]
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


def _essence(topic: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the line that stands for a topic, further questions, and the points it lists."""
    lines = [" ".join(line.split()) for line in topic.splitlines() if line.strip()]
    flat = " ".join(lines)
    points = tuple(point for line in lines if (point := _point(line)))
    pieces = [
        piece.strip() for line in lines if not _point(line) for piece in grammar.PIECE.findall(line) if piece.strip()
    ]
    questions = [piece for piece in pieces if piece.endswith("?") and 8 < len(piece) <= LONG_TOPIC_CHARS]
    alone = [piece for piece in questions if len(words.nouns(piece)) >= 2 and not grammar.PRONOUN.search(piece)]
    if len(flat) <= LONG_TOPIC_CHARS and len(questions) < 2 and not points:
        return (alone[0] if alone and len(pieces) > 1 else flat), (), ()
    if alone and len(pieces) > len(questions):
        return alone[0], tuple(piece for piece in questions if piece is not alone[0])[:4], points[:5]
    if questions:
        return questions[0], tuple(questions[1:5]), points[:5]
    requests = [piece for piece in pieces if grammar.IMPERATIVE.match(piece) and words.matter(piece)]
    if requests and not points:
        return shorten(_strip_end(requests[-1]), LONG_TOPIC_CHARS), (), ()
    # "I have been running a service for years": what someone tells of himself is not what he asks.
    telling = [
        piece for piece in pieces if len(words.matter(piece)) >= 3 and not re.search(r"\b(?:I|we|my|our)\b", piece)
    ]
    if telling:
        return shorten(_strip_end(telling[0]), LONG_TOPIC_CHARS), (), points[:5]
    return join(tuple(_commonest(flat))) or shorten(flat), (), points[:5]


def _commonest(text: str, count: int = 5) -> list[str]:
    """Return the words a text says most often, in the order they first come."""
    often: dict[str, int] = {}
    for token in words.tokens(text):
        often[words.stem(token)] = often.get(words.stem(token), 0) + 1
    first = words.matter(text)
    chosen = set(sorted(first, key=lambda word: (-often[words.stem(word)], first.index(word)))[:count])
    return [word for word in first if word in chosen]


def _point(line: str) -> str:
    match = re.match(r"^(?:[-*•–]|\d+[.)])\s+(.{4,120})$", line)
    return match[1].strip(" .") if match else ""


def _split_place(phrase: str) -> tuple[str, str, str]:
    match = grammar.PLACE.match(phrase)
    if not match or match["word"].lower() in ("of", "from") or not words.matter(match["facet"]):
        return phrase, "in", ""
    return match["facet"], match["word"].lower(), match["subject"]


def _strip_place(phrase: str, subject: str) -> str:
    return re.sub(rf"\s+(?:in|on|for|with)\s+{re.escape(subject)}$", "", phrase, flags=re.I) if subject else phrase


def _bare_place(place: str) -> str:
    return re.sub(r"^\s*(?:in|on|with|for|by|under|inside|within)\s+", "", place, flags=re.I)


def _strip_end(text: str) -> str:
    return text.strip().rstrip("?.!？。！").strip()


def _foreign_name(body: str, language: str) -> str:
    """Name what a foreign question is about: its noun phrase, or its nouns alone when it holds a clause."""
    name = shorten(_strip_foreign_question(body))
    if language != "de" or not re.search(
        r"\b(?:ich|man|wir|du|es|sich|ist|sind|wird|werden|kann|muss|soll|bis|dass|wenn|warum|wie)\b", name
    ):
        return name
    # German writes its nouns with a capital.
    nouns = [word for word in words.matter(body) if word[:1].isupper() and word != words.tokens(body)[0]]
    return shorten(", ".join(nouns) or " ".join(words.matter(body)) or name)


def _cut_at_sentence(text: str) -> str:
    """Cut a long topic after its last sentence that fits."""
    if len(text) <= MAX_ASKED_CHARS:
        return text
    ends = [match.end() for match in re.finditer(r"[.?!。！？](?=\s|$)", text[:MAX_ASKED_CHARS])]
    return text[: ends[-1]] if ends and ends[-1] > MAX_ASKED_CHARS // 3 else shorten(text, MAX_ASKED_CHARS) + " …"


def _strip_foreign_question(body: str) -> str:
    return re.sub(
        r"^(?:wie|was|warum|wann|wo|welche\w*|comment|pourquoi|quand|quelles?|quels?|cómo|qué|cuándo)\s+"
        r"(?:(?:funktionier(?:t|en)|ist|sind|wird|werden|kann man|fonctionnent?|est|sont|peut-on|"
        r"funcionan?|es|son)\s+)?",
        "",
        body,
        count=1,
        flags=re.IGNORECASE,
    )


def _with(base: Topic, **changes: object) -> Topic:
    from dataclasses import replace

    return replace(base, **changes)  # type: ignore[arg-type]
