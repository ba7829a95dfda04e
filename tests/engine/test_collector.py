"""The collector takes answers in any order; a late one never counts for another wave."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from engine.control import RunControl
from engine.evidence.sources import number_sources
from engine.journal.journal import Journal
from engine.recorder import Recorder
from engine.texts import TextStore
from engine.values import Finding, GatheredSource, ResearchDossier, RunOptions
from engine.workflow.collector import ResearchCollector
from engine.workflow.context import RunContext
from engine.workflow.messages import FindingReport, ResearchPlan
from researcher_container.contract import Block, Document


class Sent:
    """The workflow's side of a handler: what was sent."""

    def __init__(self) -> None:
        self.dossiers: list[ResearchDossier] = []

    async def send_message(self, message: Any, target_id: str | None = None) -> None:
        assert target_id == "reviewer"
        self.dossiers.append(message.dossier)


@pytest.fixture
def collect(tmp_path: Path):
    journal = Journal(tmp_path / "dossier.db")
    texts = TextStore(tmp_path / "texts")

    def finding(wave: int, researcher: int) -> Finding:
        name = f"{wave}-{researcher}"
        document = Document(title=name, blocks=(Block(kind="paragraph", text=f"Text of {name} stands here."),))
        source = GatheredSource(
            ref=f"r{wave}{researcher:07d}",
            url=f"https://t.example/{name}",
            sha256=name,
            text_sha256=texts.put(document),
            quotes=(f"Text of {name} stands here.",),
        )
        return Finding(wave=wave, researcher=researcher, question="q?", answer=f"A [{source.ref}]", sources=(source,))

    async def collect(*messages: ResearchPlan | tuple[int, int]) -> list[ResearchDossier]:
        recorder = Recorder(journal.create_run("t", RunOptions()))
        run = RunContext("t", RunOptions(), recorder, RunControl(recorder.emit), None, None, texts, None, "")  # type: ignore[arg-type]
        collector, sent = ResearchCollector(run), Sent()
        for message in messages:
            if isinstance(message, ResearchPlan):
                await collector.expect(message, sent)  # type: ignore[arg-type]
            else:
                await collector.collect(FindingReport(finding=finding(*message)), sent)  # type: ignore[arg-type]
        return sent.dossiers

    yield collect
    journal.close()


PLAN = ResearchPlan(wave=1, questions=("a?", "b?", "c?"))


async def test_every_order_gives_the_same_dossier(collect):
    messages = [PLAN, (1, 1), (1, 2), (1, 3)]
    dossiers = [await collect(*order) for order in itertools.permutations(messages)]
    assert all(len(sent) == 1 for sent in dossiers)
    assert all(sent == dossiers[0] for sent in dossiers)
    assert [source.id for source in dossiers[0][0].sources] == ["S1", "S2", "S3"]


async def test_nothing_is_sent_before_the_wave_is_whole(collect):
    assert await collect((1, 1), (1, 2), (1, 3)) == []
    assert await collect(PLAN, (1, 1), (1, 2)) == []
    assert await collect(PLAN, (1, 1), (1, 1), (1, 2)) == []


async def test_a_late_answer_never_counts_for_another_wave(collect):
    second = ResearchPlan(wave=2, questions=("d?", "e?"))
    dossiers = await collect(PLAN, (1, 1), (1, 2), (1, 3), second, (1, 2), (2, 1), (1, 3), (2, 2))
    assert [dossier.wave for dossier in dossiers] == [1, 2]
    assert len(dossiers[1].findings) == 5
    first, both = dossiers[0].sources, dossiers[1].sources
    assert both[: len(first)] == first


def test_numbering_needs_nothing_but_the_findings():
    assert number_sources([], TextStore(Path("nowhere"))) == ((), ())
