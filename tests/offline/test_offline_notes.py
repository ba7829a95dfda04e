"""Documents of one line and of scripts without spaces are quoted; a topic without a word claims no answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.agents.offline.writer import NAMELESS
from engine.library.index import LibraryIndex
from engine.library.port import Library
from engine.texts import TextStore
from tests.offline.conftest import read_here
from tests.offline.pipeline import run


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("The firewall stones weigh nine kilograms.", "firewall stones"),
        ("Stones weigh 9 kg.", "stones"),
        ("防火墙的石头重九公斤。", "防火墙的石头有多重？"),
        ("작업 대기열은 실패한 작업을 세 번 다시 시도합니다.", "작업 대기열"),
    ],
)
async def test_a_note_of_one_sentence_is_the_answer(text: str, topic: str, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "note.txt").write_text(text, encoding="utf-8")
    index = LibraryIndex(tmp_path / "notes.sqlite", TextStore(tmp_path / "note-texts"))
    await index.update([notes], read_here)
    outcome = await run(topic, index.view([notes]), tmp_path / "note-texts")
    await index.aclose()
    assert f"“{text}”" in outcome.report.split("## Findings")[0]


@pytest.mark.parametrize("topic", ["?", "🐘🐘", "the of and"])
async def test_a_topic_without_a_word_claims_no_answer(topic: str, library: Library, tmp_path: Path) -> None:
    outcome = await run(topic, library, tmp_path / "texts")
    assert NAMELESS in outcome.report
    assert "**Answer**" not in outcome.report


async def test_a_topic_the_documents_do_not_treat_claims_no_answer(library: Library, tmp_path: Path) -> None:
    outcome = await run("My server was hacked, what now?", library, tmp_path / "texts")
    assert "**Answer**" not in outcome.report
