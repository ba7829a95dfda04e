"""The foot of a plan: what the wave will take at most, and Start."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from engine.snapshot import RunSnapshot
from resources.translation import tr, trn
from widgets.button import Button
from widgets.label import ElidedLabel

HEIGHT_PX = 64


class PlanFoot(QFrame):
    """Shows the size of the wave; its buttons are `start`, `skip` and `discard`."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("line", "top")
        self.setFixedHeight(HEIGHT_PX)
        self._pages = self._at_once = 0
        self._said = self._usual = ""
        self._size, self._note = ElidedLabel("", "small", "text2"), ElidedLabel("", "small", "text2")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(self._size)
        words.addWidget(self._note)
        words.addStretch(1)
        self.discard = Button(tr("Discard"), "quiet")
        self.discard.setObjectName("discardPlan")
        self.discard.setToolTip(tr("Stop this research. It is kept and can be resumed."))
        self.skip = Button(tr("Write without it"), "outline", "writer")
        self.skip.setObjectName("skipWave")
        self.skip.setToolTip(tr("Write the report from the answers of the waves before, without this one"))
        self.start = Button(tr("Start research"), "primary", key="Ctrl ↵")
        self.start.setObjectName("startResearch")
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 0, 24, 0)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for button in (self.discard, self.skip, self.start):
            row.addWidget(button)

    def show_wave(self, run: RunSnapshot, questions: int) -> None:
        """Show what a wave of a run takes with this many questions."""
        self._pages, self._at_once = run.options.plan.pages, run.options.concurrency
        wave = run.waves[-1].wave
        self.skip.setVisible(wave > 1)
        self.start.setText(tr("Start research") if wave == 1 else tr("Start wave {wave}", wave=wave))
        self.start.updateGeometry()
        self.show_count(questions)

    def show_count(self, questions: int) -> None:
        """Show what the wave takes with this many questions."""
        size = trn("{n} question, at most {pages} pages", "{n} questions, at most {pages} pages each", questions,
                   pages=self._pages)  # fmt: skip
        self._size.show_text(size)
        self._usual = tr("One researcher each, {n} at a time.", n=self._at_once)
        if questions <= self._at_once:
            self._usual = tr("One researcher each, all at the same time.")
        self._show_note()

    def say(self, words: str) -> None:
        """Say what has just been done; "" lets the usual words come back."""
        self._said = words
        self._show_note()

    def note(self) -> str:
        """Return the words of the second line."""
        return self._note.text()

    def size_words(self) -> str:
        """Return the words of the first line."""
        return self._size.text()

    def _show_note(self) -> None:
        self._note.show_text(self._said or self._usual)
