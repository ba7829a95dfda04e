"""The seam to language models: one request in, one checked answer out, or a stream of text."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Protocol

from engine.values import Role, Value
from researcher_container.contract import ModelReply, ModelRequest

# Called when the server asks to wait: (until, seconds since the epoch; why, a sentence).
WaitListener = Callable[[float, str], None]


class TextDelta(Value):
    """A piece of streamed text."""

    text: str


class LanguageModel(Protocol):
    """A model at an address; it holds the key, and no caller sees it."""

    model: str
    base_url: str
    hosted_search: bool  # the provider can search the web itself

    async def respond(self, request: ModelRequest, *, role: Role, on_wait: WaitListener | None = None) -> ModelReply:
        """Answer a request; with `request.output` set, `value` meets the schema.

        Raises:
            ModelError: `kind` tells the trouble; nothing partial is returned.
        """

    def stream(
        self, request: ModelRequest, *, role: Role, on_wait: WaitListener | None = None
    ) -> AsyncIterator[TextDelta | ModelReply]:
        """Yield text as it comes, then one `ModelReply` with the whole.

        Raises:
            ModelError: the stream failed or ended early; what was yielded is not a complete answer.
        """

    async def aclose(self) -> None:
        """Close connections."""
