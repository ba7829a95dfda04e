"""Chat Completions: a `ModelRequest` becomes its body, its replies and streams become an `Answer`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from engine.models.answer import Answer, AnswerFinish, StreamStep
from engine.models.citing import Annotation, cited
from engine.models.structure import schema_prompt, strict_schema
from engine.models.traits import ServerTraits, StructureLevel
from researcher_container.contract import Message, ModelRequest, ToolCall, ToolSpec, Usage

_FINISHES: dict[str, AnswerFinish] = {
    "stop": "stop",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "filter",
}


class ChatCompletions:
    """The wire protocol nearly every server speaks."""

    name: Literal["responses", "chat"] = "chat"

    def body(self, request: ModelRequest, model: str, traits: ServerTraits, *, stream: bool) -> dict[str, Any]:
        """Return the body of POST /chat/completions."""
        body: dict[str, Any] = {"model": model, "messages": _messages(request, traits)}
        if request.tools and request.tool_choice != "none":
            body["tools"] = [_tool(tool) for tool in request.tools]
            if request.tool_choice == "required" and traits.takes_required_tools:
                body["tool_choice"] = "required"
        if request.output and traits.structure is StructureLevel.SCHEMA:
            schema = strict_schema(request.output.json_schema)
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": request.output.name, "schema": schema, "strict": True},
            }
        elif request.output and traits.structure is StructureLevel.OBJECT:
            body["response_format"] = {"type": "json_object"}
        if request.max_output_tokens:
            body[traits.token_parameter] = request.max_output_tokens
        if request.hosted_search:
            body["web_search_options"] = {}
        if stream:
            body["stream"] = True
            if traits.takes_stream_options:
                body["stream_options"] = {"include_usage": True}
        return body

    def read(self, payload: Mapping[str, Any]) -> Answer | None:
        """Read a whole reply; None when it has no choice."""
        choices = payload.get("choices")
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
            return None
        choice = choices[0]
        message = choice.get("message")
        if not isinstance(message, Mapping):
            return None
        return _answer(
            message,
            finish=choice.get("finish_reason"),
            usage=payload.get("usage"),
            model=str(payload.get("model") or ""),
        )

    def reader(self) -> ChatStreamReader:
        """Return a reader for one stream."""
        return ChatStreamReader()


class ChatStreamReader:
    """Joins the deltas of a stream into one message."""

    def __init__(self) -> None:
        self._parts: dict[str, list[str]] = {"content": [], "reasoning_content": [], "refusal": []}
        self._calls: list[dict[str, str]] = []
        self._current: dict[int, dict[str, str]] = {}  # the call each index stands for now
        self._annotations: list[Any] = []
        self._finish: str | None = None
        self._usage: Any = None
        self._model = ""
        self._is_done = False

    def feed(self, event: Mapping[str, Any]) -> StreamStep:
        """Take one chunk; the first ones may have no choice at all (prompt filter results)."""
        if event.get("error"):
            return StreamStep(error=event)
        self._usage = event.get("usage") or self._usage
        self._model = str(event.get("model") or self._model)
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, Mapping):
            return StreamStep()
        self._finish = choice.get("finish_reason") or self._finish
        delta = choice.get("delta")
        return self._delta(delta) if isinstance(delta, Mapping) else StreamStep()

    def done(self) -> None:
        """Take `[DONE]`."""
        self._is_done = True

    def answer(self) -> Answer | None:
        """Return the whole; None when neither a finish reason nor `[DONE]` came."""
        if not self._is_done and self._finish is None:
            return None
        message: dict[str, Any] = {name: "".join(parts) for name, parts in self._parts.items()}
        message["tool_calls"] = [
            {"id": call["id"], "function": {"name": call["name"], "arguments": call["arguments"]}}
            for call in self._calls
        ]
        message["annotations"] = self._annotations
        return _answer(message, finish=self._finish, usage=self._usage, model=self._model)

    def _delta(self, delta: Mapping[str, Any]) -> StreamStep:
        text, reasoning = _text(delta.get("content")), _reasoning(delta)
        self._parts["content"].append(text)
        self._parts["reasoning_content"].append(reasoning)
        self._parts["refusal"].append(_text(delta.get("refusal")))
        self._annotations += delta.get("annotations") or []
        arguments = [self._call_delta(call) for call in delta.get("tool_calls") or []]
        return StreamStep(text=text, unseen="".join([reasoning, *arguments]))

    def _call_delta(self, call: Mapping[str, Any]) -> str:
        index = call.get("index")
        # Some servers leave the index out and send each call whole.
        known = self._current.get(index) if isinstance(index, int) else None
        identity = str(call.get("id") or "")
        # Others number every call 0 and tell them apart by their ids.
        if known is None or (identity and known["id"] and identity != known["id"]):
            known = {"id": "", "name": "", "arguments": ""}
            self._calls.append(known)
            if isinstance(index, int):
                self._current[index] = known
        function = call.get("function") or {}
        known["id"] = known["id"] or identity
        known["name"] = known["name"] or str(function.get("name") or "")
        more = _arguments(function.get("arguments"))
        known["arguments"] += more
        return more


# --- there ------------------------------------------------------------------------------------------


def _messages(request: ModelRequest, traits: ServerTraits) -> list[dict[str, Any]]:
    messages = [_message(message) for message in request.messages]
    if traits.needs_plain_roles:
        messages = _in_turn(messages)
    if request.output and traits.structure is not StructureLevel.SCHEMA:
        # At the end, where it is read last; as part of the last user message, as some templates
        # refuse two user messages in a row.
        said = schema_prompt(request.output.json_schema)
        if messages and messages[-1]["role"] == "user":
            messages[-1]["content"] += "\n\n" + said
        else:
            messages.append({"role": "user", "content": said})
    return messages


def _in_turn(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the messages without a system role, neighbours of the same role joined."""
    turned: list[dict[str, Any]] = []
    for message in messages:
        plain = {**message, "role": "user"} if message["role"] == "system" else message
        is_joint = turned and turned[-1]["role"] == plain["role"] != "tool" and "tool_calls" not in plain
        if is_joint and "tool_calls" not in turned[-1]:
            turned[-1] = {**turned[-1], "content": f"{turned[-1]['content']}\n\n{plain['content']}"}
        else:
            turned.append(plain)
    return turned


def _message(message: Message) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.tool_call_id or "", "content": message.content}
    if message.tool_calls:
        calls = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
        return {"role": "assistant", "content": message.content or None, "tool_calls": calls}
    return {"role": message.role, "content": message.content}


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


# --- and back ---------------------------------------------------------------------------------------


def _answer(message: Mapping[str, Any], *, finish: Any, usage: Any, model: str) -> Answer:
    text = _text(message.get("content"))
    calls = tuple(_calls(message))
    annotations = [note for item in message.get("annotations") or [] if (note := _annotation(item))]
    clean, citations = cited(text, annotations) if annotations else (text, ())
    tokens, reasoning_tokens = _usage(usage)
    default: AnswerFinish = "tool_calls" if calls else "stop"
    ended = _FINISHES.get(str(finish), default)
    return Answer(
        text=clean,
        reasoning=_reasoning(message),
        refusal=_text(message.get("refusal")),
        tool_calls=calls,
        citations=citations,
        # Some servers finish with "stop" although they call tools.
        finish="tool_calls" if calls and ended == "stop" else ended,
        usage=tokens,
        reasoning_tokens=reasoning_tokens,
        model=model,
    )


def _text(content: Any) -> str:
    """Return the text of a content that is a string, a list of parts, or null."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    return ""


def _reasoning(message: Mapping[str, Any]) -> str:
    return _text(message.get("reasoning_content")) or _text(message.get("reasoning"))


def _calls(message: Mapping[str, Any]) -> list[ToolCall]:
    calls = []
    for position, call in enumerate(message.get("tool_calls") or []):
        function = call.get("function") if isinstance(call, Mapping) else None
        if isinstance(function, Mapping) and function.get("name"):
            identity = str(call.get("id") or f"call_{position + 1}")
            arguments = _arguments(function.get("arguments"))
            calls.append(ToolCall(id=identity, name=str(function["name"]), arguments=arguments))
    return calls


def _arguments(arguments: Any) -> str:
    """Return the arguments as JSON text; some servers send the object itself."""
    if isinstance(arguments, str):
        return arguments
    return "" if arguments is None else json.dumps(arguments, ensure_ascii=False)


def _annotation(item: Any) -> Annotation | None:
    """Read `{type: url_citation, url_citation: {...}}`, or the same without the inner object."""
    if not isinstance(item, Mapping) or item.get("type") != "url_citation":
        return None
    inner = item.get("url_citation")
    return Annotation.of(inner if isinstance(inner, Mapping) else item)


def _usage(usage: Any) -> tuple[Usage | None, int]:
    if not isinstance(usage, Mapping):
        return None, 0
    details = usage.get("completion_tokens_details")
    reasoning = details.get("reasoning_tokens") if isinstance(details, Mapping) else 0
    tokens = Usage(
        input_tokens=int(usage.get("prompt_tokens") or 0), output_tokens=int(usage.get("completion_tokens") or 0)
    )
    return tokens, int(reasoning or 0)
