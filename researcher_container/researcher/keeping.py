"""What was read is never lost: the sentences closest to the question, word for word, without any claim."""

from __future__ import annotations

from researcher_container.contract import QuotedSource, ResearchParams, ResearchResult
from researcher_container.researcher import passages
from researcher_container.researcher.broker import Broker
from researcher_container.researcher.shelf import Shelf

QUOTES_PER_PAGE = 2


def closest(params: ResearchParams, shelf: Shelf) -> tuple[QuotedSource, ...]:
    """Return every opened page that may be cited, with its sentences closest to the question."""
    found = (
        (page, passages.closest_sentences(page.document, params.question, QUOTES_PER_PAGE))
        for page in shelf.evidence()
    )
    return tuple(QuotedSource(ref=page.reply.ref, quotes=tuple(quotes)) for page, quotes in found)


def without_claims(params: ResearchParams, shelf: Shelf, why: str) -> ResearchResult:
    """Return the sources alone; `why` there is no answer stands among the gaps."""
    return ResearchResult(answer="", sources=closest(params, shelf), gaps=(why,))


def tell(broker: Broker, params: ResearchParams, shelf: Shelf) -> None:
    """Note the closest sentences with the app, which keeps what is noted whatever happens next."""
    for source in closest(params, shelf):
        for quote in source.quotes:
            broker.tell("quoted", quote, source.ref)
