"""Whose containers may be removed: ours, by their labels, when their owner is dead. Never by name."""

from __future__ import annotations

import contextlib
import platform
from collections.abc import Callable, Iterable
from typing import Any

import docker
import docker.errors

from engine.journal.ownership import Owner, is_alive
from engine.sandbox.labels import APP, APP_FILTER, APP_VALUE, OWNER_HOST, owner_of
from engine.sandbox.port import SandboxOwner


def lives(owner: SandboxOwner) -> bool:
    """Tell whether this process still runs: same boot, same number, same start."""
    return is_alive(Owner(pid=owner.pid, boot_id=owner.boot_id, started=owner.started), heartbeat=0.0)


def orphans(containers: Iterable[dict[str, Any]], alive: Callable[[SandboxOwner], bool] = lives) -> list[str]:
    """Return the ids of the containers nobody owns any more, running or not."""
    found = []
    for container in containers:
        labels = container.get("Labels") or {}
        if labels.get(APP) != APP_VALUE:
            continue
        if labels.get(OWNER_HOST, platform.node()) != platform.node():
            continue  # another machine uses this engine too; only it knows who lives there
        owner = owner_of(labels)
        if owner is None or not alive(owner):
            found.append(container["Id"])
    return found


def sweep(client: docker.APIClient) -> int:
    """Remove what dead owners left; return how many were removed."""
    removed = 0
    for container in orphans(client.containers(all=True, filters={"label": APP_FILTER})):
        # A container may go by itself meanwhile.
        with contextlib.suppress(docker.errors.APIError):
            client.remove_container(container, force=True, v=True)
            removed += 1
    return removed
