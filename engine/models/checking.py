"""Is an answer one that may be used? Refused, filtered, cut and empty ones are told apart here."""

from __future__ import annotations

from engine.errors import ModelError
from engine.models.answer import Answer
from engine.models.characters import whole_characters
from engine.models.errors import Endless
from engine.models.reading_answer import whole_json
from engine.models.reasoning import Parted, part
from engine.models.repetition import is_repeating
from engine.models.traits import ServerTraits
from researcher_container.contract import ModelReply, ModelRequest, Usage

# About four characters a token, in English; only used where the server gives no figures.
CHARS_PER_TOKEN = 4
# Room for an answer after reasoning, where no limit was set by us.
LEAST_RAISED_TOKENS = 8_192


def usable(answer: Answer, request: ModelRequest, traits: ServerTraits, default_model: str) -> ModelReply:
    """Return the reply that an answer makes, its reasoning taken out.

    Raises:
        ModelError: it is refused, filtered, truncated, lost to reasoning, or empty.
    """
    if answer.refusal:
        raise ModelError("refused", f'The model declined: "{answer.refusal.strip()}"', "Word the topic differently.")
    if answer.finish == "filter":
        raise ModelError(
            "filtered", "The provider's content filter stopped this step.", "Word the topic differently."
        )
    # Tags inside the strings of a JSON answer are its matter, not its reasoning.
    is_whole = request.output is not None and whole_json(answer.text) is not None
    parted = Parted(answer.text) if is_whole else part(answer.text)
    traits.starts_in_reasoning = traits.starts_in_reasoning or parted.closing_only
    is_empty = not parted.answer.strip() and not answer.tool_calls
    reasoned = bool(answer.reasoning or answer.reasoning_tokens or parted.reasoning)
    if is_empty and answer.finish == "length" and is_repeating(answer.reasoning or parted.reasoning or answer.text):
        raise Endless
    if is_empty and (reasoned or answer.finish == "length"):
        limit = request.max_output_tokens or (answer.usage.output_tokens if answer.usage else 0)
        spent = f" ({limit:,} tokens)" if limit else ""
        raise ModelError(
            "budget_spent_on_reasoning",
            f"The model spent its whole output limit{spent} on reasoning and gave no answer.",
            "Choose a model that reasons less, or raise its output limit.",
        )
    if answer.finish == "length" and is_repeating(parted.answer):
        raise Endless
    if answer.finish == "length":
        raise ModelError(
            "truncated",
            "The answer was cut off at the model's output limit.",
            "Raise the output limit of this model, or choose another one.",
        )
    if is_empty:
        raise ModelError("unusable_answer", "The model gave an empty answer.", "Try again, or choose another model.")
    return ModelReply(
        text=whole_characters(parted.answer),
        tool_calls=tuple(
            call.model_copy(update={"arguments": whole_characters(call.arguments)}) for call in answer.tool_calls
        ),
        citations=answer.citations,
        searches=answer.searches,
        consulted=answer.consulted,
        finish="tool_calls" if answer.tool_calls else "stop",
        usage=usage_of(answer, request),
        model=answer.model or default_model,
    )


def usage_of(answer: Answer, request: ModelRequest) -> Usage:
    """Return the server's figures, or an estimate that is marked as one."""
    if answer.usage is not None and (answer.usage.input_tokens or answer.usage.output_tokens):
        return answer.usage
    came = len(answer.text) + len(answer.reasoning) + sum(len(call.arguments) for call in answer.tool_calls)
    return estimated_usage(request, came)


def estimated_usage(request: ModelRequest, came_chars: int) -> Usage:
    """Return about what a request and its answer took, marked as an estimate."""
    sent = sum(
        len(message.content) + sum(len(call.arguments) for call in message.tool_calls) for message in request.messages
    )
    return Usage(
        input_tokens=-(-sent // CHARS_PER_TOKEN), output_tokens=-(-came_chars // CHARS_PER_TOKEN), estimated=True
    )


def added(one: Usage, other: Usage) -> Usage:
    """Return the sum of two uses."""
    return Usage(
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        estimated=one.estimated or other.estimated,
    )


def with_larger_budget(request: ModelRequest, answer: Answer) -> ModelRequest:
    """Return the request with twice the room for its answer."""
    used = answer.usage.output_tokens if answer.usage else 0
    room = max(2 * (request.max_output_tokens or used), LEAST_RAISED_TOKENS)
    return request.model_copy(update={"max_output_tokens": room})
