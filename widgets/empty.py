"""An empty state: one bold line and one grey line where content will be."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.label import Label


class Empty(QWidget):
    """Says what is not here yet and what brings it."""

    def __init__(self, title: str, advice: str) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setSpacing(4)
        self._title, self._advice = Label(title, "body_strong"), Label(advice, "body", "text3")
        for label in (self._title, self._advice):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        column.addStretch(1)
        column.addWidget(self._title)
        column.addWidget(self._advice)
        column.addStretch(2)

    def show_words(self, title: str, advice: str) -> None:
        """Say something else."""
        self._title.setText(title)
        self._advice.setText(advice)
