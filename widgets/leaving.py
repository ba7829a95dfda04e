"""Asks whether to close the program while a research is at work."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from widgets.button import Button
from widgets.label import Label

KEPT = "What it has gathered is kept: open it from the history and press Resume to go on where it stopped."


class Leaving(QDialog):
    """Shown beside the window, never executed: the research goes on while it waits for an answer.

    Signals:
        leave_asked: The user wants to close all the same.
    """

    leave_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("leaving")
        self.setWindowTitle("A research is at work")
        self.setModal(False)
        self.setFixedWidth(440)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(8)
        column.addWidget(Label("Stop the research and close?", "heading", wraps=True))
        column.addWidget(Label(KEPT, "body", "text2", wraps=True))
        column.addSpacing(12)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        self.stay = Button("Keep working", "outline")
        self.stay.clicked.connect(self.reject)
        self.leave = Button("Stop and close", "primary")
        self.leave.setDefault(True)
        self.leave.clicked.connect(self.accept)
        self.accepted.connect(self.leave_asked)
        row.addWidget(self.stay)
        row.addWidget(self.leave)
        column.addLayout(row)

    def ask(self) -> None:
        """Ask, or bring the question to the front again."""
        self.setFixedHeight(self.heightForWidth(self.width()))  # else wrapped words ask for more than they take
        self.show()
        self.raise_()
        self.activateWindow()
