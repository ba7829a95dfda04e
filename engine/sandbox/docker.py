"""The `docker` kind: one container per sandbox, behind every wall the engine offers."""

from __future__ import annotations

import asyncio
from functools import partial

from engine.errors import DockerError, SandboxError
from engine.sandbox import docker_client, image
from engine.sandbox.container import ContainerConduit, StartedContainer
from engine.sandbox.docker_engine import DockerEngine
from engine.sandbox.docker_errors import classify, docker_error
from engine.sandbox.docker_options import DockerOptions, container_arguments, unenforced
from engine.sandbox.endpoint import Surroundings
from engine.sandbox.image_context import ImageContext, image_context
from engine.sandbox.limits import SandboxLimits
from engine.sandbox.port import Availability, Program, SandboxOwner
from engine.sandbox.roster import Roster
from engine.sandbox.running import RunningSandbox
from engine.sandbox.sweep import sweep
from engine.values import SandboxKind


class DockerMaker:
    """Implements `port.SandboxMaker` with a Docker engine, found at the first use.

    Args:
        source: Python text to run instead of the product's programs (hostile programs of the tests).
        surroundings: where to look for the engine; this process's when not given.
        context: what the image is built from; the installed programs when not given.
    """

    kind: SandboxKind = "docker"

    def __init__(
        self,
        options: DockerOptions | None = None,
        limits: SandboxLimits | None = None,
        *,
        source: str | None = None,
        surroundings: Surroundings | None = None,
        context: ImageContext | None = None,
    ) -> None:
        self._options, self._limits = options or DockerOptions(), limits or SandboxLimits()
        self._source, self._surroundings = source, surroundings
        self._engine: DockerEngine | None = None
        self._context = context
        self._connecting = asyncio.Lock()
        self._building = asyncio.Lock()
        self._roster = Roster()
        self._warned: dict[str, None] = {}  # what the engine said at creates, each once

    @property
    def made_from(self) -> str:
        """The image new sandboxes are made from, and the engine they run in."""
        return f"{self._context.tag if self._context else ''} in {id(self._engine) if self._engine else ''}"

    async def availability(self) -> Availability:
        """Find the engine, look for the image, ask which limits hold."""
        try:
            engine = await self._connected()
            tag = (await self._image()).tag
            ready, info = await engine.run(lambda: (image.is_there(engine.client, tag), engine.info()))
        except DockerError as error:
            return Availability(kind="docker", usable=False, why=error.title, advice=error.advice)
        except Exception as error:
            trouble = classify(error)
            return Availability(kind="docker", usable=False, why=trouble.title, advice=trouble.advice)
        return Availability(
            kind="docker",
            usable=True,
            ready=ready,
            why="" if ready else "The image for the sandbox is not built yet.",
            advice="" if ready else "Build it with `dossier doctor --prepare`.",
            endpoint=f"{engine.endpoint.url} ({engine.endpoint.named_by})",
            runtimes=tuple(sorted(info.get("Runtimes") or ())),
            warnings=((engine.notice,) if engine.notice else ()) + unenforced(info) + tuple(self._warned),
        )

    async def ensure_image(self, tell: image.Tell) -> str:
        """Build the image if it is not there; return its tag. `tell` is called on the event loop.

        Raises:
            DockerError: it could not be built.
        """
        loop = asyncio.get_running_loop()
        async with self._building:
            engine = await self._connected()
            context = await self._image()
            try:
                if await engine.run(image.is_there, engine.client, context.tag):
                    return context.tag
            except Exception as error:
                raise classify(error) from error

            def tell_on_loop(text: str, percent: int | None) -> None:
                loop.call_soon_threadsafe(partial(tell, text, percent))

            return await engine.run(image.build, engine.client, context, tell_on_loop)

    async def start(self, program: Program, owner: SandboxOwner) -> RunningSandbox:
        """Create and start a container, and wait for the program's `ready`."""
        engine = await self._connected()
        tag = (await self._image()).tag
        container = await self._create(engine, tag, program, owner)
        self._warned.update(dict.fromkeys(container.warnings))
        sandbox = RunningSandbox(container.id[:12], "docker", ContainerConduit(container), self.made_from)
        self._roster.add(sandbox)
        await sandbox.wait_ready(program, self._limits.start_s)
        return sandbox

    async def sweep(self) -> int:
        """Remove containers of dead owners; without an engine there are none."""
        try:
            engine = await self._connected()
            return await engine.run(sweep, engine.client)
        except DockerError:
            return 0
        except Exception as error:
            raise classify(error) from error

    async def aclose(self) -> None:
        """Close every sandbox that is still open, then the connection."""
        await self._roster.close_all()
        if self._engine is not None:
            await asyncio.to_thread(self._engine.close)
            self._engine = None

    async def _connected(self) -> DockerEngine:
        async with self._connecting:
            if self._engine is None:
                self._engine = await asyncio.to_thread(self._connect)
            return self._engine

    def _connect(self) -> DockerEngine:
        found = docker_client.search(self._options.endpoint, self._surroundings)
        if found.endpoint is None:
            raise docker_client.trouble_of_search(found)
        try:
            return DockerEngine(found)
        except Exception as error:
            raise classify(error) from error

    async def _image(self) -> ImageContext:
        if self._context is None:
            self._context = await asyncio.to_thread(image_context, self._options.base_image)
        return self._context

    async def _create(
        self, engine: DockerEngine, tag: str, program: Program, owner: SandboxOwner
    ) -> StartedContainer:
        arguments = container_arguments(
            engine.client,
            tag,
            program,
            owner,
            limits=self._limits,
            runtime=self._options.runtime,
            source=self._source,
        )
        creating = asyncio.ensure_future(engine.run(StartedContainer, engine, arguments))
        try:
            return await asyncio.shield(creating)
        except asyncio.CancelledError:
            # The thread cannot be stopped; what it starts has no user and must not stay.
            await self._roster.undo(_discard(creating))
            raise
        except Exception as error:
            raise await self._start_error(engine, error) from error

    async def _start_error(self, engine: DockerEngine, error: Exception) -> SandboxError:
        if not await engine.run(engine.answers):
            # The next start looks for an engine again.
            if self._engine is engine:
                self._engine = None
                await asyncio.to_thread(engine.close)
            return docker_error("not_running", detail=str(error))
        return classify(error)


async def _discard(creating: asyncio.Future[StartedContainer]) -> None:
    try:
        container = await creating
    except Exception:
        return  # it did not start, and has cleaned up after itself
    await container.engine.run(container.discard)
