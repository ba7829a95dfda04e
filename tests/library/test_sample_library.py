"""The sample library: complete, readable, and able to answer its own topics."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import resources
from engine.library.index import LibraryIndex
from researcher_container.contract import ReadParams
from researcher_container.reader.reading import read

FOLDER = resources.sample_library()
DOCUMENTS = sorted(FOLDER.iterdir())
TOPICS = json.loads((FOLDER.parent / "topics.json").read_text(encoding="utf-8"))


def words(path: Path) -> list[str]:
    return read(path.read_bytes(), ReadParams(url=path.as_uri(), with_metadata=False)).text().split()


def test_there_are_fourteen_documents_in_five_formats() -> None:
    assert len(DOCUMENTS) == 14
    assert {path.suffix for path in DOCUMENTS} == {".md", ".html", ".txt", ".docx", ".pdf"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_each_document_is_a_page_worth_reading(path: Path) -> None:
    assert 400 <= len(words(path)) <= 950


def test_the_figures_of_the_example_house_agree() -> None:
    texts = {path.name: " ".join(words(path)) for path in DOCUMENTS}
    said = {
        r"built in (\d{4})": {"1968"},
        r"(\d+) m² of heated floor area": {"140"},
        r"(\d[\d,]*) degree days": {"3,000", "3,080"},  # the usual winter and the measured one
        r"heat load (?:of|is|fell from) ([\d.]+) kW": {"11.5", "5.1"},
    }
    for pattern, allowed in said.items():
        found = {match for text in texts.values() for match in re.findall(pattern, text)}
        assert found
        assert found <= allowed, pattern


def test_the_word_document_is_made_from_its_source() -> None:
    source = (FOLDER.parent / "sources" / "costs-and-savings.md").read_text(encoding="utf-8")
    bare = re.findall(r"[\w.,%°²]+", re.sub(r"^#+ ", "", source, flags=re.MULTILINE))
    assert re.findall(r"[\w.,%°²]+", " ".join(words(FOLDER / "costs-and-savings.docx"))) == bare


def test_the_readme_says_what_the_texts_are() -> None:
    assert "written for Dossier" in (FOLDER.parent / "README.md").read_text(encoding="utf-8")


async def test_every_topic_is_answered_by_its_documents(index: LibraryIndex, reader) -> None:
    counts = await index.update([FOLDER], reader)
    assert (counts.documents, counts.unreadable, counts.skipped) == (14, (), ())
    assert [entry["topic"] for entry in TOPICS] == list(resources.sample_topics())
    assert 3 <= len(TOPICS) <= 5
    for entry in TOPICS:
        passages = await index.view([FOLDER]).search(entry["topic"], 8)
        names = list(dict.fromkeys(passage.url.rsplit("/", 1)[1] for passage in passages))
        assert set(entry["documents"]) & set(names[:2]), entry["topic"]
        assert set(entry["documents"]) <= set(names), entry["topic"]
