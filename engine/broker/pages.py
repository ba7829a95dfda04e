"""The run's opened pages: each address is fetched once and each document read once, whoever asks."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable
from typing import Any, Literal

from engine.broker.kept_pages import KeptPage, KeptPages
from engine.broker.references import Target
from engine.errors import FetchError
from engine.fetching.port import Fetcher
from engine.library.port import Library, ReadBytes
from engine.texts import TextStore
from engine.values import Value
from researcher_container.contract import Document, QualityStatus, ReadParams


class Page(Value):
    """An opened page; `text_sha256` is the key of its stored text."""

    url: str  # the final address
    title: str
    sha256: str
    text_sha256: str
    size_bytes: int
    fetched_at: float
    origin: Literal["web", "library"]
    document: Document
    notes: tuple[str, ...] = ()  # what happened on the way: redirects, robots.txt, an own host


class Pages:
    """Opens targets for every researcher of one run."""

    def __init__(
        self,
        texts: TextStore,
        read: ReadBytes,
        fetcher: Fetcher | None,
        library: Library | None,
        clock: Callable[[], float] = time.time,
        kept: KeptPages | None = None,
        left_alone: Callable[[str], str] = lambda url: "",
    ) -> None:
        """Make the pages of a run.

        Args:
            kept: pages of earlier runs.
            left_alone: says why a kept page may not be used after all, "" when it may.
        """
        self._texts, self._read = texts, read
        self._fetcher, self._library = fetcher, library
        self._clock = clock
        self._kept, self._left_alone = kept, left_alone
        self._by_address: dict[str, asyncio.Task[Page]] = {}
        # One reading per content, also when two addresses give the same bytes.
        self._by_content: dict[str, asyncio.Task[Document]] = {}

    async def open(self, target: Target) -> tuple[Page, bool]:
        """Return the page and whether somebody had opened it already.

        Raises:
            FetchError: it cannot be had or read.
        """
        held = self._by_address.get(target.address)
        if held is not None and _holds(held):
            return await asyncio.shield(held), True
        # A researcher that is stopped must not take the page from the others: the task is the run's.
        task = asyncio.ensure_future(self._open(target))
        self._by_address[target.address] = task
        return await asyncio.shield(task), False

    async def aclose(self) -> None:
        """Cancel what is still on its way."""
        tasks = [task for task in (*self._by_address.values(), *self._by_content.values()) if not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in (*self._by_address.values(), *self._by_content.values()):
            if not task.cancelled():
                task.exception()  # failures were told to whoever asked; nobody else waits for them

    def remembered(self, text_sha256: str) -> Document | None:
        """Return a document this run stored earlier."""
        return self._texts.document(text_sha256)

    async def _open(self, target: Target) -> Page:
        if target.origin == "library":
            return await self._open_library(target)
        return await self._open_web(target)

    async def _open_library(self, target: Target) -> Page:
        held = await self._library.document(target.document_id) if self._library else None
        if held is None:
            raise FetchError("unreadable", "This document is no longer in the library.", "Index the folder again.")
        return Page(
            url=held.url,
            title=held.title,
            sha256=held.sha256,
            text_sha256=held.text_sha256,
            size_bytes=len(held.document.text()),
            fetched_at=held.indexed_at,
            origin="library",
            document=held.document,
        )

    async def _open_web(self, target: Target) -> Page:
        if self._fetcher is None:
            raise FetchError("blocked_address", "This run does not read the web.", "Switch web sources on.")
        if self._kept is not None and (held := await asyncio.to_thread(self._kept_page, target)):
            return held
        got = await self._fetcher.fetch(target.address)
        params = ReadParams(url=got.url, declared_type=got.content_type, status=got.status)
        document = await self._read_once(got.body, params)
        quality = document.quality
        if got.status >= 400 and quality.status == QualityStatus.OK:
            raise FetchError("http_status", f"The site answered {got.status}.", detail=got.url)
        key = await asyncio.to_thread(self._texts.put, document)
        page = Page(
            url=got.url,
            title=document.title or target.title,
            sha256=got.sha256,
            text_sha256=key,
            size_bytes=len(got.body),
            fetched_at=got.fetched_at,
            origin="web",
            document=document,
            notes=got.notes,
        )
        if self._kept is not None and quality.status == QualityStatus.OK:
            fields = page.model_dump(exclude={"document", "notes"})
            await asyncio.to_thread(self._kept.keep, KeptPage(address=target.address, **fields))
        return page

    def _kept_page(self, target: Target) -> Page | None:
        """Return a page of an earlier run whose text is still there; blocks."""
        assert self._kept is not None
        held = self._kept.find(target.address)
        if held is None or self._left_alone(target.address) or self._left_alone(held.url):
            return None
        document = self._texts.document(held.text_sha256)
        if document is None:
            return None
        day = time.strftime("%Y-%m-%d", time.gmtime(held.fetched_at))
        notes = (f"Kept from an earlier research: fetched {day}.",)
        return Page(**held.model_dump(exclude={"address"}), document=document, notes=notes)

    async def _read_once(self, body: bytes, params: ReadParams) -> Document:
        # The address is part of the key: links of the same bytes lead elsewhere from another place.
        key = hashlib.sha256(params.model_dump_json().encode() + b"\0" + body).hexdigest()
        task = self._by_content.get(key)
        if task is None or not _holds(task):
            task = asyncio.ensure_future(self._read(body, params))
            self._by_content[key] = task
        return await asyncio.shield(task)


def _holds(task: asyncio.Task[Any]) -> bool:
    """Tell whether a task has a result or may still get one: what failed is tried again by the next who asks."""
    return not task.done() or (not task.cancelled() and task.exception() is None)
