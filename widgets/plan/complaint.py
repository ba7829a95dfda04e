"""The line under a question that says what is wrong with it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from widgets.glyph import Glyph
from widgets.label import Label
from widgets.plan.faults import Fault


class Complaint(QWidget):
    """Shows a fault; it is not there without one."""

    def __init__(self) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        self._mark = Glyph("warning", "warn", 14)
        self._words = Label("", "small", "warn", wraps=True)
        line.addWidget(self._mark)
        line.addWidget(self._words, 1)
        self.hide()

    def words(self) -> str:
        """Return the words that are shown."""
        return self._words.text()

    def show_fault(self, fault: Fault | None) -> None:
        """Show a fault, or nothing."""
        is_grave = fault is not None and fault.is_grave
        icon, tone = ("error", "danger") if is_grave else ("warning", "warn")
        self._mark.show_glyph(icon, tone)
        self._words.set_tone(tone)
        self._words.setText(fault.words if fault else "")
        self.setVisible(fault is not None)
