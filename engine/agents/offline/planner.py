"""Plans without a model: questions from the topic's own words and from the headings the library holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.agents.offline import phrasing, topic, words
from engine.agents.offline.headings import Heading, matching_headings
from engine.agents.port import Emit, PlanTask
from engine.library.port import Library
from engine.values import ResearchQuestions

MAX_QUESTION_CHARS = 400
# Two questions that share this much of the shorter one's words ask the same.
SAME_QUESTION = 0.999


class OfflinePlanner:
    """Implements `engine.agents.port.Planner`; without a library it plans from the topic alone."""

    def __init__(self, library: Library | None) -> None:
        self._library = library

    async def plan(self, task: PlanTask, emit: Emit) -> ResearchQuestions:
        """Return min..max standalone questions, the topic's own first."""
        subject = topic.read(task.topic)
        headings = await matching_headings(self._library, subject) if self._library else []
        # One less than allowed leaves time for depth; the user's own questions are never dropped for it.
        wanted = max(task.min_questions, min(task.max_questions, 5))
        own = list(_own_questions(subject))
        planned = distinct(own, wanted=task.max_questions)
        room = max(0, wanted - len(planned))
        planned = distinct([*planned, *_section_questions(subject, headings)], wanted=len(planned) + min(2, room))
        planned = distinct([*planned, *_aspect_questions(subject)], wanted=max(wanted, len(planned)))
        return ResearchQuestions(questions=tuple(planned[: task.max_questions]))


def distinct(questions: Iterable[str], wanted: int) -> list[str]:
    """Return the first `wanted` questions that differ in more than letter case, spacing or order of words."""
    kept: list[str] = []
    seen: set[str] = set()
    for question in questions:
        text = topic.shorten(" ".join(question.split()), MAX_QUESTION_CHARS)
        key = " ".join(sorted(words.stem(token) for token in words.tokens(text)))
        if text and key not in seen and len(kept) < wanted:
            seen.add(key)
            kept.append(text)
    return kept


def _own_questions(subject: topic.Topic) -> Iterable[str]:
    """Yield what the topic itself asks, one question per side of it."""
    language = phrasing.phrasing_for(subject.language)
    if subject.compares:
        yield phrasing.ask(phrasing.COMPARISONS[0], names=subject.whole)
        yield from (phrasing.ask(language.general, name=subject.name(facet)) for facet in subject.facets)
        yield phrasing.ask(phrasing.COMPARISONS[1], names=subject.whole)
    elif subject.frame:
        yield from (subject.frame.format(facet=facet) for facet in subject.facets)
    elif subject.act:
        yield phrasing.ask(phrasing.ACTS[0], act=subject.act)
    elif subject.is_question and (len(subject.facets) == 1 or subject.questions):
        yield _as_question(subject.text)
    else:
        yield from (phrasing.ask(language.general, name=subject.name(facet)) for facet in subject.facets)
    for further in subject.questions:
        yield _standing_alone(further, subject)


def _section_questions(subject: topic.Topic, headings: Sequence[Heading]) -> Iterable[str]:
    language = phrasing.phrasing_for(subject.language)
    for heading in headings:
        yield phrasing.ask(language.section, heading=heading.text, name=subject.whole)


def _aspect_questions(subject: topic.Topic) -> Iterable[str]:
    if subject.act and subject.language in ("", "en"):
        yield from (phrasing.ask(template, act=subject.act) for template in phrasing.ACTS[1:])
        return
    language = phrasing.phrasing_for(subject.language)
    general, *others = language.aspects()
    yield from (phrasing.ask(template, name=subject.whole) for template in others)
    yield phrasing.ask(general, name=subject.whole)


def _as_question(text: str) -> str:
    text = text.rstrip(" .!")
    return text if text.endswith(("?", "？")) else f"{text}?"


def _standing_alone(further: str, subject: topic.Topic) -> str:
    """Name the subject in a question or point that the topic lists without it."""
    main = subject.subject or subject.whole
    question = (
        further
        if further.endswith("?")
        else phrasing.ask(phrasing.phrasing_for(subject.language).general, name=further)
    )
    there = words.stems(question)
    if not main or all(words.meets(word, there) for word in words.matter(main)):
        return question
    return f"{question.rstrip('?')} (with regard to {main})?"
