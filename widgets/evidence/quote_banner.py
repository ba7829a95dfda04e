"""What was found for the open quote of a source, why, and the way to its other quotes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from engine.values import Quote, Source
from resources.translation import tr
from widgets.button import IconButton
from widgets.evidence.quote_block import QuoteBlock
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label
from widgets.report.citation_notes import STATUS_FACES, STATUS_SENTENCES, is_found
from widgets.theme import set_state


class QuoteBanner(QFrame):
    """Shows one quote's check.

    Signals:
        step_asked: The user wants the next (1) or previous (-1) quote of the source.
    """

    step_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("quoteBanner")
        self._glyph = Glyph("verified", "ok", 20)
        self._sentence, self._told = Label("", "body", wraps=True), ElidedLabel("", "small", "text2")
        self._words = QuoteBlock(max_lines=3)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._sentence)
        words.addWidget(self._told)
        words.addWidget(self._words)
        self._place = Label("", "small", "text2")
        self._steps = [
            IconButton(tr("Previous quote"), "chevron-up", "soft"),
            IconButton(tr("Next quote"), "chevron-down", "soft"),
        ]
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 24, 8)
        row.setSpacing(12)
        row.addWidget(self._glyph)
        row.addLayout(words, 1)
        row.addWidget(self._place)
        for button, step in zip(self._steps, (-1, 1), strict=True):
            button.clicked.connect(lambda _=False, step=step: self.step_asked.emit(step))
            row.addWidget(button)

    def show_quote(self, source: Source, place: int, told: tuple[str, ...]) -> None:
        """Show a quote of a source; a source without quotes has no banner.

        Args:
            told: what else is known of it: who cites it, on which page it stands.
        """
        self.setVisible(bool(source.quotes))
        if not source.quotes:
            return
        quote, count = source.quotes[place], len(source.quotes)
        face = STATUS_FACES[quote.status]
        set_state(self, "ground", face.ground)
        self._glyph.show_glyph(face.icon, face.role)
        self._sentence.setText(_sentence(quote))
        self._told.show_text(" · ".join(told))
        self._told.setVisible(bool(told))
        # One that was found is marked in the text below.
        self._words.show_quote("" if is_found(quote) else quote.text, verified=False)
        self._place.show_text(tr("Quote {n} of {count}", n=place + 1, count=count) if count > 1 else "")
        for button in self._steps:
            button.setVisible(count > 1)
        self.setAccessibleName(f"{self._sentence.text()}. {quote.text}")

    def sentence(self) -> str:
        """Return what is said about the quote."""
        return self._sentence.text()


def _sentence(quote: Quote) -> str:
    found = tr(STATUS_SENTENCES[quote.status])
    says_more = quote.why and quote.status == "not_checked"
    return tr("{found}: {why}", found=found, why=quote.why.rstrip(".")) if says_more else found
