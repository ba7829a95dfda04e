"""Real documentation that nobody here wrote: the page a knowing person would open is among the sources.

By default the smallest library is tried; with DOSSIER_ALL_TOPICS=1 every topic of tests/library/topics.json is.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.library.index import LibraryIndex
from engine.texts import TextStore
from researcher_container.researcher import quotable, sentences
from tests.offline.conftest import read_here
from tests.offline.pipeline import run

SPECIFICATION = json.loads((Path(__file__).parent.parent / "library" / "topics.json").read_text(encoding="utf-8"))
HIT_SHARE = 0.85
INSTALLED = {name for name, folder in SPECIFICATION["libraries"].items() if Path(folder).is_dir()}
WANTED = tuple(SPECIFICATION["libraries"]) if os.environ.get("DOSSIER_ALL_TOPICS") else ("debian",)


@pytest.mark.slow
@pytest.mark.timeout(1800 if len(WANTED) > 1 else 240)
@pytest.mark.parametrize("name", WANTED)
async def test_topics_find_their_page(name: str, tmp_path: Path) -> None:
    folder = Path(SPECIFICATION["libraries"][name])
    if name not in INSTALLED:
        pytest.skip(f"{folder} is not installed")
    topics = [topic for topic in SPECIFICATION["topics"] if topic["library"] == name]
    index = LibraryIndex(tmp_path / "index.sqlite", TextStore(tmp_path / "texts"))
    missed: list[str] = []
    try:
        await index.update([folder], read_here)
        for topic in topics:
            outcome = await run(topic["topic"], index.view([folder]), tmp_path / "texts")
            urls = [source.url for source in outcome.dossier.sources]
            if not any(url.endswith(f"/{page}") for url in urls for page in topic["pages"]):
                missed.append(topic["topic"])
            for source in outcome.dossier.sources:
                for quote in source.quotes:
                    assert quote.status == "found", quote
                    for start, end in sentences.split(quote.text):
                        assert not quotable.is_forbidden(quote.text[start:end]), quote
    finally:
        await index.aclose()
    assert len(missed) <= (1 - HIT_SHARE) * len(topics), missed
