"""The researcher executor: one question in, one finding out, whatever happens."""

from __future__ import annotations

from agent_framework import Executor, WorkflowContext, handler

from engine.workflow.branch import Branch
from engine.workflow.context import RunContext
from engine.workflow.messages import FindingReport, ResearchRequest
from engine.workflow.planner import researcher_id


class ResearcherExecutor(Executor):
    """Runs a branch in a sandbox; a branch never dies silently."""

    def __init__(self, run: RunContext, index: int) -> None:
        super().__init__(researcher_id(index))
        self._run = run

    @handler
    async def research(self, request: ResearchRequest, ctx: WorkflowContext[FindingReport]) -> None:
        """Answer the request with a finding, or with a finding that holds an error."""
        finding = await Branch(self._run, request).finding()
        await ctx.send_message(FindingReport(finding=finding), target_id="collector")
