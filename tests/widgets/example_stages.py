"""Runs whose stages have times, models and use, and researchers in states of their own."""

from __future__ import annotations

import example_runs as runs

from engine.snapshot import ResearcherView, RunSnapshot, StageWork, Step
from engine.values import ReviewDecision, RunOptions, TokenUse

LONG_ANSWER = """A 100 A panel often suffices [r0] when the calculated load stays under 80 A.

- A **load manager** costs roughly $900-1,600 fitted [r1].
- A new panel costs $2,500-4,500 [r1].

See the [permit page](https://city-permits.example/electrical) and `NEC 220.87`."""


def _work(role: str, number: int, begun_s: float, took_s: float, tokens: int = 0) -> StageWork:
    use = TokenUse(calls=1, input_tokens=tokens, output_tokens=tokens // 8, cost_usd=0.01) if tokens else TokenUse()
    return StageWork(role=role, number=number, started_at=runs.START_S + begun_s,
                     ended_at=runs.START_S + begun_s + took_s, model="large-2-2025-10" if tokens else "",
                     usage=use)  # fmt: skip


STAGES = (
    _work("planner", 1, 1, 7, 980),
    _work("collector", 1, 60, 56),
    _work("reviewer", 1, 116, 5, 14_200),
    _work("planner", 2, 121, 1),
    _work("collector", 2, 150, 60),
    _work("reviewer", 2, 211, 6, 22_800),
    _work("writer", 1, 218, 92, 31_000),
)


def _with_view(run: RunSnapshot, wave: int, view: ResearcherView) -> RunSnapshot:
    def waves() -> tuple[object, ...]:
        return tuple(
            one.model_copy(update={"researchers": tuple(
                view if old.researcher == view.researcher else old for old in one.researchers)})
            if one.wave == wave else one
            for one in run.waves
        )  # fmt: skip

    return run.model_copy(update={"waves": waves()})


def finished() -> RunSnapshot:
    """A finished run; researcher 2.1 has an answer with a list, a link, gaps and two sources."""
    run = runs.finished()
    view = run.waves[1].researchers[0]
    assert view.finding is not None
    finding = view.finding.model_copy(update={
        "answer": LONG_ANSWER, "sources": (runs.gathered(0), runs.gathered(1), runs.gathered(3)),
        "gaps": ("What a utility charges for a service upgrade.", "Whether rented load managers exist."),
    })  # fmt: skip
    steps = tuple(step.model_copy(update={"size_bytes": 41_000, "results": 9 if step.what == "searched" else None})
                  for step in view.steps)  # fmt: skip
    rich = view.model_copy(update={"finding": finding, "model": "large-2-2025-10", "steps": steps, "attempt": 2})
    return _with_view(run, 2, rich).model_copy(update={"stages": STAGES})


def busy() -> RunSnapshot:
    """A run whose researcher 2.2 reads; sizes and results are known."""
    view = runs.working()
    steps = tuple(
        step.model_copy(update={"size_bytes": 88_000 if step.what == "opened" else None}) for step in view.steps
    )
    return _with_view(runs.running_second(), 2, view.model_copy(update={"steps": steps, "model": "large-2-2025-10"}))


def held_up() -> RunSnapshot:
    """A run whose researcher 2.2 waits for the model's server."""
    view = runs.working()
    failed = Step(at=runs.NOW_S - 8, what="failed", text="https://gone.example/a-page", call="fetch",
                  detail="The site answered 404.")  # fmt: skip
    waits = Step(at=runs.NOW_S - 4, what="waiting", text="Too many requests.", until=runs.NOW_S + 21)
    busy_view = view.model_copy(update={"steps": (*view.steps, failed, waits)})
    return _with_view(runs.running_second(), 2, busy_view)


def offline() -> RunSnapshot:
    """An offline run on a library, in a process of its own."""
    run = runs.running_first()
    view = run.waves[0].researchers[0]
    assert view.finding is not None
    sources = tuple(source.model_copy(update={"origin": "library", "url": "file:///home/reader/papers/field%20trial.pdf"})
                    for source in view.finding.sources[:1])  # fmt: skip
    mine = view.model_copy(update={"sandbox": "process", "usage": TokenUse(), "sandbox_id": "process-9f3a",
                                   "finding": view.finding.model_copy(update={"sources": sources})})  # fmt: skip
    options = RunOptions(mode="offline", library=("/home/reader/papers",))
    return _with_view(run, 1, mine).model_copy(update={"options": options, "sources": ()})


def overruled() -> RunSnapshot:
    """A run whose last review the user overruled."""
    run = finished()
    mine = ReviewDecision(status="approved", rationale="Good enough for me.", by="user", with_gaps=True)
    waves = (run.waves[0], run.waves[1].model_copy(update={"decision": mine}))
    return run.model_copy(update={"waves": waves})
