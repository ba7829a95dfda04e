"""Faces of the first page, for pictures of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.values import Estimate
from resources import sample_topics
from widgets.beginning.choice_row import OFFLINE
from widgets.beginning.composer import Composer
from widgets.beginning.dropping import Dropping
from widgets.beginning.welcome import Welcome
from widgets.phrases import Face
from widgets.value_picker import Choice

SAMPLE = Choice("sample", "Sample library", "documents that came with Dossier")
NO_MODEL = Choice(OFFLINE, "None (offline)", "quotes instead of writing")
SOURCES = (
    Choice("both", "Web and library", "search queries leave this computer"),
    Choice("web", "Web", "search and read the web"),
    Choice("library", "My library", "My notes"),
    SAMPLE,
)
MODELS = (Choice("model", "llama3.1:8b", "http://127.0.0.1:11434/v1"), NO_MODEL)
OWN_TOPICS = (
    "Notice periods and deposits",
    "Repairs the landlord pays",
    "Subletting a furnished room",
    "Heating bills",
)


def scenes(welcome: Welcome) -> dict[str, Callable[[], None]]:
    """Return what brings the page into each of its faces, by name."""
    composer, cards = welcome.composer, welcome.cards

    def first() -> None:
        _renew(composer)
        for card in cards.values():
            card.show_usual_line()
            card.show_offer("", "")
            card.show_button("")
        welcome.examples.show_topics(sample_topics())
        welcome.estimate.show_estimate(Estimate(calls=0, tokens=0, cost_usd=0.0))

    def found() -> None:
        first()
        cards["model"].show_line(Face("Ollama answers at 127.0.0.1:11434 with 3 models", "verified", "ok", ""))
        cards["model"].show_offer("127.0.0.1:11434", "Use llama3.1:8b")
        cards["folder"].show_line(Face("Reading your documents: 12 of 41", "running", "accent", ""))

    def connected() -> None:
        first()
        composer.show_choices(SOURCES, MODELS)
        composer.model_menu.pick("model")
        composer.sources_menu.pick("both")
        cards["model"].show_line(Face("llama3.1:8b is connected", "verified", "ok", ""))
        cards["model"].show_button("Change…")
        cards["folder"].show_line(Face("My notes: 41 documents can be read", "verified", "ok", ""))
        cards["folder"].show_button("Add a folder…")
        welcome.examples.show_topics(OWN_TOPICS)
        welcome.estimate.show_estimate(Estimate(runs=3, duration_s=372, calls=40, tokens=121_000, cost_usd=0.31))

    def documents() -> None:
        connected()
        composer.show_topic("What does the contract say about the notice period, and what follows from it?")
        names = ("Contract 2024 with all its annexes and amendments.pdf", "notes.md", "letter.docx")
        composer.add_documents(tuple(f"/home/me/{name}" for name in names))
        welcome.examples.show_topics(())

    def address() -> None:
        connected()
        composer.sources_menu.pick("web")
        composer.show_topic("Is it true what stands in https://news.example/2024/heat about heat pumps?")

    def too_long() -> None:
        connected()
        composer.show_topic("A line of a long pasted text that goes on and on.\n" * 180)

    return {"first": first, "found": found, "connected": connected, "documents": documents, "address": address,
            "too-long": too_long}  # fmt: skip


def drag_over(window: QWidget) -> None:
    """Drag a file over a window."""
    if window.findChild(Dropping) is None:
        Dropping(window)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/home/me/contract.pdf")])
    middle = QPoint(window.rect().center())
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(middle, copy, mime, left, none))


def drag_away(window: QWidget) -> None:
    """Drag it away again."""
    QApplication.sendEvent(window, QDragLeaveEvent())


def _renew(composer: Composer) -> None:
    composer.clear()
    composer.show_choices((SAMPLE,), (NO_MODEL,))
