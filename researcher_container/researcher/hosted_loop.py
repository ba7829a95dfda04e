"""The researcher over the provider's own web search: one call answers, its citations become sources."""

from __future__ import annotations

import re

from researcher_container.channel import HandlerError, RemoteError
from researcher_container.contract import (
    Citation,
    ErrorCode,
    FetchReply,
    Message,
    ModelReply,
    ModelRequest,
    OutputSchema,
    QuotedSource,
    ResearchParams,
    ResearchResult,
    read_confidence,
)
from researcher_container.researcher import given, passages
from researcher_container.researcher.broker import Broker
from researcher_container.researcher.claims import claims_for
from researcher_container.researcher.prompting import prompt
from researcher_container.researcher.shelf import OpenedPage
from researcher_container.researcher.tools_loop import question_text

JUDGEMENT = OutputSchema(
    name="judgement",
    json_schema={
        "type": "object",
        "properties": {
            "confidence": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
            "gaps": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["confidence", "gaps"],
        "additionalProperties": False,
    },
)
_MARK = re.compile(r"\[c(\d+)\]")
_STOPPED = "Stopped before an answer came."


def research(params: ResearchParams, broker: Broker) -> ResearchResult:
    """Answer one question with a hosted search.

    Raises:
        HandlerError: the answer is empty.
        RemoteError: the model's server failed, or the run was cancelled.
    """
    pages = given.opened(params, broker)
    broker.tell("searching", params.question)
    asked = (
        Message(role="system", content=prompt("hosted")),
        Message(role="user", content=question_text(params, "hosted_question") + given.passages_text(params, pages)),
    )
    try:
        reply = broker.respond(ModelRequest(messages=asked, hosted_search=True))
    except RemoteError as error:
        if error.code in (ErrorCode.FINISH, ErrorCode.QUOTA):
            return ResearchResult(answer="", gaps=(_STOPPED,))
        raise
    if not reply.text.strip():
        raise HandlerError(ErrorCode.UNAVAILABLE, "The model gave an empty answer.", {"kind": "unusable_answer"})
    quotes = _read_citations(params, broker, reply) if params.read_citations else {}
    confidence, gaps = _judgement(broker, asked, reply)
    answer = with_refs(reply.text, reply.citations)
    found = tuple(
        QuotedSource(ref=ref, quotes=tuple(quotes.get(ref, ())))
        for ref in dict.fromkeys(citation.ref for citation in reply.citations if citation.ref)
    )
    sources = (*found, *given.quoted(answer, pages, broker))
    return ResearchResult(answer=answer, confidence=confidence, sources=sources, gaps=gaps)


def with_refs(text: str, citations: tuple[Citation, ...]) -> str:
    """Turn the marks `[c1]` into `[ref]`; a mark whose citation has no reference is taken out."""

    def replaced(match: re.Match[str]) -> str:
        number = int(match[1])
        ref = citations[number - 1].ref if 1 <= number <= len(citations) else ""
        return f"[{ref}]" if ref else ""

    return re.sub(r"[ \t]+(?=[.,;:])", "", _MARK.sub(replaced, text)) if citations else text


def _judgement(broker: Broker, asked: tuple[Message, ...], reply: ModelReply) -> tuple[float | None, tuple[str, ...]]:
    """Ask the model how sure it is; when that fails the answer still stands, its confidence unknown."""
    said = (Message(role="assistant", content=reply.text), Message(role="user", content=prompt("judge_own_answer")))
    broker.tell("answering")
    try:
        value = broker.respond(ModelRequest(messages=(*asked, *said), output=JUDGEMENT)).value or {}
    except RemoteError as error:
        if error.code == ErrorCode.CANCELLED:
            raise
        return None, ()
    return read_confidence(value.get("confidence")), tuple(str(gap) for gap in value.get("gaps") or ())


def _read_citations(params: ResearchParams, broker: Broker, reply: ModelReply) -> dict[str, list[str]]:
    """Open the cited pages and take the sentences closest to what they are cited for, word for word."""
    citations = {citation.ref: citation for citation in reply.citations if citation.ref}
    chosen = list(citations.values())[: params.max_pages]
    pending = []
    for citation in chosen:
        broker.tell("reading", citation.title or citation.url, citation.ref)
        pending.append((citation.ref, broker.start_fetch(ref=citation.ref)))
    quotes: dict[str, list[str]] = {}
    for ref, future in pending:
        try:
            page = OpenedPage(FetchReply.model_validate(future.result()), params.question)
        except RemoteError as error:
            if error.code == ErrorCode.CANCELLED:
                raise
            continue  # it stays a source whose words were not checked
        if page.why_not_evidence:
            continue
        for claim in claims_of(reply.text, reply.citations, ref):
            found = passages.closest_sentences(page.document, claim, count=1)
            quotes.setdefault(ref, []).extend(quote for quote in found if quote not in quotes.get(ref, ()))
        for quote in quotes.get(ref, ()):
            broker.tell("quoted", quote, ref)
    return quotes


def claims_of(text: str, citations: tuple[Citation, ...], ref: str) -> list[str]:
    """Return the sentences that cite a reference, without their marks."""
    marks = [f"[c{number}]" for number, citation in enumerate(citations, 1) if citation.ref == ref]
    return list(dict.fromkeys(claim for mark in marks for claim in claims_for(text, mark)))
