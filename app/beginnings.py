"""How a research begins: the ways of the welcome page, and what the composer offers."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from app.presenter import Presenter
from engine.errors import DossierError
from resources.translation import tr
from widgets.composer import Composed


class Beginnings(QObject):
    """Serves the page of a new research.

    Signals:
        settings_asked: The model's settings are wanted; the key of a preset, "" for none.
    """

    settings_asked = Signal(str)

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        self._chooser: QFileDialog | None = None

    def show_ready(self) -> None:
        """Let research begin: everything it needs is loaded."""
        self._presenter.window.welcome.composer.show_busy(False)

    def begin_with(self, key: str) -> None:
        """Begin one of the three ways of the welcome page."""
        composer = self._presenter.window.welcome.composer
        if key == "model":
            self.settings_asked.emit("")
        elif key == "folder":
            self._chooser = QFileDialog(self._presenter.window, tr("Choose a folder of documents"))
            self._chooser.setFileMode(QFileDialog.FileMode.Directory)
            self._chooser.fileSelected.connect(lambda name: self.add_folder(Path(name)))
            self._chooser.open()
        else:
            topic = self._presenter.desk.offers.sample_topic()
            self._presenter.research(
                Composed(topic, composer.depth_menu.value(), "sample", "offline", review_plan=False)
            )

    def add_folder(self, folder: Path) -> None:
        """Add a folder to the library and choose it."""
        try:
            self._presenter.desk.choices.add_folder(folder)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
            return
        self.show_offer()
        composer = self._presenter.window.welcome.composer
        composer.sources_menu.pick("library")
        composer.topic.setFocus()

    def show_offer(self) -> None:
        """Show what the menus offer."""
        offer = self._presenter.desk.offers.offer()
        self._presenter.window.welcome.composer.show_choices(offer.sources, offer.models)
