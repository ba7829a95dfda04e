"""The cards of a researcher's sources; a card that stands already is brought up to date in place."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from resources.translation import tr
from widgets.evidence.source_card import SourceCard
from widgets.evidence.source_views import SourceView
from widgets.label import Label


class SourceCards(QWidget):
    """Shows sources.

    Signals:
        source_asked: A source shall be opened in Evidence; its key.
        original_asked: The page itself is wanted; its address.
        citation_asked: A citation is wanted; its `Source` or `GatheredSource`.
    """

    source_asked = Signal(str)
    original_asked = Signal(str)
    citation_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._cards: dict[str, SourceCard] = {}  # by reference
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        head = QHBoxLayout()
        self._count = Label("", "small", "text3")
        head.addWidget(Label(tr("Sources"), "small_strong", "text2"))
        head.addStretch(1)
        head.addWidget(self._count)
        column.addLayout(head)
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        column.addLayout(self._column)

    def show_sources(self, views: tuple[SourceView, ...]) -> None:
        """Show sources in their order."""
        self.setVisible(bool(views))
        self._count.setText(str(len(views)))
        wanted = {view.source.ref for view in views}
        for ref in [ref for ref in self._cards if ref not in wanted]:
            card = self._cards.pop(ref)
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        for place, view in enumerate(views):
            card = self._cards.get(view.source.ref) or self._make(view.source.ref)
            if self._column.indexOf(card) != place:
                self._column.insertWidget(place, card)
            card.show_source(view)

    def card(self, number: int) -> SourceCard | None:
        """Return the card of a source by its number, from 1."""
        item = self._column.itemAt(number - 1)
        widget = item.widget() if item is not None else None
        return widget if isinstance(widget, SourceCard) else None

    def _make(self, ref: str) -> SourceCard:
        card = self._cards[ref] = SourceCard()
        card.opened_asked.connect(self.source_asked)
        card.original_asked.connect(self.original_asked)
        card.citation_asked.connect(self.citation_asked)
        return card
