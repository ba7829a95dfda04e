"""A connection to one Docker engine."""

from __future__ import annotations

import socket
from typing import Any

import docker
from docker.tls import TLSConfig

from engine.errors import DockerError
from engine.sandbox.docker_errors import classify, docker_error
from engine.sandbox.endpoint import Endpoint, Search, Surroundings, find_endpoint

CALL_S = 15
PING_S = 2
# Each sandbox holds one connection while it lives, and others come and go.
CONNECTIONS = 64


def connect(endpoint: Endpoint, timeout_s: int = CALL_S) -> docker.APIClient:
    """Return a client that speaks the engine's own version of its protocol.

    Raises:
        Exception: whatever the client or the transport raises; `docker_errors.classify` tells what it means.
    """
    knock(endpoint)
    tls: Any = False
    if endpoint.tls is not None:
        files = endpoint.tls
        ca = str(files.ca) if files.ca.exists() else None
        tls = TLSConfig(client_cert=(str(files.cert), str(files.key)), ca_cert=ca, verify=files.verify)
    return docker.APIClient(
        base_url=endpoint.url,
        version="auto",
        timeout=timeout_s,
        tls=tls,
        use_ssh_client=True,
        max_pool_size=CONNECTIONS,
    )


def knock(endpoint: Endpoint) -> None:
    """Raise when nobody listens on a local socket; other endpoints are not tried.

    The client leaves an unclosed socket behind whenever it cannot connect, and hides the reason in a text.
    """
    path = endpoint.url.removeprefix("unix://")
    if path != endpoint.url and hasattr(socket, "AF_UNIX"):
        with socket.socket(socket.AF_UNIX) as plug:
            plug.settimeout(PING_S)
            plug.connect(path)


def ping(endpoint: Endpoint) -> None:
    """Raise when no engine answers there within a moment."""
    connect(endpoint, PING_S).close()


def search(setting: str, surroundings: Surroundings | None = None) -> Search:
    """Look for an engine that answers."""
    return find_endpoint(setting, ping, surroundings)


def trouble_of_search(found: Search) -> DockerError:
    """Return the error of a search that found nothing: that of the first place where something is wrong."""
    errors = [classify(error) for _, error in found.failed]
    telling = [error for error in errors if error.docker_kind != "not_found"]
    # A place somebody named says more than the many where an engine might have been.
    named = [error for (endpoint, _), error in zip(found.failed, errors, strict=True) if _was_named(endpoint)]
    return next(iter((*named, *telling, *errors)), docker_error("not_found"))


def notice_of_search(found: Search) -> str:
    """Return a sentence when a place that somebody named did not answer and another is used, else ""."""
    named = [endpoint for endpoint, _ in found.failed if _was_named(endpoint)]
    if found.endpoint is None or not named:
        return ""
    return f"{named[0].named_by} names {named[0].url}, where nothing answers; {found.endpoint.url} is used."


def _was_named(endpoint: Endpoint) -> bool:
    return endpoint.named_by != "a known place"
