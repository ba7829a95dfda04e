"""What the executors send each other."""

from __future__ import annotations

from engine.values import Finding, ResearchDossier, ReviewDecision, Value


class ResearchInput(Value):
    """The beginning: a topic."""

    topic: str


class FollowUpResearch(Value):
    """The reviewer asks for one more wave."""

    wave: int  # of the wave to come
    questions: tuple[str, ...]


class ResearchPlan(Value):
    """The collector's copy of a wave's questions; it may come after the answers."""

    wave: int
    questions: tuple[str, ...]


class ResearchRequest(Value):
    """One question for one researcher."""

    wave: int
    researcher: int  # 1-based
    question: str


class FindingReport(Value):
    """A researcher's finding on its way to the collector."""

    finding: Finding


class CollectedDossier(Value):
    """The dossier of a closed wave on its way to the reviewer."""

    dossier: ResearchDossier


class ApprovedDossier(Value):
    """What the report writer writes from."""

    dossier: ResearchDossier
    decision: ReviewDecision
