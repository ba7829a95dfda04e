"""What is known about a server and a model: found out once, remembered per address and model."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal
from weakref import WeakKeyDictionary

from engine.values import Value


class StructureLevel(IntEnum):
    """How a structured answer is asked for; the ladder goes down, never up again within a session."""

    SCHEMA = 3  # the server enforces the JSON schema
    OBJECT = 2  # the server enforces JSON, the schema stands in the prompt
    PLAIN = 1  # the schema stands in the prompt, the answer is read with care


class Turns:
    """One lock per event loop, as locks belong to a loop and traits to the process."""

    def __init__(self) -> None:
        self._locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    def turn(self) -> asyncio.Lock:
        """Return the lock of the running loop."""
        return self._locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())


@dataclass
class ServerTraits:
    """What one model at one address takes. Starts with the best guess, each refusal corrects it."""

    structure: StructureLevel = StructureLevel.SCHEMA
    protocol: Literal["responses", "chat"] | None = None  # None: not found out
    refused_protocols: set[str] = field(default_factory=set)
    token_parameter: Literal["max_completion_tokens", "max_tokens"] = "max_tokens"
    token_parameter_settled: bool = False
    takes_stream_options: bool = True
    takes_required_tools: bool = True
    takes_tools: bool = True
    # Chat templates without a system role, or that insist on user and assistant in turn.
    needs_plain_roles: bool = False
    # It timed out on a whole answer: from then on answers are streamed, where silence alone is a time-out, and
    # asked for one at a time, so that a request does not time out in the server's own queue.
    is_slow: bool = False
    turns: Turns = field(default_factory=Turns)
    # Some chat templates put the opening tag into the prompt, so answers begin in mid-reasoning.
    starts_in_reasoning: bool = False


class KnownTraits(Value):
    """What outlives a session: how a server wants to be spoken to. That it was slow once is not part of it."""

    base_url: str
    model: str
    structure: StructureLevel
    protocol: Literal["responses", "chat"] | None
    refused_protocols: tuple[str, ...]
    token_parameter: Literal["max_completion_tokens", "max_tokens"]
    token_parameter_settled: bool
    takes_stream_options: bool
    takes_required_tools: bool
    takes_tools: bool
    needs_plain_roles: bool
    starts_in_reasoning: bool


class TraitsMemory:
    """Traits by (address, model); one memory is shared by every model object of the app."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], ServerTraits] = {}

    def of(self, base_url: str, model: str) -> ServerTraits:
        """Return the traits of a model, a fresh guess when it was never met."""
        key = (base_url.rstrip("/"), model)
        if key not in self._known:
            official = "://api.openai.com/" in base_url + "/"
            parameter: Literal["max_completion_tokens", "max_tokens"] = (
                "max_completion_tokens" if official else "max_tokens"
            )
            self._known[key] = ServerTraits(token_parameter=parameter)
        return self._known[key]

    def adopt(self, base_url: str, model: str, traits: ServerTraits) -> None:
        """Take what was just found out in place of what was known, for whoever asks from now on."""
        self._known[(base_url.rstrip("/"), model)] = traits

    def known(self) -> tuple[KnownTraits, ...]:
        """Return what was found out and differs from the first guess."""
        found = []
        for (base_url, model), traits in self._known.items():
            if traits.protocol is not None or traits.refused_protocols:
                values = {name: getattr(traits, name) for name in KnownTraits.model_fields if hasattr(traits, name)}
                values["refused_protocols"] = tuple(sorted(traits.refused_protocols))
                found.append(KnownTraits(base_url=base_url, model=model, **values))
        return tuple(found)

    def learn(self, known: KnownTraits) -> None:
        """Take what an earlier session found out; what this one knows already stands."""
        key = (known.base_url, known.model)
        if key in self._known:
            return
        traits = self.of(*key)
        for name, value in known:
            if name == "refused_protocols":
                traits.refused_protocols = set(value)
            elif name not in ("base_url", "model"):
                setattr(traits, name, value)


SESSION_TRAITS = TraitsMemory()
