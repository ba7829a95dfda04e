"""A broker's desk for tests: a language model over a real socket, a small web of documents, real threads."""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from engine.errors import ModelError
from engine.models.port import LanguageModel
from engine.values import Role
from researcher_container.channel import RemoteError
from researcher_container.contract import (
    Block,
    Citation,
    Document,
    ErrorCode,
    FetchParams,
    FetchReply,
    Link,
    Method,
    ModelReply,
    ModelRequest,
    Progress,
    Quality,
    QualityStatus,
    SearchParams,
    SearchReply,
    SearchResult,
    Wire,
)
from researcher_container.researcher.broker import Broker


def ref_of(url: str) -> str:
    return "r" + hashlib.sha256(url.encode()).hexdigest()[:8]


def document(
    title: str, *texts: str, status: QualityStatus = QualityStatus.OK, links: tuple[Link, ...] = ()
) -> Document:
    """Make a document; a text that begins with `#` is a heading, one with `~` navigation."""
    blocks, heading = [], None
    for text in texts:
        if text.startswith("#"):
            heading = text.lstrip("# ")
            blocks.append(Block(kind="heading", text=heading, level=len(text) - len(text.lstrip("#"))))
        elif text.startswith("~"):
            blocks.append(Block(kind="navigation", text=text[1:].strip()))
        else:
            blocks.append(Block(kind="paragraph", text=text, heading=heading))
    return Document(title=title, blocks=tuple(blocks), quality=Quality(status=status), links=links)


class Desk:
    """Answers the calls of one researcher.

    Args:
        model: asked on `loop`, which runs in another thread than the researcher.
        pages: documents by address; every search finds them all, in this order.
    """

    def __init__(self, model: LanguageModel, loop: asyncio.AbstractEventLoop, pages: dict[str, Document]) -> None:
        self._model, self._loop = model, loop
        self.pages = pages
        self.progress: list[Progress] = []
        self.requests: list[ModelRequest] = []
        self.fetched: list[str] = []
        self.queries: list[str] = []
        self.errors: dict[str, RemoteError] = {}  # by method, query or reference
        self.together = 1  # fetches that must be under way before any is answered
        self.calls: list[Future[dict[str, Any]]] = []
        self._under_way = threading.Condition()
        self._fetching = 0
        self._threads = ThreadPoolExecutor(8)

    def broker(self) -> Broker:
        return Broker(self)

    def close(self) -> None:
        self._threads.shutdown()

    waited_s = 0.0

    def submit(self, method: str, params: Wire) -> Future[dict[str, Any]]:
        self.calls.append(self._threads.submit(self._answer, method, params))
        return self.calls[-1]

    def notify(self, method: str, params: Wire) -> None:
        assert isinstance(params, Progress)
        self.progress.append(params)

    def _answer(self, method: str, params: Any) -> dict[str, Any]:
        if method in self.errors:
            raise self.errors[method]
        answer = {
            Method.MODEL_RESPOND: self._respond,
            Method.SEARCH: self._search,
            Method.FETCH: self._fetch,
        }[Method(method)]
        reply: Wire = answer(params)
        return reply.model_dump(mode="json")

    def _respond(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        asked = asyncio.run_coroutine_threadsafe(self._model.respond(request, role=Role.RESEARCHER), self._loop)
        try:
            reply = asked.result(30)
        except ModelError as error:
            raise RemoteError(ErrorCode.UNAVAILABLE, error.title, {"kind": error.kind, "why": error.title}) from None
        citations = tuple(self._handed_out(citation) for citation in reply.citations)
        return reply.model_copy(update={"citations": citations})

    def _handed_out(self, citation: Citation) -> Citation:
        return citation.model_copy(update={"ref": ref_of(citation.url)})

    def _search(self, params: SearchParams) -> SearchReply:
        self.queries.append(params.query)
        if params.query in self.errors:
            raise self.errors[params.query]
        results = [
            SearchResult(ref=ref_of(url), title=page.title, url=url, snippet=page.text()[:80])
            for url, page in self.pages.items()
        ]
        return SearchReply(results=tuple(results), provider="desk")

    def _fetch(self, params: FetchParams) -> FetchReply:
        by_ref = {ref_of(url): url for url in self.pages}
        url = by_ref.get(params.ref or "", params.url or "")
        if (params.ref or url) in self.errors:
            raise self.errors[params.ref or url]
        if url not in self.pages:
            raise RemoteError(ErrorCode.REFUSED, "refused", {"why": "this reference was never handed out."})
        with self._under_way:
            self._fetching += 1
            self._under_way.notify_all()
            # A researcher that fetches one page after the other never gets here twice.
            assert self._under_way.wait_for(lambda: self._fetching >= self.together, 10)
        self.fetched.append(url)
        page = self.pages[url]
        links = tuple((ref_of(link.url), link.url) for link in page.links)
        digest = hashlib.sha256(page.text().encode()).hexdigest()
        return FetchReply(ref=ref_of(url), url=url, sha256=digest, document=page, link_refs=links)


def until(condition: Any, limit_s: float = 10.0) -> None:
    """Wait for a condition, with a limit."""
    end = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end, "the condition did not come true"
        time.sleep(0.005)
