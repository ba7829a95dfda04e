"""About: version, where everything is kept, the log, and whose work Dossier stands on."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from resources.translation import tr, trn
from widgets.button import Button
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label
from widgets.settings.frame import SettingsFrame, clear


@dataclass(frozen=True)
class AboutFacts:
    """What there is to say about this copy of the program.

    Attributes:
        size_bytes: of the data folder.
        parts: name, version and licence of what it is made with.
    """

    version: str = ""
    data_folder: str = ""
    size_bytes: int = 0
    runs: int = 0
    log: str = ""
    parts: tuple[tuple[str, str, str], ...] = ()


class AboutPage(SettingsFrame):
    """Shows facts.

    Signals:
        open_asked: A file or folder shall be opened outside.
        copy_asked: Words for a report of trouble shall be copied.
    """

    open_asked = Signal(str)
    copy_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__("about", tr("About"), tr("This copy of Dossier, and where it keeps things."))
        self._facts = AboutFacts()
        self._body = QVBoxLayout()
        self._body.setSpacing(16)
        self.column.addLayout(self._body)
        self.end()

    def show_facts(self, facts: AboutFacts) -> None:
        """Show facts."""
        if facts == self._facts:
            return
        self._facts = facts
        clear(self._body)
        self._body.addLayout(self._name())
        runs = trn("{n} run", "{n} runs", facts.runs)
        size = tr("{size} MB", size=f"{facts.size_bytes / 1e6:,.1f}")
        self._body.addWidget(
            self._place(tr("Data folder"), facts.data_folder, f"{runs} · {size}", tr("Open the folder"))
        )
        said = tr("What happened, without topics, texts or keys.")
        self._body.addWidget(self._place(tr("Log"), facts.log, said, tr("Open the log")))
        self._body.addWidget(
            Label(
                tr("To keep everything elsewhere, move the folder and set DOSSIER_HOME to its new place."),
                "small",
                "text3",
                wraps=True,
            )
        )
        self._body.addWidget(Label(tr("Made with"), "strong"))
        self._body.addWidget(self._parts())

    def search_words(self) -> list[tuple[str, str, QWidget]]:
        """Return the names of what is shown."""
        names = (tr("Version"), tr("Data folder"), tr("Log"), tr("Licences"))
        return [(name, name, self) for name in names]

    def _name(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(Glyph("app", "text", 40))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(tr("Dossier {version}", version=self._facts.version), "heading"))
        words.addWidget(Label(tr("MIT licence. No telemetry: it tells nobody anything about you."), "small", "text3"))
        row.addLayout(words, 1)
        copy = Button(tr("Copy for a report"), "soft", "copy", compact=True)
        copy.clicked.connect(lambda: self.copy_asked.emit(self.words()))
        row.addWidget(copy, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def words(self) -> str:
        """Return version and parts as text, for a report of trouble; no path, no name."""
        parts = "\n".join(f"{name} {version}" for name, version, _ in self._facts.parts)
        return f"Dossier {self._facts.version}\n{parts}\n"

    def _place(self, name: str, path: str, said: str, action: str) -> QFrame:
        card = QFrame()
        card.setProperty("card", "plain")
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 12, 12, 12)
        row.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Label(name, "body_strong"))
        words.addWidget(ElidedLabel(path, "mono", "text2"))
        words.addWidget(Label(said, "small", "text3"))
        row.addLayout(words, 1)
        button = Button(action, "outline", compact=True)
        button.clicked.connect(lambda: self.open_asked.emit(path))
        row.addWidget(button)
        return card

    def _parts(self) -> QFrame:
        card = QFrame()
        card.setProperty("card", "plain")
        grid = QGridLayout(card)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        for place, (name, version, licence) in enumerate(self._facts.parts):
            grid.addWidget(Label(name, "body"), place, 0)
            grid.addWidget(Label(version, "small", "text2"), place, 1)
            grid.addWidget(ElidedLabel(licence, "small", "text3"), place, 2)
        grid.setColumnStretch(2, 1)
        return card
