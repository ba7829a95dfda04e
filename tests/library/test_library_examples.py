"""Example topics come from the documents themselves, and offline research really answers them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.library.index import LibraryIndex
from resources import sample_library
from tests.offline import pipeline

SAIL = "The mainsail is reefed before the wind rises, since a late reef costs twice the work in a rough sea."
KEEL = "A fin keel holds a straight course, and a long keel forgives a helmsman who looks away for a while."


def notes(folder: Path) -> None:
    """Write three documents about boats that share two subjects."""
    for name, place in (("one", "harbour"), ("two", "coast"), ("three", "ocean")):
        parts = [f"# Boats of the {place}", f"Notes written at the {place} over many summers by careful people."]
        for number in range(2):
            parts += [
                f"## Reefing the mainsail in a {('blow', 'calm')[number]} {name}",
                f"{SAIL} So it was at the {place} in year {number}.",
            ]
        parts += [
            "## Contents",
            "Nothing to see.",
            "## Fin keel" if name == "one" else f"## Keel {name}",
            f"{KEEL} A fin keel is short. {place}.",
        ]
        parts += [
            "## Draught and fin keel of old boats" if name == "two" else f"## Rest {name}",
            f"A fin keel draws more water. {KEEL} ({name})",
        ]
        (folder / f"{name}.md").write_text("\n\n".join(parts))


async def test_topics_are_headings_that_several_documents_speak_of(index: LibraryIndex, folder: Path, reader):
    notes(folder)
    await index.update([folder], reader)
    topics = await index.examples([folder], 5)
    assert "Fin keel" not in topics  # too short to be one
    assert "Draught and fin keel of old boats" not in topics  # one document alone has all of it
    assert not any("Contents" in topic for topic in topics)
    assert len(topics) <= 5


async def test_nothing_is_offered_before_the_folder_is_indexed(index: LibraryIndex, folder: Path, reader):
    notes(folder)
    assert await index.examples([folder], 5) == []
    (folder / "empty").mkdir()
    await index.update([sample_library()], reader)
    assert await index.examples([folder], 5) == []
    assert await index.examples([], 5) == []


async def test_a_folder_with_little_offers_nothing_false(index: LibraryIndex, folder: Path, reader):
    (folder / "note.md").write_text("# Shopping list\n\nBread and milk.\n\n## Next week's shopping list\n\nApples.")
    await index.update([folder], reader)
    assert await index.examples([folder], 5) == []


async def test_topics_share_no_words(index: LibraryIndex, reader):
    await index.update([sample_library()], reader)
    topics = await index.examples([sample_library()], 5)
    assert 3 <= len(topics) <= 5
    words = [word.casefold() for topic in topics for word in topic.split() if len(word) > 4]
    assert len(words) == len(set(words))
    assert await index.examples([sample_library()], 2) == topics[:2]


@pytest.mark.parametrize("place", range(3))
async def test_offline_research_answers_them(index: LibraryIndex, reader, tmp_path: Path, place: int):
    await index.update([sample_library()], reader)
    topic = (await index.examples([sample_library()], 3))[place]
    outcome = await pipeline.run(topic, index.view([sample_library()]), tmp_path / "run")
    answered = [finding for finding in outcome.dossier.findings if finding.sources]
    assert len(answered) >= len(outcome.dossier.findings) / 2
    assert answered[0].confidence is not None
    assert max(finding.confidence or 0 for finding in answered) > 0.5
