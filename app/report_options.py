"""From settings and what was asked for to how a report shall read and what a run may use."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from app import setting_checks
from app.settings import Settings
from engine.errors import InputError
from engine.values import Budget, ReportStyle


def report_style(settings: Settings, *, length: str | None, tone: str | None, sections: Sequence[str]) -> ReportStyle:
    """Return how a report shall read; None and () mean: as the settings say.

    Raises:
        InputError: a heading cannot be one.
    """
    headings = [" ".join(heading.split()) for heading in sections]
    if problem := setting_checks.sections(headings):
        raise InputError(problem, "Say each heading by itself: --section HEADING.")
    wanted: dict[str, Any] = {
        "length": length or settings["report.length"],
        "tone": tone or settings["report.tone"],
        "sections": tuple(headings or settings["report.sections"]),
    }
    return ReportStyle(**wanted)


def settings_budget(settings: Settings) -> Budget:
    """Return the budget of the settings, where 0 means no limit."""
    return Budget(
        tokens=settings["budget.tokens"] or None,
        usd=settings["budget.usd"] or None,
        minutes=settings["budget.minutes"] or None,
    )


def changed_budget(
    budget: Budget, *, tokens: int | None = None, usd: float | None = None, minutes: float | None = None
) -> Budget:
    """Return a budget with other limits; None leaves a limit as it is, 0 takes it away.

    Raises:
        InputError: a limit is below 0.
    """
    asked = {"tokens": tokens, "usd": usd, "minutes": minutes}
    limits = budget.model_dump()
    for name, limit in asked.items():
        if limit is not None and not (math.isfinite(limit) and limit >= 0):
            raise InputError(f"A budget of {limit} {name} is not possible.", "Choose a number; 0 means no limit.")
        if limit is not None:
            limits[name] = limit or None
    return Budget(**limits)
