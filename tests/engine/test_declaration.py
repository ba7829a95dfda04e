"""The workflow that is built is the one that is declared: its edges, and the messages its executors exchange."""

from __future__ import annotations

from itertools import product
from typing import Any, cast

import pytest
from agent_framework import Executor, Workflow

from engine.declaration import WORKFLOW, Link, StageName
from engine.values import MAX_RESEARCHERS, RunOptions
from engine.workflow import messages
from engine.workflow.build import build_workflow
from engine.workflow.context import RunContext

CARRIED: dict[str, type] = {
    "plan": messages.ResearchPlan,
    "question": messages.ResearchRequest,
    "finding": messages.FindingReport,
    "dossier": messages.CollectedDossier,
    "follow_ups": messages.FollowUpResearch,
    "approved_dossier": messages.ApprovedDossier,
}


class _Means:
    """Stands where a run's means are kept; an executor that is only built uses none of them."""


@pytest.fixture(scope="module")
def workflow() -> Workflow:
    means = cast(Any, _Means())
    return build_workflow(
        RunContext("a topic", RunOptions(), means, means, means, means, means, means, today="2026-01-31")
    )


def stage_of(executor: str) -> StageName:
    return cast(StageName, executor.partition("-")[0])


def executors(workflow: Workflow) -> dict[str, Executor]:
    return {executor.id: executor for executor in workflow.get_executors_list()}


def edges(workflow: Workflow) -> set[tuple[str, str]]:
    found = {(edge.source_id, edge.target_id) for group in workflow.edge_groups for edge in group.edges}
    return {edge for edge in found if set(edge) <= executors(workflow).keys()}


def accepted(link: Link, source: Executor, target: Executor) -> bool:
    carried = CARRIED[link.carries]
    return carried in source.output_types and carried in target.input_types


def test_the_built_edges_are_the_declared_ones(workflow):
    declared = {(link.source, link.target) for link in WORKFLOW.links}
    built = [(stage_of(source), stage_of(target)) for source, target in edges(workflow)]
    assert set(built) == declared
    assert built.count(("planner", "researcher")) == built.count(("researcher", "collector")) == MAX_RESEARCHERS
    assert len(built) == 2 * MAX_RESEARCHERS + len(declared) - 2


def test_every_executor_is_of_a_declared_stage(workflow):
    found = {stage_of(executor) for executor in executors(workflow)}
    assert found == {stage.name for stage in WORKFLOW.stages}


def test_every_declared_message_is_sent_and_understood(workflow):
    made = executors(workflow)
    for link in WORKFLOW.links:
        ends = [(s, t) for s, t in product(made, made) if (stage_of(s), stage_of(t)) == (link.source, link.target)]
        assert ends
        for source, target in ends:
            assert accepted(link, made[source], made[target]), (source, target, link.carries)


def test_no_message_can_travel_that_is_not_declared(workflow):
    made = executors(workflow)
    declared = {(link.source, link.target) for link in WORKFLOW.links}
    for source, target in product(made, made):
        shared = set(made[source].output_types) & set(made[target].input_types)
        assert not shared or (stage_of(source), stage_of(target)) in declared, (source, target, shared)
