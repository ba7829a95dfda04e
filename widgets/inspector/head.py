"""The head of the inspector: who is shown, in which state, the menu, and the way out."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from resources.translation import tr
from widgets.button import IconButton
from widgets.chip import Chip
from widgets.label import ElidedLabel
from widgets.phrases import Face

HEAD_PX = 44


class InspectorHead(QFrame):
    """Shows a title.

    Signals:
        menu_asked: The menu is wanted.
        close_asked: The user wants the inspector away.
    """

    menu_asked = Signal()
    close_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("line", "bottom")
        self.setFixedHeight(HEAD_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 10, 0)
        row.setSpacing(8)
        self._title = ElidedLabel("", "body_strong")
        self._state = Chip()
        self._more = IconButton(tr("More for this researcher"), "more")
        self._more.setObjectName("inspectorMenu")
        self._more.clicked.connect(self.menu_asked)
        self.close_button = IconButton(tr("Close the inspector"), "close")
        self.close_button.clicked.connect(self.close_asked)
        row.addWidget(self._title)
        row.addWidget(self._state)
        row.addStretch(1)
        row.addWidget(self._more)
        row.addWidget(self.close_button)

    def show_title(self, title: str, state: Face | None) -> None:
        """Show whose page is open; only a researcher has a state, and a menu."""
        self._title.show_text(title)
        self._state.show_face(state)
        self._more.setVisible(state is not None)

    def below_menu_button(self) -> QPoint:
        """Return where the menu opens."""
        return self._more.mapToGlobal(QPoint(0, self._more.height() + 4))
