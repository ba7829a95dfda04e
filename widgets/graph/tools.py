"""The small tools in the corner of the graph: zoom, fit, and the menu of pictures."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QWidget

from resources.translation import mark, tr
from widgets import icons
from widgets.button import IconButton
from widgets.fonts import font
from widgets.theme import theme

PICTURES = (
    ("copy", mark("Copy picture"), "copy"),
    ("png", mark("Save picture as PNG…"), "export"),
    ("svg", mark("Save picture as SVG…"), "export"),
)


class GraphTools(QFrame):
    """Buttons for what the keys do too.

    Signals:
        zoom_asked: Larger (1), smaller (-1), or so that everything is seen (0).
        picture_asked: A picture of the graph is wanted: "copy", "png" or "svg".
    """

    zoom_asked = Signal(int)
    picture_asked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", "true")
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        for name, icon, way in ((tr("Zoom out"), "minus", -1), (tr("Zoom in"), "plus", 1), (tr("Fit"), "fit", 0)):
            button = IconButton(name, icon)
            button.clicked.connect(lambda _=False, way=way: self.zoom_asked.emit(way))
            row.addWidget(button)
        self._more = IconButton(tr("Picture of the graph"), "more")
        self._more.setObjectName("graphPicture")
        self._more.clicked.connect(self._open_menu)
        row.addWidget(self._more)
        self.adjustSize()
        theme().changed.connect(self.update)

    def make_menu(self) -> QMenu:
        """Return the menu of pictures."""
        menu = QMenu(self)
        menu.setFont(font("small"))
        for kind, words, icon in PICTURES:
            action = QAction(icons.icon(icon), tr(words), menu)
            action.setObjectName(f"picture-{kind}")
            action.triggered.connect(lambda _=False, kind=kind: self.picture_asked.emit(kind))
            menu.addAction(action)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _open_menu(self) -> None:
        menu = self.make_menu()
        # The tools stand at the lower edge: the menu opens upwards, its right edge on theirs.
        size = menu.sizeHint()
        menu.popup(self.mapToGlobal(QPoint(self.width() - size.width(), -size.height() - 4)))
