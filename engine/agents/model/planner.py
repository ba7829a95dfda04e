"""The planner's mind: a topic becomes questions that stand alone, checked by code, mended once."""

from __future__ import annotations

from typing import Any

from engine.agents.model.asking import Asker
from engine.agents.model.given_text import given_text
from engine.agents.model.prompting import prompt
from engine.agents.model.standalone import cleaned, problems_of
from engine.agents.model.styling import language_line, sections_line
from engine.agents.port import Emit, PlanTask
from engine.errors import ModelError
from engine.models.port import LanguageModel
from engine.values import ResearchQuestions, Role
from researcher_container.contract import Message, OutputSchema

OUTPUT = OutputSchema(
    name="research_questions",
    json_schema={
        "type": "object",
        "properties": {"questions": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
        "required": ["questions"],
        "additionalProperties": False,
    },
)


class ModelPlanner:
    """Implements `Planner` with a language model."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def plan(self, task: PlanTask, emit: Emit) -> ResearchQuestions:
        """Return min..max questions.

        Raises:
            ModelError: the model failed, or gave too few questions twice.
        """
        asker = Asker(self._model, Role.PLANNER, 1, emit, task.options.prices)
        count = _count(task)
        asked = prompt("plan").format(
            topic=task.topic.strip(),
            language=language_line(task.options.language),
            sections=sections_line(task.options),
            count=count,
        )
        asked += given_text(task)
        messages = [Message(role="system", content=prompt("planner")), Message(role="user", content=asked)]
        reply = await asker.structured(messages, OUTPUT)
        first = _questions(reply.value)
        problems = problems_of(first, task.min_questions, task.max_questions)
        if not problems:
            return ResearchQuestions(questions=tuple(first))
        listed = "\n".join(f"- {problem}" for problem in problems)
        again = prompt("plan_again").format(problems=listed, count=count)
        messages += [Message(role="assistant", content=reply.text), Message(role="user", content=again)]
        second = _questions(await asker.mended(messages, OUTPUT))
        return ResearchQuestions(questions=tuple(_chosen(first, second, task)))


def _count(task: PlanTask) -> str:
    if task.min_questions == task.max_questions:
        return f"exactly {task.min_questions}"
    return f"between {task.min_questions} and {task.max_questions}"


def _questions(value: dict[str, Any] | None) -> list[str]:
    return cleaned((value or {}).get("questions", []))


def _chosen(first: list[str], second: list[str], task: PlanTask) -> list[str]:
    """Choose the better list: too many are cut, too few are topped up from the other, a short list is a failure."""
    fewest, most = task.min_questions, task.max_questions
    remaining = problems_of(second, fewest, most)
    best, other = (second, first) if len(remaining) <= len(problems_of(first, fewest, most)) else (first, second)
    topped = cleaned([*best, *(other if len(best) < fewest else [])])[:most]
    if len(topped) < fewest:
        raise ModelError(
            "unusable_answer",
            f"The planner gave {len(topped)} questions where {fewest} are needed, twice.",
            "Word the topic as a full question, or choose another model in Settings, Model.",
        )
    return topped
