"""The report writer executor: streams the report, then lets the code number and check its citations."""

from __future__ import annotations

import asyncio

from agent_framework import Executor, WorkflowContext, handler

from engine.agents.port import WriteTask
from engine.errors import ModelError
from engine.events import ReportFinished, ReportGrew, WritingStarted
from engine.evidence.report import finish_report
from engine.recorder import StepKey
from engine.workflow.context import RunContext
from engine.workflow.messages import ApprovedDossier
from engine.workflow.step_inputs import mind_of

WRITER_ID = "writer"


class ReportWriterExecutor(Executor):
    """Writes the report of an approved dossier."""

    def __init__(self, run: RunContext) -> None:
        super().__init__(WRITER_ID)
        self._run = run

    @handler
    async def write(self, message: ApprovedDossier, ctx: WorkflowContext[None, str]) -> None:
        """Write and finish the report.

        Raises:
            ModelError: the writer failed or wrote nothing; what came stays in the journal as a draft.
        """
        run = self._run
        task = WriteTask(dossier=message.dossier, decision=message.decision, options=run.options)
        facts = task.model_dump(mode="json", exclude={"options"})
        step = StepKey("writer", {**facts, "mind": mind_of(task.options)})
        held = run.recorder.recall(step)
        if held is not None:
            # Whatever was wished since has changed nothing: the report stands, and says so again.
            self._announce(run.reports[held["version"]])
            await ctx.yield_output("done")
            return
        version = max(run.reports, default=0) + 1
        run.emit(WritingStarted(version=version))
        draft = await self._draft(task, step)
        report = await asyncio.to_thread(finish_report, draft, message.dossier, run.options)
        finished = ReportFinished(
            version=version, markdown=report.markdown, audit=report.audit, sources=report.sources
        )
        self._announce(finished, step)
        await ctx.yield_output("done")

    def _announce(self, finished: ReportFinished, step: StepKey | None = None) -> None:
        self._run.recorder.emit(finished, step, {"version": finished.version})
        self._run.reports[finished.version] = finished
        self._run.control.observe(finished)

    async def _draft(self, task: WriteTask, finished: StepKey) -> str:
        """Return the whole draft, streamed or remembered: what is paid for outlives an end during the checks.

        Raises:
            ModelError: the writer failed or wrote nothing.
        """
        run = self._run
        step = StepKey("writer/draft", {"of": finished.input_sha256})
        held = run.recorder.recall(step)
        if held is not None:
            return str(held["draft"])
        pieces: list[str] = []
        async for piece in run.minds.writer.write(task, run.emit):
            pieces.append(piece)
            run.emit(ReportGrew(text=piece))
        draft = "".join(pieces)
        if not draft.strip():
            raise ModelError("unusable_answer", "The report writer wrote nothing.", "Resume the run to try again.")
        run.recorder.remember(step, {"draft": draft})
        return draft
