"""The planner executor: a topic or the reviewer's follow-ups become the questions of a wave."""

from __future__ import annotations

import contextlib

from agent_framework import Executor, WorkflowContext, handler

from engine.agents.port import PlanTask
from engine.errors import ModelError
from engine.events import PlanApproved, PlanningStarted, QuestionsPlanned
from engine.racing import Overtaken, unless
from engine.recorder import StepKey
from engine.values import ResearchQuestions, Role
from engine.workflow.context import RunContext
from engine.workflow.given import given_texts
from engine.workflow.messages import FollowUpResearch, ResearchInput, ResearchPlan, ResearchRequest
from engine.workflow.open_wave import OpenWave
from engine.workflow.step_inputs import mind_of, plan_style_of, sources_of

PLANNER_ID = "planner"


def researcher_id(index: int) -> str:
    """Return the executor id of the researcher with this 1-based index."""
    return f"researcher-{index}"


class PlannerExecutor(Executor):
    """Plans a wave, lets the user change it when asked for, and sends it out."""

    def __init__(self, run: RunContext) -> None:
        super().__init__(PLANNER_ID)
        self._run = run

    @handler
    async def plan(self, message: ResearchInput, ctx: WorkflowContext[ResearchPlan | ResearchRequest]) -> None:
        """Plan the first wave from the topic.

        Raises:
            ModelError: there is no usable plan; the run ends with it.
        """
        depth = self._run.options.plan
        task = PlanTask(
            topic=message.topic,
            options=self._run.options,
            min_questions=depth.min_questions,
            max_questions=depth.max_questions,
        )
        step = StepKey(
            "planner/1",
            {
                **task.model_dump(mode="json", exclude={"options", "given"}),
                "mind": mind_of(task.options, Role.PLANNER),
                "sources": sources_of(task.options),
                **plan_style_of(task.options),
            },
        )
        held = self._run.recorder.recall(step)
        if held is None:
            self._run.emit(PlanningStarted(wave=1))
            task = task.model_copy(update={"given": await given_texts(self._run)})
            planned = self._checked(await self._run.minds.planner.plan(task, self._run.emit), task)
            self._announce(1, planned.questions, step)
        else:
            planned = ResearchQuestions.model_validate(held)
            self._announce_again(1, planned.questions, step)
        await self._send_out(1, planned.questions, ctx)

    @handler
    async def follow_up(
        self, message: FollowUpResearch, ctx: WorkflowContext[ResearchPlan | ResearchRequest]
    ) -> None:
        """Make a wave of the reviewer's follow-up questions; they are standalone already."""
        step = StepKey(f"planner/{message.wave}", message)
        if self._run.recorder.recall(step) is None:
            self._run.emit(PlanningStarted(wave=message.wave))
            self._announce(message.wave, message.questions, step)
        else:
            self._announce_again(message.wave, message.questions, step)
        await self._send_out(message.wave, message.questions, ctx)

    def _announce(self, wave: int, questions: tuple[str, ...], step: StepKey) -> None:
        event = QuestionsPlanned(wave=wave, questions=questions, waits_for_user=self._run.options.review_plan)
        self._run.recorder.emit(event, step, ResearchQuestions(questions=questions))
        self._run.control.observe(event)

    def _announce_again(self, wave: int, questions: tuple[str, ...], step: StepKey) -> None:
        """Announce a remembered plan when another one has taken its place since: what was approved is that one's."""
        if self._run.control.planned(wave) != questions:
            self._announce(wave, questions, step)

    def _checked(self, planned: ResearchQuestions, task: PlanTask) -> ResearchQuestions:
        """Hold the mind to its contract.

        Raises:
            ModelError: too few or too many questions.
        """
        count = len(planned.questions)
        if not task.min_questions <= count <= task.max_questions:
            raise ModelError(
                "unusable_answer",
                f"The planner gave {count} questions where {task.min_questions} to {task.max_questions} are needed.",
                "Try again, or word the topic more narrowly.",
            )
        return planned

    async def _send_out(
        self, wave: int, questions: tuple[str, ...], ctx: WorkflowContext[ResearchPlan | ResearchRequest]
    ) -> None:
        approved = self._run.control.approved_plan(wave)
        if approved is None:
            approved = await self._approval(wave, questions)
        self._run.open_waves[wave] = OpenWave(self._run.control, wave, len(approved))
        await ctx.send_message(ResearchPlan(wave=wave, questions=approved), target_id="collector")
        for index, question in enumerate(approved, 1):
            request = ResearchRequest(wave=wave, researcher=index, question=question)
            await ctx.send_message(request, target_id=researcher_id(index))

    async def _approval(self, wave: int, questions: tuple[str, ...]) -> tuple[str, ...]:
        control = self._run.control
        if self._run.options.review_plan:
            # When the user wants the report now, the plan stands as it is.
            with contextlib.suppress(Overtaken):
                await unless(control.until_finishing, control.until(lambda: control.approved_plan(wave) is not None))
        approved = control.approved_plan(wave)
        if approved is None:
            event = PlanApproved(wave=wave, questions=questions)
            self._run.emit(event)
            control.observe(event)
            approved = questions
        return approved
