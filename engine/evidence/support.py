"""Whether quotes support what a report says: what a judge is asked, and how the answers reach the citations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from engine.evidence.cited import CitedReport, CitedSentence
from engine.values import CitationCheck, Source, Value

Verdict = Literal["supports", "partly", "does_not"]


class Claim(Value):
    """A sentence with the words of all quotes it cites, as a judge is asked about it."""

    sentence: str
    quotes: tuple[str, ...]


class Judgement(Value):
    """What a judge said about a claim."""

    verdict: Verdict
    why: str = ""


Judgements = Mapping[str, Judgement]  # by sentence


def claims(report: CitedReport, sources: Sequence[Source]) -> dict[str, tuple[Claim, ...]]:
    """Return the claims of a report by the heading of their section, in reading order.

    Only a sentence all of whose citations have quotes, none of them said to be not found, is worth a judge's time.
    """
    quotes = {quote.id: quote.text for source in sources for quote in source.quotes}
    found: dict[str, dict[str, Claim]] = {}
    for sentence in report.sentences:
        checks = sentence.checks
        if not checks or any(not check.quotes or check.status == "not_found" for check in checks):
            continue
        words = tuple(dict.fromkeys(quotes[name] for check in checks for name in check.quotes))
        claim = Claim(sentence=sentence.text, quotes=words)
        found.setdefault(sentence.heading, {}).setdefault(sentence.text, claim)
    return {heading: tuple(by_sentence.values()) for heading, by_sentence in found.items()}


def judged(sentence: CitedSentence, judgements: Judgements) -> tuple[CitationCheck, ...]:
    """Return a sentence's citations with what was said about them."""
    said = judgements.get(sentence.text)
    if said is None or not sentence.checks:
        return sentence.checks
    update = {"support": said.verdict, "support_why": said.why}
    return tuple(check.model_copy(update=update) for check in sentence.checks)
