"""What a run's limits are called and how they are worded: the one that ended its research, what is used of each."""

from __future__ import annotations

from engine.budget import SHARES, Limit
from engine.snapshot import ENDED, RunSnapshot
from engine.values import Budget
from resources.translation import mark, tr
from widgets import phrases
from widgets.phrases import RUN_FACES, Face

# Of a limit; the last tenth is kept for the report, so research ends here.
RESEARCH_SHARE = SHARES["up"]

_AT_LIMIT = Face(mark("Done at its limit"), "verified", "text2", "hover")
_WRAPPING_UP = Face(mark("Wrapping up"), "running", "accent", "accentSoft")


def run_face(run: RunSnapshot) -> Face:
    """Return how a run's state looks, also where a limit ended its research."""
    if run.limit_reached and run.state == "done":
        return _AT_LIMIT
    if run.limit_reached and run.state not in (*ENDED, "writing"):
        return _WRAPPING_UP
    return RUN_FACES[run.state]


def allowed(budget: Budget, limit: Limit) -> float | None:
    """Return what a budget allows of a limit, None when that is not limited."""
    figure = {"tokens": budget.tokens, "usd": budget.usd, "minutes": budget.minutes}[limit]
    return None if figure is None else float(figure)


def amount(limit: Limit, figure: float) -> str:
    """Return a figure of a limit with its unit: "200k tokens", "$2.00", "7.5 min"."""
    if limit == "tokens":
        return phrases.tokens(round(figure))
    if limit == "usd":
        return phrases.money(figure)
    return tr("{minutes} min", minutes=f"{figure:.1f}".removesuffix(".0"))


def limit_words(run: RunSnapshot) -> str:
    """Return in one sentence that a limit ended a run's research, "" when none did."""
    if not run.limit_reached:
        return ""
    figure = allowed(run.options.budget, run.limit_reached)
    limit = amount(run.limit_reached, figure) if figure is not None else ""
    if run.state == "done":
        return tr("This research ended at its limit of {limit}; its report is written from what there was.",
                  limit=limit)  # fmt: skip
    return tr("The limit of {limit} is reached: the report is written from what there is.", limit=limit)
