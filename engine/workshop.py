"""The means of research in one process: makes the sandboxes, sources, model and minds a run asks for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path

from engine.agents.port import Minds
from engine.broker.broker import Broker
from engine.broker.pages import Pages
from engine.errors import InputError, SandboxError
from engine.events import LibraryIndexed, NoticeRaised, SandboxChosen, SandboxPreparing
from engine.fetching.port import Fetcher
from engine.journal.ownership import this_process
from engine.library.index import LibraryIndex
from engine.library.notices import nothing_read, notices
from engine.library.pace import Pace
from engine.library.port import IndexProgress, Library, ReadBytes
from engine.library.reading import SandboxReader
from engine.means import Tools
from engine.models.port import LanguageModel
from engine.recorder import Recorder
from engine.sandbox.choice import Prepare, choose
from engine.sandbox.makers import SandboxMakers
from engine.sandbox.pool import WarmPool
from engine.sandbox.port import SandboxMaker, SandboxOwner
from engine.search.port import SearchProvider
from engine.texts import TextStore
from engine.values import SANDBOX_LABELS, RunOptions, Value

_LOG = logging.getLogger(__name__)

# Two readers keep two cores busy; a third hides the hand-over between them.
READERS = 3

# Returns the key of a service ("model", "tavily", "brave"), "" when there is none.
KeyOf = Callable[[str], str]


class WorkshopSettings(Value):
    """What is set for the whole program rather than for one run."""

    docker_endpoint: str = ""
    docker_runtime: str = ""
    base_image: str = ""
    allow_hosts: tuple[str, ...] = ()
    respect_robots: bool = True
    builds_in_background: bool = False  # a window lives long enough for it, a command does not


class Workshop:
    """Lives as long as the program; holds the warm pool, the makers, the index and the stored texts."""

    def __init__(self, *, texts_folder: Path, index_path: Path, settings: WorkshopSettings, key_of: KeyOf) -> None:
        self.texts = TextStore(texts_folder)
        self._settings, self._key_of = settings, key_of
        me = this_process()
        self._owner = SandboxOwner(pid=me.pid, boot_id=me.boot_id, started=me.started)
        self._index_path = index_path
        self._index: LibraryIndex | None = None
        self._makers = SandboxMakers(
            endpoint=settings.docker_endpoint, runtime=settings.docker_runtime, base_image=settings.base_image
        )
        self._pool: WarmPool | None = None
        self._building: asyncio.Task[None] | None = None

    @property
    def makers(self) -> SandboxMakers:
        """The kinds of sandboxes, for the doctor."""
        return self._makers

    def warm(self, count: int) -> None:
        """Start sandboxes ahead when the kind of the next run is known already; returns at once."""
        if self._pool is not None:
            self._pool.warm(count)

    async def begin(self) -> None:
        """Remove what dead owners left behind."""
        for maker in self._makers.all():
            try:
                await maker.sweep()
            except Exception:
                _LOG.warning("the sweep of %s sandboxes failed", maker.kind, exc_info=True)

    async def aclose(self) -> None:
        """End every sandbox and close every file."""
        if self._building is not None:
            self._building.cancel()
            await asyncio.gather(self._building, return_exceptions=True)
        if self._pool is not None:
            await self._pool.aclose()
        await self._makers.aclose()
        if self._index is not None:
            await self._index.aclose()

    async def tools(self, options: RunOptions, recorder: Recorder, stack: contextlib.AsyncExitStack) -> Tools:
        """Make ready what a run needs; `stack` ends it with the run.

        Raises:
            InputError: the options do not fit together, or consent is missing.
            SandboxError, LibraryError: sandbox or library cannot be had.
        """
        maker = await self._chosen(options, recorder)
        pool = await self._pool_of(maker)
        reader = SandboxReader(maker, self._owner, size=READERS)
        stack.push_async_callback(reader.aclose)
        model = self._model(options, stack)
        pool.warm(min(6, options.concurrency))
        library = await self._library(options, reader, recorder)
        fetcher = self._fetcher(options, stack)
        pages = Pages(self.texts, reader, fetcher, library)
        stack.push_async_callback(pages.aclose)
        broker = Broker(
            options=options,
            recorder=recorder,
            pages=pages,
            library=library,
            web_search=self._web_search(options, recorder, stack),
            model=model,
        )
        return Tools(
            minds=self._minds(options, library, model), broker=broker, take_sandbox=lambda: pool.take("researcher")
        )

    async def _chosen(self, options: RunOptions, recorder: Recorder) -> SandboxMaker:
        """Choose the kind of sandbox and make it ready, telling what is done."""

        def tell(text: str, percent: int | None) -> None:
            recorder.emit(SandboxPreparing(text=text, percent=percent))

        web = options.web or options.hosted_search
        chosen = await choose(options.sandbox, self._makers, web=web, consent=options.process_consent)
        if chosen.prepare is not None:
            try:
                await chosen.prepare(tell)
            except SandboxError as error:
                if options.sandbox != "auto":
                    raise
                recorder.emit(NoticeRaised(level="warning", text=str(error), key="sandbox"))
                without = (chosen.maker.kind,)
                chosen = await choose(
                    options.sandbox, self._makers, web=web, consent=options.process_consent, without=without
                )
        for warning in chosen.warnings:
            recorder.emit(NoticeRaised(level="warning", text=warning, key=f"sandbox-{warning}"))
        kind = chosen.maker.kind
        recorder.emit(
            SandboxChosen(sandbox=kind, label=SANDBOX_LABELS[kind], endpoint=chosen.endpoint, why=chosen.why)
        )
        if chosen.build_later is not None:
            self._prepare_better(chosen.build_later)
        return chosen.maker

    def _prepare_better(self, prepare: Prepare) -> None:
        """Build the image beside the run, once; the next run finds it."""
        if not self._settings.builds_in_background or self._building is not None:
            return

        async def build() -> None:
            try:
                await prepare(lambda text, percent: None)
            except SandboxError as error:
                _LOG.warning("the sandbox image could not be built: %s", error)

        self._building = asyncio.create_task(build())

    async def _pool_of(self, maker: SandboxMaker) -> WarmPool:
        if self._pool is None or self._pool.maker is not maker:
            if self._pool is not None:
                await self._pool.aclose()
            self._pool = WarmPool(maker, self._owner)
        return self._pool

    async def _library(self, options: RunOptions, read: ReadBytes, recorder: Recorder) -> Library | None:
        if not options.library:
            return None
        if self._index is None:
            self._index = LibraryIndex(self._index_path, self.texts)

        pace = Pace()

        def tell(progress: IndexProgress) -> None:
            if pace.is_due(progress):
                recorder.emit(LibraryIndexed(documents=progress.done, total=progress.total, final=False))

        counts = await self._index.update(options.library, read, on_progress=tell, concurrency=READERS)
        recorder.emit(
            LibraryIndexed(
                documents=counts.documents,
                added=counts.added + counts.changed,
                removed=counts.removed,
                unreadable=len(counts.unreadable),
            )
        )
        if not counts.documents and not options.web:
            raise nothing_read(options.library, counts)
        for key, text in notices(counts):
            recorder.emit(NoticeRaised(level="warning", text=text, key=key))
        return self._index.view(options.library)

    def _model(self, options: RunOptions, stack: contextlib.AsyncExitStack) -> LanguageModel | None:
        if options.mode == "offline":
            return None
        if not options.model:
            raise InputError(
                "No model is named.",
                "Set DOSSIER_MODEL to the model's name, as its server spells it, or use --offline.",
            )
        from engine.models.openai_model import OpenAIModel

        model = OpenAIModel(
            base_url=options.base_url,
            api_key=self._key_of("model"),
            model=options.model,
            protocol=options.protocol,
            hosted_search=options.hosted_search,
        )
        stack.push_async_callback(model.aclose)
        return model

    def _fetcher(self, options: RunOptions, stack: contextlib.AsyncExitStack) -> Fetcher | None:
        if not options.web and not (options.hosted_search and options.read_citations):
            return None
        from engine.fetching.addresses import allowed_hosts
        from engine.fetching.http_fetcher import HttpFetcher

        fetcher = HttpFetcher(
            own_hosts=allowed_hosts(self._settings.allow_hosts),
            respect_robots=self._settings.respect_robots,
            language=options.language,
        )
        stack.push_async_callback(fetcher.aclose)
        return fetcher

    def _web_search(
        self, options: RunOptions, recorder: Recorder, stack: contextlib.AsyncExitStack
    ) -> SearchProvider | None:
        if not options.web:
            return None
        from engine.search.chooser import providers_from

        def note(text: str) -> None:
            recorder.emit(NoticeRaised(level="warning", text=text, key=f"search-{text}"))

        keys = {name: self._key_of(name) for name in ("tavily", "brave")}
        provider = providers_from(options.search_providers, keys, on_note=note).provider
        if provider is not None:
            stack.push_async_callback(provider.aclose)
        return provider

    def _minds(self, options: RunOptions, library: Library | None, model: LanguageModel | None) -> Minds:
        if model is None:
            from engine.agents.offline.planner import OfflinePlanner
            from engine.agents.offline.reviewer import OfflineReviewer
            from engine.agents.offline.writer import OfflineWriter

            return Minds(planner=OfflinePlanner(library), reviewer=OfflineReviewer(library), writer=OfflineWriter())
        from engine.agents.model.planner import ModelPlanner
        from engine.agents.model.reviewer import ModelReviewer
        from engine.agents.model.writer import ModelWriter

        return Minds(planner=ModelPlanner(model), reviewer=ModelReviewer(model), writer=ModelWriter(model))
