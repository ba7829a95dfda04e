"""Containers and their engine: flags, owners that die, engines that stop."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import docker
import pytest

from engine.errors import SandboxError
from engine.sandbox.docker import DockerMaker
from engine.sandbox.docker_options import DockerOptions
from engine.sandbox.image_context import ImageContext
from engine.sandbox.labels import APP_FILTER, RUN
from engine.sandbox.port import SandboxOwner
from tests.sandbox import programs
from tests.sandbox.conftest import MakeMaker
from tests.sandbox.engines import CutSocket, PrivateEngine
from tests.sandbox.test_sandbox_kinds import started

pytestmark = pytest.mark.docker


@pytest.fixture
def client() -> Iterator[docker.APIClient]:
    client = docker.APIClient(os.environ.get("DOCKER_HOST"), version="auto")
    yield client
    client.close()


@pytest.fixture
def run_id(client: docker.APIClient) -> Iterator[str]:
    """A run whose containers are all gone at the end of the test."""
    name = f"test-{os.getpid()}-{time.monotonic_ns()}"
    yield name
    assert containers_of(client, name) == []


def containers_of(client: docker.APIClient, run_id: str) -> list[str]:
    filters = {"label": [APP_FILTER, f"{RUN}={run_id}"]}
    return [container["Id"] for container in client.containers(all=True, filters=filters)]


async def until(happens: Callable[[], bool], within_s: float) -> float:
    begun = time.monotonic()
    while not await asyncio.to_thread(happens):
        assert time.monotonic() - begun < within_s
        await asyncio.sleep(0.02)
    return time.monotonic() - begun


async def test_every_wall_is_up(
    make_maker: MakeMaker, owner: SandboxOwner, client: docker.APIClient, run_id: str
) -> None:
    mine = owner.model_copy(update={"run_id": run_id})
    sandbox = await make_maker("docker").start("researcher", mine)
    seen = client.inspect_container(sandbox.id)
    host, config = seen["HostConfig"], seen["Config"]
    assert host["NetworkMode"] == "none"
    assert host["ReadonlyRootfs"]
    assert host["CapDrop"] == ["ALL"]
    assert not host["CapAdd"]
    assert host["SecurityOpt"] == ["no-new-privileges"]
    assert not host["Privileged"]
    assert not host["Binds"]
    assert "noexec" in host["Tmpfs"]["/tmp"]
    assert host["ShmSize"] == 1024**2
    assert host["Memory"] == host["MemorySwap"] == 1024**3
    assert (host["PidsLimit"], host["NanoCpus"]) == (64, 1_000_000_000)
    assert {limit["Name"]: limit["Hard"] for limit in host["Ulimits"]} == {"nofile": 256, "core": 0}
    assert host["Init"]
    assert host["AutoRemove"]
    assert host["LogConfig"]["Type"] == "none"
    assert (config["User"], config["StdinOnce"], config["OpenStdin"]) == ("65534:65534", True, True)
    assert config["Labels"][RUN] == run_id
    await sandbox.close()
    assert containers_of(client, run_id) == []


OWNER = """
import asyncio, sys
from engine.journal.ownership import this_process
from engine.sandbox.docker import DockerMaker
from engine.sandbox.image_context import image_context
from engine.sandbox.port import SandboxOwner
from pathlib import Path
from tests.sandbox import programs

async def main():
    me = this_process()
    owner = SandboxOwner(run_id=sys.argv[1], pid=me.pid, boot_id=me.boot_id, started=me.started)
    maker = DockerMaker(source=getattr(programs, sys.argv[2]), context=image_context(folder=Path(sys.argv[3])))
    sandboxes = await asyncio.gather(*(maker.start("researcher", owner) for _ in range(2)))
    print(*(sandbox.id for sandbox in sandboxes), flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def killed_owner(run_id: str, program: str, code: Path) -> list[str]:
    """Start two containers from another process, kill it, return their ids."""
    command = [sys.executable, "-c", OWNER, run_id, program, str(code)]
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
    assert process.stdout is not None
    with process.stdout as told:
        ids = told.readline().split()
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert len(ids) == 2
    return ids


async def test_containers_of_a_killed_owner_end_by_themselves(
    built_context: ImageContext, code_folder: Path, client: docker.APIClient, run_id: str
) -> None:
    await asyncio.to_thread(killed_owner, run_id, "HONEST", code_folder)
    await until(lambda: containers_of(client, run_id) == [], 3)


async def test_the_sweep_takes_only_what_dead_owners_left(
    make_maker: MakeMaker,
    owner: SandboxOwner,
    built_context: ImageContext,
    code_folder: Path,
    client: docker.APIClient,
    run_id: str,
) -> None:
    left = await asyncio.to_thread(killed_owner, run_id, "DEAF", code_folder)
    mine = owner.model_copy(update={"run_id": run_id})
    maker = make_maker("docker")
    alive = await maker.start("researcher", mine)
    assert {found[:12] for found in containers_of(client, run_id)} == {*left, alive.id}
    assert await maker.sweep() >= 2
    assert [found[:12] for found in containers_of(client, run_id)] == [alive.id]
    await alive.close()


async def test_a_cut_connection_is_told_as_a_gone_engine(
    built_context: ImageContext, owner: SandboxOwner, tmp_path: Path, client: docker.APIClient, run_id: str
) -> None:
    between = CutSocket(tmp_path / "cut.sock")
    maker = DockerMaker(DockerOptions(endpoint=between.url), source=programs.HONEST, context=built_context)
    mine = owner.model_copy(update={"run_id": run_id})
    sandbox = await maker.start("researcher", mine)
    call = asyncio.create_task(sandbox.call("wait_for_cancel", {}, timeout_s=20))
    await asyncio.sleep(0)
    await asyncio.to_thread(between.cut)
    with pytest.raises(SandboxError) as gone:
        await call
    assert gone.value.kind == "engine_gone"
    # Without a connection there is no stdin either, so the program ends.
    await until(lambda: containers_of(client, run_id) == [], 3)
    await maker.aclose()


@pytest.fixture(scope="module")
def private_engine(tmp_path_factory: pytest.TempPathFactory, built_context: ImageContext) -> Iterator[PrivateEngine]:
    if not PrivateEngine.possible():
        pytest.skip("an engine of our own needs dockerd and root")
    # Not below pytest's folder: its name is too long for a socket.
    folder = tmp_path_factory.mktemp("e")
    engine = PrivateEngine(folder)
    try:
        engine.start()
        engine.load(built_context.tag)
        yield engine
    finally:
        engine.end()


@pytest.fixture
async def private_maker(private_engine: PrivateEngine, built_context: ImageContext) -> AsyncIterator[DockerMaker]:
    maker = DockerMaker(DockerOptions(endpoint=private_engine.url), source=programs.HONEST, context=built_context)
    yield maker
    await maker.aclose()


@pytest.mark.slow
async def test_an_engine_that_stops_mid_run_and_comes_back(
    private_engine: PrivateEngine, private_maker: DockerMaker, owner: SandboxOwner
) -> None:
    sandboxes = [await private_maker.start("researcher", owner) for _ in range(2)]
    calls = [asyncio.create_task(sandbox.call("wait_for_cancel", {}, timeout_s=40)) for sandbox in sandboxes]
    await asyncio.sleep(0)
    await asyncio.to_thread(private_engine.end)
    for ended in await asyncio.gather(*calls, return_exceptions=True):
        assert isinstance(ended, SandboxError)
        assert ended.kind == "engine_gone"
        assert ended.retryable
    with pytest.raises(SandboxError):
        await private_maker.start("researcher", owner)
    await asyncio.to_thread(private_engine.start)
    again = await private_maker.start("researcher", owner)
    await again.close()
    assert await private_maker.sweep() == 0


async def test_a_start_that_fails_leaves_no_container(
    built_context: ImageContext, owner: SandboxOwner, run_id: str
) -> None:
    maker = DockerMaker(DockerOptions(runtime="no-such-runtime"), context=built_context)
    with pytest.raises(SandboxError) as failed:
        await maker.start("researcher", owner.model_copy(update={"run_id": run_id}))
    assert "runtime" in failed.value.detail
    await maker.aclose()


async def test_the_same_maker_serves_hundreds_of_calls_at_once(make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, "docker", owner)
    replies = await asyncio.gather(*(sandbox.call("echo", {"text": str(number)}) for number in range(200)))
    assert [reply["told"]["text"] for reply in replies] == [str(number) for number in range(200)]
