"""What each stage of the workflow is called, how it is drawn, and what it does."""

from __future__ import annotations

from typing import NamedTuple

from engine.declaration import StageName
from resources.translation import mark


class StageLook(NamedTuple):
    """A stage in words; the texts are marked for translation. The second title is for little room."""

    icon: str
    title: str
    short_title: str
    task: str


STAGE_LOOKS: dict[StageName, StageLook] = {
    "planner": StageLook("planner", mark("Planner"), mark("Planner"), mark("Splits the topic into 4 to 6 questions")),
    "researcher": StageLook(
        "researcher", mark("Researchers"), mark("Researchers"), mark("Each alone in a sandbox without a network")
    ),
    "collector": StageLook("collector", mark("Collector"), mark("Collector"), mark("Gathers answers and sources")),
    "reviewer": StageLook("reviewer", mark("Reviewer"), mark("Reviewer"), mark("Approves, or asks for more")),
    "writer": StageLook("writer", mark("Report writer"), mark("Writer"), mark("Cites only what was fetched")),
}
