"""The researcher for models without tools: it searches and reads by itself and asks only for the finding."""

from __future__ import annotations

from researcher_container.channel import HandlerError, RemoteError
from researcher_container.contract import (
    ErrorCode,
    FetchReply,
    Message,
    ModelReply,
    ModelRequest,
    OutputSchema,
    ResearchParams,
    ResearchResult,
    SearchReply,
)
from researcher_container.researcher import given, handing_in, keeping, library_search, page_view, question
from researcher_container.researcher.broker import Broker
from researcher_container.researcher.fence import fenced_lines
from researcher_container.researcher.prompting import prompt
from researcher_container.researcher.shelf import Shelf
from researcher_container.researcher.tool_specs import SUBMIT_FINDING

FINDING = OutputSchema(name="finding", json_schema=SUBMIT_FINDING.parameters)
# About 6,000 tokens of passages: models without tools are small ones, mostly, and so are their contexts.
PASSAGES_CHARS = 24_000
# Less than this is nothing to answer from.
LEAST_PASSAGES_CHARS = 1_500
# Troubles of an answer, not of the server: what was read stands without it.
UNUSABLE = ("unusable_answer", "truncated", "budget_spent_on_reasoning", "context_full")
_NO_ANSWER = "The model gave no usable answer; the pages that were read are kept with their closest sentences."
_NO_QUOTE = (
    "The model's answer quoted nothing that stands in the pages, and was left out; their closest sentences are kept."
)
_STOPPED = "Stopped before an answer came; the pages that were read are kept with their closest sentences."


def research(params: ResearchParams, broker: Broker, shelf: Shelf) -> ResearchResult:
    """Answer one question from pages chosen here; what the shelf holds already counts.

    Raises:
        HandlerError: no page could be read, so there is nothing to answer from.
        RemoteError: the model's server failed, or the run was cancelled.
    """
    _read_pages(params, broker, shelf)
    if not shelf.evidence():
        data = {"kind": "unusable_answer", "why": "No page could be read."}
        raise HandlerError(ErrorCode.UNAVAILABLE, "The model uses no tools, and no page was found for it.", data)
    keeping.tell(broker, params, shelf)
    broker.tell("answering")
    try:
        return _finding(params, broker, shelf)
    except RemoteError as error:
        if error.code in (ErrorCode.FINISH, ErrorCode.QUOTA):
            return keeping.without_claims(params, shelf, _STOPPED)
        if error.data.get("kind") in UNUSABLE:
            return keeping.without_claims(params, shelf, _NO_ANSWER)
        raise


def _read_pages(params: ResearchParams, broker: Broker, shelf: Shelf) -> None:
    """Search with several queries and open the best results, as many as are still allowed, at the same time."""
    given.read(params, broker, shelf)
    room = params.max_pages - shelf.opened_count()
    if room <= 0:
        return
    hits = library_search.find(broker, question.read(params.question)).results
    shelf.note_results(SearchReply(results=hits))
    pending = []
    for hit in [hit for hit in hits if hit.ref not in shelf.pages][:room]:
        broker.tell("reading", hit.title or hit.url, hit.ref)
        pending.append((hit.ref, broker.start_fetch(ref=hit.ref)))
    for ref, future in pending:
        try:
            shelf.put(ref, FetchReply.model_validate(future.result()))
        except RemoteError as error:
            if error.code not in library_search.PASSABLE:
                raise


def _finding(params: ResearchParams, broker: Broker, shelf: Shelf) -> ResearchResult:
    """Ask for the finding, once more when not one of its quotes is there."""
    first, asked = _asked(params, broker, shelf)
    handed_in = handing_in.check(first.value or {}, shelf)
    if not _has_quotes(handed_in.result):
        problems = "\n".join(f"- {complaint}" for complaint in handed_in.complaints) or "- There are no quotes."
        problems = fenced_lines(problems, list(handed_in.meant), params.question) if handed_in.meant else problems
        again = (
            Message(role="assistant", content=first.text),
            Message(role="user", content=prompt("guided_again").format(problems=problems)),
        )
        reply = broker.respond(ModelRequest(messages=(*asked, *again), output=FINDING))
        handed_in = handing_in.check(reply.value or {}, shelf, is_last_chance=True)
    if not handed_in.result.answer or not _has_quotes(handed_in.result):
        return keeping.without_claims(params, shelf, _NO_QUOTE if handed_in.result.answer else _NO_ANSWER)
    return handed_in.result


def _asked(params: ResearchParams, broker: Broker, shelf: Shelf) -> tuple[ModelReply, tuple[Message, ...]]:
    """Ask with as many passages as the model can take; return what it said and what it was told."""
    room = min(PASSAGES_CHARS, params.max_context_chars // 2)
    while True:
        messages = _messages(params, shelf, room)
        try:
            return broker.respond(ModelRequest(messages=messages, output=FINDING)), messages
        except RemoteError as error:
            room //= 2
            if error.data.get("kind") != "context_full" or room < LEAST_PASSAGES_CHARS:
                raise


def _messages(params: ResearchParams, shelf: Shelf, room_chars: int) -> tuple[Message, ...]:
    pages = shelf.evidence()
    each = room_chars // len(pages)
    views = [page_view.passages_of(page, params.question, each) for page in pages]
    asked = prompt("guided_question").format(
        question=params.question.strip(),
        language=f"Answer in this language: {params.language}. " if params.language else "",
        today=params.today or "unknown",
        passages="\n\n".join(views),
    )
    return Message(role="system", content=prompt("guided")), Message(role="user", content=asked)


def _has_quotes(result: ResearchResult) -> bool:
    return any(source.quotes for source in result.sources)
