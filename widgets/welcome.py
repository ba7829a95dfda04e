"""The welcome page: the composer in the middle, three ways to begin, and what happens then."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from widgets.button import Button
from widgets.composer import Composer
from widgets.flow_picture import FlowPicture
from widgets.glyph import Glyph
from widgets.label import Label
from widgets.phrases import Face
from widgets.theme import set_state

WIDTH_PX = 832


@dataclass(frozen=True)
class Beginning:
    """One way to begin; `key` names it, `face` is its last line."""

    key: str
    icon: str
    title: str
    words: str
    button: str
    face: Face


def _line(words: str) -> Face:
    return Face(words, "", "text3", "")


BEGINNINGS = (
    Beginning(
        "sample",
        "resume",
        "Try the sample library",
        "Watch a full run on documents about heating an older house.",
        "Start the sample",
        _line("No key, no internet, under a minute"),
    ),
    Beginning(
        "model",
        "model",
        "Connect a model",
        "Any OpenAI-compatible server, on this computer or elsewhere.",
        "Connect…",
        _line("Plans, reads and writes in full sentences"),
    ),
    Beginning(
        "folder",
        "library-folder",
        "Choose a folder",
        "Research your own PDF, Word, text and web files.",
        "Choose a folder…",
        _line("Nothing leaves this computer"),
    ),
)


class Welcome(QScrollArea):
    """The page of a new research.

    Signals:
        begin_asked: One of the ways to begin was chosen; its key: "sample", "model" or "folder".
    """

    begin_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.composer = Composer()
        self._lines: dict[str, tuple[Glyph, Label]] = {}
        page = QWidget()
        page.setProperty("scrolled", "true")
        outer = QHBoxLayout(page)
        outer.setContentsMargins(24, 0, 24, 24)
        middle = QWidget()
        middle.setMaximumWidth(WIDTH_PX)
        outer.addStretch(1)
        outer.addWidget(middle, 1000)
        outer.addStretch(1)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 54, 0, 0)
        column.setSpacing(0)
        column.addWidget(Label("What do you want to find out?", "hero"))
        column.addSpacing(14)
        column.addWidget(self.composer)
        column.addSpacing(28)
        self._begin_title = Label("Or begin one of these ways", "strong")
        column.addWidget(self._begin_title)
        column.addSpacing(10)
        column.addLayout(self._make_beginnings())
        column.addSpacing(32)
        column.addWidget(Label("What happens then", "strong"))
        column.addSpacing(14)
        column.addWidget(FlowPicture())
        column.addStretch(1)
        self.setWidget(page)

    def show_line(self, key: str, face: Face) -> None:
        """Show what is known about a way to begin, as "A server answers at 127.0.0.1:8080"."""
        glyph, label = self._lines[key]
        glyph.setVisible(bool(face.icon))
        glyph.show_glyph(face.icon or "info", face.role)
        label.setText(face.word)
        label.set_tone(face.role)

    def _make_beginnings(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(16)
        for place, beginning in enumerate(BEGINNINGS):
            row.addWidget(self._card(beginning, is_first=place == 0), 1)
        return row

    def _card(self, beginning: Beginning, *, is_first: bool) -> QFrame:
        card = QFrame()
        set_state(card, "card", "accent" if is_first else "plain")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Glyph(beginning.icon, "accent" if is_first else "text2", 20))
        head.addWidget(Label(beginning.title, "strong"), 1)
        column.addLayout(head)
        words = Label(beginning.words, "body", "text2", wraps=True)
        words.setMinimumHeight(40)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(words)
        column.addLayout(self._make_line(beginning))
        column.addSpacing(6)
        self.show_line(beginning.key, beginning.face)
        button = Button(beginning.button, "primary" if is_first else "outline")
        button.setObjectName(f"begin-{beginning.key}")
        button.clicked.connect(lambda: self.begin_asked.emit(beginning.key))
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return card

    def _make_line(self, beginning: Beginning) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(5)
        glyph, label = Glyph("verified", "ok", 14), Label("", "small", "text3")
        self._lines[beginning.key] = (glyph, label)
        line.addWidget(glyph)
        line.addWidget(label, 1)
        return line
