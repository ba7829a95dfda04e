"""Documents that came without a topic are asked about by their sections."""

from __future__ import annotations

from engine.agents.offline.planner import OfflinePlanner
from engine.agents.port import GivenText, PlanTask
from engine.library.port import Library
from engine.values import RunOptions
from tests.offline import pipeline

PUMPS = GivenText(
    title="Heat pumps for older houses – Handbook",
    url="file:///docs/heat-pumps_2024.html",
    headings=("Contents", "1.2 Choosing the size", "Defrosting", "Heat pumps for older houses"),
    lead="A heat pump moves heat from a cold place to a warm one.",
)
LEASE = GivenText(
    title="",
    url="file:///docs/Mietvertrag.pdf",
    headings=("§ 1 Mietgegenstand", "Kündigung"),
    lead="Der Mieter zahlt die Miete im Voraus, und der Vermieter sorgt für das Haus.",
)


async def planned(topic: str, *given: GivenText, library: Library | None = None) -> tuple[str, ...]:
    task = PlanTask(topic=topic, options=RunOptions(), min_questions=4, max_questions=6, given=given)
    return (await OfflinePlanner(library).plan(task, lambda event: None)).questions


async def test_each_section_is_asked_about() -> None:
    questions = await planned("heat pumps 2024", PUMPS)
    assert questions[:2] == (
        "What does the section “Choosing the size” say about Heat pumps for older houses?",
        "What does the section “Defrosting” say about Heat pumps for older houses?",
    )
    assert len(questions) >= 4
    assert not any("Contents" in question or "Handbook" in question for question in questions)


async def test_several_documents_take_turns_in_their_own_languages() -> None:
    questions = await planned("heat pumps 2024, Mietvertrag", PUMPS, LEASE)
    assert "Choosing the size" in questions[0]
    assert questions[1] == "Was sagt der Abschnitt „Kündigung“ über „Mietvertrag“?"


async def test_a_topic_of_the_users_own_leads() -> None:
    topic = "How loud may a heat pump be at night?"
    questions = await planned(topic, PUMPS)
    assert questions == await planned(topic)


async def test_what_is_asked_is_answered(library: Library, tmp_path) -> None:
    found = (await library.search("Lantern timeouts", 1))[0]
    held = await library.document(found.document_id)
    assert held is not None
    blocks = held.document.blocks
    given = GivenText(
        title=held.title,
        url=held.url,
        headings=tuple(block.text for block in blocks if block.kind == "heading"),
        lead=next(block.text for block in blocks if block.kind == "paragraph"),
    )
    questions = await planned(held.url.rsplit("/", 1)[1].split(".")[0].replace("-", " "), given, library=library)
    own = [question for question in questions if question.startswith("What does the section")]
    assert own
    finding = await pipeline.answer(library, own[0], 1, 1, pipeline.TextStore(tmp_path), pages=4)
    assert finding.sources
