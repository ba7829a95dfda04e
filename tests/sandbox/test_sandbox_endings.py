"""Every way a sandbox can end, and what its caller is told."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import docker
import pytest

from engine.errors import SandboxError
from engine.sandbox.port import Sandbox, SandboxOwner
from tests.sandbox import programs
from tests.sandbox.conftest import ISOLATED, KINDS, MakeMaker
from tests.sandbox.test_sandbox_kinds import answer, started


async def ending_of(sandbox: Sandbox, method: str = "echo", **params: object) -> SandboxError:
    begun = time.monotonic()
    with pytest.raises(SandboxError) as ended:
        await sandbox.call(method, dict(params), timeout_s=30)
    assert time.monotonic() - begun < 20
    await sandbox.close()
    return ended.value


@pytest.mark.parametrize("case", sorted(programs.BREAKS))
async def test_whoever_breaks_the_protocol_is_removed(case: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    await _breaks(case, "process", make_maker, owner)


# The wire is the same for every kind; the loudest cases run in all.
@pytest.mark.parametrize("kind", ISOLATED)
@pytest.mark.parametrize("case", ["endless", "long_line", "not_json"])
async def test_whoever_breaks_the_protocol_elsewhere_is_removed_too(
    case: str, kind: str, make_maker: MakeMaker, owner: SandboxOwner
) -> None:
    await _breaks(case, kind, make_maker, owner)


async def _breaks(case: str, kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await make_maker(kind, programs.BREAKS[case]).start("researcher", owner)
    error = await ending_of(sandbox)
    assert error.kind == "protocol"
    assert not error.retryable


@pytest.mark.parametrize("kind", KINDS)
async def test_out_of_memory_is_told_as_memory(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, kind, owner, memory_bytes=96 * 1024**2, address_space_bytes=512 * 1024**2)
    assert (await ending_of(sandbox, "grow")).kind == "memory"


@pytest.mark.parametrize("kind", KINDS)
async def test_killed_from_outside_is_told_as_killed(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, kind, owner)
    call = asyncio.create_task(ending_of(sandbox, "wait_for_cancel"))
    await asyncio.sleep(0)
    os.kill(await asyncio.to_thread(_program_of, sandbox), signal.SIGKILL)
    assert (await call).kind == "killed"


@pytest.mark.parametrize("kind", KINDS)
async def test_an_exit_is_told_as_exited(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, kind, owner)
    error = await ending_of(sandbox, "leave", status=3)
    assert error.kind == "exited"
    assert "status 3" in error.detail


@pytest.mark.parametrize("kind", KINDS)
async def test_a_call_over_time_closes_the_sandbox(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, kind, owner)
    with pytest.raises(SandboxError) as late:
        await sandbox.call("wait_for_cancel", {}, timeout_s=0.2)
    assert late.value.kind == "time"
    with pytest.raises(SandboxError):
        await sandbox.call("echo", {})


async def test_what_a_call_waited_for_does_not_count(make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await started(make_maker, "process", owner)
    asked = []

    def waited_s() -> float:
        asked.append(True)
        return 0.3 if len(asked) < 4 else 0.0  # the wait is taken back: then the time is over

    with pytest.raises(SandboxError) as late:
        await sandbox.call("wait_for_cancel", {}, timeout_s=0.1, waited_s=waited_s)
    assert late.value.kind == "time"
    assert len(asked) >= 2


@pytest.mark.parametrize("kind", KINDS)
async def test_a_deaf_program_is_gone_within_three_seconds(
    kind: str, make_maker: MakeMaker, owner: SandboxOwner
) -> None:
    sandbox = await make_maker(kind, programs.DEAF).start("researcher", owner)
    program = await asyncio.to_thread(_program_of, sandbox)
    # Its pipe fills up; whoever writes to it waits, and nobody else does.
    call = asyncio.create_task(sandbox.call("echo", {}, blob=bytes(5_000_000)))
    await asyncio.sleep(0)
    begun = time.monotonic()
    await sandbox.close()
    assert time.monotonic() - begun < 3
    assert not _runs(program)
    with pytest.raises(SandboxError):
        await call


async def test_calls_wait_until_somebody_serves(make_maker: MakeMaker, owner: SandboxOwner) -> None:
    sandbox = await make_maker("process", programs.HONEST).start("researcher", owner)
    call = asyncio.create_task(sandbox.call("echo", {"text": "early"}))
    done, _ = await asyncio.wait((call,), timeout=0.2)
    assert not done
    sandbox.serve(answer, lambda method, params: None)
    assert (await call)["told"] == {"text": "early"}


def _program_of(sandbox: Sandbox) -> int:
    """Return the process of the program itself, as the host sees it."""
    if sandbox.kind == "docker":
        client = docker.APIClient(os.environ.get("DOCKER_HOST"), version="auto")
        try:
            pid = client.inspect_container(sandbox.id)["State"]["Pid"]
        finally:
            client.close()
    else:
        pid = int(sandbox.id.rpartition("-")[2])
    while not _runs_python(pid) and (children := _children(pid)):
        pid = children[-1]
    return pid


def _runs(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _runs_python(pid: int) -> bool:
    return "python" in os.readlink(f"/proc/{pid}/exe")
