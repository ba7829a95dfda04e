"""The reviewer's mind: four checks over the dossier, a decision that code can rely on, mended once."""

from __future__ import annotations

from typing import Any

from engine.agents.model.asking import Asker
from engine.agents.model.contradictions import CONTRADICTIONS, contradictions
from engine.agents.model.dossier_text import dossier_text, shorter
from engine.agents.model.prompting import prompt
from engine.agents.model.standalone import cleaned, problems_of, same_key
from engine.agents.model.styling import language_line
from engine.agents.port import Emit, ReviewTask
from engine.context_room import dossier_chars
from engine.errors import ModelError
from engine.models.port import LanguageModel
from engine.values import ReviewDecision, Role
from researcher_container.contract import Message, ModelReply, OutputSchema

MIN_FOLLOW_UPS, MAX_FOLLOW_UPS = 2, 4
OUTPUT = OutputSchema(
    name="review_decision",
    json_schema={
        "type": "object",
        "properties": {
            "rationale": {"type": "string", "minLength": 1},
            "status": {"type": "string", "enum": ["approved", "needs_more_research"]},
            "follow_up_questions": {"type": "array", "items": {"type": "string"}},
            "contradictions": CONTRADICTIONS,
        },
        "required": ["rationale", "status", "follow_up_questions"],
        "additionalProperties": False,
    },
)


class ModelReviewer:
    """Implements `Reviewer` with a language model."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def review(self, task: ReviewTask, emit: Emit) -> ReviewDecision:
        """Return a decision with a non-empty rationale.

        Raises:
            ModelError: the model failed.
        """
        asker = Asker(self._model, Role.REVIEWER, task.dossier.wave, emit, task.options.prices)
        messages, reply = await self._judged(asker, task)
        first = reply.value or {}
        if not (problems := _problems(first, task)):
            return _decision(first, task)
        listed = "\n".join(f"- {problem}" for problem in problems)
        again = prompt("review_again").format(problems=listed)
        messages += [Message(role="assistant", content=reply.text), Message(role="user", content=again)]
        second = await asker.mended(messages, OUTPUT)
        return _decision(second or first, task)

    async def _judged(self, asker: Asker, task: ReviewTask) -> tuple[list[Message], ModelReply]:
        """Ask with as much of the dossier as the model can take."""
        dossier = dossier_text(task.dossier, dossier_chars(task.options.context_tokens))
        while True:
            messages = [
                Message(role="system", content=prompt("reviewer")),
                Message(role="user", content=_asked(task, dossier)),
            ]
            try:
                return messages, await asker.structured(messages, OUTPUT)
            except ModelError as error:
                if error.kind != "context_full":
                    raise
                dossier = shorter(task.dossier, dossier, error)


def _asked(task: ReviewTask, dossier: str) -> str:
    remaining = {
        0: "No further wave is possible: if you would ask for more, still say in the rationale what is missing.",
        1: "1 more wave is possible.",
    }.get(task.remaining_waves, f"{task.remaining_waves} more waves are possible.")
    return prompt("review").format(
        topic=task.dossier.topic.strip(),
        language=language_line(task.options.language),
        wave=task.dossier.wave,
        remaining=remaining,
        asked="\n".join(f"- {question}" for question in task.asked),
        dossier=dossier,
    )


def _problems(value: dict[str, Any], task: ReviewTask) -> list[str]:
    follow_ups = cleaned(value.get("follow_up_questions", []))
    if value.get("status") == "approved" or not task.remaining_waves:
        return []
    return problems_of(follow_ups, MIN_FOLLOW_UPS, MAX_FOLLOW_UPS, task.asked)


def _decision(value: dict[str, Any], task: ReviewTask) -> ReviewDecision:
    """Return the decision; a wish for more without enough new questions becomes an approval with gaps."""
    decision = _verdict(value, task)
    found = contradictions(value.get("contradictions"), task.dossier.sources)
    return decision.model_copy(update={"contradictions": found})


def _verdict(value: dict[str, Any], task: ReviewTask) -> ReviewDecision:
    rationale = str(value.get("rationale") or "").strip() or "The reviewer gave no reason."
    if value.get("status") == "approved":
        return ReviewDecision(status="approved", rationale=rationale)
    if not task.remaining_waves:
        return ReviewDecision(status="approved", rationale=rationale, by="limit", with_gaps=True)
    known = {same_key(question) for question in task.asked}
    follow_ups = [
        question for question in cleaned(value.get("follow_up_questions", [])) if same_key(question) not in known
    ][:MAX_FOLLOW_UPS]
    if len(follow_ups) < MIN_FOLLOW_UPS:
        return ReviewDecision(
            status="approved",
            rationale=f"{rationale} The reviewer wished for more, but named too few new questions.",
            with_gaps=True,
        )
    return ReviewDecision(status="needs_more_research", rationale=rationale, follow_up_questions=tuple(follow_ups))
