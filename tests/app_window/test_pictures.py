"""Pictures of the graph leave the window: onto the clipboard, or into a file that is whole or not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget
from scripted_desk import QUESTIONS, begun
from window_waiting import until

from app.main_window import MainWindow
from app.picture_files import NAME_CHARS, file_name

TOPIC = "How does asyncio cancel tasks?"


async def running(window: MainWindow, desk, qtbot) -> None:
    """Bring a run to the screen whose researchers are at work."""
    qtbot.keyClicks(window.findChild(QWidget, "topic"), TOPIC)
    qtbot.mouseClick(window.findChild(QWidget, "research"), Qt.MouseButton.LeftButton)
    await until(lambda: desk.made and not window.is_welcome(), "the run's page")
    desk.made[0].tell(*begun())
    await until(lambda: window.run_page.graph.node_center("researcher-1.4"), "four cards in the graph")


async def chosen(window: MainWindow, qtbot, kind: str) -> None:
    """Choose an entry of the graph's menu of pictures, with real clicks."""
    qtbot.mouseClick(window.findChild(QWidget, "graphPicture"), Qt.MouseButton.LeftButton)
    await until(lambda: window.run_page.graph.findChild(QMenu) is not None, "the menu")
    menu = window.run_page.graph.findChild(QMenu)
    await until(menu.isVisible, "the menu on the screen")
    action = next(action for action in menu.actions() if action.objectName() == f"picture-{kind}")
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


async def saved_as(window: MainWindow, qtbot, kind: str, path: Path) -> QFileDialog:
    """Choose a kind of file and a place for it."""
    await chosen(window, qtbot, kind)
    await until(lambda: window.findChild(QFileDialog) is not None, "the chooser")
    chooser = window.findChild(QFileDialog)
    assert chooser.selectedFiles()[0].endswith(f"How does asyncio cancel tasks.{kind}")
    chooser.fileSelected.emit(str(path))
    chooser.close()
    return chooser


def test_the_graph_is_saved_as_svg(play, desk, qtbot, tmp_path: Path):
    path = tmp_path / "graph.svg"

    async def scene(window: MainWindow) -> None:
        await running(window, desk, qtbot)
        await saved_as(window, qtbot, "svg", path)
        await until(lambda: any("Saved as" in text for text in window.notices.texts()), "the notice")
        written = path.read_text(encoding="utf-8")
        assert QUESTIONS[0].split()[0] in written
        assert f"<title>{TOPIC}</title>" in written
        assert [file.name for file in tmp_path.iterdir() if file.suffix == ".svg"] == ["graph.svg"]
        desk.made[0].tell(None)

    play(scene)


def test_the_graph_is_saved_as_png_over_an_older_file(play, desk, qtbot, tmp_path: Path):
    path = tmp_path / "graph.png"
    path.write_bytes(b"old")

    async def scene(window: MainWindow) -> None:
        await running(window, desk, qtbot)
        await saved_as(window, qtbot, "png", path)
        await until(lambda: path.read_bytes() != b"old", "the new file")
        image = QImage(str(path))
        assert not image.isNull()
        assert image.width() > 1_000
        desk.made[0].tell(None)

    play(scene)


def test_a_file_that_cannot_be_written_is_told_in_a_sentence(play, desk, qtbot, tmp_path: Path):
    in_the_way = tmp_path / "graph.svg"
    in_the_way.mkdir()

    async def scene(window: MainWindow) -> None:
        await running(window, desk, qtbot)
        await saved_as(window, qtbot, "svg", in_the_way)
        await until(lambda: any("could not be written" in text for text in window.notices.texts()), "the trouble")
        assert list(in_the_way.iterdir()) == []
        assert [file for file in tmp_path.iterdir() if file.name.startswith(".graph")] == []
        desk.made[0].tell(None)

    play(scene)


def test_the_graph_is_copied_as_an_image_and_as_lines(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await running(window, desk, qtbot)
        await chosen(window, qtbot, "copy")
        await until(lambda: any("clipboard" in text for text in window.notices.texts()), "the notice")
        data = QGuiApplication.clipboard().mimeData()
        assert data.hasImage()
        assert b"<svg" in bytes(data.data("image/svg+xml").data())
        desk.made[0].tell(None)

    play(scene)


@pytest.mark.parametrize(
    ("topic", "name"),
    [
        ("What is 1/2 of a*b?", "What is 1 2 of a b"),
        ("  two\nlines ", "two lines"),
        ("...", "Graph"),
        ("x" * 200, "x" * NAME_CHARS),
        ("Wärme: 5 °C", "Wärme 5 °C"),
    ],
)
def test_a_topic_becomes_a_name_every_system_takes(topic, name):
    assert file_name(topic) == name
