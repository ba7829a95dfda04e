"""The Responses API: a `ModelRequest` becomes its body, its replies and streams become an `Answer`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from engine.models.answer import Answer, AnswerFinish, StreamStep
from engine.models.citing import Annotation, cited, without_trackers
from engine.models.structure import schema_prompt, strict_schema
from engine.models.traits import ServerTraits, StructureLevel
from researcher_container.contract import Citation, Message, ModelRequest, ToolCall, Usage


class Responses:
    """The newer protocol; the only one with a hosted web search whose citations are structured."""

    name: Literal["responses", "chat"] = "responses"

    def body(self, request: ModelRequest, model: str, traits: ServerTraits, *, stream: bool) -> dict[str, Any]:
        """Return the body of POST /responses."""
        # Nothing is kept at the provider: the conversation is sent whole each time.
        body: dict[str, Any] = {"model": model, "store": False}
        body["input"] = [item for message in request.messages for item in _items(message)]
        tools: list[dict[str, Any]] = []
        if request.hosted_search:
            tools.append({"type": "web_search"})
            body["include"] = ["web_search_call.action.sources"]
        if request.tool_choice != "none":
            tools += [
                {
                    "type": "function",
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                    "strict": False,
                }
                for tool in request.tools
            ]
            if request.tools and request.tool_choice == "required" and traits.takes_required_tools:
                body["tool_choice"] = "required"
        if tools:
            body["tools"] = tools
        if request.output:
            self._ask_for_structure(body, request, traits)
        if request.max_output_tokens:
            body["max_output_tokens"] = request.max_output_tokens
        if stream:
            body["stream"] = True
        return body

    def _ask_for_structure(self, body: dict[str, Any], request: ModelRequest, traits: ServerTraits) -> None:
        assert request.output is not None
        schema = request.output.json_schema
        if traits.structure is StructureLevel.SCHEMA:
            body["text"] = {
                "format": {
                    "type": "json_schema",
                    "name": request.output.name,
                    "schema": strict_schema(schema),
                    "strict": True,
                }
            }
            return
        if traits.structure is StructureLevel.OBJECT:
            body["text"] = {"format": {"type": "json_object"}}
        body["input"].append({"role": "user", "content": schema_prompt(schema)})

    def read(self, payload: Mapping[str, Any]) -> Answer | None:
        """Read a whole response; None when it has no output at all."""
        output = payload.get("output")
        status = payload.get("status")
        details = payload.get("incomplete_details")
        reason = details.get("reason") if isinstance(details, Mapping) else None
        if not isinstance(output, list) or (not output and status != "incomplete"):
            return None
        items = [item for item in output if isinstance(item, Mapping)]
        text, citations = _text_with_citations(items)
        calls = tuple(_calls(items))
        usage, reasoning_tokens = _usage(payload.get("usage"))
        finish: AnswerFinish = "tool_calls" if calls else "stop"
        if status == "incomplete":
            finish = "filter" if reason == "content_filter" else "length"
        return Answer(
            text=text,
            reasoning="".join(_summaries(items)),
            refusal="".join(str(part.get("refusal") or "") for part in _parts(items) if part["type"] == "refusal"),
            tool_calls=calls,
            citations=citations,
            searches=tuple(_searches(items)),
            consulted=tuple(_consulted(items, {citation.url for citation in citations})),
            finish=finish,
            usage=usage,
            reasoning_tokens=reasoning_tokens,
            model=str(payload.get("model") or ""),
        )

    def reader(self) -> ResponsesStreamReader:
        """Return a reader for one stream."""
        return ResponsesStreamReader(self)


class ResponsesStreamReader:
    """Passes the text deltas on; the whole comes with the last event."""

    def __init__(self, protocol: Responses) -> None:
        self._protocol = protocol
        self._whole: Answer | None = None

    def feed(self, event: Mapping[str, Any]) -> StreamStep:
        """Take one event. Errors arrive as events inside a stream that began well."""
        kind = str(event.get("type") or "")
        if kind == "error" or ("error" in event and event["error"] and not kind.startswith("response.")):
            return StreamStep(error=event.get("error") or event)
        response = event.get("response")
        if kind == "response.failed" and isinstance(response, Mapping):
            return StreamStep(error=response.get("error") or response)
        if kind in ("response.completed", "response.incomplete") and isinstance(response, Mapping):
            self._whole = self._protocol.read(response)
            return StreamStep()
        if kind == "response.output_text.delta":
            return StreamStep(text=str(event.get("delta") or ""))
        return StreamStep(unseen=str(event.get("delta") or "") if kind.endswith(".delta") else "")

    def done(self) -> None:
        """Take `[DONE]`, which this protocol does not need."""

    def answer(self) -> Answer | None:
        """Return the whole; None when the response was not said to be complete."""
        return self._whole


# --- there ------------------------------------------------------------------------------------------


def _items(message: Message) -> Iterator[dict[str, Any]]:
    if message.role == "tool":
        yield {"type": "function_call_output", "call_id": message.tool_call_id or "", "output": message.content}
        return
    if message.content or not message.tool_calls:
        yield {"role": message.role, "content": message.content}
    for call in message.tool_calls:
        yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments or "{}"}


# --- and back ---------------------------------------------------------------------------------------


def _parts(items: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for item in items:
        if item.get("type") == "message":
            for piece in item.get("content") or []:
                if isinstance(piece, Mapping) and piece.get("type"):
                    yield piece


def _text_with_citations(items: list[Mapping[str, Any]]) -> tuple[str, tuple[Citation, ...]]:
    """Join the text parts; positions count within a part, marks count through all of them."""
    pieces: list[str] = []
    citations: list[Citation] = []
    for piece in _parts(items):
        if piece["type"] != "output_text":
            continue
        notes = [
            note
            for item in piece.get("annotations") or []
            if isinstance(item, Mapping) and item.get("type") == "url_citation" and (note := Annotation.of(item))
        ]
        pieces.append(cited_after(str(piece.get("text") or ""), notes, citations, len("".join(pieces))))
    return "".join(pieces), tuple(citations)


def cited_after(text: str, notes: list[Annotation], citations: list[Citation], offset: int) -> str:
    """Set the marks of one more part, going on with the numbers of the parts before it.

    Args:
        text: of this part.
        notes: annotations of this part.
        citations: of the parts before; those of this part are added.
        offset: where this part begins in the whole text.
    """
    if not notes:
        return text
    clean, found = cited(text, notes, known=[citation.url for citation in citations])
    for citation in found:
        if citation.start is None or citation.end is None:
            citations.append(citation)
        else:
            shift = {"start": citation.start + offset, "end": citation.end + offset}
            citations.append(citation.model_copy(update=shift))
    return clean


def _calls(items: list[Mapping[str, Any]]) -> Iterator[ToolCall]:
    for item in items:
        if item.get("type") == "function_call" and item.get("name"):
            identity = str(item.get("call_id") or item.get("id") or "")
            yield ToolCall(id=identity, name=str(item["name"]), arguments=str(item.get("arguments") or ""))


def _searches(items: list[Mapping[str, Any]]) -> Iterator[str]:
    for item in items:
        action = item.get("action")
        if item.get("type") == "web_search_call" and isinstance(action, Mapping):
            queries = action.get("queries") or [action.get("query")]
            yield from (str(query) for query in queries if query)


def _consulted(items: list[Mapping[str, Any]], cited_urls: set[str]) -> Iterator[str]:
    """Give the addresses the search looked at, each once, without the cited ones."""
    seen = set(cited_urls)
    for item in items:
        action = item.get("action")
        if item.get("type") != "web_search_call" or not isinstance(action, Mapping):
            continue
        for source in [*(action.get("sources") or []), {"url": action.get("url")}]:
            url = without_trackers(str((source.get("url") if isinstance(source, Mapping) else None) or ""))
            if url and url not in seen:
                seen.add(url)
                yield url


def _summaries(items: list[Mapping[str, Any]]) -> Iterator[str]:
    for item in items:
        if item.get("type") == "reasoning":
            for piece in item.get("summary") or []:
                yield str(piece.get("text") or "") if isinstance(piece, Mapping) else ""


def _usage(usage: Any) -> tuple[Usage | None, int]:
    if not isinstance(usage, Mapping):
        return None, 0
    details = usage.get("output_tokens_details")
    reasoning = details.get("reasoning_tokens") if isinstance(details, Mapping) else 0
    tokens = Usage(
        input_tokens=int(usage.get("input_tokens") or 0), output_tokens=int(usage.get("output_tokens") or 0)
    )
    return tokens, int(reasoning or 0)
