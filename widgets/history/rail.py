"""The history folded to a rail of icons, when there is little room or the user wants it so."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from resources.translation import tr
from widgets.button import IconButton
from widgets.theme import theme

WIDTH_PX = 48


class Rail(QFrame):
    """A narrow column of buttons.

    Signals:
        unfold_asked: The history shall be shown.
        new_asked: The user wants to compose a new research.
        search_asked: The user wants to search the history.
        settings_asked: The user wants the settings.
        theme_asked: The user wants the other theme.
    """

    unfold_asked = Signal()
    new_asked = Signal()
    search_asked = Signal()
    settings_asked = Signal()
    theme_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "window")
        self.setProperty("line", "right")
        self.setFixedWidth(WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 10, 8, 10)
        column.setSpacing(8)
        self._theme = IconButton(tr("Switch theme"), "moon")
        rows = (
            (IconButton(tr("Show the history"), "sidebar"), self.unfold_asked),
            (IconButton(tr("New research"), "plus"), self.new_asked),
            (IconButton(tr("Search the history"), "search"), self.search_asked),
            (None, None),
            (self._theme, self.theme_asked),
            (IconButton(tr("Settings"), "settings"), self.settings_asked),
        )
        for button, wish in rows:
            if button is None or wish is None:
                column.addStretch(1)
                continue
            button.clicked.connect(wish)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def _on_theme(self) -> None:
        self._theme.set_icon("sun" if theme().is_dark() else "moon")
