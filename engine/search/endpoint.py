"""One search service's HTTP interface: JSON out, JSON in, its errors as sentences.

The user configured the address himself, so it may be a private one; that holds for these calls only, and
no redirect is followed.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import SearchError
from engine.fetching.identity import user_agent

if TYPE_CHECKING:
    import httpx2

SearchTrouble = Literal[
    "bad_key", "no_credit", "rate_limited", "refused", "server_error", "timeout", "unreachable", "unusable_answer"
]
_LASTING = ("bad_key", "no_credit", "refused")

_MAX_ANSWER_BYTES = 4 * 1024 * 1024
# Free plans allow one query per second: waiting that out is better than losing the query.
_MAX_WAIT_S = 5.0
_MAX_TRIES = 3


def search_error(kind: SearchTrouble, title: str, advice: str = "", *, detail: str = "") -> SearchError:
    """Return a provider's error; those that last are not worth trying again."""
    error = SearchError(title, advice, kind=kind, detail=detail)
    error.retryable = kind not in _LASTING
    return error


class Endpoint:
    """Asks one service; the key travels in the headers and is never part of an error."""

    def __init__(
        self,
        service: str,
        *,
        timeout_s: float = 12.0,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Prepare; nothing is opened before the first question.

        Args:
            service: the name people know it by.
            timeout_s: limit of one try.
            sleep: waits between tries.
        """
        self._service, self._timeout_s, self._sleep = service, timeout_s, sleep
        self._client: httpx2.AsyncClient | None = None
        self._opening = asyncio.Lock()

    async def ask(
        self,
        method: Literal["GET", "POST"],
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Ask and return the JSON object of the answer, waiting out short rate limits.

        Raises:
            SearchError: `kind` is a `SearchTrouble`.
        """
        for tries_left in reversed(range(_MAX_TRIES)):
            status, answer_headers, content = await self._exchange(method, url, params, headers, body)
            wait_s = _wait_s(answer_headers) if status == 429 else None
            if wait_s is None or not tries_left:
                break
            await self._sleep(wait_s)
        if status != 200:
            raise self._refusal(status, _sentence(content))
        return self._object(content)

    async def aclose(self) -> None:
        """Close connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _exchange(
        self,
        method: str,
        url: str,
        params: Mapping[str, str] | None,
        headers: Mapping[str, str] | None,
        body: Mapping[str, Any] | None,
    ) -> tuple[int, Mapping[str, str], bytes]:
        client = await self._opened()
        import httpx2

        try:
            async with asyncio.timeout(self._timeout_s):
                request = client.build_request(method, url, params=params, headers=dict(headers or {}), json=body)
                response = await client.send(request, stream=True)
                try:
                    return response.status_code, response.headers, await self._content(response)
                finally:
                    await response.aclose()
                    client.cookies.clear()
        except (TimeoutError, httpx2.TimeoutException):
            raise search_error("timeout", f"{self._service} did not answer in time.") from None
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            detail = f"{type(error).__name__}: {error}"
            raise search_error("unreachable", f"{self._service} cannot be reached.", detail=detail) from error

    async def _content(self, response: httpx2.Response) -> bytes:
        content = bytearray()
        async for piece in response.aiter_bytes():
            content += piece
            if len(content) > _MAX_ANSWER_BYTES:
                raise search_error("unusable_answer", f"{self._service} sent an answer that is too long.")
        return bytes(content)

    async def _opened(self) -> httpx2.AsyncClient:
        async with self._opening:
            if self._client is None:
                self._client = await asyncio.to_thread(_open_client, self._timeout_s)
            return self._client

    def _object(self, content: bytes) -> dict[str, Any]:
        try:
            value = json.loads(content)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            shown = content[:200].decode("utf-8", "replace")
            raise search_error(
                "unusable_answer", f"{self._service} sent something that is not an answer.", detail=shown
            )
        return value

    def _refusal(self, status: int, said: str) -> SearchError:
        name, detail = self._service, f"{status} {said}".strip()
        if status in (401, 403):
            return search_error(
                "bad_key", f"{name} does not accept the key.", "Check it under Settings, Web search.", detail=detail
            )
        if status in (402, 432, 433):  # the last two are Tavily's: plan and pay-as-you-go limit
            return search_error("no_credit", f"The plan for {name} is used up.", detail=detail)
        if status == 429:
            return search_error("rate_limited", f"{name} allows no more queries at the moment.", detail=detail)
        if status >= 500:
            return search_error("server_error", f"{name} has trouble of its own ({status}).", detail=detail)
        return search_error("refused", f"{name} refused the query ({status}).", said, detail=detail)


def _open_client(timeout_s: float) -> httpx2.AsyncClient:
    """Make a client, off the loop: the import and the certificates take some 100 ms."""
    import httpx2
    import truststore

    return httpx2.AsyncClient(
        verify=truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        headers={"User-Agent": user_agent(), "Accept": "application/json"},
        timeout=timeout_s,
        follow_redirects=False,
        # A service on this machine is never asked through a proxy.
        mounts={"all://localhost": None, "all://127.0.0.1": None, "all://[::1]": None},
    )


def _wait_s(headers: Mapping[str, str]) -> float | None:
    """Return how long a 429 asks to wait, None when it does not say or it is too long to wait."""
    said = headers.get("retry-after") or headers.get("x-ratelimit-reset", "").partition(",")[0]
    try:
        wait_s = float(said)
    except ValueError:
        wait_s = _until_s(said, headers.get("date", ""))
    return wait_s if 0 <= wait_s <= _MAX_WAIT_S else None


def _until_s(moment: str, now: str) -> float:
    """Return the seconds between two HTTP dates, both of the server's own clock; -1 when they are none."""
    try:
        return (parsedate_to_datetime(moment) - parsedate_to_datetime(now)).total_seconds()
    except (TypeError, ValueError):
        return -1.0


def _sentence(content: bytes) -> str:
    """Return the service's own words from an error answer, in whichever of the usual places they are."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    for _ in range(4):
        if isinstance(found, str):
            return " ".join(found.split())[:300]
        if not isinstance(found, dict):
            return ""
        found = next((found[key] for key in ("error", "detail", "message", "msg") if found.get(key)), None)
    return ""
