"""The labels that say whose a container is."""

from __future__ import annotations

import platform

from engine.sandbox.port import SandboxOwner

APP = "app.dossier.name"
APP_VALUE = "dossier"
APP_FILTER = f"{APP}={APP_VALUE}"
RUN = "app.dossier.run"
OWNER_PID = "app.dossier.owner.pid"
OWNER_BOOT = "app.dossier.owner.boot"
OWNER_STARTED = "app.dossier.owner.started"
OWNER_HOST = "app.dossier.owner.host"


def labels_of(owner: SandboxOwner) -> dict[str, str]:
    """Return the labels of a container that belongs to this owner."""
    return {
        APP: APP_VALUE,
        RUN: owner.run_id,
        OWNER_PID: str(owner.pid),
        OWNER_BOOT: owner.boot_id,
        OWNER_STARTED: owner.started,
        # An engine may serve several machines, and nobody can tell from here who lives on another one.
        OWNER_HOST: platform.node(),
    }


def owner_of(labels: dict[str, str]) -> SandboxOwner | None:
    """Return whose container has these labels, None when they do not say."""
    try:
        pid = int(labels[OWNER_PID])
    except (KeyError, ValueError):
        return None
    return SandboxOwner(
        run_id=labels.get(RUN, ""),
        pid=pid,
        boot_id=labels.get(OWNER_BOOT, ""),
        started=labels.get(OWNER_STARTED, ""),
    )
