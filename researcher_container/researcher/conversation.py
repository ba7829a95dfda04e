"""The conversation with the model, kept below a limit: the oldest page text goes first, the question never.

Then the snippets of old searches go; the references of pages and results stay, so that nothing is lost from sight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from researcher_container.contract import Message, ModelReply

# Letters of scripts that take about one token each, where three Latin ones make a token, and those between.
_DENSE_FROM, _MIDDLING_FROM = "\u2e80", "\u0370"


def weight(text: str) -> int:
    """Return the length of a text in Latin characters that take about as many tokens."""
    if text.isascii():
        return len(text)
    dense = sum(char >= _DENSE_FROM for char in text)
    middling = sum(char >= _MIDDLING_FROM for char in text) - dense
    return len(text) + middling // 2 + 2 * dense


@dataclass(frozen=True)
class _Entry:
    message: Message
    short: str = ""  # what takes its place when room is needed, "" = it stays
    is_page: bool = False
    is_dropped: bool = False

    @cached_property
    def chars(self) -> int:
        return weight(self.message.content) + sum(weight(call.arguments) for call in self.message.tool_calls)


class Conversation:
    """Messages in order. Dropping is a matter of the messages alone, so a resumed researcher drops the same."""

    def __init__(self, system: str, question: str, max_chars: int) -> None:
        self._max_chars = max_chars
        self._entries = [
            _Entry(Message(role="system", content=system)),
            _Entry(Message(role="user", content=question)),
        ]

    def add_reply(self, reply: ModelReply) -> None:
        """Add what the model said and called."""
        self._entries.append(_Entry(Message(role="assistant", content=reply.text, tool_calls=reply.tool_calls)))

    def add_result(self, call_id: str, text: str, short: str = "", *, is_page: bool = True) -> None:
        """Add the result of a tool call.

        Args:
            short: what stays of it when room is needed, with the references in it; "" keeps it whole.
            is_page: it is the text of a page, which goes before anything else.
        """
        self._entries.append(_Entry(Message(role="tool", content=text, tool_call_id=call_id), short, is_page))

    def say(self, text: str) -> None:
        """Add a message of ours."""
        self._entries.append(_Entry(Message(role="user", content=text)))

    def shrink(self) -> bool:
        """Halve the room after the server found the conversation too long; False when nothing is left to drop."""
        size = sum(entry.chars for entry in self._entries)
        self._max_chars = min(self._max_chars, size) // 2
        return any(entry.short and not entry.is_dropped for entry in self._entries)

    def messages(self) -> tuple[Message, ...]:
        """Return the messages, oldest page text dropped until they fit."""
        size = sum(entry.chars for entry in self._entries)
        may_go = [index for index, entry in enumerate(self._entries) if entry.short and not entry.is_dropped]
        for index in sorted(may_go, key=lambda index: (not self._entries[index].is_page, index)):
            if size <= self._max_chars:
                break
            entry = self._entries[index]
            message = entry.message.model_copy(update={"content": entry.short})
            self._entries[index] = replace(entry, message=message, is_dropped=True)
            size -= entry.chars - self._entries[index].chars
        return tuple(entry.message for entry in self._entries)
