"""Runs the searches and page reads a model asks for; those of one turn at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from researcher_container.channel import RemoteError
from researcher_container.contract import (
    MAX_QUERY_CHARS,
    ErrorCode,
    FetchReply,
    ResearchParams,
    SearchReply,
    ToolCall,
)
from researcher_container.researcher import page_view, results_view
from researcher_container.researcher.broker import Broker
from researcher_container.researcher.fence import one_line
from researcher_container.researcher.shelf import OpenedPage, Shelf
from researcher_container.researcher.tool_specs import (
    OPEN_PAGE,
    SEARCH,
    BadArguments,
    arguments_of,
    position_of,
)

# More than these in one turn is a model that has lost its way.
MAX_CALLS_PER_TURN = 8
# A reason may hold what a stranger's server said.
WHY_CHARS = 300


class FinishNow(Exception):
    """The user asked to finish now, or the allowance of the run is spent."""


@dataclass(frozen=True)
class ToolResult:
    """What the model gets to see; `short` is what stays of it when room is needed."""

    call_id: str
    text: str
    short: str = ""
    is_page: bool = False


@dataclass
class _Started:
    """A call under way: what to wait for, and what to make of it."""

    future: Future[dict[str, Any]]
    read: Callable[[dict[str, Any]], tuple[str, str]]
    what: str
    is_page: bool = False


class ToolRunner:
    """The tools `search` and `open_page` of one researcher."""

    def __init__(self, params: ResearchParams, broker: Broker, shelf: Shelf) -> None:
        self._params, self._broker, self._shelf = params, broker, shelf
        self._searched: list[str] = []  # the queries so far
        self._fetches: dict[str, Future[dict[str, Any]]] = {}  # of this turn, by reference

    @property
    def has_searched(self) -> bool:
        """Whether anything was searched for."""
        return bool(self._searched)

    def run(self, calls: Sequence[ToolCall]) -> list[ToolResult]:
        """Start every call, then take the results in the order of the calls.

        Raises:
            FinishNow: the app said so.
            RemoteError: the run was cancelled.
        """
        self._fetches = {}
        started = [self._start(call) for call in calls[:MAX_CALLS_PER_TURN]]
        started += [f"Not done: at most {MAX_CALLS_PER_TURN} calls in one turn."] * (len(calls) - len(started))
        return [self._result(call, outcome) for call, outcome in zip(calls, started, strict=True)]

    def _start(self, call: ToolCall) -> _Started | ToolResult | str:
        """Begin one call; what is no `_Started` is its result already."""
        try:
            arguments = arguments_of(call.arguments)
            if call.name == SEARCH.name:
                return self._start_search(arguments)
            if call.name == OPEN_PAGE.name:
                return self._start_page(call, arguments)
        except BadArguments as problem:
            return str(problem)
        return f"There is no tool {call.name[:40]!r}; there are search, open_page and submit_finding."

    def _start_search(self, arguments: dict[str, Any]) -> _Started | str:
        query = " ".join(str(arguments.get("query") or arguments.get("q") or "").split())
        if not query:
            return "`query` is empty."
        if len(query) > MAX_QUERY_CHARS:
            return f"The query is too long: at most {MAX_QUERY_CHARS} characters."
        self._searched.append(query)
        self._broker.tell("searching", query)

        def read(raw: dict[str, Any]) -> tuple[str, str]:
            reply = SearchReply.model_validate(raw)
            self._shelf.note_results(reply)
            question = self._params.question
            return results_view.results(reply, query, question), results_view.names(reply, query, question)

        return _Started(self._broker.start_search(query), read, f'The search for "{query}"')

    def _start_page(self, call: ToolCall, arguments: dict[str, Any]) -> _Started | ToolResult | str:
        ref = self._shelf.ref_of(str(arguments.get("ref") or arguments.get("url") or arguments.get("id") or ""))
        heading, position = str(arguments.get("heading") or ""), position_of(arguments.get("position"))
        if not ref:
            return "`ref` is empty."
        if page := self._shelf.pages.get(ref):
            self._broker.tell("reading", page.title, page.reply.ref)
            return ToolResult(call.id, self._view(page, heading, position), self._short(page), is_page=True)
        if ref not in self._fetches:
            if self._shelf.opened_count() + len(self._fetches) >= self._params.max_pages:
                return (
                    f"The allowance of {self._params.max_pages} pages is spent. Use what you have read and hand in."
                )
            self._fetches[ref] = self._fetch(ref)

        def read(raw: dict[str, Any]) -> tuple[str, str]:
            page = self._shelf.put(ref, FetchReply.model_validate(raw))
            return self._view(page, heading, position), self._short(page)

        return _Started(self._fetches[ref], read, f"Opening [{ref}]", is_page=True)

    def _fetch(self, ref: str) -> Future[dict[str, Any]]:
        lead = self._shelf.leads.get(ref)
        self._broker.tell("reading", lead.title if lead else ref, ref)
        is_address = ref.lower().startswith(("http://", "https://", "file:"))
        return self._broker.start_fetch(url=ref) if is_address else self._broker.start_fetch(ref=ref)

    def _view(self, page: OpenedPage, heading: str, position: int | None) -> str:
        question, view_chars = self._params.question, page_view.view_chars(self._params.max_context_chars)
        if heading or position is not None:
            return page_view.part(page, heading, position, question, view_chars)
        return page_view.first(page, question, view_chars, self._searched)

    def _short(self, page: OpenedPage) -> str:
        return page_view.short(page, self._params.question)

    def _result(self, call: ToolCall, outcome: _Started | ToolResult | str) -> ToolResult:
        if isinstance(outcome, ToolResult):
            return outcome
        if isinstance(outcome, str):
            return ToolResult(call.id, outcome)
        try:
            text, short = outcome.read(outcome.future.result())
        except RemoteError as error:
            return ToolResult(call.id, _said(error, outcome.what))
        return ToolResult(call.id, text, short, outcome.is_page)


def _said(error: RemoteError, what: str) -> str:
    """Return what the model is told about a call that the app did not answer.

    Raises:
        FinishNow: it is the user's wish to finish.
        RemoteError: the run was cancelled, or the wire is gone.
    """
    why = one_line(str(error.data.get("why") or error.message), WHY_CHARS)
    if error.code == ErrorCode.FINISH:
        raise FinishNow from None
    if error.code == ErrorCode.REFUSED:
        return f"{what} was refused: {why}"
    if error.code == ErrorCode.QUOTA:
        return f"{what} was refused: {why} Use what you have read and hand in."
    if error.code in (ErrorCode.UNAVAILABLE, ErrorCode.UNREADABLE, ErrorCode.INVALID_PARAMS):
        return f"{what} did not work: {why}"
    raise error
