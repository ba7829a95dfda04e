"""What the model doctor finds: one record per thing looked at; words for it are made by whoever shows it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.values import Value

CheckMark = Literal["ok", "note", "bad"]
FindingCode = Literal[
    "server_answers", "server_silent", "server_failing", "nothing_there",
    "key_accepted", "key_unneeded", "key_refused", "key_wanted",
    "model_offered", "model_answers", "model_unknown", "no_model",
    "slow_down", "no_credit", "no_answer",
    "speaks", "speaks_not",
    "follows_schema", "follows_object", "follows_prompt", "follows_nothing",
    "calls_tools", "calls_no_tools", "ignores_tools",
    "streams", "streams_not", "counts_missing",
    "reasons_apart", "reasons_in_tags",
]  # fmt: skip


class ModelFinding(Value):
    """One finding.

    Attributes:
        code: what was found; the words belong to it.
        mark: ok, worth knowing, or in the way.
        names: what the words are filled with: a model, a server's sentence, a figure as text.
        figure: a number worth showing beside the words; its unit follows from the code.
        offers: models the server offers instead.
    """

    code: FindingCode
    mark: CheckMark = "ok"
    names: dict[str, str] = Field(default_factory=dict)
    figure: float | None = None
    offers: tuple[str, ...] = ()


class ModelVerdict(Value):
    """What is known after all: how the server is best spoken to, and what finding out took."""

    protocol: Literal["responses", "chat"] | None = None  # None: it gave no answer
    models: tuple[str, ...] = ()
    context_tokens: int | None = None
    elapsed_s: float = 0.0
    tokens: int = 0
    worst: CheckMark = "ok"
