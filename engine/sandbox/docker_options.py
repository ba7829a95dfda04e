"""How a container is set up: every wall of the sandbox in one place."""

from __future__ import annotations

import json
from typing import Any

import docker
from docker.types import LogConfig, Ulimit

from engine.sandbox.command import bootstrap_arguments
from engine.sandbox.labels import labels_of
from engine.sandbox.limits import SandboxLimits
from engine.sandbox.port import Program, SandboxOwner
from engine.values import Value

NOBODY = "65534:65534"
SHM_BYTES = 1024 * 1024
CODE_FOLDERS = ("/opt/dossier/code", "/opt/dossier/libraries")
RUNTIMES = ("", "runc", "runsc", "kata")


class DockerOptions(Value):
    """What the user may set about Docker."""

    endpoint: str = ""  # "" = find it
    runtime: str = ""  # "" = the engine's own; "runsc" or "kata" for a stronger wall
    base_image: str = ""  # "" = DOSSIER_BASE_IMAGE or the default


def container_arguments(
    client: docker.APIClient,
    image: str,
    program: Program,
    owner: SandboxOwner,
    *,
    limits: SandboxLimits,
    runtime: str,
    source: str | None,
) -> dict[str, Any]:
    """Return the arguments of `create_container`."""
    python = bootstrap_arguments("python3", program, CODE_FOLDERS, limits={}, source=source)
    return {
        "image": image,
        # A program that ignores the end of its stdin after its app was killed still has an end.
        "command": ["timeout", "-s", "KILL", str(limits.lifetime_s), *python],
        "entrypoint": [],
        "user": NOBODY,
        "working_dir": "/tmp",
        "environment": {"HOME": "/tmp", "LANG": "C.UTF-8", "MALLOC_ARENA_MAX": "2"},
        "labels": labels_of(owner),
        "network_disabled": True,
        "stdin_open": True,  # and attached, so that the client sets StdinOnce: no app, no stdin, no program
        "tty": False,
        "host_config": _host_config(client, limits, runtime),
    }


def _host_config(client: docker.APIClient, limits: SandboxLimits, runtime: str) -> dict[str, Any]:
    return client.create_host_config(
        network_mode="none",
        read_only=True,
        tmpfs={"/tmp": f"rw,noexec,nosuid,nodev,mode=1777,size={limits.tmp_bytes}"},
        shm_size=SHM_BYTES,
        cap_drop=["ALL"],
        security_opt=["no-new-privileges"],
        pids_limit=limits.pids,
        mem_limit=limits.memory_bytes,
        memswap_limit=limits.memory_bytes,
        nano_cpus=int(limits.cpus * 1_000_000_000),
        ulimits=[
            Ulimit(name="nofile", soft=limits.open_files, hard=limits.open_files),
            Ulimit(name="core", soft=0, hard=0),
        ],
        init=True,
        # With the default driver whatever a program prints lands on the host's disk.
        log_config=LogConfig(type="none"),
        auto_remove=True,
        runtime=runtime or None,
    )


def unenforced(info: dict[str, Any]) -> tuple[str, ...]:
    """Return a sentence for each limit that an engine says it does not enforce."""
    said: list[str] = []
    for name, what in (
        ("MemoryLimit", "the memory limit"),
        ("SwapLimit", "the swap limit"),
        ("PidsLimit", "the process limit"),
        ("CpuCfsQuota", "the CPU limit"),
    ):
        if info.get(name) is False:
            said.append(f"This Docker engine does not enforce {what} of a sandbox.")
    options = json.dumps(info.get("SecurityOptions") or [])
    if "seccomp" not in options:
        said.append("This Docker engine does not filter the system calls of a sandbox.")
    return tuple(said)
