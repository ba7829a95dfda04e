"""Asks how far a run that its budget ended may go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from engine.budget import LIMITS, Limit
from engine.snapshot import RunSnapshot
from engine.values import Budget
from resources.translation import mark, tr
from widgets.button import Button
from widgets.ending.limits import RESEARCH_SHARE, allowed, amount
from widgets.label import Label
from widgets.settings.field import NumberField

WIDTH_PX = 460
_NAMES: dict[Limit, str] = {"tokens": mark("Tokens"), "usd": mark("Money"), "minutes": mark("Time")}


class LargerLimit(QDialog):
    """Shows every limit that leaves research no room, and takes a new figure for each.

    Signals:
        settled: The user goes on with these limits; the new `Budget`.
    """

    settled = Signal(object)

    def __init__(self, run: RunSnapshot, used: Mapping[Limit, float], parent: QWidget) -> None:
        """Args: used: what the run has used of each limit so far, its report included."""
        super().__init__(parent)
        self.setObjectName("largerLimit")
        self.setWindowTitle(tr("Go on with a larger limit"))
        self.setFixedWidth(WIDTH_PX)
        self._run, self._used = run, used
        self._values: dict[Limit, float] = {}
        self.fields: dict[Limit, NumberField] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(8)
        column.addWidget(Label(tr("How far may this research go on?"), "heading", wraps=True))
        told = tr("It goes on where its limit ended it and writes a new version of the report. Nothing is paid for "
                  "twice; the last tenth of a limit is kept for the report.")  # fmt: skip
        column.addWidget(Label(told, "body", "text2", wraps=True))
        column.addSpacing(8)
        for limit in limits_in_the_way(run, used):
            self.fields[limit] = self._make_field(limit)
            column.addWidget(self.fields[limit])
        column.addSpacing(12)
        column.addLayout(self._make_buttons())
        self._fit()
        first = next(iter(self.fields.values()), None)
        if first is not None:
            first.edit.setFocus()
            first.edit.selectAll()

    def settle(self) -> None:
        """Go on with what is entered, where it leaves research room."""
        for field in self.fields.values():
            field.commit()
        for limit, field in self.fields.items():
            value = self._values[limit]
            if not field.has_problem() and value and value * RESEARCH_SHARE <= self._used[limit]:
                least = amount(limit, least_figure(limit, self._used[limit]))
                field.show_problem(tr("That leaves no room for research: write at least {least}.", least=least))
        wrong = [field for field in self.fields.values() if field.has_problem()]
        self._fit()
        if wrong:
            wrong[0].edit.setFocus()
            wrong[0].edit.selectAll()
            return
        values: dict[str, Any] = {limit: value or None for limit, value in self._values.items()}
        budget = Budget.model_validate(self._run.options.budget.model_dump() | values)
        self.accept()
        self.settled.emit(budget)

    def _make_field(self, limit: Limit) -> NumberField:
        figure = allowed(self._run.options.budget, limit) or 0.0
        told = tr("{used} used of {allowed} allowed, the report included.",
                  used=amount(limit, self._used[limit]), allowed=amount(limit, figure))  # fmt: skip
        units = {"tokens": tr("tokens"), "usd": tr("US dollars"), "minutes": tr("minutes")}
        field = NumberField(
            "", tr(_NAMES[limit]), told, whole=limit == "tokens", sign="$" if limit == "usd" else "", empty=0,
            placeholder=tr("No limit"), unit=units[limit],
        )  # fmt: skip
        field.edit.setObjectName(f"larger-{limit}")
        self._values[limit] = larger_figure(limit, figure, self._used[limit])
        field.show_value(self._values[limit])
        field.changed.connect(lambda value: self._take(limit, value))
        return field

    def _take(self, limit: Limit, value: float) -> None:
        self._values[limit] = value
        self.fields[limit].show_value(value)

    def _make_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        self.cancel = Button(tr("Cancel"), "outline")
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.go_on = Button(tr("Go on"), "primary", "resume")
        self.go_on.setObjectName("goOnWithLimit")
        self.go_on.setDefault(True)
        self.go_on.clicked.connect(self.settle)
        row.addWidget(self.cancel)
        row.addWidget(self.go_on)
        return row

    def _fit(self) -> None:
        for field in self.fields.values():
            if (inner := field.layout()) is not None:
                inner.activate()
        if (whole := self.layout()) is not None:
            whole.invalidate()
            whole.activate()
        self.setFixedHeight(self.heightForWidth(self.width()))  # else wrapped words ask for more than they take


def limits_in_the_way(run: RunSnapshot, used: Mapping[Limit, float]) -> tuple[Limit, ...]:
    """Return the limits that leave research no room, the one that ended it first."""
    full = [limit for limit in LIMITS
            if (figure := allowed(run.options.budget, limit)) is not None
            and (used[limit] >= RESEARCH_SHARE * figure or limit == run.limit_reached)]  # fmt: skip
    return tuple(sorted(full, key=lambda limit: limit != run.limit_reached))


def larger_figure(limit: Limit, figure: float, used: float) -> float:
    """Return the limit to suggest: about as much again as was used, in two digits."""
    wanted = max(2 * figure, figure + used)
    return _rounded_up(limit, wanted)


def least_figure(limit: Limit, used: float) -> float:
    """Return a small limit that leaves research some room."""
    return _rounded_up(limit, used / RESEARCH_SHARE * 1.01)


def _rounded_up(limit: Limit, figure: float) -> float:
    least = {"tokens": 1.0, "usd": 0.01, "minutes": 0.1}[limit]
    step = max(least, 10.0 ** (len(str(int(figure))) - 2))
    return round((int(figure / step - 1e-9) + 1) * step, 2)
