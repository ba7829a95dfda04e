"""The workflow's declaration as data: its stages and who sends what to whom.

`engine.workflow.build` makes the workflow from it and the window draws its graph from it, so the two cannot differ.
"""

from __future__ import annotations

from typing import Literal

from engine.values import ReviewStatus, Value

StageName = Literal["planner", "researcher", "collector", "reviewer", "writer"]
# How many a run has of a stage: one, one in every wave, or one for every question of a wave.
StagePer = Literal["run", "wave", "question"]


class Stage(Value):
    """One stage of the workflow."""

    name: StageName
    per: StagePer


class Link(Value):
    """Something travels from one stage to another; `upon` is the verdict without which it does not."""

    source: StageName
    target: StageName
    carries: Literal["plan", "question", "finding", "dossier", "follow_ups", "approved_dossier"]
    upon: ReviewStatus | None = None


class Declaration(Value):
    """A whole workflow, in the order of its work."""

    stages: tuple[Stage, ...]
    links: tuple[Link, ...]

    def per(self, name: StageName) -> StagePer:
        """Return how many a run has of a stage."""
        return next(stage.per for stage in self.stages if stage.name == name)


WORKFLOW = Declaration(
    stages=(
        Stage(name="planner", per="run"),
        Stage(name="researcher", per="question"),
        Stage(name="collector", per="wave"),
        Stage(name="reviewer", per="wave"),
        Stage(name="writer", per="run"),
    ),
    links=(
        # The collector's copy of the questions says how many findings to wait for.
        Link(source="planner", target="collector", carries="plan"),
        Link(source="planner", target="researcher", carries="question"),
        Link(source="researcher", target="collector", carries="finding"),
        Link(source="collector", target="reviewer", carries="dossier"),
        Link(source="reviewer", target="planner", carries="follow_ups", upon="needs_more_research"),
        Link(source="reviewer", target="writer", carries="approved_dossier", upon="approved"),
    ),
)
