"""The workflow's declaration unrolled over the waves of a run: every node of the graph and every tie between two."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from engine.declaration import Declaration, Link, Stage, StageName
from engine.snapshot import WaveView

# The collector's copy of the plan only tells how many answers to wait for; its box says so in words.
UNDRAWN = frozenset(("plan",))
NO_WAVES = (WaveView(wave=1),)  # stands for the waves to come while nothing is planned


@dataclass(frozen=True)
class Node:
    """One stage at work in one place: in a run, in a wave, or on one question of a wave."""

    key: str
    stage: StageName
    wave: int = 0
    researcher: int = 0


@dataclass(frozen=True)
class Tie:
    """Something that travels from one node to another in the course of a wave."""

    source: str
    target: str
    link: Link
    wave: int

    @property
    def ends(self) -> tuple[str, str]:
        """The keys of both nodes."""
        return self.source, self.target


@dataclass(frozen=True)
class Unrolled:
    """A declaration over the waves of a run."""

    declaration: Declaration
    waves: tuple[WaveView, ...]
    nodes: tuple[Node, ...]
    ties: tuple[Tie, ...]

    def leads(self) -> list[str]:
        """Return the nodes that stand before the waves, from left to right."""
        return [stage.name for stage in _until_the_questions(self.declaration) if stage.per == "run"]

    def tails(self) -> list[str]:
        """Return the nodes that stand behind the waves."""
        first = len(_until_the_questions(self.declaration))
        return [stage.name for stage in self.declaration.stages[first:] if stage.per == "run"]

    def reviews(self, wave: int) -> list[str]:
        """Return the nodes that stand behind the cards of a wave, in the order of their work."""
        return self._reviews[wave]

    @cached_property
    def _reviews(self) -> dict[int, list[str]]:
        """Asked for by every form that is tried."""
        found: dict[int, list[str]] = {wave.wave: [] for wave in self.waves or NO_WAVES}
        for node in self.nodes:
            if self.declaration.per(node.stage) == "wave":
                found[node.wave].append(node.key)
        return found


def unroll(declaration: Declaration, waves: tuple[WaveView, ...]) -> Unrolled:
    """Return the nodes and ties of a run with these waves; one place holds the researchers' while there are none."""
    nodes: dict[str, Node] = {}
    ties: dict[tuple[str, str], Tie] = {}
    for wave in waves or NO_WAVES:
        there = {stage.name: _nodes(stage, wave) for stage in declaration.stages}
        nodes.update((node.key, node) for stage in there.values() for node in stage)
        is_last = wave is (waves or NO_WAVES)[-1]
        for link in declaration.links:
            if link.carries in UNDRAWN or not _travels(link, wave, is_last=is_last):
                continue
            for source, target in product(there[link.source], there[link.target]):
                ties.setdefault((source.key, target.key), Tie(source.key, target.key, link, wave.wave))
    return Unrolled(declaration, waves, tuple(nodes.values()), tuple(ties.values()))


def _nodes(stage: Stage, wave: WaveView) -> list[Node]:
    if stage.per == "run":
        return [Node(stage.name, stage.name)]
    if stage.per == "wave":
        return [Node(f"{stage.name}-{wave.wave}", stage.name, wave.wave)]
    if not wave.researchers:
        return [Node(f"{stage.name}s", stage.name, wave.wave)]
    return [Node(f"{stage.name}-{wave.wave}.{view.researcher}", stage.name, wave.wave, view.researcher)
            for view in wave.researchers]  # fmt: skip


def _travels(link: Link, wave: WaveView, *, is_last: bool) -> bool:
    """Return whether a link is there in a wave; an approval is expected of the last one."""
    if link.upon == "approved":
        return is_last
    return link.upon is None or (wave.decision is not None and wave.decision.status == link.upon)


def _until_the_questions(declaration: Declaration) -> tuple[Stage, ...]:
    place = next(place for place, stage in enumerate(declaration.stages) if stage.per == "question")
    return declaration.stages[:place]
