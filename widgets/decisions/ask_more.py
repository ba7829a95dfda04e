"""Asks for one to four questions of the user's own that one more wave shall research."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from resources.translation import tr
from widgets.button import Button
from widgets.label import Label
from widgets.plan.draft import PlanDraft
from widgets.plan.faults import Leaning
from widgets.plan.list import PlanList

MAX_QUESTIONS = 4  # a review takes no more follow-ups
WIDTH_PX = 640
LIST_HEIGHT_PX = 172  # two questions and the row that adds one


class AskMore(QDialog):
    """Shown over the window; the research goes on meanwhile.

    Signals:
        asked: The questions are settled; the wave they follow, and they.
    """

    asked = Signal(int, object)

    def __init__(self, run: RunSnapshot, wave: int, leaning: Leaning, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("askMore")
        self.setWindowTitle(tr("One more wave"))
        self.setMinimumWidth(min(WIDTH_PX, max(480, parent.window().width() - 80)))
        self._wave = wave
        self.list = PlanList()
        self.list.leaning = leaning
        self.list.show_draft(PlanDraft(("",), MAX_QUESTIONS))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(8)
        column.addWidget(Label(tr("What shall wave {wave} find out?", wave=wave + 1), "heading", wraps=True))
        pages = tr(
            "Each question goes to one researcher, who opens at most {pages} pages. Then the reviewer reads all "
            "answers again, and the report is written.",
            pages=run.options.plan.pages,
        )
        column.addWidget(Label(pages, "body", "text2", wraps=True))
        column.addSpacing(4)
        scroll = self._make_scroll()
        column.addWidget(scroll, 1)
        column.addWidget(self._make_note())
        column.addLayout(self._make_buttons())
        width = self.minimumWidth()
        # Qt would open it with room for a long list; it begins with what is there.
        self.resize(width, self.heightForWidth(width) - scroll.sizeHint().height() + LIST_HEIGHT_PX)
        self.list.edit(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask on Ctrl+Enter; Enter alone belongs to the question."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.ask()
        else:
            super().keyPressEvent(event)

    def ask(self) -> None:
        """Ask for the wave, when every question can be researched."""
        if self.list.settle():
            self.accept()
            self.asked.emit(self._wave, self.list.questions())

    def _make_scroll(self) -> QScrollArea:
        page = QWidget()
        page.setProperty("scrolled", "true")
        inner = QVBoxLayout(page)
        inner.setContentsMargins(0, 0, 4, 0)
        inner.addWidget(self.list)
        inner.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setMinimumHeight(LIST_HEIGHT_PX)
        scroll.setWidget(page)
        self.list.row_shown.connect(lambda row: scroll.ensureWidgetVisible(row, 0, 16))
        return scroll

    def _make_note(self) -> Label:
        note = Label("", "small", "text2")
        self.list.said.connect(note.setText)
        return note

    def _make_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        self.cancel = Button(tr("Cancel"), "outline")
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.start = Button(tr("Ask for wave {wave}", wave=self._wave + 1), "primary", key="Ctrl ↵")
        self.start.setObjectName("askForWave")
        self.start.setAutoDefault(False)
        self.start.clicked.connect(self.ask)
        row.addWidget(self.cancel)
        row.addWidget(self.start)
        return row
