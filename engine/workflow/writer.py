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
        step = StepKey("writer", task)
        if run.recorder.recall(step) is not None:
            await ctx.yield_output("done")
            return
        version = run.versions + 1
        run.emit(WritingStarted(version=version))
        pieces: list[str] = []
        async for piece in run.minds.writer.write(task, run.emit):
            pieces.append(piece)
            run.emit(ReportGrew(text=piece))
        draft = "".join(pieces)
        if not draft.strip():
            raise ModelError("unusable_answer", "The report writer wrote nothing.", "Resume the run to try again.")
        report = await asyncio.to_thread(finish_report, draft, message.dossier, run.options)
        finished = ReportFinished(
            version=version, markdown=report.markdown, audit=report.audit, sources=report.sources
        )
        run.recorder.emit(finished, step, {"version": version})
        run.versions = version
        await ctx.yield_output("done")
