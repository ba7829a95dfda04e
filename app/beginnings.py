"""The ways to begin of the welcome page: the sample, a model that is found or set up, a folder of documents."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from app.composing import Composing
from app.offers_port import FoundModel
from app.own_library import OwnLibrary
from app.presenter import Presenter
from engine.snapshot import Notice
from resources.translation import tr, trn
from widgets.beginning.choice_row import OFFLINE
from widgets.beginning.composer import Composed
from widgets.phrases import Face

# Servers come and go; who looks at the page again within this time sees what was found before.
LOOK_AGAIN_S = 5.0


class Beginnings(QObject):
    """Serves the three ways to begin.

    Signals:
        settings_asked: The model's settings are wanted; the key of a preset, "" for none.
        model_changed: Another model is used from now on.
    """

    settings_asked = Signal(str)
    model_changed = Signal()

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        self._window, self._offers = presenter.window, presenter.desk.offers
        self._card = self._window.welcome.cards["model"]
        self.composing = Composing(presenter)
        self.library = OwnLibrary(presenter, self.composing)
        self._chooser: QFileDialog | None = None
        self._found: dict[str, FoundModel] = {}
        self._looked_at_s = -LOOK_AGAIN_S
        self._is_ready, self._wants_sample = False, False

    def begin(self) -> None:
        """Fill the page for the first time."""
        self.show_offer()
        self.composing.begin()

    def show_ready(self) -> None:
        """Let research begin: everything it needs is loaded."""
        self._is_ready = True
        self._window.welcome.composer.show_busy(False)
        self.show_offer()
        self.look_around()
        if self._wants_sample:
            self._window.welcome.cards["sample"].button.setEnabled(True)
            self.begin_with("sample")

    def show_offer(self) -> None:
        """Show what can be chosen, as it is now."""
        self.composing.show_offer()
        self.library.show_folders()
        self._show_model()

    def look_around(self) -> None:
        """Look for models that could be used at once, while none is."""
        now_s = time.monotonic()
        due = now_s - self._looked_at_s >= LOOK_AGAIN_S
        if self._is_ready and due and not self._offers.used_model():
            self._looked_at_s = now_s
            self._presenter.session.do(self._look())

    def begin_with(self, key: str) -> None:
        """Begin one of the three ways of the welcome page."""
        if key == "model":
            found = next(iter(self._found.values()), None)
            self.settings_asked.emit(found.key if found else "")
        elif key == "folder":
            self._chooser = QFileDialog(self._window, tr("Choose a folder of documents"))
            self._chooser.setFileMode(QFileDialog.FileMode.Directory)
            self._chooser.fileSelected.connect(self.library.add)
            self._chooser.open()
        elif self._is_ready:
            depth = self._window.welcome.composer.depth_menu.value()
            topic = self._offers.sample_topic()
            self._presenter.research(Composed(topic, depth, "sample", OFFLINE, review_plan=False))
        else:
            self._wants_sample = True  # it begins by itself once everything is loaded
            self._window.welcome.cards["sample"].button.setEnabled(False)

    def accept(self, key: str, offer: str) -> None:
        """Use what was found for a way to begin."""
        if key == "model" and offer in self._found:
            self._card.offer.setEnabled(False)
            self._presenter.session.do(self._use(self._found[offer]))

    def add_folder(self, folder: Path) -> None:
        """Add a folder to the library and choose it."""
        self.library.add(str(folder))

    async def _look(self) -> None:
        found = await self._offers.found_models()
        self._found = {one.place: one for one in found}
        self._show_model()

    async def _use(self, found: FoundModel) -> None:
        try:
            name = await self._offers.use_model(found)
        finally:
            self._card.offer.setEnabled(True)
        self._found.clear()
        composer = self._window.welcome.composer
        self.show_offer()
        composer.model_menu.pick("model")
        if composer.sources_menu.value() == "sample":
            composer.sources_menu.pick("web")
        composer.topic.setFocus()
        self.model_changed.emit()
        text = tr("{model} is used from now on. Change it in Settings, Model.", model=name)
        self._window.notices.show_notice(Notice(level="info", text=text, key="model-used"))

    def _show_model(self) -> None:
        """Show on the model's card what is used, else what was found."""
        if used := self._offers.used_model():
            self._card.show_line(Face(tr("{model} is connected", model=used), "verified", "ok", ""))
            self._card.show_offer("", "")
            self._card.show_button(tr("Change…"))
            return
        self._card.show_button("")
        best = next(iter(self._found.values()), None)
        if best is None:
            self._card.show_usual_line()
            self._card.show_offer("", "")
            return
        self._card.show_line(_face(best))
        words = tr("Use {model}", model=best.models[0] if best.models else best.name)
        self._card.show_offer(best.place if best.models or best.variable else "", words)


def _face(found: FoundModel) -> Face:
    """Return how a found model is told."""
    if found.variable:
        words = tr("A key for {name} is in {variable}", name=found.name, variable=found.variable)
        return Face(words, "key", "ok", "")
    if not found.models:
        words = tr("{name} answers at {place}, without a model yet", name=_name(found), place=found.place)
        return Face(words, "info", "text2", "")
    words = trn(
        "{name} answers at {place} with {n} model",
        "{name} answers at {place} with {n} models",
        len(found.models),
        name=_name(found),
        place=found.place,
    )
    return Face(words, "verified", "ok", "")


def _name(found: FoundModel) -> str:
    return found.name or tr("A server")
