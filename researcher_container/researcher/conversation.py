"""The conversation with the model, kept below a limit: the oldest page text goes first, the question never."""

from __future__ import annotations

from dataclasses import dataclass, replace

from researcher_container.contract import Message, ModelReply


@dataclass(frozen=True)
class _Entry:
    message: Message
    short: str = ""  # what takes its place when room is needed, "" = it stays
    is_dropped: bool = False

    @property
    def chars(self) -> int:
        return len(self.message.content) + sum(len(call.arguments) for call in self.message.tool_calls)


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

    def add_result(self, call_id: str, text: str, short: str = "") -> None:
        """Add the result of a tool call.

        Args:
            short: what stays of it when room is needed, with the references in it; "" keeps it whole.
        """
        self._entries.append(_Entry(Message(role="tool", content=text, tool_call_id=call_id), short))

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
        for index, entry in enumerate(self._entries):
            if size <= self._max_chars:
                break
            if entry.short and not entry.is_dropped:
                message = entry.message.model_copy(update={"content": entry.short})
                self._entries[index] = replace(entry, message=message, is_dropped=True)
                size -= entry.chars - self._entries[index].chars
        return tuple(entry.message for entry in self._entries)
