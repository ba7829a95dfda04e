"""What a server answered, told alike for both wire protocols, before anything is read out of its text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from engine.models.traits import ServerTraits
from researcher_container.contract import Citation, ModelRequest, ToolCall, Usage

# What reading foreign JSON raises where it is not shaped as the protocol says.
WRONG_SHAPE = (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError)

AnswerFinish = Literal["stop", "tool_calls", "length", "filter"]


@dataclass(frozen=True)
class Answer:
    """One answer as it came. `usage` is None when the server gave no figures."""

    text: str = ""
    reasoning: str = ""
    refusal: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    citations: tuple[Citation, ...] = ()
    searches: tuple[str, ...] = ()
    consulted: tuple[str, ...] = ()
    finish: AnswerFinish = "stop"
    usage: Usage | None = None
    reasoning_tokens: int = 0
    model: str = ""


@dataclass
class StreamStep:
    """What one event of a stream brought; `error` is the server's error object, in whichever shape it came."""

    text: str = ""
    unseen: str = ""  # reasoning and arguments of tool calls
    error: Any = None


class StreamReader(Protocol):
    """Gathers the events of one stream."""

    def feed(self, event: Mapping[str, Any]) -> StreamStep:
        """Take one event."""

    def done(self) -> None:
        """Take the end mark (`[DONE]`)."""

    def answer(self) -> Answer | None:
        """Return the whole answer, None when the stream has not said that it is complete."""


class WireProtocol(Protocol):
    """One of the two ways to say the same thing to a server."""

    name: Literal["responses", "chat"]

    def body(self, request: ModelRequest, model: str, traits: ServerTraits, *, stream: bool) -> dict[str, Any]:
        """Return the body of the HTTP request."""

    def read(self, payload: Mapping[str, Any]) -> Answer | None:
        """Read the body of a reply; None when it holds no answer at all."""

    def reader(self) -> StreamReader:
        """Return a reader for one stream."""
