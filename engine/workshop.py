"""The means of research in one process: makes the sandboxes, sources, model and minds a run asks for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from engine.broker.broker import Broker
from engine.broker.kept_pages import KeptPages
from engine.broker.pages import Pages
from engine.errors import SandboxError
from engine.events import NoticeRaised, SandboxChosen, SandboxPreparing
from engine.journal.ownership import this_process
from engine.library.port import IndexCounts
from engine.library.reading import SandboxReader
from engine.library.update import OnProgress
from engine.library_means import READERS, LibraryMeans
from engine.means import Tools
from engine.model_means import minds_of, models_of
from engine.recorder import Recorder
from engine.sandbox.choice import Prepare, choose
from engine.sandbox.limits import SandboxLimits
from engine.sandbox.makers import SandboxMakers
from engine.sandbox.pool import WarmPool
from engine.sandbox.port import SandboxMaker, SandboxOwner
from engine.spending import cost_usd
from engine.texts import TextStore
from engine.values import SANDBOX_LABELS, Role, RunOptions, SandboxChoice, Value
from engine.web_means import fetcher_of, left_alone, web_search_of

_LOG = logging.getLogger(__name__)

SEARCH_KEYS = ("tavily", "brave")

# Returns the key of a service ("tavily", "brave", "model", "model:PROFILE"), "" when there is none; may block.
KeyOf = Callable[[str], str]
# Returns the headers a profile's server wants beside the usual ones; may block.
HeadersOf = Callable[[str], Mapping[str, str]]


class WorkshopSettings(Value):
    """What is set for the whole program rather than for one run."""

    docker_endpoint: str = ""
    docker_runtime: str = ""
    base_image: str = ""
    memory_bytes: int = SandboxLimits().memory_bytes
    cpus: float = SandboxLimits().cpus
    allow_hosts: tuple[str, ...] = ()
    respect_robots: bool = True
    keep_pages_days: int = 0  # pages of the web are kept across runs for so long; 0 = not at all
    builds_in_background: bool = False  # a window lives long enough for it, a command does not

    def limits(self) -> SandboxLimits:
        """Return what one sandbox may use; kinds that count reserved memory may reserve twice as much."""
        return SandboxLimits(
            memory_bytes=self.memory_bytes, address_space_bytes=2 * self.memory_bytes, cpus=self.cpus
        )

    def makers(self) -> SandboxMakers:
        """Return the kinds of sandboxes, made with these settings."""
        return SandboxMakers(
            endpoint=self.docker_endpoint,
            runtime=self.docker_runtime,
            base_image=self.base_image,
            limits=self.limits(),
        )


async def _cool_when_stopped(pool: WarmPool, ended_by: type[BaseException] | None, *_: object) -> None:
    """Leave nothing waiting when the user stopped the run; after another ending the next run may want it."""
    if ended_by is not None and issubclass(ended_by, asyncio.CancelledError):
        await pool.cool()


class Workshop:
    """Lives as long as the program; holds the warm pool, the makers, the index and the stored texts."""

    def __init__(
        self,
        *,
        texts_folder: Path,
        pages_folder: Path,
        index_path: Path,
        settings: WorkshopSettings,
        key_of: KeyOf,
        headers_of: HeadersOf = lambda profile: {},
    ) -> None:
        self.texts, self._pages_folder = TextStore(texts_folder), pages_folder
        self._settings, self._key_of, self._headers_of = settings, key_of, headers_of
        me = this_process()
        self._owner = SandboxOwner(pid=me.pid, boot_id=me.boot_id, started=me.started)
        self.library = LibraryMeans(index_path, self.texts)
        self._makers = settings.makers()
        self._retired: list[SandboxMakers] = []  # of earlier settings; a run at work keeps those it began with
        self._pool: WarmPool | None = None
        self._building: asyncio.Task[None] | None = None

    @property
    def makers(self) -> SandboxMakers:
        """The kinds of sandboxes, for the doctor."""
        return self._makers

    def use(self, settings: WorkshopSettings) -> None:
        """Take other settings for what begins from now on."""
        before, self._settings = self._settings, settings
        if (before.limits(), before.docker_endpoint, before.docker_runtime, before.base_image) != (
            settings.limits(), settings.docker_endpoint, settings.docker_runtime, settings.base_image
        ):  # fmt: skip
            self._retired.append(self._makers)
            self._makers = settings.makers()

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
        for makers in (*self._retired, self._makers):
            await makers.aclose()
        await self.library.aclose()

    async def tools(self, options: RunOptions, recorder: Recorder, stack: contextlib.AsyncExitStack) -> Tools:
        """Make ready what a run needs; `stack` ends it with the run.

        Raises:
            InputError: the options do not fit together, or consent is missing.
            SandboxError, LibraryError: sandbox or library cannot be had.
        """
        maker = await self._chosen(options, recorder)
        pool = await self._pool_of(maker)
        stack.push_async_exit(partial(_cool_when_stopped, pool))
        reader = SandboxReader(maker, self._owner, size=READERS)
        stack.push_async_callback(reader.aclose)
        # A keyring may ask the user first, and is slow anyway.
        keys, headers = await asyncio.to_thread(self._access, options)
        models = models_of(options, api_key=keys.get("model", ""), headers=headers, stack=stack)
        pool.warm(min(6, options.concurrency))
        library = await self.library.of_run(options, reader, recorder)
        fetcher = fetcher_of(
            options,
            allow_hosts=self._settings.allow_hosts,
            respect_robots=self._settings.respect_robots,
            stack=stack,
        )
        kept = KeptPages(self._pages_folder, self._settings.keep_pages_days)
        await asyncio.to_thread(kept.tidy)
        pages = Pages(self.texts, reader, fetcher, library, kept=kept, left_alone=partial(left_alone, options))
        stack.push_async_callback(pages.aclose)
        broker = Broker(
            options=options,
            recorder=recorder,
            pages=pages,
            library=library,
            web_search=web_search_of(options, keys, recorder, stack),
            model=models.get(Role.RESEARCHER),
            price_of=partial(cost_usd, prices=options.prices),
        )
        return Tools(minds=minds_of(library, models), broker=broker, take_sandbox=lambda: pool.take("researcher"))

    async def index(self, folders: Iterable[str], kind: SandboxChoice, on_progress: OnProgress) -> IndexCounts:
        """Bring the library's index up to date without a run; documents are read in a sandbox of this kind.

        Raises:
            SandboxError, LibraryError: sandbox or folders cannot be had.
        """
        chosen = await choose(kind, self._makers, web=False, consent=False)
        if chosen.prepare is not None:
            await chosen.prepare(lambda text, percent: None)
        reader = SandboxReader(chosen.maker, self._owner, size=READERS)
        try:
            return await self.library.update(folders, reader, on_progress)
        finally:
            await reader.aclose()

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

    def _access(self, options: RunOptions) -> tuple[dict[str, str], Mapping[str, str]]:
        """Return the keys and headers a run needs; blocks."""
        keys = {name: self._key_of(name) for name in SEARCH_KEYS} if options.web else {}
        if options.mode == "offline":
            return keys, {}
        keys["model"] = self._key_of(f"model:{options.profile}" if options.profile else "model")
        return keys, self._headers_of(options.profile) if options.profile else {}
