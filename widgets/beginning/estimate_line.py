"""How long a research will take and how much, in one line; what is not known is said to be so."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.values import Estimate
from resources.translation import tr, trn
from widgets import phrases
from widgets.fonts import grown_px
from widgets.glyph import Glyph
from widgets.label import ElidedLabel

_STEP_S = 5  # of a time under a minute: more would promise more than medians hold


class EstimateLine(QWidget):
    """Shows an estimate, or nothing."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addStretch(1)
        self._mark, self._words = Glyph("clock", "text3", 14), ElidedLabel("", "small", "text3")
        row.addWidget(self._mark)
        row.addWidget(self._words)
        self.setFixedHeight(grown_px(18))
        self._mark.hide()

    def show_estimate(self, estimate: Estimate | None) -> None:
        """Show an estimate; None: nothing can be told yet."""
        self.show_words(estimate_words(estimate) if estimate else "")
        self.setToolTip(_basis(estimate) if estimate else "")

    def show_words(self, words: str) -> None:
        """Show words."""
        self._words.show_text(words)
        self._mark.setVisible(bool(words))

    def words(self) -> str:
        """Return what is shown."""
        return self._words.text()


def estimate_words(estimate: Estimate) -> str:
    """Return an estimate in one line."""
    if not estimate.runs:
        return _first_run_words(estimate)
    time = _about(estimate.duration_s or 0)
    if not estimate.calls:
        return tr("About {time}, no cost", time=time)
    figures = {"time": time, "tokens": _tokens(estimate.tokens or 0), "cost": _cost(estimate.cost_usd)}
    return trn(
        "About {time}, {n} model call, about {tokens} tokens, {cost}",
        "About {time}, {n} model calls, about {tokens} tokens, {cost}",
        estimate.calls,
        **figures,
    )


def _first_run_words(estimate: Estimate) -> str:
    if not estimate.calls:
        return tr("No cost. No run yet to tell the time from")
    if estimate.duration_s is not None:
        return tr(
            "At most {time} and {calls} model calls, {cost}",
            time=_about(estimate.duration_s),
            calls=estimate.calls,
            cost=_cost(estimate.cost_usd),
        )
    return tr(
        "At most {calls} model calls, {cost}. No run yet to tell the time from",
        calls=estimate.calls,
        cost=_cost(estimate.cost_usd),
    )


def _basis(estimate: Estimate) -> str:
    """Return what an estimate is made from."""
    if not estimate.runs:
        return tr("Upper limits of this depth and of your spending limit.")
    return trn("As the one earlier run like this took.", "The median of {n} earlier runs like this.", estimate.runs)


def _about(seconds: float) -> str:
    """Return a time without a precision it does not have."""
    if seconds < 60:
        return tr("{n} s", n=max(_STEP_S, round(seconds / _STEP_S) * _STEP_S))
    minutes = round(seconds / 60)
    if minutes < 60:
        return tr("{n} min", n=minutes)
    return tr("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def _tokens(number: int) -> str:
    if number < 1_000:
        return str(number)
    return f"{number / 1_000:.0f}k" if number >= 10_000 else f"{number / 1_000:.1f}k"


def _cost(usd: float | None) -> str:
    if usd is None:
        return tr("cost not known")
    return tr("no cost") if usd == 0 else phrases.money(usd)
