"""The workflow's declaration: who sends to whom. The window draws its graph from the same edges."""

from __future__ import annotations

from agent_framework import Workflow, WorkflowBuilder

from engine.values import MAX_RESEARCHERS
from engine.workflow.collector import ResearchCollector
from engine.workflow.context import RunContext
from engine.workflow.messages import ResearchInput
from engine.workflow.planner import PlannerExecutor
from engine.workflow.researcher import ResearcherExecutor
from engine.workflow.reviewer import ReviewerExecutor
from engine.workflow.writer import ReportWriterExecutor

# Four supersteps a wave (planner, researchers, collector, reviewer) and the writer, with room to spare.
_MAX_SUPERSTEPS = 64


def build_workflow(run: RunContext) -> Workflow:
    """Return the workflow of one run.

    One edge per researcher, not a fan-out group: a group delivers its messages one after another.
    """
    planner, collector = PlannerExecutor(run), ResearchCollector(run)
    reviewer, writer = ReviewerExecutor(run), ReportWriterExecutor(run)
    builder = WorkflowBuilder(
        max_iterations=_MAX_SUPERSTEPS, name="dossier", start_executor=planner, output_from=[writer]
    )
    builder.add_edge(planner, collector)
    for index in range(1, MAX_RESEARCHERS + 1):
        researcher = ResearcherExecutor(run, index)
        builder.add_edge(planner, researcher)
        builder.add_edge(researcher, collector)
    builder.add_edge(collector, reviewer)
    builder.add_edge(reviewer, planner)
    builder.add_edge(reviewer, writer)
    return builder.build()


async def run_workflow(run: RunContext) -> None:
    """Run from the topic to the report; cancelling it cancels every branch and waits for them.

    Raises:
        ModelError: the planner or the writer failed.
    """
    stream = build_workflow(run).run(ResearchInput(topic=run.topic), stream=True)
    async for _ in stream:
        pass  # live state comes from our own events
