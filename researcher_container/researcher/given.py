"""What the user gave with the topic: files and pages that may be opened from the start, and are opened first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from researcher_container.channel import RemoteError
from researcher_container.contract import FetchReply, QuotedSource, ResearchParams
from researcher_container.researcher import page_view, passages
from researcher_container.researcher.broker import Broker
from researcher_container.researcher.claims import claims_for
from researcher_container.researcher.fence import fenced_lines, one_line
from researcher_container.researcher.library_search import PASSABLE
from researcher_container.researcher.prompting import prompt
from researcher_container.researcher.shelf import Lead, OpenedPage, Shelf

# About 4,000 tokens of them, for a provider's own search that cannot open files and pages by reference.
PASSAGES_CHARS = 16_000
GIVEN_CHARS = 400


def listed(params: ResearchParams) -> str:
    """Return the sources as a part of a prompt, "" when there are none."""
    if not params.given:
        return ""
    named = ((source.ref, f"{source.title} {source.url}") for source in params.given)
    lines = [f"[{ref}] {one_line(name, GIVEN_CHARS)}" for ref, name in named]
    return "\n\n" + fenced_lines(prompt("given"), lines, params.question)


def note(params: ResearchParams, shelf: Shelf) -> None:
    """Put the sources on the shelf as leads."""
    for source in params.given:
        shelf.add_lead(Lead(source.ref, source.title, source.url))


def read(params: ResearchParams, broker: Broker, shelf: Shelf) -> None:
    """Open those that are not open yet, as many as pages are still allowed; what cannot be had is passed over."""
    note(params, shelf)
    wanted = [source for source in params.given if source.ref not in shelf.pages]
    pending = []
    for source in wanted[: max(0, params.max_pages - shelf.opened_count())]:
        broker.tell("reading", source.title or source.url, source.ref)
        pending.append((source.ref, broker.start_fetch(ref=source.ref)))
    for ref, future in pending:
        try:
            shelf.put(ref, FetchReply.model_validate(future.result()))
        except RemoteError as error:
            if error.code not in PASSABLE:
                raise


def opened(params: ResearchParams, broker: Broker) -> list[OpenedPage]:
    """Open the sources and return those that may be cited."""
    shelf = Shelf(params.question)
    read(params, broker, shelf)
    return shelf.evidence()


def passages_text(params: ResearchParams, pages: Sequence[OpenedPage]) -> str:
    """Return the passages of these pages that are closest to the question, as a part of a prompt."""
    if not pages:
        return ""
    room = PASSAGES_CHARS // len(pages)
    views = (page_view.passages_of(page, params.question, room) for page in pages)
    return "\n\n" + prompt("hosted_given").format(passages="\n\n".join(views))


def quoted(answer: str, pages: Sequence[OpenedPage], broker: Broker) -> Iterator[QuotedSource]:
    """Yield the pages an answer cites by reference, with the sentences closest to what they are cited for."""
    for page in pages:
        ref = page.reply.ref
        claims = claims_for(answer, f"[{ref}]")
        quotes = [quote for claim in claims for quote in passages.closest_sentences(page.document, claim, count=1)]
        for quote in dict.fromkeys(quotes):
            broker.tell("quoted", quote, ref)
        if f"[{ref}]" in answer:
            yield QuotedSource(ref=ref, quotes=tuple(dict.fromkeys(quotes)))
