"""What a program finds out about the world from inside a container and from inside bubblewrap."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.sandbox.port import SandboxOwner
from tests.sandbox import programs
from tests.sandbox.conftest import ISOLATED, MakeMaker

SECRET = "sk-secret-4711-of-this-test"


@pytest.fixture
def secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A key in our environment and in files a careless machine has."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    places = [tmp_path / "key", Path("/tmp") / f"dossier-test-key-{os.getpid()}"]
    for place in places:
        place.touch(0o600)
        place.write_text(SECRET)
    return places


async def probed(kind: str, make_maker: MakeMaker, owner: SandboxOwner, *paths: str) -> dict[str, Any]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        addresses = [list(server.getsockname()), ["172.17.0.1", 22], ["169.254.169.254", 80], ["192.0.2.1", 80]]
        sandbox = await make_maker(kind, programs.PROBE, open_files=99).start("researcher", owner)
        found = await sandbox.call(
            "probe", {"needle": SECRET, "addresses": addresses, "paths": list(paths)}, timeout_s=60
        )
        await sandbox.close()
    return found


@pytest.mark.parametrize("kind", ISOLATED)
async def test_nothing_is_reached_and_nothing_is_found(
    kind: str, make_maker: MakeMaker, owner: SandboxOwner, secrets: list[Path]
) -> None:
    try:
        found = await probed(
            kind, make_maker, owner, "/var/run/docker.sock", "/run/docker.sock", *(str(place) for place in secrets)
        )
    finally:
        for place in secrets:
            place.unlink()
    assert found["interfaces"] == ["lo"]
    assert found["reached"] == []
    assert [path for path, answers in found["sockets"] if answers] == []
    assert not any(found["reads"].values())
    assert found["found_secret_in"] == []
    assert SECRET not in str(found["environment"])
    assert set(found["environment"]) <= {
        "HOME", "LANG", "LC_CTYPE", "PATH", "PWD", "HOSTNAME", "MALLOC_ARENA_MAX", "PYTHON_VERSION", "PYTHON_SHA256",
        "GPG_KEY", "TERM", "container",
    }  # fmt: skip
    assert SECRET not in found["parent_environ"]


@pytest.mark.parametrize("kind", ISOLATED)
async def test_it_is_nobody_on_a_read_only_root(kind: str, make_maker: MakeMaker, owner: SandboxOwner) -> None:
    found = await probed(kind, make_maker, owner, "/etc/shadow")
    assert (found["uid"], found["gid"]) == (65534, 65534)
    assert 0 not in found["groups"]
    assert found["written"] == []
    assert found["tmp_written"]
    assert found["capabilities"] == ["0000000000000000"] * 3
    assert found["no_new_privileges"] == "1"
    assert found["reads"] == {"/etc/shadow": False}
    assert found["limits"] == {"RLIMIT_NOFILE": 99, "RLIMIT_CORE": 0}
    # It sees only itself and what wraps it.
    assert len(found["processes"]) <= 4
    assert os.getpid() not in found["processes"]


@pytest.mark.docker
async def test_walls_only_docker_has(make_maker: MakeMaker, owner: SandboxOwner) -> None:
    found = await probed("docker", make_maker, owner)
    assert not found["executes_in_tmp"]
    assert found["seccomp"] == "2"
    assert found["shm_bytes"] == 1024 * 1024


@pytest.mark.bubblewrap
async def test_the_empty_root_of_bubblewrap(make_maker: MakeMaker, owner: SandboxOwner) -> None:
    found = await probed("bubblewrap", make_maker, owner, "/home", "/var", "/run", "/etc/passwd")
    assert not any(found["reads"].values())
    # Folders on the way to the interpreter and to our code are there, but hold nothing else.
    on_the_way = {Path(folder).parts[1] for folder in (sys.prefix, sys.base_prefix, os.getcwd())}
    assert set(found["root"]) - on_the_way <= {
        "bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "tmp", "usr"
    }  # fmt: skip


UNDUMPABLE = """
import asyncio, json, os, sys
from engine.sandbox.process import ProcessMaker
from engine.sandbox.port import SandboxOwner
from engine.sandbox.undumpable import make_undumpable
from tests.sandbox import programs

async def main():
    assert sys.argv[1] == "no" or make_undumpable()
    maker = ProcessMaker(source=programs.PROBE)
    sandbox = await maker.start("researcher", SandboxOwner(pid=os.getpid(), boot_id=""))
    print(json.dumps(await sandbox.call("parent", {})))
    await maker.aclose()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="needs root to become another user")
@pytest.mark.parametrize(("undumpable", "readable"), [("no", True), ("yes", False)])
async def test_an_undumpable_app_keeps_its_environment_from_its_children(
    undumpable: str, readable: bool, tmp_path: Path
) -> None:
    # Only where the interpreter can be read by somebody who is not root can this be tried.
    command = [sys.executable, "-c", UNDUMPABLE, undumpable]
    environment = {"SECRET": SECRET, "PYTHONPATH": os.getcwd(), "PATH": os.defpath, "TMPDIR": str(tmp_path)}
    done = await asyncio.to_thread(_run_without_capabilities, command, environment)
    assert done.returncode == 0, done.stderr
    assert (SECRET in done.stdout) is readable


def _run_without_capabilities(command: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    # Root without CAP_SYS_PTRACE is to its own processes what any user is to his.
    wrapped = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all", *command]
    return subprocess.run(wrapped, env=environment, capture_output=True, text=True, timeout=60, check=False)
