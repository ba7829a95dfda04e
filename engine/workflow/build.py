"""Builds the workflow of one run from its declaration, and runs it."""

from __future__ import annotations

from collections.abc import Sequence

from agent_framework import Executor, Workflow, WorkflowBuilder

from engine.declaration import WORKFLOW, StageName
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
    planner, writer = PlannerExecutor(run), ReportWriterExecutor(run)
    # The executors serve one wave after the other, so a stage per wave is one executor too.
    executors: dict[StageName, Sequence[Executor]] = {
        "planner": [planner],
        "researcher": [ResearcherExecutor(run, index) for index in range(1, MAX_RESEARCHERS + 1)],
        "collector": [ResearchCollector(run)],
        "reviewer": [ReviewerExecutor(run)],
        "writer": [writer],
    }
    builder = WorkflowBuilder(
        max_iterations=_MAX_SUPERSTEPS, name="dossier", start_executor=planner, output_from=[writer]
    )
    for link in WORKFLOW.links:
        for source in executors[link.source]:
            for target in executors[link.target]:
                builder.add_edge(source, target)
    return builder.build()


async def run_workflow(run: RunContext) -> None:
    """Run from the topic to the report; cancelling it cancels every branch and waits for them.

    Raises:
        ModelError: the planner or the writer failed.
    """
    stream = build_workflow(run).run(ResearchInput(topic=run.topic), stream=True)
    async for _ in stream:
        pass  # live state comes from our own events
