"""A quote of a source with what was found of it in the stored text."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from widgets.evidence.quote_block import QuoteBlock
from widgets.evidence.source_views import QuoteView
from widgets.glyph import Glyph
from widgets.label import ElidedLabel


class QuoteRow(QWidget):
    """Shows one quote; hidden while it shows none."""

    def __init__(self) -> None:
        super().__init__()
        self._view: QuoteView | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        self._block = QuoteBlock(" ")
        self._glyph = Glyph("unchecked", "text3", 14)
        self._word = ElidedLabel("", "meta")
        foot = QHBoxLayout()
        foot.setSpacing(5)
        foot.addWidget(self._glyph)
        foot.addWidget(self._word, 1)
        column.addWidget(self._block)
        column.addLayout(foot)

    def key(self) -> str:
        """Return the key of the shown quote, "" while it has none."""
        return self._view.key if self._view else ""

    def show_quote(self, view: QuoteView | None) -> None:
        """Show a quote."""
        if view == self._view:
            return
        self._view = view
        self.setVisible(view is not None)
        if view is None:
            return
        self._block.show_quote(view.text, verified=view.verified)
        self._glyph.show_glyph(view.face.icon, view.face.role)
        self._word.show_text(view.found, view.face.role)
        self.setToolTip(view.sentence)
        self.setAccessibleName(view.sentence)
