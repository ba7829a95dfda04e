"""Reviews without a model: counts what the quotes cover and asks again only where the library offers more."""

from __future__ import annotations

from engine.agents.offline import coverage, phrasing, topic, words
from engine.agents.offline.coverage import Coverage
from engine.agents.offline.headings import matching_headings
from engine.agents.offline.planner import aspect_questions, distinct
from engine.agents.port import Emit, ReviewTask
from engine.library.port import Library
from engine.values import ReviewDecision

# Coverage is thin below one of these.
ENOUGH_OF_TOPIC = 0.75
ENOUGH_ANSWERED = 0.6
ENOUGH_CONFIDENCE = 0.45
MIN_DOCUMENTS, MIN_QUOTES = 2, 4
MIN_FOLLOW_UPS, MAX_FOLLOW_UPS = 2, 4


class OfflineReviewer:
    """Implements `engine.agents.port.Reviewer`; without a library it can only ask in other words."""

    def __init__(self, library: Library | None) -> None:
        self._library = library

    async def review(self, task: ReviewTask, emit: Emit) -> ReviewDecision:
        """Return approval, or 2-4 follow-ups when coverage is thin, a wave remains and something can be asked."""
        found = coverage.measure(task.dossier)
        figures = _figures(found)
        thin = _thin_places(found)
        if not thin:
            return ReviewDecision(status="approved", rationale=f"{figures} Nothing asked for is missing.")
        lacks = f"Thin: {'; '.join(thin)}."
        if task.remaining_waves < 1:
            return ReviewDecision(
                status="approved",
                by="limit",
                with_gaps=True,
                rationale=f"{figures} {lacks} No wave remains to ask again.",
            )
        follow_ups = await self._follow_ups(task, found)
        if len(follow_ups) < MIN_FOLLOW_UPS:
            return ReviewDecision(
                status="approved", with_gaps=True,
                rationale=f"{figures} {lacks} The documents offer nothing further to ask about.",
            )  # fmt: skip
        return ReviewDecision(
            status="needs_more_research", rationale=f"{figures} {lacks}", follow_up_questions=tuple(follow_ups)
        )

    async def _follow_ups(self, task: ReviewTask, found: Coverage) -> list[str]:
        """Return questions that were not asked: about headings near what is missing, else in other words."""
        subject = topic.read(task.dossier.topic)
        language = phrasing.phrasing_for(subject.language)
        asked = {_key(question) for question in task.asked}
        sections: list[str] = []
        named = list(found.missing)
        if self._library is not None:
            headings = await matching_headings(self._library, subject)
            headings.sort(
                key=lambda heading: -sum(words.meets(word, words.stems(heading.text)) for word in found.missing)
            )
            sections = [
                phrasing.ask(language.section, heading=heading.text, name=subject.whole) for heading in headings
            ]
            named = [word for word in found.missing if await self._knows(word)]
        # Where nothing is known about the topic, the same in other words would find nothing either.
        if not sections and not named and not found.answered:
            return []
        wordings = [phrasing.ask(language.general, name=_with_subject(word, subject)) for word in named]
        aspects = list(aspect_questions(subject)) if found.quotes else []
        every = [*sections[:2], *wordings[:2], *sections[2:], *wordings[2:], *aspects]
        return distinct((question for question in every if _key(question) not in asked), MAX_FOLLOW_UPS)

    async def _knows(self, word: str) -> bool:
        """Tell whether the library has a section about a word, so that asking about it can help."""
        assert self._library is not None
        outline = await self._library.outline(word, 3)
        return any(words.meets(word, words.stems(f"{title} {heading}")) for title, heading, _ in outline)


def _key(question: str) -> str:
    return " ".join(sorted(words.stem(token) for token in words.tokens(question)))


def _with_subject(word: str, subject: topic.Topic) -> str:
    main = subject.main_name or subject.subject or subject.whole
    return f"“{word}” with regard to {main}"


def _figures(found: Coverage) -> str:
    return (
        f"{found.answered} of {found.questions} questions answered, {_count(found.quotes, 'quote')} from "
        f"{_count(found.documents, 'document')}, mean confidence {found.confidence:.2f}; "
        f"the quotes mention {len(found.asked) - len(found.missing)} of the topic's "
        f"{_count(len(found.asked), 'word')}."
    )


def _thin_places(found: Coverage) -> list[str]:
    thin: list[str] = []
    if not found.quotes:
        return ["no document holds a sentence that answers any of the questions"]
    if found.share < ENOUGH_OF_TOPIC:
        thin.append(f"no quote mentions {topic.join(tuple(f'“{word}”' for word in found.missing))}")
    if found.answered < ENOUGH_ANSWERED * found.questions:
        thin.append(f"{_count(len(found.weak), 'question')} without a sure answer")
    if found.confidence < ENOUGH_CONFIDENCE:
        thin.append(f"mean confidence below {ENOUGH_CONFIDENCE:.2f}")
    if found.documents < MIN_DOCUMENTS and found.quotes < MIN_QUOTES:
        thin.append(f"only {_count(found.quotes, 'quote')}, all from one document")
    return thin


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
