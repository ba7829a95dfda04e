"""Both wire protocols, as a server speaks them: requests read alike, replies written whole or streamed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Call:
    """A tool call the script makes; `arguments` may be an object or raw text."""

    name: str
    arguments: Any


@dataclass(frozen=True)
class Answer:
    """A well-formed reply. `pieces` says how a streamed text is cut; `annotations` are url_citation objects."""

    text: str | None = ""
    calls: tuple[Call, ...] = ()
    finish: str = ""  # "" = stop or tool_calls
    refusal: str = ""
    reasoning: str = ""
    reasoning_tokens: int = 0
    annotations: tuple[dict[str, Any], ...] = ()
    searches: tuple[str, ...] = ()
    usage: bool = True
    piece_chars: int = 40


@dataclass(frozen=True)
class Failure:
    """An HTTP status with a body (an object is sent as JSON)."""

    status: int
    body: Any = ""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Raw:
    """Exactly these bytes as the body, chunk by chunk; `drop` breaks the connection after them."""

    chunks: tuple[bytes, ...] = ()
    content_type: str = "text/event-stream"
    status: int = 200
    drop: bool = False


@dataclass(frozen=True)
class Hold:
    """Answer nothing until the server is released or stopped, then break the connection."""


@dataclass
class Asked:
    """One request, told alike for both protocols."""

    number: int
    protocol: str  # "chat" or "responses"
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return list(self.body.get("messages") or self.body.get("input") or [])

    @property
    def stream(self) -> bool:
        return bool(self.body.get("stream"))

    def text(self, *roles: str) -> str:
        """Return the text of all messages of these roles (all roles when none is named)."""
        return "\n\n".join(
            content
            for message in self.messages
            if (content := _content(message)) and (not roles or _role(message) in roles)
        )

    @property
    def tool_results(self) -> list[str]:
        return [_content(message) for message in self.messages if _role(message) == "tool"]

    @property
    def turns(self) -> int:
        """Return how many turns the model has had in this conversation."""
        if self.protocol == "chat":
            return sum(message.get("role") == "assistant" for message in self.messages)
        turns, was_model = 0, False
        for message in self.messages:
            is_model = _role(message) == "assistant"
            turns += is_model and not was_model
            was_model = is_model
        return turns

    @property
    def tools(self) -> list[str]:
        return [(tool.get("function") or tool).get("name") or tool["type"] for tool in self.body.get("tools") or []]

    @property
    def schema_level(self) -> str:
        """Return "json_schema", "json_object" or "" (plain)."""
        chat = (self.body.get("response_format") or {}).get("type", "")
        return chat or ((self.body.get("text") or {}).get("format") or {}).get("type", "")


def _role(message: dict[str, Any]) -> str:
    kinds = {"function_call_output": "tool", "function_call": "assistant"}
    return kinds.get(message.get("type", ""), message.get("role", ""))


def _content(message: dict[str, Any]) -> str:
    content = message.get("content", message.get("output"))
    return content if isinstance(content, str) else ""


# --- replies ----------------------------------------------------------------------------------------


def whole(answer: Answer, asked: Asked) -> dict[str, Any]:
    """Return the unstreamed body of a reply."""
    return _chat(answer, asked) if asked.protocol == "chat" else _response(answer, asked)


def events(answer: Answer, asked: Asked) -> Iterator[bytes]:
    """Give the frames of a streamed reply."""
    yield from _chat_events(answer, asked) if asked.protocol == "chat" else _response_events(answer, asked)


def _pieces(answer: Answer) -> list[str]:
    text = answer.text or ""
    return [text[start : start + answer.piece_chars] for start in range(0, len(text), answer.piece_chars)]


def _figures(answer: Answer, asked: Asked) -> tuple[int, int]:
    sent = len(json.dumps(asked.messages)) // 4
    came = (
        len(answer.text or "") + sum(len(_arguments(call)) for call in answer.calls)
    ) // 4 + answer.reasoning_tokens
    return sent, max(came, 1)


def _arguments(call: Call) -> str:
    return call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments, ensure_ascii=False)


def _chat_calls(answer: Answer, asked: Asked) -> list[dict[str, Any]]:
    return [
        {
            "index": index,
            "id": f"call_{asked.turns}_{index}",
            "type": "function",
            "function": {"name": call.name, "arguments": _arguments(call)},
        }
        for index, call in enumerate(answer.calls)
    ]


def _chat_usage(answer: Answer, asked: Asked) -> dict[str, Any]:
    sent, came = _figures(answer, asked)
    details = {"reasoning_tokens": answer.reasoning_tokens}
    return {"prompt_tokens": sent, "completion_tokens": came, "completion_tokens_details": details}


def _chat(answer: Answer, asked: Asked) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": answer.text}
    if answer.calls:
        message["tool_calls"] = _chat_calls(answer, asked)
    if answer.refusal:
        message["refusal"] = answer.refusal
    if answer.reasoning:
        message["reasoning_content"] = answer.reasoning
    if answer.annotations:
        message["annotations"] = [{"type": "url_citation", "url_citation": note} for note in answer.annotations]
    finish = answer.finish or ("tool_calls" if answer.calls else "stop")
    body = {"model": asked.body.get("model"), "choices": [{"index": 0, "message": message, "finish_reason": finish}]}
    return body | ({"usage": _chat_usage(answer, asked)} if answer.usage else {})


def _chat_events(answer: Answer, asked: Asked) -> Iterator[bytes]:
    def frame(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return _data({"model": asked.body.get("model"), "choices": [choice]})

    yield frame({"role": "assistant", "content": ""})
    if answer.reasoning:
        yield frame({"reasoning_content": answer.reasoning})
    for piece in _pieces(answer):
        yield frame({"content": piece})
    for call in _chat_calls(answer, asked):
        arguments = call["function"].pop("arguments")
        yield frame({"tool_calls": [call]})
        for start in range(0, len(arguments), answer.piece_chars):
            part = {"index": call["index"], "function": {"arguments": arguments[start : start + answer.piece_chars]}}
            yield frame({"tool_calls": [part]})
    if answer.refusal:
        yield frame({"refusal": answer.refusal})
    yield frame({}, answer.finish or ("tool_calls" if answer.calls else "stop"))
    if answer.usage and (asked.body.get("stream_options") or {}).get("include_usage"):
        yield _data({"choices": [], "usage": _chat_usage(answer, asked)})
    yield b"data: [DONE]\n\n"


def _response(answer: Answer, asked: Asked) -> dict[str, Any]:
    output: list[dict[str, Any]] = []
    if answer.reasoning:
        output.append({"type": "reasoning", "summary": [{"type": "summary_text", "text": answer.reasoning}]})
    for index, query in enumerate(answer.searches):
        action = {"type": "search", "query": query, "sources": []}
        output.append({"type": "web_search_call", "id": f"ws_{index}", "status": "completed", "action": action})
    for index, call in enumerate(answer.calls):
        identity = f"call_{asked.turns}_{index}"
        output.append(
            {"type": "function_call", "call_id": identity, "name": call.name, "arguments": _arguments(call)}
        )
    content: list[dict[str, Any]] = []
    if answer.text:
        notes = [{"type": "url_citation", **note} for note in answer.annotations]
        content.append({"type": "output_text", "text": answer.text, "annotations": notes})
    if answer.refusal:
        content.append({"type": "refusal", "refusal": answer.refusal})
    if content:
        output.append({"type": "message", "role": "assistant", "status": "completed", "content": content})
    body: dict[str, Any] = {
        "id": f"resp_{asked.number}",
        "object": "response",
        "status": "completed",
        "model": asked.body.get("model"),
        "output": output,
    }
    if answer.finish in ("length", "content_filter"):
        reason = "max_output_tokens" if answer.finish == "length" else "content_filter"
        body |= {"status": "incomplete", "incomplete_details": {"reason": reason}}
    if answer.usage:
        sent, came = _figures(answer, asked)
        details = {"reasoning_tokens": answer.reasoning_tokens}
        body["usage"] = {"input_tokens": sent, "output_tokens": came, "output_tokens_details": details}
    return body


def _response_events(answer: Answer, asked: Asked) -> Iterator[bytes]:
    body = _response(answer, asked)
    yield _event("response.created", {"response": {**body, "status": "in_progress", "output": []}})
    for piece in _pieces(answer):
        yield _event("response.output_text.delta", {"delta": piece, "output_index": 0, "content_index": 0})
    yield _event(f"response.{body['status']}", {"response": body})


def _data(payload: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(payload, ensure_ascii=False).encode() + b"\n\n"


def _event(kind: str, payload: dict[str, Any]) -> bytes:
    return f"event: {kind}\n".encode() + _data({"type": kind, **payload})
