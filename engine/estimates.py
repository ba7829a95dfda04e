"""How long a run will take and how much: from earlier runs of the same kind, else what depth and budget allow."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from engine.journal.figures import RunFigures, source_kinds
from engine.values import Estimate, Prices, RunOptions

# The last few say best what the next one takes: servers, documents and settings change.
LAST_RUNS = 9
# What beside its researchers a run may ask its model: a plan, a review a wave and a report, each mended once.
_CALLS_OF_A_MIND = 2
_SPARE_CALLS = 4  # of a researcher, beside one for each page
_MOST_FOLLOW_UPS = 4


def estimate(options: RunOptions, past: Sequence[RunFigures]) -> Estimate:
    """Return what a run with these options is expected to take.

    Args:
        past: finished runs, newest first.
    """
    alike = _alike(options, past)
    if not alike:
        return _at_most(options)
    tokens_in = median(run.input_tokens for run in alike)
    tokens_out = median(run.output_tokens for run in alike)
    return Estimate(
        runs=len(alike),
        duration_s=median(run.duration_s for run in alike),
        calls=round(median(run.calls for run in alike)),
        tokens=round(tokens_in + tokens_out),
        cost_usd=_cost(options, alike, tokens_in, tokens_out),
    )


def _alike(options: RunOptions, past: Sequence[RunFigures]) -> Sequence[RunFigures]:
    """Return the last runs of the same mode, depth and model, of the same sources where there are any."""
    same = [
        run
        for run in past
        if (run.mode, run.depth, run.model, run.max_waves)
        == (options.mode, options.depth, options.model, options.max_waves)
    ]
    sources = source_kinds(options.model_dump(include={"library", "documents", "web", "hosted_search"}))
    closest = [run for run in same if run.sources == sources]
    return (closest or same)[:LAST_RUNS]


def _cost(options: RunOptions, alike: Sequence[RunFigures], tokens_in: float, tokens_out: float) -> float | None:
    """Return the cost at the prices that are set now, else as it was; None when it is not known."""
    if options.mode == "offline":
        return 0.0
    priced = _priced(options.prices, tokens_in, tokens_out)
    if priced is not None:
        return priced
    known = [run.cost_usd for run in alike if run.cost_usd is not None]
    return median(known) if len(known) == len(alike) else None


def _priced(prices: Prices, tokens_in: float, tokens_out: float) -> float | None:
    if prices.input_usd_per_million is None or prices.output_usd_per_million is None:
        return None
    return (tokens_in * prices.input_usd_per_million + tokens_out * prices.output_usd_per_million) / 1_000_000


def _at_most(options: RunOptions) -> Estimate:
    """Return the limits of depth and budget: what no run may pass."""
    if options.mode == "offline":
        return Estimate(calls=0, tokens=0, cost_usd=0.0)
    plan = options.plan
    questions = plan.max_questions + (options.max_waves - 1) * _MOST_FOLLOW_UPS
    calls = questions * (plan.pages + _SPARE_CALLS) + _CALLS_OF_A_MIND * (options.max_waves + 2)
    minutes = options.budget.minutes
    return Estimate(
        duration_s=None if minutes is None else minutes * 60,
        calls=calls,
        tokens=options.budget.tokens,
        cost_usd=0.0 if _is_free(options.prices) else options.budget.usd,
    )


def _is_free(prices: Prices) -> bool:
    return prices.input_usd_per_million == 0 and prices.output_usd_per_million == 0
