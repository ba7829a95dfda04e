"""The line above a report that was never finished: what it is, and how it is taken along all the same."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from resources.translation import tr
from widgets.button import Button
from widgets.glyph import Glyph
from widgets.label import Label


class IncompleteBanner(QFrame):
    """Says that what stands below it is no report.

    Signals:
        copy_asked: What was written shall go to the clipboard.
        save_asked: What was written shall be saved as a file.
        report_asked: The report that there is shall be shown instead.
    """

    copy_asked = Signal()
    save_asked = Signal()
    report_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("incomplete")
        self.setProperty("soft", "warning")
        self.words = Label("", "small", wraps=True)
        self.words.setText(tr("Incomplete: what the model had written before it broke off. It is no report, and "
                              "nothing in it was checked."))  # fmt: skip
        self.setAccessibleName(self.words.text())
        self.back = Button(tr("Show the report"), "soft", compact=True)
        self.back.setObjectName("showReport")
        self.back.clicked.connect(self.report_asked)
        self.copy = Button(tr("Copy"), "soft", "copy", compact=True)
        self.copy.setObjectName("copyIncomplete")
        self.copy.setAccessibleName(tr("Copy what was written so far"))
        self.copy.clicked.connect(self.copy_asked)
        self.save = Button(tr("Save…"), "soft", "export", compact=True)
        self.save.setObjectName("saveIncomplete")
        self.save.setAccessibleName(tr("Save what was written so far"))
        self.save.clicked.connect(self.save_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(10)
        row.addWidget(Glyph("warning", "warn", 16))
        row.addWidget(self.words, 1)
        for button in (self.back, self.copy, self.save):
            row.addWidget(button)
        self.hide()

    def show_for(self, *, has_report: bool) -> None:
        """Offer the way back where there is a report."""
        self.back.setVisible(has_report)
