"""The documents given for one research, as chips that can be taken off."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from resources.translation import tr
from widgets.button import IconButton
from widgets.flow_layout import FlowLayout
from widgets.glyph import Glyph
from widgets.label import ElidedLabel

_ICONS = {
    ".pdf": "pdf",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
}
_WIDEST_PX = 280


def name_in_words(path: str) -> str:
    """Return a document's name as words: "annual report 2024" for annual-report_2024.pdf."""
    return " ".join(Path(path).stem.replace("_", " ").replace("-", " ").split()) or Path(path).name


class DocumentChips(QWidget):
    """Shows documents by name; not there while there are none.

    Signals:
        changed: A document was given or taken off.
    """

    changed = Signal()

    def __init__(self, after: QWidget) -> None:
        """Args: after: has the keyboard before the first chip."""
        super().__init__()
        self._after = after
        self.setAccessibleName(tr("Documents to research"))
        self._chips: dict[str, _Chip] = {}
        self._flow = FlowLayout(self, spacing_px=6)
        self.hide()

    def documents(self) -> tuple[str, ...]:
        """Return the documents' paths, in the order they were given."""
        return tuple(self._chips)

    def show_documents(self, paths: tuple[str, ...]) -> None:
        """Show these documents and no others."""
        if paths == self.documents():
            return
        for path in self.documents():
            if path not in paths:
                self._drop(path)
        for path in paths:
            if path not in self._chips:
                self._chips[path] = chip = _Chip(path)
                chip.remove_asked.connect(lambda path=path: self.remove(path))
                self._flow.addWidget(chip)
        self.setVisible(bool(self._chips))
        self._order()
        self.updateGeometry()
        self.changed.emit()

    def add(self, paths: tuple[str, ...]) -> None:
        """Show documents beside those that are there."""
        self.show_documents(tuple(dict.fromkeys((*self.documents(), *paths))))

    def remove(self, path: str) -> None:
        """Take a document off; the keyboard goes to its neighbour."""
        paths = self.documents()
        place = paths.index(path)
        had_focus = self._chips[path].isAncestorOf(self.focusWidget())
        self.show_documents(tuple(other for other in paths if other != path))
        left = list(self._chips.values())
        if had_focus and left:
            left[min(place, len(left) - 1)].close_button.setFocus()

    def _order(self) -> None:
        """Let Tab come by the chips where they stand, not after everything that was there before them."""
        before = self._after
        for chip in self._chips.values():
            self.setTabOrder(before, chip.close_button)
            before = chip.close_button

    def _drop(self, path: str) -> None:
        chip = self._chips.pop(path)
        self._flow.removeWidget(chip)
        chip.hide()
        chip.deleteLater()


class _Chip(QFrame):
    """One document: its icon, its name, and a cross."""

    remove_asked = Signal()

    def __init__(self, path: str) -> None:
        super().__init__()
        name = Path(path).name
        self.setProperty("chip", "document")
        self.setToolTip(path)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 2, 0)
        row.setSpacing(6)
        row.addWidget(Glyph(_ICONS.get(Path(name).suffix.lower(), "source"), "text2", 14))
        row.addWidget(ElidedLabel(name, "small"), 1)
        self.close_button = IconButton(tr("Take {name} off", name=name), "close", size_px=22)
        self.close_button.clicked.connect(self.remove_asked)
        row.addWidget(self.close_button)
        self.setFixedHeight(26)

    def sizeHint(self) -> QSize:
        """Ask for room for the whole name, within limits."""
        hint = super().sizeHint()
        return QSize(min(hint.width(), _WIDEST_PX), hint.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the document off on Delete."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_asked.emit()
        else:
            super().keyPressEvent(event)
