"""Where the Docker engine is: found like the docker command finds it, then among the sockets of known products."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

DEFAULT_SOCKET = "unix:///var/run/docker.sock"
WINDOWS_PIPES = ("npipe:////./pipe/docker_engine", "npipe:////./pipe/dockerDesktopLinuxEngine")


@dataclass(frozen=True)
class TlsFiles:
    """Certificates for a TCP endpoint."""

    ca: Path
    cert: Path
    key: Path
    verify: bool = True


@dataclass(frozen=True)
class Endpoint:
    """A place where an engine may answer, and who named it."""

    url: str
    named_by: str
    tls: TlsFiles | None = None


@dataclass(frozen=True)
class Search:
    """The endpoint that answered, None when none did, and what was tried before it with the reason it failed."""

    endpoint: Endpoint | None
    failed: tuple[tuple[Endpoint, Exception], ...] = ()


@dataclass(frozen=True)
class Surroundings:
    """What decides where to look; tests bring their own."""

    env: Mapping[str, str]
    home: Path
    uid: int
    system: str

    @classmethod
    def real(cls) -> Surroundings:
        """Return this process's."""
        uid = os.getuid() if sys.platform != "win32" else 0
        return cls(env=os.environ, home=Path.home(), uid=uid, system=sys.platform)


def find_endpoint(setting: str, ping: Callable[[Endpoint], None], surroundings: Surroundings | None = None) -> Search:
    """Ping the places in order; the first that answers is it.

    Args:
        setting: what the user chose in this app, "" for nothing.
        ping: raises when nothing answers there.
        surroundings: environment, home folder, user and system.
    """
    failed: list[tuple[Endpoint, Exception]] = []
    for endpoint in candidates(setting, surroundings or Surroundings.real()):
        try:
            ping(endpoint)
        except Exception as error:
            failed.append((endpoint, error))
        else:
            return Search(endpoint, tuple(failed))
    return Search(None, tuple(failed))


def candidates(setting: str, surroundings: Surroundings) -> list[Endpoint]:
    """Return the places to look, best first, each address once."""
    found: dict[str, Endpoint] = {}
    for endpoint in _named(setting, surroundings):
        found.setdefault(endpoint.url, endpoint)
    return list(found.values())


def _named(setting: str, surroundings: Surroundings) -> Iterator[Endpoint]:
    env = surroundings.env
    if setting:
        yield Endpoint(setting, "the setting", _tls_of_environment(setting, surroundings))
    if host := env.get("DOCKER_HOST"):
        yield Endpoint(host, "DOCKER_HOST", _tls_of_environment(host, surroundings))
    context = _current_context(surroundings)
    if context and (endpoint := _context_endpoint(context, surroundings)):
        yield endpoint
    for url in _known_sockets(surroundings):
        yield Endpoint(url, "a known place")


def _known_sockets(surroundings: Surroundings) -> Iterator[str]:
    env, home = surroundings.env, surroundings.home
    if surroundings.system == "win32":
        yield from WINDOWS_PIPES
        return
    runtime = env.get("XDG_RUNTIME_DIR") or f"/run/user/{surroundings.uid}"
    yield DEFAULT_SOCKET
    yield f"unix://{runtime}/docker.sock"  # rootless
    yield f"unix://{home}/.docker/run/docker.sock"  # Docker Desktop
    yield f"unix://{home}/.docker/desktop/docker.sock"
    colima = env.get("COLIMA_HOME") or f"{home}/.colima"
    yield f"unix://{colima}/default/docker.sock"
    yield f"unix://{home}/.orbstack/run/docker.sock"
    yield f"unix://{home}/.rd/docker.sock"  # Rancher Desktop
    yield f"unix://{runtime}/podman/podman.sock"
    yield "unix:///run/podman/podman.sock"
    yield f"unix://{home}/.local/share/containers/podman/machine/podman.sock"


def _config_folder(surroundings: Surroundings) -> Path:
    return Path(surroundings.env.get("DOCKER_CONFIG") or surroundings.home / ".docker")


def _current_context(surroundings: Surroundings) -> str:
    if name := surroundings.env.get("DOCKER_CONTEXT"):
        return name
    current = _read_json(_config_folder(surroundings) / "config.json").get("currentContext")
    return current if isinstance(current, str) else ""


def _context_endpoint(name: str, surroundings: Surroundings) -> Endpoint | None:
    """Return what a context names; the context `default` names nothing of its own."""
    folder = _config_folder(surroundings) / "contexts"
    digest = hashlib.sha256(name.encode()).hexdigest()
    endpoints = _read_json(folder / "meta" / digest / "meta.json").get("Endpoints")
    docker = endpoints.get("docker") if isinstance(endpoints, dict) else None
    if not isinstance(docker, dict) or not isinstance(docker.get("Host"), str) or not docker["Host"]:
        return None
    tls = _tls_in(folder / "tls" / digest / "docker", verify=not docker.get("SkipTLSVerify", False))
    return Endpoint(docker["Host"], f"the Docker context “{name}”", tls)


def _tls_of_environment(url: str, surroundings: Surroundings) -> TlsFiles | None:
    folder = surroundings.env.get("DOCKER_CERT_PATH")
    wanted = bool(surroundings.env.get("DOCKER_TLS_VERIFY"))
    if not url.startswith(("tcp://", "https://")) or not (folder or wanted):
        return None
    return _tls_in(Path(folder) if folder else _config_folder(surroundings), verify=wanted)


def _tls_in(folder: Path, *, verify: bool) -> TlsFiles | None:
    files = TlsFiles(folder / "ca.pem", folder / "cert.pem", folder / "key.pem", verify)
    return files if files.cert.exists() and files.key.exists() else None


def _read_json(path: Path) -> dict[str, object]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
