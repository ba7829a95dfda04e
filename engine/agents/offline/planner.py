"""Plans without a model: questions from the topic's own words and from the headings the library holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.agents.offline import given_plan, phrasing, topic, words
from engine.agents.offline.headings import Heading, matching_headings
from engine.agents.port import Emit, PlanTask
from engine.library.port import Library
from engine.values import ResearchQuestions

MAX_QUESTION_CHARS = 400
# Questions about sections of the library; the rest of the plan asks about the topic as a whole.
MAX_SECTIONS = 3


class OfflinePlanner:
    """Implements `engine.agents.port.Planner`; without a library it plans from the topic alone."""

    def __init__(self, library: Library | None) -> None:
        self._library = library

    async def plan(self, task: PlanTask, emit: Emit) -> ResearchQuestions:
        """Return min..max standalone questions, the topic's own first."""
        named_only = bool(task.given) and given_plan.is_named_only(task)
        subject = topic.read(given_plan.name_of(task) if named_only else task.topic)
        headings = await matching_headings(self._library, subject) if self._library else []
        # One less than allowed leaves time for depth; the user's own questions are never dropped for it.
        wanted = max(task.min_questions, min(task.max_questions, 5))
        own = list(given_plan.section_questions(task) if named_only else _own_questions(subject))
        planned = distinct(own, wanted=task.max_questions)
        room = max(0, wanted - len(planned))
        planned = distinct(
            [*planned, *_section_questions(subject, headings)], wanted=len(planned) + min(MAX_SECTIONS, room)
        )
        planned = distinct([*planned, *aspect_questions(subject)], wanted=max(wanted, len(planned)))
        return ResearchQuestions(questions=tuple(planned[: task.max_questions]))


def distinct(questions: Iterable[str], wanted: int) -> list[str]:
    """Return the first `wanted` questions that differ in more than letter case, spacing or order of words."""
    kept: list[str] = []
    seen: set[str] = set()
    for question in questions:
        text = " ".join(question.split())
        if len(text) > MAX_QUESTION_CHARS:
            text = topic.shorten(text, MAX_QUESTION_CHARS - 1).rstrip("?") + "?"
        key = " ".join(sorted(words.stem(token) for token in words.tokens(text)))
        if text and key not in seen and len(kept) < wanted:
            seen.add(key)
            kept.append(text)
    return kept


def _own_questions(subject: topic.Topic) -> Iterable[str]:
    """Yield what the topic itself asks, one question per side of it."""
    language = phrasing.phrasing_for(subject.language)
    if len(subject.points) > 1 and not subject.is_question:
        pass  # the list says better than the text around it what is asked
    elif subject.compares:
        yield phrasing.ask(phrasing.COMPARISONS[0], names=subject.whole)
        yield from (phrasing.ask(language.general, name=subject.name(facet)) for facet in subject.facets)
        yield phrasing.ask(phrasing.COMPARISONS[1], names=subject.whole)
    elif subject.frame:
        yield from (subject.frame.format(facet=facet) for facet in subject.facets)
    elif subject.act:
        yield (
            subject.main or _as_question(subject.text)
            if subject.is_question
            else phrasing.ask(phrasing.ACTS[0], act=subject.act)
        )
    elif subject.is_question and len(subject.facets) <= 1:
        yield subject.main or _as_question(subject.text)
    else:
        yield from (phrasing.ask(language.general, name=subject.name(facet)) for facet in subject.facets)
    yield from subject.questions
    for point in subject.points:
        yield phrasing.ask(language.general, name=_standing_alone(point, subject))


def _section_questions(subject: topic.Topic, headings: Sequence[Heading]) -> Iterable[str]:
    language = phrasing.phrasing_for(subject.language)
    for heading in headings:
        yield phrasing.ask(language.section, heading=heading.text, name=subject.whole)


def aspect_questions(subject: topic.Topic) -> Iterable[str]:
    """Yield questions about limits, functions, use, steps and errors, most useful first."""
    if subject.act and subject.language in ("", "en"):
        yield from (phrasing.ask(template, act=subject.act) for template in phrasing.ACTS[1:])
        return
    if subject.whole.startswith(("the question “", "the topic “")) and not _is_telling(subject.main_name, subject):
        yield from (phrasing.ask(template, name=subject.whole) for template in phrasing.QUESTIONS)
        return
    language = phrasing.phrasing_for(subject.language)
    general, *others = language.aspects()
    name = subject.main_name if _is_telling(subject.main_name, subject) else subject.whole
    # Of "the disadvantages of WAL" only WAL has limits, functions and uses.
    name = re.sub(
        r"^(?:the )?(?:\w+ )?(?:(?:dis)?advantages?|drawbacks?|limits?|limitations?|purpose|meaning|benefits?|"
        r"pros and cons|risks?|dangers?) (?:of|in) (?:the )?(?=\w)",
        "",
        name,
        flags=re.IGNORECASE,
    )
    yield from (phrasing.ask(template, name=name) for template in others)
    yield phrasing.ask(general, name=name)


def _is_telling(name: str, subject: topic.Topic) -> bool:
    """Tell whether a name alone says what a topic is about: a proper name, or nearly all of its nouns."""
    if not name:
        return False
    if any(character.isupper() or character == "_" for character in name[1:] + name[:1].strip()):
        return True
    nouns = words.nouns(subject.text)
    return len(words.nouns(name)) >= 0.75 * len(nouns)


def _as_question(text: str) -> str:
    text = text.rstrip(" .!")
    return text if text.endswith(("?", "？")) else f"{text}?"


def _standing_alone(point: str, subject: topic.Topic) -> str:
    """Name the subject in a point that the topic lists without it."""
    there = words.stems(point)
    if not subject.subject or all(words.meets(word, there) for word in words.matter(subject.subject)):
        return point
    return f"{point} {subject.preposition} {subject.subject}"
