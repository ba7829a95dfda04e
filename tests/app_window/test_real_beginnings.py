"""The first page over the real engine: a dropped file becomes a report, a dropped folder is indexed at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from dragging import drag
from PySide6.QtCore import Qt
from real_window import PAGES, RealWindow, until_state
from window_waiting import until

from app.main_window import MainWindow
from engine.library.index import LibraryIndex


@pytest.fixture
def note(tmp_path: Path) -> Path:
    """Return a document outside the library, with sections."""
    path = tmp_path / "elsewhere" / "harbour-bells.md"
    path.parent.mkdir()
    sections = (
        f"## The {name} of the harbour\n\n{words.replace('lighthouse', 'harbour')}" for name, words in PAGES.items()
    )
    path.write_text(
        "# The harbour and its bells\n\nWhat every pilot knows about the harbour.\n\n" + "\n\n".join(sections)
    )
    return path


@pytest.mark.parametrize("topic", ["", "How does the bell of the harbour sound in fog?"])
def test_a_dropped_file_is_researched(play_real: RealWindow, qtbot, note: Path, topic: str):
    async def scene(window: MainWindow) -> None:
        composer = window.welcome.composer
        await until(lambda: not composer.is_busy(), "research may begin")
        drag(window, str(note))
        await until(lambda: composer.composed().documents == (str(note),), "the chip")
        composer.depth_menu.pick("quick")
        qtbot.keyClicks(composer.topic, topic)
        qtbot.keyClick(composer.topic, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await until_state(window, "done")
        run = window.run_page.run
        assert run.topic == (topic or "harbour bells")
        assert run.options.library == ()
        assert {source.url for source in run.sources} == {note.as_uri()}
        assert run.report.audit is not None
        assert run.report.audit.found == run.report.audit.citations > 0
        assert composer.composed().documents == ()

    play_real(scene)


def test_a_dropped_folder_is_read_at_once(play_real: RealWindow, note: Path):
    async def scene(window: MainWindow) -> None:
        await until(lambda: not window.welcome.composer.is_busy(), "research may begin")
        card = window.welcome.cards["folder"]
        await until(lambda: card.line() == "library: 4 documents can be read", "the library of before")
        drag(window, str(note.parent))
        await until(lambda: card.line() == "2 folders: 5 documents can be read", "both are counted")
        assert play_real.desk is not None
        index: LibraryIndex = play_real.desk._composition.workshop.library._index()  # type: ignore[union-attr]
        standing = [(await index.standing(folder)).documents for folder in (play_real.library, note.parent)]
        assert standing == [4, 1]

    play_real(scene)


def test_a_folder_that_is_read_does_not_hold_up_the_end(play_real: RealWindow, note: Path):
    async def scene(window: MainWindow) -> None:
        await until(lambda: not window.welcome.composer.is_busy(), "research may begin")
        for number in range(200):
            (note.parent / f"{number}.md").write_text(f"# Note {number}\n\nWords of note {number}.")
        drag(window, str(note.parent))
        card = window.welcome.cards["folder"]
        await until(lambda: card.line().startswith("Reading your documents"), "documents are being read")

    play_real(scene)
