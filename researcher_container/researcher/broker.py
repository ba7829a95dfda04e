"""The researcher's only window on the world: three calls to the broker, and word of what it is doing."""

from __future__ import annotations

import time
from concurrent.futures import Future
from typing import Any, Literal, Protocol

from researcher_container.channel import RemoteError
from researcher_container.contract import (
    ErrorCode,
    FetchParams,
    FetchReply,
    Method,
    ModelReply,
    ModelRequest,
    Progress,
    SearchParams,
    SearchReply,
    Wire,
)

# The rest of the time is enough to hand in what was read.
PART_BEFORE_END = 0.9


class Calls(Protocol):
    """What of the channel the broker client needs."""

    @property
    def waited_s(self) -> float:
        """How long servers have made this question wait: no time of its own."""

    def submit(self, method: str, params: Wire) -> Future[dict[str, Any]]:
        """Send a call; the future holds the result or raises `RemoteError`."""

    def notify(self, method: str, params: Wire) -> None:
        """Send a notification."""


class Broker:
    """Typed calls to the broker. The `start_...` forms let searches and page reads overlap.

    Every call may raise `channel.RemoteError`; its `code` is one of `contract.ErrorCode`.
    """

    def __init__(self, channel: Calls, time_s: float | None = None) -> None:
        """Args: time_s: what the whole question may take; shortly before its end no model is waited for."""
        self._channel = channel
        self._time_s, self._started = time_s, time.monotonic()

    def respond(self, request: ModelRequest, until_part: float = PART_BEFORE_END) -> ModelReply:
        """Ask the model; asking again gives up an answer that was not waited for.

        Args:
            until_part: of the whole time, how much may have passed before the answer is not waited for.

        Raises:
            RemoteError: with the code FINISH and the kind "time" when it has: what was read can be handed in.
        """
        answer = self._channel.submit(Method.MODEL_RESPOND, request)
        while True:
            left = self._left_s(until_part)
            try:
                return ModelReply.model_validate(answer.result(left))
            except TimeoutError:
                if (self._left_s(until_part) or 0.0) > 0:
                    continue  # a server has asked to wait meanwhile
                message = "The time of this researcher is spent."
                raise RemoteError(ErrorCode.FINISH, message, {"kind": "time"}) from None

    def _left_s(self, until_part: float) -> float | None:
        if not self._time_s:
            return None
        return self._started + until_part * self._time_s + self._channel.waited_s - time.monotonic()

    def start_search(self, query: str, limit: int = 8) -> Future[dict[str, Any]]:
        """Begin a search; read the future with `SearchReply.model_validate`."""
        return self._channel.submit(Method.SEARCH, SearchParams(query=query, limit=limit))

    def start_fetch(self, ref: str | None = None, url: str | None = None) -> Future[dict[str, Any]]:
        """Begin opening a page; read the future with `FetchReply.model_validate`."""
        return self._channel.submit(Method.FETCH, FetchParams(ref=ref, url=url))

    def search(self, query: str, limit: int = 8) -> SearchReply:
        """Search and wait."""
        return SearchReply.model_validate(self.start_search(query, limit).result())

    def fetch(self, ref: str | None = None, url: str | None = None) -> FetchReply:
        """Open a page and wait."""
        return FetchReply.model_validate(self.start_fetch(ref, url).result())

    def tell(
        self, state: Literal["searching", "reading", "answering", "quoted"], text: str = "", ref: str = ""
    ) -> None:
        """Say what the researcher is doing; `quoted` notes a quote with the reference of its page."""
        self._channel.notify(Method.PROGRESS, Progress(state=state, text=text, ref=ref))
