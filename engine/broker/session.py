"""One researcher's session with the broker: three calls, each checked, counted, journalled and remembered."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Literal, NoReturn, TypeVar

from pydantic import ValidationError

from engine.broker.broker import Broker
from engine.broker.given import given_targets
from engine.broker.hosted_citations import targets_of, why_not_opened
from engine.broker.model_calls import ModelCalls
from engine.broker.pages import Page
from engine.broker.references import Handouts, Target, reference_of
from engine.broker.searching import Searched, search_sources
from engine.broker.whole_values import whole_values
from engine.errors import DossierError, FetchError, ModelError, Trouble, trouble_of
from engine.events import (
    CallFailed,
    CallRefused,
    PageOpened,
    QuoteNoted,
    ResearcherMoved,
    SearchAnswered,
)
from engine.racing import Overtaken, unless
from engine.recorder import StepKey
from engine.sandbox.port import CallError
from engine.values import Value
from researcher_container.contract import (
    ErrorCode,
    FetchParams,
    FetchReply,
    Method,
    ModelReply,
    ModelRequest,
    Progress,
    SearchParams,
    SearchReply,
    Wire,
)

CallName = Literal["search", "fetch", "model.respond"]
W = TypeVar("W", bound=Wire)

# Allowances of one researcher beside its pages and model calls: enough for every honest loop.
MAX_SEARCHES = 60
FETCHES_PER_PAGE = 3  # a page may fail, move or turn out to be an index
SPARE_MODEL_CALLS = 4  # repairs and the last call that must submit
# What one session may ask and tell in all, refused calls included: a program gone wild must not fill the journal.
MAX_CALLS = 500
MAX_TOLD = 2_000
MAX_QUOTE_CHARS = 4_000


class _OpenedMemory(Value):
    """What is remembered of a fetch; the document itself is in the text store."""

    target: Target
    page: dict[str, Any]  # Page without its document
    links: tuple[Target, ...]


class BrokerSession:
    """Answers the calls of one researcher. `lineage` counts the user's retries, which remember nothing."""

    def __init__(
        self, broker: Broker, wave: int, researcher: int, *, lineage: int, max_pages: int, max_model_calls: int
    ) -> None:
        self._broker = broker
        self._wave, self._researcher = wave, researcher
        self._prefix = f"researcher/{wave}/{researcher}/{lineage}"
        self._handouts = Handouts()
        self._handouts.add(given_targets(broker.options))
        self._left = {
            "search": MAX_SEARCHES,
            "fetch": max_pages * FETCHES_PER_PAGE,
            "model.respond": max_model_calls + SPARE_MODEL_CALLS,
        }
        self._moved: tuple[str, str] = ("", "")
        self._calls = self._told = 0
        self._read_library = False
        self._model_calls = ModelCalls(broker, wave, researcher, self._prefix)
        self.opened: dict[str, Page] = {}
        self.handed: dict[str, Target] = {}  # refs of hosted citations, in the order they came
        self.quotes: dict[str, list[str]] = {}
        self.last_model_trouble: Trouble | None = None
        self._wrapping_up = asyncio.Event()
        self.was_cut_short = False  # a call was answered with the wish to come to the end

    def waited_s(self) -> float:
        """Return how long servers have made this researcher wait: that does not count in its time."""
        return self._model_calls.waited_s

    async def waits_longer(self) -> float:
        """Return how long it has waited in all once that has become more."""
        await self._model_calls.waits_longer.wait()
        self._model_calls.waits_longer.clear()
        return self._model_calls.waited_s

    def wrap_up(self) -> None:
        """Ask the researcher to come to its end: no call is answered any more, what was read can be handed in."""
        self._wrapping_up.set()

    # --- the sandbox's side -------------------------------------------------------------------------

    async def answer(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Answer a call out of the sandbox (a `CallHandler`).

        Raises:
            CallError: refused, not available, over the allowance, no such call, or it is time to hand in.
        """
        self._calls += 1
        if self._calls > MAX_CALLS:
            raise CallError(ErrorCode.QUOTA, "This researcher has asked too often.")
        if not self._wrapping_up.is_set():
            with contextlib.suppress(Overtaken):
                return await unless(self._wrapping_up.wait, self._answered(method, whole_values(params)))
        self.was_cut_short = True
        raise CallError(ErrorCode.FINISH, "The report is to be written now.")

    async def _answered(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == Method.SEARCH:
            return (await self._search(self._parsed(SearchParams, params))).model_dump(mode="json")
        if method == Method.FETCH:
            return (await self._fetch(self._parsed(FetchParams, params))).model_dump(mode="json")
        if method == Method.MODEL_RESPOND:
            return (await self._respond(self._parsed(ModelRequest, params))).model_dump(mode="json")
        raise CallError(ErrorCode.METHOD_NOT_FOUND, f"there is no call {method[:40]!r}")

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """Take a progress notification; anything else is passed over."""
        if method != Method.PROGRESS or self._told >= MAX_TOLD:
            return
        self._told += 1
        try:
            progress = Progress.model_validate(whole_values(params))
        except ValidationError:
            return
        if progress.state == "quoted":
            self._note_quote(progress)
        elif (progress.state, progress.text) != self._moved:
            self._moved = (progress.state, progress.text)
            event = ResearcherMoved(
                wave=self._wave, researcher=self._researcher, state=progress.state, text=progress.text[:300]
            )
            self._broker.recorder.emit(event)

    def _parsed(self, model: type[W], params: dict[str, Any]) -> W:
        try:
            return model.model_validate(params)
        except ValidationError as error:
            fault = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in fault["loc"]) or "params"
            raise CallError(ErrorCode.INVALID_PARAMS, f"{where}: {fault['msg']}") from None

    def _note_quote(self, progress: Progress) -> None:
        if progress.ref not in self.opened or not progress.text.strip() or len(progress.text) > MAX_QUOTE_CHARS:
            return
        quotes = self.quotes.setdefault(progress.ref, [])
        if progress.text not in quotes:
            quotes.append(progress.text)
        noted = (self._wave, self._researcher, progress.ref, progress.text)
        if noted not in self._broker.noted:
            self._broker.noted.add(noted)
            event = QuoteNoted(wave=noted[0], researcher=noted[1], ref=progress.ref, text=progress.text)
            self._broker.recorder.emit(event)

    # --- search -------------------------------------------------------------------------------------

    async def _search(self, params: SearchParams) -> SearchReply:
        step = StepKey(f"{self._prefix}/search", params)
        held = self._broker.recorder.recall(step)
        if held is not None:
            memory = Searched.model_validate(held)
            self._handouts.add(memory.targets)
            return memory.reply
        if not params.query.strip():
            self._refuse("search", "", "The query is empty.")
        self._spend("search", params.query)
        # A query could carry what the library holds to the outside.
        with_web = not (self._read_library and self._broker.options.library_is_private)
        try:
            memory = await search_sources(self._broker, params, with_web=with_web)
        except DossierError as error:
            self._fail("search", params.query, error)
        if memory.web_trouble:
            self._failed("search", params.query, memory.web_trouble)
        self._handouts.add(memory.targets)
        event = SearchAnswered(
            wave=self._wave,
            researcher=self._researcher,
            query=params.query,
            results=len(memory.reply.results),
            provider=memory.reply.provider,
        )
        self._broker.recorder.emit(event, step, memory)
        return memory.reply

    # --- fetch --------------------------------------------------------------------------------------

    async def _fetch(self, params: FetchParams) -> FetchReply:
        target = self._handouts.find(params.ref, params.url)
        if target is None:
            asked = params.url or params.ref or ""
            self._refuse("fetch", asked, "The address was not in a result or link.")
        if why := why_not_opened(target):
            self._refuse("fetch", target.address, why)
        step = StepKey(f"{self._prefix}/fetch", {"address": target.address})
        remembered = self._remembered_page(step)
        if remembered is not None:
            page, links = remembered
        else:
            self._spend("fetch", target.address)
            page, shared = await self._open(target)
            links = self._link_targets(page)
            memory = _OpenedMemory(
                target=target, page=page.model_dump(mode="json", exclude={"document"}), links=links
            )
            event = PageOpened(
                wave=self._wave,
                researcher=self._researcher,
                ref=target.ref,
                url=page.url,
                title=page.title,
                size_bytes=page.size_bytes,
                sha256=page.sha256,
                origin=page.origin,
                shared=shared,
                notes=page.notes,
            )
            self._broker.recorder.emit(event, step, memory)
        self.opened[target.ref] = page
        self._handouts.add(links)
        self._read_library |= page.origin == "library"
        return FetchReply(
            ref=target.ref,
            url=page.url,
            sha256=page.sha256,
            document=page.document,
            link_refs=tuple((link.ref, link.address) for link in links),
        )

    def _remembered_page(self, step: StepKey) -> tuple[Page, tuple[Target, ...]] | None:
        held = self._broker.recorder.recall(step)
        if held is None:
            return None
        memory = _OpenedMemory.model_validate(held)
        document = self._broker.pages.remembered(memory.page["text_sha256"])
        if document is None:
            return None  # the stored text was cleared away: open it again
        return Page.model_validate({**memory.page, "document": document}), memory.links

    async def _open(self, target: Target) -> tuple[Page, bool]:
        try:
            return await self._broker.pages.open(target)
        except FetchError as error:
            if error.kind.startswith("blocked_") or error.kind == "robots":
                self._refuse("fetch", target.address, error.title)
            self._fail("fetch", target.address, error)
        except DossierError as error:
            self._fail("fetch", target.address, error)

    def _link_targets(self, page: Page) -> tuple[Target, ...]:
        if page.origin != "web":
            return ()  # other library documents are found by searching
        links = {link.url: link for link in page.document.links if link.url.startswith(("http://", "https://"))}
        return tuple(Target(ref=reference_of(url), address=url, title=link.text) for url, link in links.items())

    # --- the model ----------------------------------------------------------------------------------

    async def _respond(self, request: ModelRequest) -> ModelReply:
        model = self._broker.model
        if model is None:
            self._refuse("model.respond", "", "This run uses no language model.")
        if request.hosted_search and not self._broker.options.hosted_search:
            self._refuse("model.respond", "", "Web search by the provider is switched off.")
        reply = self._model_calls.remembered(model, request)
        if reply is None:
            self._spend("model.respond", model.model)
            try:
                reply = await self._model_calls.asked(model, request)
            except ModelError as error:
                self.last_model_trouble = error.trouble()
                self._fail("model.respond", model.model, error)
            self.last_model_trouble = None
        for target in targets_of(reply):
            self.handed.setdefault(target.ref, target)
            self._handouts.add([target])
        return reply

    # --- saying no ----------------------------------------------------------------------------------

    def _spend(self, call: CallName, target: str) -> None:
        if self._left[call] <= 0:
            self._refuse(call, target, "This researcher has used its allowance.", code=ErrorCode.QUOTA)
        self._left[call] -= 1

    def _refuse(self, call: CallName, target: str, why: str, code: int = ErrorCode.REFUSED) -> NoReturn:
        event = CallRefused(
            wave=self._wave, researcher=self._researcher, call=call, target=target[:2_000], why=f"{why}"
        )
        self._broker.recorder.emit(event)
        raise CallError(code, why, {"why": why})

    def _failed(self, call: CallName, target: str, why: str) -> None:
        event = CallFailed(wave=self._wave, researcher=self._researcher, call=call, target=target[:2_000], why=why)
        self._broker.recorder.emit(event)

    def _fail(self, call: CallName, target: str, error: DossierError) -> NoReturn:
        self._failed(call, target, error.title)
        raise CallError(ErrorCode.UNAVAILABLE, error.title, trouble_of(error).model_dump())
