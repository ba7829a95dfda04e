"""The first page: ways to begin, models that are found, folders and files that are dropped, a draft that is kept."""

from __future__ import annotations

import dataclasses

from dragging import drag
from PySide6.QtCore import Qt
from PySide6.QtGui import QDragLeaveEvent
from PySide6.QtWidgets import QApplication, QPushButton
from window_waiting import until

from app.main_window import MainWindow
from app.offers_port import FoundModel, Given
from engine.errors import ModelError
from widgets.beginning.choice_row import FILES
from widgets.beginning.composer import Composed

OLLAMA = FoundModel("ollama", "Ollama", "127.0.0.1:11434", "http://127.0.0.1:11434/v1", ("llama3.1:8b", "qwen3"))
KEY = FoundModel("openai", "OpenAI", "OPENAI_API_KEY", "https://api.openai.com/v1", (), "OPENAI_API_KEY")
EMPTY = FoundModel("lmstudio", "LM Studio", "127.0.0.1:1234", "http://127.0.0.1:1234/v1", ())


def button(window: MainWindow, name: str) -> QPushButton:
    found = window.findChild(QPushButton, name)
    assert found is not None, name
    return found


async def is_ready(window: MainWindow) -> None:
    await until(lambda: not window.welcome.composer.is_busy(), "research may begin")


def test_a_topic_may_be_typed_at_once_and_stays(play, desk, qtbot):
    desk.offers.before = Composed("An older draft", "deep", "sample", "offline", review_plan=True)
    desk.offers.depth = "quick"

    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        composer = window.welcome.composer
        assert composer.composed() == desk.offers.before
        qtbot.keyClicks(composer.topic, ", changed")
        assert composer.topic.topic() == "An older draft, changed"
        await until(lambda: desk.offers.before.topic == "An older draft, changed", "the draft is kept")
        qtbot.keyClicks(composer.topic, "!")

    play(scene)
    assert desk.offers.before.topic == "An older draft, changed!"  # kept when the window closed


def test_what_was_started_is_no_draft_any_more(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        qtbot.keyClicks(window.welcome.composer.topic, "Heat pumps")
        qtbot.mouseClick(button(window, "research"), Qt.MouseButton.LeftButton)
        await until(lambda: desk.made, "a run")
        await until(lambda: desk.offers.before and desk.offers.before.topic == "", "no draft is kept")
        desk.made[0].tell(None)

    play(scene)


def test_a_server_that_answers_is_used_in_one_click(play, desk, qtbot):
    desk.offers.found = (OLLAMA, KEY)

    async def scene(window: MainWindow) -> None:
        card, composer = window.welcome.cards["model"], window.welcome.composer
        await until(lambda: card.line() == "Ollama answers at 127.0.0.1:11434 with 2 models", "the server")
        assert card.offer.text() == "Use llama3.1:8b"
        qtbot.mouseClick(button(window, "offer-model"), Qt.MouseButton.LeftButton)
        await until(lambda: desk.values.model == "llama3.1:8b", "the model is set up")
        await until(lambda: card.line() == "llama3.1:8b is connected", "it is told")
        assert (composer.model_menu.value(), composer.sources_menu.value()) == ("model", "web")
        assert not card.offer.isVisible()
        assert card.button.text() == "Change…"
        assert any("llama3.1:8b is used from now on" in text for text in window.notices.texts())

    play(scene)


def test_a_key_of_the_environment_is_offered_and_a_refusal_is_told(play, desk, qtbot):
    desk.offers.found = (KEY,)
    desk.offers.refuses = ModelError("bad_key", "The key was not accepted.", "Check it in Settings, Model.")

    async def scene(window: MainWindow) -> None:
        card = window.welcome.cards["model"]
        await until(lambda: card.line() == "A key for OpenAI is in OPENAI_API_KEY", "the key")
        assert card.offer.text() == "Use OpenAI"
        qtbot.mouseClick(card.offer, Qt.MouseButton.LeftButton)
        await until(lambda: "The key was not accepted. Check it in Settings, Model." in window.notices.texts(), "why")
        await until(card.offer.isEnabled, "it may be tried again")
        assert desk.values.model == ""

    play(scene)


def test_a_server_without_models_is_told_and_not_offered(play, desk):
    desk.offers.found = (EMPTY,)

    async def scene(window: MainWindow) -> None:
        card = window.welcome.cards["model"]
        await until(lambda: card.line() == "LM Studio answers at 127.0.0.1:1234, without a model yet", "the server")
        assert not card.offer.isVisible()

    play(scene)


def test_nobody_looks_for_models_where_one_is_set_up(play, desk):
    desk.values = dataclasses.replace(desk.values, model="large-2")

    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        assert window.welcome.cards["model"].line() == "large-2 is connected"
        assert desk.offers.looked == 0

    play(scene)


def test_the_sample_starts_with_one_click(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        qtbot.keyClicks(window.welcome.composer.topic, "Not yet")
        qtbot.mouseClick(button(window, "begin-sample"), Qt.MouseButton.LeftButton)
        await until(lambda: desk.made, "a run")
        await until(lambda: window.run_page.run.topic == "What does the sample say?", "its page")
        desk.made[0].tell(None)

    play(scene)


def test_a_dropped_folder_joins_the_library_and_can_be_taken_back(play, desk, qtbot):
    desk.offers.given = Given(folders=("/home/me/My notes",))
    desk.offers.documents = {"/home/me/My notes": 41}

    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        card, composer = window.welcome.cards["folder"], window.welcome.composer
        drag(window, "/home/me/My notes")
        await until(lambda: desk.values.folders == ("/home/me/My notes",), "the folder")
        await until(lambda: card.line() == "My notes: 41 documents can be read", "how many there are")
        assert desk.offers.read == 1
        assert composer.sources_menu.value() == "library"
        assert "My notes joined your library: 41 documents can be read." in window.notices.texts()
        await until(lambda: window.welcome.examples.topics()[:1] == ("Topic 1 of library",), "topics of the library")
        undo = next(one for one in window.notices.findChildren(QPushButton) if one.text() == "Undo")
        qtbot.mouseClick(undo, Qt.MouseButton.LeftButton)
        await until(lambda: desk.values.folders == (), "as before")
        assert composer.sources_menu.value() == "sample"
        assert card.line() == "Nothing leaves this computer"
        assert window.notices.texts() == []

    play(scene)


def test_a_folder_without_documents_is_told_and_not_added(play, desk):
    desk.offers.given = Given(folders=("/empty",))
    desk.offers.documents = {"/empty": 0}

    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        drag(window, "/empty")
        said = "empty holds no document Dossier can read, so it was not added."
        await until(lambda: said in window.notices.texts(), "why not")
        assert desk.values.folders == ()

    play(scene)


def test_a_folder_is_added_once(play, desk):
    desk.values = dataclasses.replace(desk.values, folders=("/docs",))
    desk.offers.given = Given(folders=("/docs",))

    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        drag(window, "/docs")
        await until(lambda: "docs is in your library already." in window.notices.texts(), "it is said")
        assert desk.values.folders == ("/docs",)

    play(scene)


def test_dropped_files_are_researched_next_and_others_refused(play, desk, qtbot):
    refusal = "photo.jpg cannot be read. Dossier reads PDF, Word, HTML, Markdown and text files."
    desk.offers.given = Given(documents=("/a/report.pdf",), refusals=(refusal,))

    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        composer = window.welcome.composer
        drag(window, "/a/report.pdf", "/a/photo.jpg")
        await until(lambda: composer.composed().documents == ("/a/report.pdf",), "the document")
        assert composer.sources_menu.value() == FILES
        assert refusal in window.notices.texts()
        assert composer.topic.hasFocus()

    play(scene)


def test_a_file_dropped_on_a_run_opens_a_new_research(play, desk, qtbot):
    desk.offers.given = Given(documents=("/a/report.pdf",))

    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        qtbot.keyClicks(window.welcome.composer.topic, "Heat pumps")
        qtbot.mouseClick(button(window, "research"), Qt.MouseButton.LeftButton)
        await until(lambda: not window.is_welcome(), "the run's page")
        drag(window, "/a/report.pdf")
        await until(window.is_welcome, "the page of a new research")
        assert window.welcome.composer.composed().documents == ("/a/report.pdf",)
        desk.made[0].tell(None)

    play(scene)


def test_only_files_may_be_dropped_and_the_target_goes_away(play, desk):
    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        target = next(one for one in window.children() if getattr(one, "accessibleName", str)().startswith("Drop"))
        drag(window, "https://news.example/", drops=False)
        assert not target.isVisible()
        drag(window, "/a/report.pdf", drops=False)
        assert target.isVisible()
        assert target.geometry() == window.rect()
        QApplication.sendEvent(window, QDragLeaveEvent())
        assert not target.isVisible()

    play(scene)


def test_estimate_and_topics_follow_the_choices(play, desk, qtbot):
    desk.values = dataclasses.replace(desk.values, model="large-2", folders=("/docs",))

    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        welcome, composer = window.welcome, window.welcome.composer
        await until(lambda: welcome.estimate.words() == "No cost. No run yet to tell the time from", "offline")
        assert welcome.examples.topics() == tuple(f"Topic {number} of sample" for number in (1, 2, 3))
        composer.model_menu.pick("model")
        await until(lambda: welcome.estimate.words().startswith("About 5 min, 40 model calls"), "with a model")
        composer.sources_menu.pick("library")
        await until(lambda: welcome.examples.topics()[0] == "Topic 1 of library", "topics of the library")
        asked = len(desk.offers.estimates)
        qtbot.mouseClick(button(window, "example-2"), Qt.MouseButton.LeftButton)
        assert composer.topic.topic() == "Topic 2 of library"
        assert composer.topic.hasFocus()
        assert desk.made == []  # a topic is put into the field, not started
        qtbot.keyClicks(composer.topic, " and more")
        await until(lambda: desk.offers.before and desk.offers.before.topic.endswith("and more"), "it is kept")
        assert len(desk.offers.estimates) == asked  # typing changes neither

    play(scene)


def test_a_depth_chosen_in_the_settings_is_the_composers(play, desk):
    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        composer = window.welcome.composer
        composer.depth_menu.pick("deep")
        desk.offers.depth = "quick"
        desk.offers.given = Given(folders=("/docs",))
        drag(window, "/docs")  # what is offered is shown anew
        await until(lambda: composer.depth_menu.value() == "quick", "the depth of the settings")

    play(scene)


def test_a_research_takes_the_reading_of_documents_over(play, desk, qtbot):
    desk.offers.given = Given(folders=("/docs",))
    desk.offers.may_read.clear()

    async def scene(window: MainWindow) -> None:
        await is_ready(window)
        card = window.welcome.cards["folder"]
        drag(window, "/docs")
        await until(lambda: card.line() == "Reading your documents: 1 of 3", "documents are read")
        qtbot.keyClicks(window.welcome.composer.topic, "Heat pumps")
        qtbot.mouseClick(button(window, "research"), Qt.MouseButton.LeftButton)
        await until(lambda: card.line() == "docs: 3 documents can be read", "nothing is read any more")
        assert desk.offers.read == 0
        desk.made[0].tell(None)

    play(scene)
