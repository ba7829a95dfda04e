"""What works: the findings of a check, one below the other, with what mends the bad ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from resources.translation import tr
from widgets.button import Button
from widgets.glyph import Glyph
from widgets.label import Label
from widgets.settings.frame import Remark, clear
from widgets.theme import set_state

_FACES = {"ok": ("verified", "ok"), "note": ("warning", "warn"), "bad": ("error", "danger")}


@dataclass(frozen=True)
class Fix:
    """What a button beside a finding does: a model for every role or for one, another protocol."""

    text: str
    kind: Literal["model", "role", "protocol"]
    value: str
    old: str = ""


@dataclass(frozen=True)
class CheckLine:
    """One finding in words."""

    mark: Literal["ok", "note", "bad"]
    says: str
    why: str = ""
    figure: str = ""
    fixes: tuple[Fix, ...] = ()


class Checklist(QWidget):
    """The pane beside the model's form.

    Signals:
        check_asked: The model shall be checked.
        stop_asked: The check shall end.
        fix_asked: The button of a finding was pressed; its `Fix`.
    """

    check_asked = Signal()
    stop_asked = Signal()
    fix_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("modelChecks")
        self._lines: list[CheckLine] = []
        self._works = False
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(12)
        column.addLayout(self._make_head())
        self.card = QFrame()
        self.card.setProperty("card", "plain")
        self.card.setAccessibleName(tr("What works"))
        self._rows = QVBoxLayout(self.card)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        column.addWidget(self.card)
        column.addSpacing(4)
        column.addWidget(
            Remark(
                tr(
                    "Only the broker talks to this server. Researchers reach it through three calls, each counted "
                    "and logged."
                )
            )
        )
        column.addStretch(1)
        self.begin_anew("")

    def begin_anew(self, sentence: str) -> None:
        """Forget what was found; say why nothing is there."""
        self._lines = []
        self._works = False
        self._fill()
        self.card.hide()
        self.summary.setText(sentence or tr("A handful of small questions, about 1,000 tokens."))
        self._name_button()

    def show_working(self) -> None:
        """Show that it is being looked."""
        self._lines, self._works = [], True
        self._fill()
        self.summary.setText(tr("Looking…"))
        self._name_button()

    def add_line(self, line: CheckLine) -> None:
        """Show one more finding."""
        self._lines.append(line)
        self._rows.insertWidget(len(self._lines) - 1, self._row(line))
        self._end_rows()

    def show_end(self, sentence: str) -> None:
        """Show when and at what price it was found out."""
        self._works = False
        self._end_rows()
        self.summary.setText(sentence)
        self._name_button()

    def show_stale(self) -> None:
        """Say that something was changed since."""
        if self._lines and not self._works:
            self.summary.setText(tr("Changed since it was checked."))

    def lines(self) -> list[CheckLine]:
        """Return what is shown."""
        return list(self._lines)

    def _make_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(tr("What works"), "strong"))
        self.summary = Label("", "small", "text3", wraps=True)
        words.addWidget(self.summary)
        row.addLayout(words, 1)
        self.check = Button(tr("Check"), "outline", "retry")
        self.check.setObjectName("checkModel")
        self.check.clicked.connect(lambda: (self.stop_asked if self._works else self.check_asked).emit())
        row.addWidget(self.check, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _name_button(self) -> None:
        self.check.setText(tr("Stop") if self._works else tr("Check again") if self._lines else tr("Check"))
        self.check.set_icon("stop" if self._works else "retry")
        self.check.updateGeometry()

    def _fill(self) -> None:
        clear(self._rows)
        for line in self._lines:
            self._rows.addWidget(self._row(line))
        self._rows.addWidget(self._asking())
        self._end_rows()

    def _asking(self) -> QFrame:
        self._waiting = _Line("running", "accent", tr("Asking…"))
        self._waiting.hide()
        return self._waiting

    def _end_rows(self) -> None:
        """Show what is still asked, and no line below the last row."""
        self._waiting.setVisible(self._works)
        self.card.setVisible(bool(self._lines) or self._works)
        for place in range(self._rows.count()):
            item = self._rows.itemAt(place)
            row = item.widget() if item is not None else None
            if row is not None:
                is_last = row is self._waiting or (place == len(self._lines) - 1 and not self._works)
                set_state(row, "line", "" if is_last else "bottom")

    def _row(self, line: CheckLine) -> QFrame:
        icon, role = _FACES[line.mark]
        row = _Line(icon, role, line.says, line.why, line.figure, strong=line.mark != "ok")
        if line.fixes:
            row.add_buttons([self._button(fix) for fix in line.fixes])
        return row

    def _button(self, fix: Fix) -> Button:
        button = Button(fix.text, "soft", compact=True)
        button.clicked.connect(lambda: self.fix_asked.emit(fix))
        return button


class _Line(QFrame):
    """Icon, words and figure of one finding."""

    def __init__(
        self,
        icon: str,
        role: str,
        says: str,
        why: str = "",
        figure: str = "",
        *,
        strong: bool = False,
    ) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 9, 14, 9)
        row.setSpacing(12)
        row.addLayout(_lowered(Glyph(icon, role, 18), 2))
        self._words = QVBoxLayout()
        self._words.setSpacing(2)
        self._words.addWidget(Label(says, "body_strong" if strong else "body", wraps=True))
        if why:
            self._words.addWidget(Label(why, "small", "text3", wraps=True))
        row.addLayout(self._words, 1)
        if figure:
            row.addLayout(_lowered(Label(figure, "small", "text3"), 4))

    def add_buttons(self, buttons: list[Button]) -> None:
        """Put buttons below the words."""
        row = QHBoxLayout()
        row.setContentsMargins(0, 4, 0, 2)
        row.setSpacing(8)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        self._words.addLayout(row)


def _lowered(widget: QWidget, by_px: int) -> QVBoxLayout:
    """Put a widget beside the first line of words that may be several."""
    column = QVBoxLayout()
    column.setContentsMargins(0, by_px, 0, 0)
    column.addWidget(widget)
    column.addStretch(1)
    return column
