"""The broker's policy: what may be fetched, what is refused, what is remembered."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from engine.broker.broker import Broker
from engine.broker.gathering import gathered, kept
from engine.broker.pages import Pages
from engine.broker.session import BrokerSession
from engine.errors import FetchError, JournalError, ModelError, SandboxError, SearchError
from engine.fetching.port import FetchedBytes
from engine.journal.journal import Journal, RunJournal
from engine.library.port import LibraryDocument, Passage
from engine.recorder import Recorder
from engine.sandbox.port import CallError
from engine.search.port import Hit
from engine.texts import TextStore
from engine.values import Role, RunOptions
from researcher_container.contract import (
    Block,
    Citation,
    Document,
    ErrorCode,
    Link,
    Message,
    ModelReply,
    ModelRequest,
    ReadParams,
    ResearchResult,
    Usage,
)

PAGE = "https://tides.example/alder"
LINKED = "https://tides.example/linked"


class Web:
    """A tiny web and its search engine, at the outermost edge."""

    name = "tiny"

    def __init__(self) -> None:
        self.fetched: list[str] = []
        self.searches: list[str] = []
        self.failure: FetchError | None = None
        self.search_failure: SearchError | None = None
        self.asked, self.gate = asyncio.Event(), asyncio.Event()
        self.gate.set()

    async def search(self, query: str, limit: int) -> list[Hit]:
        self.searches.append(query)
        if self.search_failure:
            raise self.search_failure
        return [Hit(url=PAGE, title="Alder", snippet="4.2 m")][:limit]

    async def fetch(self, url: str) -> FetchedBytes:
        self.fetched.append(url)
        self.asked.set()
        await self.gate.wait()
        if self.failure:
            raise self.failure
        body = url.encode()
        return FetchedBytes(url=url, status=200, content_type="text/html", body=body, sha256="0" * 64, fetched_at=5.0)

    async def aclose(self) -> None:
        pass


async def read(body: bytes, params: ReadParams) -> Document:
    return Document(
        title="Alder tide tables",
        blocks=(Block(kind="paragraph", text="The range is 4.2 m."),),
        links=(Link(text="more", url=LINKED), Link(text="mail", url="mailto:a@b.example")),
    )


class Shelf:
    """A library of one document."""

    document_value = Document(title="Local", blocks=(Block(kind="paragraph", text="Private words."),))

    async def search(self, query: str, limit: int) -> list[Passage]:
        return [
            Passage(
                document_id="d1",
                url="file:///lib/local.html",
                title="Local",
                heading=None,
                text="Private words.",
                start=0,
                end=14,
                score=1.0,
            )
        ]

    async def document(self, document_id: str) -> LibraryDocument | None:
        return LibraryDocument(
            document_id="d1",
            url="file:///lib/local.html",
            title="Local",
            sha256="1" * 64,
            text_sha256="2" * 64,
            indexed_at=1.0,
            document=self.document_value,
        )

    async def outline(self, query: str, limit: int) -> list[tuple[str, str, float]]:
        return []


class Mind:
    """A model that cites one page of a hosted search, or fails."""

    model, base_url, hosted_search = "mind", "", True

    def __init__(self) -> None:
        self.calls = 0
        self.failure: ModelError | None = None
        self.cites = "https://hosted.example/p"

    async def respond(self, request: ModelRequest, *, role: Role, on_wait: object = None) -> ModelReply:
        self.calls += 1
        if self.failure:
            raise self.failure
        return ModelReply(text="said", citations=(Citation(url=self.cites, title="P"),), usage=Usage(input_tokens=3))

    async def aclose(self) -> None:
        pass


class Desk:
    """Everything one test needs, over a real journal and a real text store."""

    def __init__(self, folder: Path, options: RunOptions, **parts: object) -> None:
        self.journal = Journal(folder / "dossier.db")
        self.run: RunJournal = self.journal.create_run("tides", options)
        self.web, self.mind = Web(), Mind()
        self.options, self.folder, self.parts = options, folder, parts
        self.restart()

    def restart(self) -> None:
        """Begin anew over the same journal, as a resumed run does."""
        texts = TextStore(self.folder / "texts")
        self.recorder = Recorder(self.run)
        self.pages = Pages(texts, read, self.web, self.parts.get("library"))  # type: ignore[arg-type]
        self.broker = Broker(
            options=self.options,
            recorder=self.recorder,
            pages=self.pages,
            library=self.parts.get("library"),  # type: ignore[arg-type]
            web_search=self.web if self.options.web else None,
            model=self.mind if self.options.mode == "model" else None,
        )

    def session(self, researcher: int = 1, lineage: int = 0, max_pages: int = 4) -> BrokerSession:
        return BrokerSession(self.broker, 1, researcher, lineage=lineage, max_pages=max_pages, max_model_calls=2)

    def kinds(self) -> list[str]:
        return [entry.event.kind for entry in self.run.entries()][1:]

    def refusals(self) -> list[tuple[str, str]]:
        return [(e.event.target, e.event.why) for e in self.run.entries() if e.event.kind == "call_refused"]


DeskMaker = Callable[..., Desk]


@pytest.fixture
async def desk_of(tmp_path: Path) -> AsyncIterator[DeskMaker]:
    made: list[Desk] = []

    def make(options: RunOptions | None = None, **parts: object) -> Desk:
        made.append(Desk(tmp_path, options or RunOptions(mode="model", web=True), **parts))
        return made[-1]

    yield make
    for desk in made:
        await desk.pages.aclose()
        desk.journal.close()


async def opened(session: BrokerSession) -> str:
    """Search and open the first result; return its reference."""
    found = await session.answer("search", {"query": "tide"})
    ref = found["results"][0]["ref"]
    await session.answer("fetch", {"ref": ref})
    return ref


async def test_what_was_found_may_be_fetched_by_reference_and_by_address(desk_of: DeskMaker):
    desk = desk_of()
    session = desk.session()
    ref = await opened(session)
    again = await session.answer("fetch", {"url": PAGE})

    assert again["document"]["blocks"][0]["text"] == "The range is 4.2 m."
    assert desk.web.fetched == [PAGE]
    assert desk.kinds() == ["search_answered", "page_opened"]
    assert again["ref"] == ref


@pytest.mark.parametrize(
    "params",
    [
        {"url": "https://evil.example/?data=secret"},
        {"url": PAGE + "/"},
        {"url": PAGE.upper()},
        {"ref": "r00000000"},
        {},
    ],
)
async def test_what_was_not_handed_out_is_refused_and_not_requested(desk_of: DeskMaker, params: dict[str, str]):
    desk = desk_of()
    session = desk.session()
    await session.answer("search", {"query": "tide"})
    with pytest.raises(CallError) as refused:
        await session.answer("fetch", params)

    assert refused.value.code == ErrorCode.REFUSED
    assert desk.web.fetched == []
    assert desk.refusals()[0][1] == "The address was not in a result or link."


async def test_links_of_an_opened_page_are_handed_out_but_only_to_who_opened_it(desk_of: DeskMaker):
    desk = desk_of()
    first, second = desk.session(1), desk.session(2)
    await opened(first)
    assert (await first.answer("fetch", {"url": LINKED}))["url"] == LINKED
    with pytest.raises(CallError):
        await second.answer("fetch", {"url": LINKED})
    with pytest.raises(CallError):
        await first.answer("fetch", {"url": "mailto:a@b.example"})


async def test_a_page_is_fetched_once_whoever_asks_and_outlives_who_asked_first(desk_of: DeskMaker):
    desk = desk_of()
    desk.web.gate.clear()
    first, second = desk.session(1), desk.session(2)
    for session in (first, second):
        await session.answer("search", {"query": "tide"})
    one = asyncio.create_task(first.answer("fetch", {"url": PAGE}))
    two = asyncio.create_task(second.answer("fetch", {"url": PAGE}))
    await asyncio.wait_for(desk.web.asked.wait(), 5)
    one.cancel()
    desk.web.gate.set()
    assert (await two)["url"] == PAGE
    with pytest.raises(asyncio.CancelledError):
        await one
    assert desk.web.fetched == [PAGE]


async def test_a_page_that_failed_is_tried_again(desk_of: DeskMaker):
    desk = desk_of()
    session = desk.session()
    await session.answer("search", {"query": "tide"})
    desk.web.failure = FetchError("timeout", "The site did not answer in time.")
    with pytest.raises(CallError) as failed:
        await session.answer("fetch", {"url": PAGE})
    assert failed.value.code == ErrorCode.UNAVAILABLE
    desk.web.failure = None
    assert (await session.answer("fetch", {"url": PAGE}))["url"] == PAGE
    assert desk.kinds() == ["search_answered", "call_failed", "page_opened"]


async def test_a_redirect_to_a_private_address_is_told_as_a_refusal(desk_of: DeskMaker):
    desk = desk_of()
    session = desk.session()
    await session.answer("search", {"query": "tide"})
    desk.web.failure = FetchError("blocked_address", "The address leads into a private network.")
    with pytest.raises(CallError) as refused:
        await session.answer("fetch", {"url": PAGE})
    assert refused.value.code == ErrorCode.REFUSED
    assert desk.refusals() == [(PAGE, "The address leads into a private network.")]


async def test_the_allowance_ends(desk_of: DeskMaker):
    desk = desk_of()
    session = desk.session(max_pages=1)
    await session.answer("search", {"query": "tide"})
    desk.web.failure = FetchError("timeout", "Too slow.")
    codes = []
    for _ in range(4):
        with pytest.raises(CallError) as failed:
            await session.answer("fetch", {"url": PAGE})
        codes.append(failed.value.code)
    assert codes == [ErrorCode.UNAVAILABLE] * 3 + [ErrorCode.QUOTA]
    assert len(desk.web.fetched) == 3


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("search", {"query": "x" * 301}),
        ("search", {"query": 5}),
        ("search", {}),
        ("fetch", {"ref": ["r1"]}),
        ("model.respond", {"messages": "hello"}),
        ("model.respond", {"messages": [], "api_key": "mine"}),
    ],
)
async def test_malformed_parameters_are_told_and_spend_nothing(desk_of: DeskMaker, method: str, params: dict):
    desk = desk_of()
    with pytest.raises(CallError) as failed:
        await desk.session().answer(method, params)
    assert failed.value.code == ErrorCode.INVALID_PARAMS
    assert desk.kinds() == []


async def test_an_unknown_call_is_told(desk_of: DeskMaker):
    with pytest.raises(CallError) as failed:
        await desk_of().session().answer("shell", {"command": "id"})
    assert failed.value.code == ErrorCode.METHOD_NOT_FOUND


async def test_a_resumed_session_pays_only_for_what_was_not_answered(desk_of: DeskMaker):
    desk = desk_of(RunOptions(mode="model", web=True, hosted_search=True))
    request = ModelRequest(messages=(Message(role="user", content="hi"),)).model_dump(mode="json")
    session = desk.session()
    ref = await opened(session)
    first = await session.answer("model.respond", request)
    before = desk.kinds()

    desk.restart()
    session = desk.session()
    assert await opened(session) == ref
    assert await session.answer("model.respond", request) == first
    assert (await session.answer("fetch", {"url": LINKED}))["url"] == LINKED

    assert (desk.web.searches, desk.mind.calls) == (["tide"], 1)
    assert desk.web.fetched == [PAGE, LINKED]
    assert desk.kinds() == [*before, "page_opened"]


async def test_a_retry_of_the_user_remembers_nothing(desk_of: DeskMaker):
    desk = desk_of()
    await opened(desk.session())
    await opened(desk.session(lineage=1))
    assert desk.web.searches == ["tide", "tide"]


async def test_without_a_model_there_is_no_model_call(desk_of: DeskMaker):
    desk = desk_of(RunOptions(web=True))
    with pytest.raises(CallError) as refused:
        await desk.session().answer("model.respond", {"messages": []})
    assert refused.value.code == ErrorCode.REFUSED


async def test_hosted_search_needs_to_be_switched_on(desk_of: DeskMaker):
    desk = desk_of()
    with pytest.raises(CallError) as refused:
        await desk.session().answer("model.respond", {"messages": [], "hosted_search": True})
    assert refused.value.code == ErrorCode.REFUSED
    assert desk.mind.calls == 0


async def test_structured_citations_are_handed_out_and_become_sources(desk_of: DeskMaker):
    desk = desk_of(RunOptions(mode="model", web=True, hosted_search=True))
    session = desk.session()
    reply = await session.answer("model.respond", {"messages": [], "hosted_search": True})
    ref = reply["citations"][0]["ref"]
    sources = gathered(session, ResearchResult(answer=f"It is so [{ref}]."))
    assert [(source.url, source.origin, source.text_sha256) for source in sources] == [
        ("https://hosted.example/p", "hosted", "")
    ]


@pytest.mark.parametrize(("length", "is_opened"), [(200, True), (201, False)])
async def test_a_cited_address_with_a_long_query_is_not_opened(desk_of: DeskMaker, length: int, is_opened: bool):
    desk = desk_of(RunOptions(mode="model", web=True, hosted_search=True))
    desk.mind.cites = "https://hosted.example/p?" + "q" * length
    session = desk.session()
    reply = await session.answer("model.respond", {"messages": [], "hosted_search": True})
    with contextlib.nullcontext() if is_opened else pytest.raises(CallError):
        await session.answer("fetch", {"ref": reply["citations"][0]["ref"]})
    assert [target for target, _ in desk.refusals()] == ([] if is_opened else [desk.mind.cites])


async def test_the_models_trouble_is_kept_for_the_finding(desk_of: DeskMaker):
    desk = desk_of()
    desk.mind.failure = ModelError("bad_key", "The key was not accepted.")
    session = desk.session()
    with pytest.raises(CallError) as failed:
        await session.answer("model.respond", {"messages": []})
    assert failed.value.code == ErrorCode.UNAVAILABLE
    assert session.last_model_trouble is not None
    assert session.last_model_trouble.kind == "bad_key"


async def test_library_and_web_are_searched_together(desk_of: DeskMaker):
    desk = desk_of(library=Shelf())
    reply = await desk.session().answer("search", {"query": "tide"})
    assert [result["origin"] for result in reply["results"]] == ["library", "web"]
    desk.web.search_failure = SearchError("The search engine is down.")
    reply = await desk.session(2).answer("search", {"query": "tide"})
    assert [result["origin"] for result in reply["results"]] == ["library"]
    assert "call_failed" in desk.kinds()


async def test_a_private_library_closes_the_way_out_once_it_was_read(desk_of: DeskMaker):
    desk = desk_of(RunOptions(mode="model", web=True, library_is_private=True), library=Shelf())
    session = desk.session()
    reply = await session.answer("search", {"query": "tide"})
    await session.answer("fetch", {"ref": reply["results"][0]["ref"]})
    await session.answer("search", {"query": "Private words."})
    assert desk.web.searches == ["tide"]


async def test_quotes_are_noted_once_and_kept_when_the_researcher_is_stopped(desk_of: DeskMaker):
    desk = desk_of()
    session = desk.session()
    ref = await opened(session)
    for _ in range(2):
        session.hear("progress", {"state": "quoted", "text": "The range is 4.2 m.", "ref": ref})
    session.hear("progress", {"state": "quoted", "text": "Never opened.", "ref": "r00000000"})
    session.hear("progress", {"state": "nonsense"})
    session.hear("telemetry", {"x": 1})

    assert desk.kinds().count("quote_noted") == 1
    assert [(source.ref, source.quotes) for source in kept(session)] == [(ref, ("The range is 4.2 m.",))]

    desk.restart()
    desk.broker.remember_quotes(desk.run.entries())
    session = desk.session()
    await opened(session)
    session.hear("progress", {"state": "quoted", "text": "The range is 4.2 m.", "ref": ref})
    assert desk.kinds().count("quote_noted") == 1
    assert kept(session)[0].quotes == ("The range is 4.2 m.",)


async def test_only_what_was_opened_or_handed_out_becomes_a_source(desk_of: DeskMaker):
    desk = desk_of()
    session = desk.session()
    ref = await opened(session)
    result = ResearchResult.model_validate(
        {
            "answer": f"Range 4.2 m [{ref}], as [r11111111] says.",
            "sources": [
                {"ref": ref, "quotes": ["The range is 4.2 m.", "", "The range is 4.2 m."]},
                {"ref": "rffffffff"},
            ],
        }
    )
    sources = gathered(session, result)
    assert [(source.ref, source.quotes, source.title) for source in sources] == [
        (ref, ("The range is 4.2 m.",), "Alder tide tables")
    ]
    assert sources[0].text_sha256


async def test_a_program_gone_wild_does_not_fill_the_journal(desk_of: DeskMaker):
    desk = desk_of()
    session = desk.session()
    ref = await opened(session)
    for number in range(3_000):
        session.hear("progress", {"state": "reading", "text": f"page {number}"})
        session.hear("progress", {"state": "quoted", "text": "x" * 5_000, "ref": ref})
    for _ in range(600):
        with pytest.raises(CallError):
            await session.answer("fetch", {"ref": "r00000000"})
    assert len(desk.kinds()) < 2_600
    assert session.quotes == {}
    assert len(desk.refusals()) < 500


async def test_halves_of_characters_are_made_whole_at_the_door(desk_of: DeskMaker):
    session = desk_of().session()
    ref = await opened(session)
    await session.answer("search", {"query": "tide \ud83d\ude00 and \ud800"})
    session.hear("progress", {"state": "quoted", "text": "The range \udc00", "ref": ref})
    assert session.quotes == {ref: ["The range \ufffd"]}


async def test_a_reading_that_failed_is_tried_again_also_for_the_same_bytes(desk_of: DeskMaker):
    desk = desk_of()
    readings: list[str] = []

    async def reading(body: bytes, params: ReadParams) -> Document:
        readings.append(params.url)
        if len(readings) == 1:
            raise SandboxError("engine_gone", "The Docker engine stopped.")
        return await read(body, params)

    desk.pages._read = reading
    with pytest.raises(CallError):
        await opened(desk.session(1))
    await opened(desk.session(2))
    await opened(desk.session(3))
    assert len(readings) == 2


async def test_a_full_disk_is_told_as_such_by_who_stores_a_page(desk_of: DeskMaker, monkeypatch: pytest.MonkeyPatch):
    desk = desk_of()

    def full(document: Document) -> str:
        raise JournalError("The disk is full.")

    monkeypatch.setattr(desk.pages._texts, "put", full)
    with pytest.raises(CallError, match="disk is full"):
        await opened(desk.session())
    assert "call_failed" in desk.kinds()


async def test_a_question_that_the_researcher_gave_up_is_not_answered_any_more(desk_of: DeskMaker):
    class Slow(Mind):
        def __init__(self) -> None:
            super().__init__()
            self.begun, self.ended = asyncio.Event(), asyncio.Event()

        async def respond(self, request: ModelRequest, *, role: Role, on_wait: object = None) -> ModelReply:
            if request.tools or self.begun.is_set():
                return ModelReply(text="quick")
            self.begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.ended.set()
            raise AssertionError

    desk = desk_of(RunOptions(mode="model"))
    desk.broker.model = slow = Slow()  # type: ignore[assignment]
    session = desk.session()
    first = asyncio.create_task(session.answer("model.respond", {"messages": []}))
    await asyncio.wait_for(slow.begun.wait(), 10)
    reply = await session.answer("model.respond", {"messages": [{"role": "user", "content": "Now."}]})
    assert reply["text"] == "quick"
    with pytest.raises(CallError, match="asked something else"):
        await first
    assert slow.ended.is_set()


async def test_who_is_to_come_to_the_end_gets_no_answer_any_more_and_keeps_what_it_has(desk_of: DeskMaker):
    here = desk_of()
    session = here.session()
    ref = await opened(session)
    session.hear("progress", {"state": "quoted", "text": "The range is 4.2 m.", "ref": ref})
    here.web.gate.clear()
    here.web.asked.clear()
    waiting = asyncio.create_task(session.answer("fetch", {"url": LINKED}))
    await asyncio.wait_for(here.web.asked.wait(), 5)
    assert not session.was_cut_short
    session.wrap_up()
    for call in (waiting, session.answer("search", {"query": "tide"})):
        with pytest.raises(CallError) as caught:
            await asyncio.wait_for(call, 5)
        assert caught.value.code == ErrorCode.FINISH
    assert session.was_cut_short
    assert [source.quotes for source in kept(session)] == [("The range is 4.2 m.",)]
    here.web.gate.set()
