"""Errors of the network as sentences: the one place where httpx2's and httpcore2's errors are named."""

from __future__ import annotations

import ssl

from engine.errors import FetchError


def named(error: Exception, host: str) -> FetchError | None:
    """Return what an error of the network means to a user; None for an error that is not of the network."""
    import httpcore2
    import httpx2

    detail = f"{type(error).__name__}: {error}"[:300]
    if isinstance(error, httpcore2.ConnectTimeout):
        return FetchError("unreachable", f"{host} cannot be reached.", detail=detail)
    if isinstance(error, TimeoutError | httpcore2.TimeoutException):
        return FetchError("timeout", f"{host} did not answer in time.", detail=detail)
    if isinstance(error, httpx2.DecodingError):
        return FetchError("unreadable", f"The answer of {host} is damaged and cannot be unpacked.", detail=detail)
    if isinstance(error, httpcore2.ProtocolError):
        return _protocol(error, host, detail)
    if _is_certificate(error):
        return FetchError("unreachable", f"The certificate of {host} is not valid.", detail=detail)
    if isinstance(error, httpcore2.ConnectError):
        return FetchError("unreachable", f"{host} cannot be reached.", detail=detail)
    if isinstance(error, httpcore2.NetworkError | OSError):
        return FetchError("unreachable", f"The connection to {host} broke off.", detail=detail)
    return None


def _protocol(error: Exception, host: str, detail: str) -> FetchError:
    if "without sending complete" in str(error) or "disconnected" in str(error):
        return FetchError("unreachable", f"The connection to {host} broke off.", detail=detail)
    return FetchError("unreadable", f"{host} does not answer as a web server does.", detail=detail)


def _is_certificate(error: BaseException) -> bool:
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, ssl.SSLError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False
