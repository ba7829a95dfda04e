"""Pictures of the graph: an SVG other programs can read, an image of twice the size, and the strip."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import example_runs as runs
import pytest
from graph_cases import mixed, run_of
from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from widgets.graph import picture as graph_picture
from widgets.graph.strip import GraphStrip, _Pen
from widgets.theme import theme

SVG = "{http://www.w3.org/2000/svg}"


def root(run) -> ET.Element:
    return ET.fromstring(graph_picture.svg(run, runs.NOW_S))


def texts(tree: ET.Element) -> list[str]:
    return ["".join(text.itertext()) for text in tree.iter(f"{SVG}text")]


def shades(image: QImage) -> set[int]:
    return {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}


def test_an_svg_holds_real_text_and_no_pixels(qapp):
    tree = root(runs.running_second())
    said = " ".join(texts(tree))
    for words in ("Planner", "1.5", "When must a 100 A panel be", "confidence 0.82", "Asked for more", "4 follow-up"):
        assert words in said, words
    assert not list(tree.iter(f"{SVG}image"))
    assert tree.findtext(f"{SVG}title") == runs.TOPIC


def test_fonts_of_an_svg_have_stand_ins(qapp):
    families = {text.get("font-family", "") for text in root(runs.finished()).iter(f"{SVG}text")}
    assert families
    assert all(family.endswith("sans-serif") for family in families)


def test_every_wave_is_whole_in_a_picture_whatever_the_window_shows(qapp):
    said = " ".join(texts(root(run_of([mixed(16), mixed(16)]))))
    assert said.count("what do field") == 32
    assert "Show the questions" not in said


def test_an_svg_is_read_and_drawn_by_another_renderer_than_the_one_that_wrote_it(qapp):
    renderer = QSvgRenderer(QByteArray(graph_picture.svg(runs.running_second(), runs.NOW_S)))
    assert renderer.isValid()
    image = QImage(renderer.defaultSize(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    seen = shades(image)
    assert theme().color("review").rgb() in seen
    assert theme().color("canvas").rgb() in seen


@pytest.mark.parametrize("topic", ["Is 3 < 5 & 'why'?", "\u202eright to left", "line\none", "bell\x07"])
def test_any_topic_is_a_title(qapp, topic):
    run = runs.finished().model_copy(update={"topic": topic})
    assert root(run).tag == f"{SVG}svg"


def test_an_image_has_twice_the_size_and_is_sharp(qapp):
    image = graph_picture.image(runs.running_second(), runs.NOW_S)
    box = root(runs.running_second()).get("viewBox", "").split()
    assert image.size() == QSize(2 * int(box[2]), 2 * int(box[3]))
    # A line of one pixel is two pixels wide: none of them is a mixture of line and ground.
    card = theme().color("danger").rgb()
    assert card in shades(image)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_pictures_have_the_colours_of_the_theme(qapp, name):
    theme().choose(name)
    image = graph_picture.image(runs.broken(), runs.NOW_S)
    assert image.pixelColor(2, 2) == theme().color("canvas")
    theme().choose("light")


@pytest.mark.parametrize("run", [runs.planning(), runs.stopped(), runs.three_waves(), run_of([mixed(16)] * 4)])
def test_every_run_has_a_picture(qapp, run):
    assert not graph_picture.image(run, runs.NOW_S).isNull()
    assert texts(root(run))


# --- the strip --------------------------------------------------------------------------------------------


@pytest.fixture
def strip(qtbot):
    made = GraphStrip()
    qtbot.addWidget(made)
    made.resize(1_000, 48)
    made.show()
    return made


def test_the_strip_says_in_words_what_it_shows(strip):
    strip.show_run(runs.finished())
    assert strip.accessibleDescription() == (
        "Wave 1: 5 of 5 answered, Asked for more, Wave 2: 3 of 4 answered, Approved"
    )


def test_a_strip_with_many_researchers_counts_them_and_still_ends_in_the_report(strip, monkeypatch):
    drawn: list[str] = []
    usual = _Pen.word

    def word(pen: _Pen, words: str, *, faint: bool = False) -> None:
        if pen._painter is not None:  # without one it only measures
            drawn.append(words)
        usual(pen, words, faint=faint)

    monkeypatch.setattr(_Pen, "word", word)
    strip.show_run(run_of([mixed(16)] * 3))
    strip.resize(1280, strip.height())
    strip.grab()
    assert drawn.count("2 of 16 answered") == 3
    drawn.clear()
    strip.resize(900, strip.height())
    strip.grab()
    assert drawn.count("2 of 16") == 3
    assert drawn[-1] == "Report"
    drawn.clear()
    strip.resize(1040, strip.height())
    strip.show_run(runs.finished())
    strip.grab()
    assert not any("answered" in words for words in drawn)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_the_strip_opens_the_graph_by_key_and_by_click(strip, qtbot, key):
    with qtbot.waitSignal(strip.graph_asked):
        qtbot.keyClick(strip, key)
    with qtbot.waitSignal(strip.graph_asked):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton)
