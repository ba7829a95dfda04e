"""What the Docker engine and its client say when they fail, told in one plain sentence with advice."""

from __future__ import annotations

import re
import sys

from engine.errors import DockerError, DockerTrouble

# The first pattern that matches decides; the texts come from engines and clients of many years.
_PATTERNS: tuple[tuple[DockerTrouble, str], ...] = (
    ("disk_full", r"no space left on device|disk quota exceeded|not enough space"),
    ("ssh_needs_package", r"paramiko"),
    ("no_permission", r"permission ?denied|permissionerror|errno 13|access is denied"),
    ("version_mismatch", r"client version .* is too (?:old|new)|minimum supported api version|api versions below"),
    ("no_image", r"no such image|imagenotfound|pull access denied|manifest unknown|repository does not exist"),
    ("not_running", r"createfile|[\\/]pipe[\\/]|docker_engine|dockerdesktop"),
    ("not_found", r"filenotfounderror|no such file or directory|no docker endpoint"),
    (
        "not_running",
        r"connection ?refused|is the docker daemon running|connection ?reset|broken ?pipe|timed? ?out|unreachable"
        r"|remote end closed|remotedisconnected|connection aborted|getaddrinfo|name or service not known",
    ),
)

_TITLES: dict[DockerTrouble, str] = {
    "not_found": "No Docker engine was found on this machine.",
    "not_running": "The Docker engine is not running.",
    "no_permission": "Docker is running, but this user may not use it.",
    "version_mismatch": "The Docker engine and this app speak different versions of its protocol.",
    "ssh_needs_package": "The Docker engine is reached over SSH, which this installation cannot do.",
    "disk_full": "Docker has no space left on its disk.",
    "no_image": "The image for the sandbox is not there.",
    "build_failed": "The image for the sandbox could not be built.",
    "unknown": "The Docker engine answered with an error.",
}

_ELSE = "or choose another sandbox in Settings."

_ADVICE: dict[DockerTrouble, str] = {
    "not_found": f"Install Docker, {_ELSE}",
    "version_mismatch": f"Update the Docker engine, {_ELSE}",
    "ssh_needs_package": f"Install the Python package paramiko beside Dossier, name a local engine, {_ELSE}",
    "disk_full": f"See what uses the space with `docker system df`, free some, {_ELSE}",
    "no_image": "Build it with `dossier doctor --prepare`.",
    "build_failed": f"Run `dossier doctor --prepare` to see each step, {_ELSE}",
    "unknown": f"See `docker info`, {_ELSE}",
}

_ADVICE_BY_SYSTEM: dict[tuple[DockerTrouble, str], str] = {
    ("not_running", "linux"): f"Start it, for example with `sudo systemctl start docker`, {_ELSE}",
    ("not_running", "darwin"): f"Start Docker Desktop, OrbStack or Colima, {_ELSE}",
    ("not_running", "win32"): f"Start Docker Desktop and wait until it says that it runs, {_ELSE}",
    ("no_permission", "linux"): "Add yourself to the group with `sudo usermod -aG docker $USER` and log in again, "
    f"use rootless Docker, {_ELSE}",
    ("no_permission", "darwin"): f"Restart Docker Desktop, {_ELSE}",
    ("no_permission", "win32"): f"Add yourself to the group docker-users and log in again, {_ELSE}",
}


def classify(raw: object, *, system: str = sys.platform) -> DockerError:
    """Make an error a person can use of an exception or a text of the engine.

    Args:
        raw: the exception or the text.
        system: `sys.platform` of the person's machine.
    """
    text = _text_of(raw)
    reason = str(getattr(raw, "explanation", None) or raw)
    return docker_error(kind_of(text), reason=reason, detail=text, system=system)


def kind_of(text: str) -> DockerTrouble:
    """Return what a text means, `unknown` when nothing is recognised."""
    folded = text.lower()
    return next((kind for kind, pattern in _PATTERNS if re.search(pattern, folded)), "unknown")


def docker_error(
    kind: DockerTrouble, *, reason: str = "", detail: str = "", system: str = sys.platform
) -> DockerError:
    """Return the error of a kind, with the advice for this system.

    Args:
        kind: what it is.
        reason: the engine's own words, shown where they say more than ours (a step that failed).
        detail: for the fold-out.
        system: `sys.platform` of the person's machine.
    """
    known = system if system in ("darwin", "win32") else "linux"
    advice = _ADVICE_BY_SYSTEM.get((kind, known)) or _ADVICE[kind]
    title = _TITLES[kind]
    if kind in ("build_failed", "unknown") and reason:
        title = f"{title[:-1]}: {' '.join(reason.split())[:200].rstrip('.')}."
    return DockerError(kind, title, advice, detail=detail[:2_000])


def _text_of(raw: object) -> str:
    if isinstance(raw, BaseException):
        explanation = getattr(raw, "explanation", None)
        return f"{type(raw).__name__}: {explanation or raw}"
    return str(raw)
