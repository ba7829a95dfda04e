"""HTTP through the openai SDK: bodies out, decoded JSON or stream events in, its exceptions mapped here.

The SDK is imported in a worker thread (it freezes an event loop for most of a second) and is asked for raw
replies: what servers really send is read by our own code, which the SDK's models would hide.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import ModelError
from engine.models import errors
from engine.models.sse import EventTooLong, SseReader

if TYPE_CHECKING:
    import httpx2
    import openai

CONNECT_TIMEOUT_S = 10.0
# Reasoning models are silent for minutes before the first byte of an unstreamed answer.
READ_TIMEOUT_S = 300.0

ProtocolName = Literal["responses", "chat"]


class ServerRefusal(Exception):
    """The server answered with an error status; what it means is decided by who asked."""

    def __init__(self, status: int, payload: Any, headers: Mapping[str, str]) -> None:
        super().__init__(f"HTTP {status}")
        self.status, self.payload, self.headers = status, payload, headers


class Transport:
    """One address with one key.

    Args:
        http_client: used instead of the SDK's own, and left open by `aclose`.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        headers: Mapping[str, str] | None = None,
        connect_timeout_s: float = CONNECT_TIMEOUT_S,
        read_timeout_s: float = READ_TIMEOUT_S,
        http_client: httpx2.AsyncClient | None = None,
    ) -> None:
        self.base_url = base_url
        self._api_key = api_key
        self._headers = dict(headers or {})
        self._timeouts_s = (connect_timeout_s, read_timeout_s)
        self._http_client = http_client
        self._client: openai.AsyncOpenAI | None = None
        self._building = threading.Lock()

    async def send(self, protocol: ProtocolName, body: dict[str, Any]) -> Any:
        """Return the decoded reply.

        Raises:
            ServerRefusal: an error status.
            ModelError: no connection, a time-out, or not JSON.
        """
        async with self._reply(protocol, body) as reply:
            raw = await reply.read()
        return self._decoded(raw)

    async def stream(self, protocol: ProtocolName, body: dict[str, Any]) -> AsyncIterator[dict[str, Any] | None]:
        """Yield the events of a stream, then None for its end mark; `{"whole": reply}` where a server never streams.

        Raises:
            ServerRefusal: an error status.
            ModelError: no connection, a time-out, or not an event stream.
        """
        async with self._reply(protocol, body) as reply:
            if "json" in reply.headers.get("content-type", ""):
                yield {"whole": self._decoded(await reply.read())}
                return
            sse = SseReader()
            beginning = b""
            is_event_stream = False
            async for chunk in reply.iter_bytes():
                beginning = beginning or chunk[:200]
                for data in self._events(sse, chunk):
                    is_event_stream = True
                    yield self._event(data)
            for data in sse.finish():
                is_event_stream = True
                yield self._event(data)
        if beginning and not is_event_stream:
            raise errors.garbage(self.base_url, beginning.decode("utf-8", "replace"))

    async def aclose(self) -> None:
        """Close our own connections."""
        client, self._client = self._client, None
        if client is not None and self._http_client is None:
            await client.close()

    def _events(self, sse: SseReader, chunk: bytes) -> list[str]:
        try:
            return list(sse.feed(chunk))
        except EventTooLong as error:
            raise errors.garbage(self.base_url, str(error)) from None

    def _event(self, data: str) -> dict[str, Any] | None:
        if data.strip() == "[DONE]":
            return None
        event = self._decoded(data.encode())
        if not isinstance(event, dict):
            raise errors.garbage(self.base_url, data)
        return event

    def _decoded(self, raw: bytes) -> Any:
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            raise errors.garbage(self.base_url, raw[:200].decode("utf-8", "replace")) from None

    @contextlib.asynccontextmanager
    async def _reply(self, protocol: ProtocolName, body: dict[str, Any]) -> AsyncIterator[Any]:
        client = await asyncio.to_thread(self._build) if self._client is None else self._client
        import anyio
        import httpx2
        import openai

        resource: Any = client.responses if protocol == "responses" else client.chat.completions
        try:
            async with resource.with_streaming_response.create(**body) as reply:
                yield reply
        except openai.APIStatusError as error:
            raise ServerRefusal(error.status_code, error.body, error.response.headers) from None
        except (openai.APITimeoutError, httpx2.TimeoutException):
            raise errors.timed_out(self.base_url) from None
        except openai.APIConnectionError as error:
            raise errors.unreachable(self.base_url, repr(error.__cause__ or error)) from None
        except (httpx2.HTTPError, anyio.EndOfStream, OSError) as error:
            # The connection was lost while the body came.
            raise errors.unreachable(self.base_url, repr(error)) from None
        except (httpx2.InvalidURL, openai.OpenAIError, UnicodeError) as error:
            # A key with a typographic quote in it, an address with a space: nothing was sent.
            raise self._unsendable(error) from None

    def _unsendable(self, error: Exception) -> ModelError:
        return ModelError(
            "bad_request",
            "The request could not be sent to the model's server.",
            "Check the address and the key in Settings, Model.",
            detail=errors.without_key(repr(error), self._api_key),
        )

    def _build(self) -> openai.AsyncOpenAI:
        """Import the SDK and make its client; runs in a worker thread."""
        with self._building:
            if self._client is not None:
                return self._client
            import httpx2
            import openai

            # The resources are half of the import time: here, not at the first call on the loop.
            import openai.resources.chat
            import openai.resources.responses

            connect_s, read_s = self._timeouts_s
            try:
                self._client = openai.AsyncOpenAI(
                    base_url=self.base_url,
                    # Local servers want none, the SDK wants one.
                    api_key=self._api_key or "none",
                    default_headers=self._headers,
                    timeout=httpx2.Timeout(read_s, connect=connect_s),
                    max_retries=0,
                    http_client=self._http_client,
                )
            except (httpx2.InvalidURL, openai.OpenAIError, ValueError) as error:
                raise self._unsendable(error) from None
            return self._client
