"""Measures how far a dossier's quotes meet its topic, in figures a person can check."""

from __future__ import annotations

from dataclasses import dataclass

from engine.agents.offline import topic, words
from engine.agents.offline.quote_pool import usable_quotes
from engine.values import Finding, ResearchDossier

# A finding below this holds quotes that may be about something else.
LOW_CONFIDENCE = 0.3


@dataclass(frozen=True)
class Coverage:
    """The figures of one dossier; `missing` are the topic's own words that no quote or its place mentions."""

    asked: tuple[str, ...]
    missing: tuple[str, ...]
    questions: int
    weak: tuple[Finding, ...]  # answered by nothing, with low confidence, or failed
    quotes: int
    documents: int
    confidence: float  # mean over the findings, failed ones count 0

    @property
    def share(self) -> float:
        """The share of the topic's words that the quotes mention."""
        return 1 - len(self.missing) / len(self.asked) if self.asked else 1.0

    @property
    def answered(self) -> int:
        """Questions with quotes and at least low confidence."""
        return self.questions - len(self.weak)


def measure(dossier: ResearchDossier) -> Coverage:
    """Return the coverage of a topic by the quotes that were found in their sources."""
    subject = topic.read(dossier.topic)
    quotes = usable_quotes(dossier)
    there = frozenset().union(*(words.stems(f"{quote.text} {quote.place}") for quote in quotes))
    asked = tuple(dict.fromkeys(topic.asked_words(subject)))[:24]
    with_quotes = {id(quote.finding) for quote in quotes}
    weak = tuple(finding for finding in dossier.findings if id(finding) not in with_quotes or is_weak(finding))
    confidences = [0.0 if finding.error else finding.confidence or 0.0 for finding in dossier.findings]
    return Coverage(
        asked=asked,
        missing=tuple(word for word in asked if not words.meets(word, there)),
        questions=len(dossier.findings),
        weak=weak,
        quotes=len({quote.id for quote in quotes}),
        documents=len({quote.source.id for quote in quotes}),
        confidence=sum(confidences) / len(confidences) if confidences else 0.0,
    )


def is_weak(finding: Finding) -> bool:
    """Tell whether a finding answers its question badly or not at all."""
    return finding.error is not None or (finding.confidence is not None and finding.confidence < LOW_CONFIDENCE)
