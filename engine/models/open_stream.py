"""One stream while it comes: text piece by piece, then the whole, complete or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

from engine.errors import ModelError
from engine.models import errors
from engine.models.answer import WRONG_SHAPE, Answer, WireProtocol
from engine.models.characters import HalfHolder
from engine.models.repetition import RepetitionWatch


class OpenStream:
    """A stream with its first event read, so that an early failure can still be retried.

    One that comes to repeat itself, in its text or out of sight, is ended as an error.

    Args:
        wire: how its events are read.
        events: as they come; None is the end mark.
        base_url: for errors.
        read: reads a whole reply, for servers that do not stream.
        error_in: maps an error object inside the stream.
    """

    def __init__(
        self,
        wire: WireProtocol,
        events: AsyncIterator[dict[str, Any] | None],
        base_url: str,
        read: Callable[[WireProtocol, Any], Answer],
        error_in: Callable[[Any], ModelError],
    ) -> None:
        self._wire, self._events, self._base_url = wire, events, base_url
        self._read, self._error_in = read, error_in
        self._reader = wire.reader()
        self._whole: Answer | None = None
        self._halves = HalfHolder()
        self._text_watch, self._unseen_watch = RepetitionWatch(), RepetitionWatch()
        self.text = ""  # what the last event brought
        self.is_over = False

    async def advance(self) -> None:
        """Read on to the next event that brings text, or to the end."""
        self.text = ""
        while not self.text:
            try:
                event = await anext(self._events)
            except StopAsyncIteration:
                self.is_over = True
                return
            self._take(event)

    def _take(self, event: dict[str, Any] | None) -> None:
        if event is None:
            self._reader.done()
        elif "whole" in event:
            self._whole = self._read(self._wire, event["whole"])
            self.text = self._whole.text
        else:
            try:
                step = self._reader.feed(event)
            except WRONG_SHAPE:
                raise errors.garbage(self._base_url, str(event)) from None
            if step.error:
                raise self._error_in(step.error)
            if self._unseen_watch.sees(step.unseen) or self._text_watch.sees(step.text):
                raise errors.Endless
            self.text = self._halves.feed(step.text)

    def whole(self) -> Answer:
        """Return the whole answer.

        Raises:
            ModelError: the stream ended without saying that it is complete.
        """
        try:
            answer = self._whole or self._reader.answer()
        except WRONG_SHAPE:
            raise errors.garbage(self._base_url, "the events of a stream do not fit together") from None
        if answer is None:
            raise errors.broken_stream(self._base_url)
        return answer

    async def aclose(self) -> None:
        """Let the connection go."""
        close: Any = getattr(self._events, "aclose", None)
        if close is not None:
            await close()
