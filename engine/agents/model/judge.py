"""The judge's mind: whether quotes support the sentences that cite them, many sentences in one question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.agents.model.asking import Asker
from engine.agents.model.prompting import prompt
from engine.agents.model.styling import language_line
from engine.agents.port import Emit, JudgeTask
from engine.evidence.support import Claim, Judgement
from engine.models.port import LanguageModel
from engine.values import Role
from researcher_container.contract import Message, OutputSchema

VERDICTS = ("supports", "partly", "does_not")
_MOST_WHY_CHARS = 300
# What is shown of one quote; a longer one says what it says well before that.
_MOST_QUOTE_CHARS = 1_500
OUTPUT = OutputSchema(
    name="judgements",
    json_schema={
        "type": "object",
        "properties": {
            "judgements": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "number": {"type": "integer"},
                        "verdict": {"type": "string", "enum": list(VERDICTS)},
                        "why": {"type": "string"},
                    },
                    "required": ["number", "verdict"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["judgements"],
        "additionalProperties": False,
    },
)


class ModelJudge:
    """Implements `Judge` with a language model."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def judge(self, task: JudgeTask, emit: Emit) -> dict[str, Judgement]:
        """Return what the model said, by sentence; a sentence it passed over is missing.

        Raises:
            ModelError: the model failed.
        """
        asker = Asker(self._model, Role.REVIEWER, 0, emit, task.options.prices)
        asked = prompt("judged").format(
            language=language_line(task.options.language),
            count=len(task.claims),
            claims="\n\n".join(_shown(number, claim) for number, claim in enumerate(task.claims, start=1)),
        )
        messages = [Message(role="system", content=prompt("judge")), Message(role="user", content=asked)]
        reply = await asker.structured(messages, OUTPUT)
        return _judgements((reply.value or {}).get("judgements"), task.claims)


def _shown(number: int, claim: Claim) -> str:
    quotes = [f"   quote: {_shortened(quote)}" for quote in claim.quotes]
    return "\n".join([f"{number}. sentence: {_shortened(claim.sentence)}", *quotes])


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_QUOTE_CHARS else line[:_MOST_QUOTE_CHARS].rsplit(" ", 1)[0] + " …"


def _judgements(value: Any, claims: Sequence[Claim]) -> dict[str, Judgement]:
    """Read what was answered; a number said twice in two ways is no answer."""
    said: dict[int, set[tuple[str, str]]] = {}
    for entry in value if isinstance(value, list) else ():
        number, verdict = entry.get("number"), entry.get("verdict")
        if isinstance(number, int) and 1 <= number <= len(claims) and verdict in VERDICTS:
            why = " ".join(str(entry.get("why") or "").split())[:_MOST_WHY_CHARS]
            said.setdefault(number, set()).add((verdict, why if verdict != "supports" else ""))
    return {
        claims[number - 1].sentence: Judgement.model_validate(dict(zip(("verdict", "why"), answer, strict=True)))
        for number, answers in said.items()
        if len({verdict for verdict, _ in answers}) == 1
        for answer in list(answers)[:1]
    }
