"""The report writer executor: streams the report, then lets the code number and check its citations."""

from __future__ import annotations

import asyncio

from agent_framework import Executor, WorkflowContext, handler

from engine.agents.port import WriteTask
from engine.events import NoticeRaised, ReportFinished
from engine.evidence.report import finish_report
from engine.recorder import StepKey
from engine.values import Role
from engine.workflow.context import RunContext
from engine.workflow.drafting import NOTICE, Drafting
from engine.workflow.messages import ApprovedDossier
from engine.workflow.step_inputs import mind_of, style_of
from engine.workflow.supporting import judgements

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
        step = StepKey("writer", {**facts, "mind": mind_of(task.options, Role.WRITER), **style_of(task.options)})
        held = run.recorder.recall(step)
        if held is not None:
            # Whatever was wished since has changed nothing: the report stands, and says so again.
            self._announce(run.reports[held["version"]])
            await ctx.yield_output("done")
            return
        version = max(run.reports, default=0) + 1
        draft = await Drafting(run, task, version, step).draft()
        is_fallback = bool(draft.failure)
        said = {} if is_fallback else await judgements(run, draft.markdown, message.dossier)
        report = await asyncio.to_thread(
            finish_report,
            draft.markdown,
            message.dossier,
            run.options,
            is_fallback=is_fallback,
            texts=run.texts,
            judgements=said,
            contradictions=message.decision.contradictions,
        )
        finished = ReportFinished(
            version=version, markdown=report.markdown, audit=report.audit, sources=report.sources
        )
        if not is_fallback and self._last_was_fallback():
            run.emit(NoticeRaised(text="The model has written the report.", key=NOTICE))
        self._announce(finished, None if is_fallback else step)
        await ctx.yield_output("done")

    def _last_was_fallback(self) -> bool:
        reports = self._run.reports
        return bool(reports) and reports[max(reports)].audit.is_fallback

    def _announce(self, finished: ReportFinished, step: StepKey | None = None) -> None:
        """Tell of a report; without a step it is not remembered, and a resumed run writes it again."""
        self._run.recorder.emit(finished, step, None if step is None else {"version": finished.version})
        self._run.reports[finished.version] = finished
        self._run.control.observe(finished)
