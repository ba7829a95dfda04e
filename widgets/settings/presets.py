"""The kinds of servers a new profile may begin with."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from resources.translation import tr
from widgets import icons
from widgets.button import Button
from widgets.fonts import font
from widgets.label import Label
from widgets.settings.frame import Remark
from widgets.theme import theme


@dataclass(frozen=True)
class PresetFacts:
    """A kind of server: its name and what one needs for it, in a few words."""

    id: str
    name: str
    hint: str


class NewProfileButton(Button):
    """Opens a menu of kinds.

    Signals:
        asked: A profile of this kind is wanted.
    """

    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__(tr("New profile"), "outline", "plus")
        self.setObjectName("newProfile")
        self._presets: tuple[PresetFacts, ...] = ()
        self.clicked.connect(self._open)

    def show_presets(self, presets: tuple[PresetFacts, ...]) -> None:
        """Offer kinds."""
        self._presets = presets

    def make_menu(self) -> QMenu:
        """Return the menu."""
        menu = QMenu(self)
        menu.setFont(font("body"))
        for preset in self._presets:
            action = menu.addAction(f"{preset.name}    {preset.hint}")
            action.triggered.connect(lambda _=False, key=preset.id: self.asked.emit(key))
        return menu

    def _open(self) -> None:
        menu = self.make_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(self.width() - menu.sizeHint().width(), self.height() + 4)))


class PresetGrid(QWidget):
    """What the page of the model shows while there is no profile.

    Signals:
        asked: A profile of this kind is wanted.
    """

    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(4)
        column.addWidget(Label(tr("Connect a model"), "heading"))
        column.addWidget(
            Label(
                tr("Choose where it runs. What is known is filled in, and nothing is sent before you check it."),
                "body",
                "text2",
                wraps=True,
            )
        )
        self.environment = Remark(level="warning")
        column.addSpacing(8)
        column.addWidget(self.environment)
        column.addSpacing(8)
        self._grid = QGridLayout()
        self._grid.setSpacing(12)
        column.addLayout(self._grid)
        column.addStretch(1)
        self.cards: dict[str, PresetCard] = {}

    def show_presets(self, presets: tuple[PresetFacts, ...]) -> None:
        """Offer kinds."""
        if self.cards:
            return
        for place, preset in enumerate(presets):
            card = self.cards[preset.id] = PresetCard(preset)
            card.clicked.connect(lambda _=False, key=preset.id: self.asked.emit(key))
            self._grid.addWidget(card, place // 2, place % 2)


class PresetCard(Button):
    """A kind of server to press."""

    def __init__(self, preset: PresetFacts) -> None:
        super().__init__("", "soft")
        self._preset = preset
        self.setFixedHeight(64)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{preset.name}: {preset.hint}")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw icon, name and hint."""
        super().paintEvent(event)
        painter = QPainter(self)
        icons.draw(painter, "model", "text2", 16, 13, 16)
        painter.setFont(font("body_strong"))
        painter.setPen(theme().color("text"))
        painter.drawText(QRect(42, 10, self.width() - 58, 22), Qt.AlignmentFlag.AlignVCenter, self._preset.name)
        painter.setFont(font("small"))
        painter.setPen(theme().color("text3"))
        box = QRect(42, 32, self.width() - 58, 20)
        hint = painter.fontMetrics().elidedText(self._preset.hint, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, hint)
