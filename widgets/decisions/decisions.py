"""Decisions: each wave's verdict with its reason and what it changed, and where the user decides otherwise."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot, WaveView
from resources.translation import tr
from widgets.decisions.decision_card import DecisionCard, decision_face
from widgets.decisions.overruling import Overruling
from widgets.empty import Empty
from widgets.row_column import Typeset, plain_typeset

__all__ = ["Decisions", "decision_face"]


class Decisions(QWidget):
    """Shows the verdict on each wave, the newest first.

    Signals:
        overruled: The user decided in the reviewer's place; the wave and his `ReviewDecision`.
        citation_asked: A citation was clicked; its key.
        link_asked: A link was clicked; its address.
    """

    overruled = Signal(int, object)
    citation_asked = Signal(str)
    link_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("decisions")
        self.setAccessibleName(tr("Decisions"))
        self.typeset: Typeset = plain_typeset
        self._run = RunSnapshot()
        self._shown: tuple[object, ...] = ()
        self._cards: list[DecisionCard] = []
        advice = tr("The reviewer reads all answers of a wave, then approves them or asks for more.")
        self._empty = Empty(tr("No wave has been reviewed yet"), advice)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAccessibleName(tr("Decisions"))
        self._scroll.setWidget(self._make_page())
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._scroll)
        self.overruling = Overruling()
        self.overruling.overruled.connect(self.overruled)
        self.overruling.overruled.connect(lambda: self._scroll.setFocus())  # what was pressed gives way
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addWidget(self.overruling)

    def show_run(self, run: RunSnapshot) -> int:
        """Show a run's decisions; return how many there are. They are set when they are looked at."""
        self._run = run
        self.overruling.show_run(run)
        if self.isVisible():
            self._show_waves()
        return len(self._waves())

    def cards(self) -> tuple[DecisionCard, ...]:
        """Return the cards, the newest wave's first."""
        self._show_waves()
        return tuple(self._cards)

    def showEvent(self, event: QShowEvent) -> None:
        """Set what is looked at now."""
        super().showEvent(event)
        self._show_waves()

    def _waves(self) -> list[WaveView]:
        return [wave for wave in reversed(self._run.waves) if wave.decision is not None]

    def _show_waves(self) -> None:
        run, waves = self._run, self._waves()
        shown = (run.run_id, run.waves, run.sources, run.state, run.report.audit)
        if shown != self._shown:
            self._shown = shown
            self._stack.setCurrentWidget(self._scroll if waves else self._empty)
            self._fit_cards(len(waves))
            for card, wave in zip(self._cards, waves, strict=True):
                card.show_wave(run, wave, self.typeset)

    def _fit_cards(self, count: int) -> None:
        while len(self._cards) < count:
            card = DecisionCard()
            card.citation_asked.connect(self.citation_asked)
            card.link_asked.connect(self.link_asked)
            self._cards.append(card)
            self._column.insertWidget(len(self._cards) - 1, card)
            card.show()  # else only in the loop's next turn, and its words could not be found before
        while len(self._cards) > count:
            card = self._cards.pop()
            card.hide()
            card.deleteLater()

    def _make_page(self) -> QWidget:
        page = QWidget()
        page.setProperty("scrolled", "true")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(24, 20, 24, 24)
        self._column.setSpacing(16)
        self._column.addStretch(1)
        return page
