"""The small questions of the model doctor: cheap, alike for every model, with answers that code can judge."""

from __future__ import annotations

from researcher_container.contract import Message, ModelRequest, OutputSchema, ToolSpec

# Enough for a reasoning model to come to a one-word answer.
ROOM_TOKENS = 2_000
_CITIES = ("Paris", "Tokyo", "Cairo")
_SCHEMA = OutputSchema(
    name="city",
    json_schema={
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "country": {"type": "string"},
            "rivers": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["city", "country", "rivers"],
        "additionalProperties": False,
    },
)
_TOOL = ToolSpec(
    name="weather",
    description="Tells the weather of a city now.",
    parameters={"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)


def plain() -> ModelRequest:
    """Return a question whose answer is one word."""
    return _asked("Answer with the one word: ready")


def structured() -> tuple[ModelRequest, ...]:
    """Return questions whose answers must meet a schema."""
    return tuple(
        _asked(f"Name the city {city}, its country and its rivers.").model_copy(update={"output": _SCHEMA})
        for city in _CITIES
    )


def with_tool() -> ModelRequest:
    """Return a question that only a tool can answer."""
    asked = _asked("What is the weather in Oslo now? Use the tool.")
    return asked.model_copy(update={"tools": (_TOOL,), "tool_choice": "required"})


def streamed() -> ModelRequest:
    """Return a question whose answer is long enough to be timed."""
    return _asked("Write the numbers from one to thirty as words, separated by commas, and nothing else.")


def _asked(question: str) -> ModelRequest:
    return ModelRequest(messages=(Message(role="user", content=question),), max_output_tokens=ROOM_TOKENS)
