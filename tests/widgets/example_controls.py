"""The window where the user decides: plans in work, decisions, endings; for pictures."""

from __future__ import annotations

from collections.abc import Callable

import example_runs as runs

from app.main_window import MainWindow
from app.typesetting import typeset
from engine.agents.model.standalone import leaning
from engine.errors import Trouble
from engine.snapshot import RunSnapshot, WaveView
from engine.values import ReviewDecision
from widgets.run.page import DECISIONS

Show = Callable[[MainWindow, RunSnapshot | None], None]
LONG = (
    "What do owners of houses from the 1950s report about comfort, noise and bills in the first two winters after "
    "the gas furnace was replaced, and how do their reports differ between mild and cold regions of the country?"
)
MINE = ReviewDecision(status="approved", rationale="You approved what there is.", by="user", with_gaps=True)
CITING = runs.MORE.model_copy(
    update={
        "rationale": "Two points are **thin**:\n\n- the panel cost rests on one source [S2]\n- one winter only [S3]"
    }
)


def waiting(run_id: str, questions: tuple[str, ...], wave: int = 1) -> RunSnapshot:
    before = () if wave == 1 else (runs.first_wave(CITING),)
    waves = (*before, WaveView(wave=wave, questions=questions, waits_for_user=True))
    return runs.planning().model_copy(update={"run_id": run_id, "state": "waiting_for_plan", "waves": waves})


def failed(run_id: str, kind: str, title: str, advice: str) -> RunSnapshot:
    error = Trouble(kind=kind, title=title, advice=advice)
    update = {"run_id": run_id, "state": "failed", "waves": (), "ended_at": runs.NOW_S, "error": error}
    return runs.planning().model_copy(update=update)


def control_states(window: MainWindow, show: Show) -> dict[str, Callable[[], None]]:
    """Return what brings the window into each state."""
    page = window.run_page
    page.plan.set_check(leaning)
    page.plan.typeset = typeset
    page.decisions.typeset = typeset

    def editing() -> None:
        show(window, waiting("run-20", runs.FIRST))
        page.plan.list.edit(2)

    def faulty() -> None:
        show(window, waiting("run-21", (runs.FIRST[0], "And what does it cost?", LONG, " ", runs.FIRST[0])))
        page.plan.list.rows()[2].setFocus()

    def full() -> None:
        show(
            window,
            waiting("run-22", tuple(f"What is known about part {place} of the matter?" for place in range(16))),
        )

    def deleted() -> None:
        show(window, waiting("run-23", runs.SECOND, wave=2))
        page.plan.list.remove(1)

    def decided(run_id: str, *waves: WaveView, **update: object) -> None:
        show(window, runs.finished().model_copy(update={"run_id": run_id, "waves": waves, **update}))
        page.open_tab(DECISIONS)

    def asked_for_more() -> None:
        second = runs.running_second().waves[1]
        decided("run-24", runs.first_wave(CITING), second, state="researching", ended_at=None, versions=0)

    def stopping() -> None:
        run = runs.running_second().model_copy(update={"run_id": "run-25"})
        show(window, run)
        window.status.show_work(run)
        window.status.show_stopping()

    def elsewhere() -> None:
        show(window, runs.finished().model_copy(update={"run_id": "run-26"}))
        window.status.show_work(
            runs.running_second().model_copy(update={"topic": "Do induction hobs affect pacemakers?"})
        )

    def waiting_for_server() -> None:
        run = runs.running_second().model_copy(update={"run_id": "run-27", "waiting_until": runs.NOW_S + 41})
        show(window, run)
        window.status.show_work(run)

    def idle(state: Callable[[], None]) -> Callable[[], None]:
        def bring() -> None:
            window.status.show_work(None)
            state()

        return bring

    overruled = runs.first_wave(MINE).model_copy(update={"overruled": CITING})
    consent = failed("run-28", "consent", "Web pages would be read without isolation.",
                     "Allow it, or start Docker or install bubblewrap.")  # fmt: skip
    library = failed("run-29", "library", "No document of the folder /home/reader/papers could be read.",
                     "Choose a folder with documents.")  # fmt: skip
    cut_off = runs.stopped().model_copy(update={"run_id": "run-30", "state": "interrupted"})
    return {
        "20-plan-edited": idle(editing),
        "21-plan-faults": idle(faulty),
        "22-plan-full": idle(full),
        "23-plan-second-wave": idle(deleted),
        "24-decision-more": idle(asked_for_more),
        "25-decision-overruled": idle(lambda: decided("run-31", overruled, versions=2)),
        "26-stopping": idle(stopping),
        "27-at-work-elsewhere": idle(elsewhere),
        "28-server-waits": idle(waiting_for_server),
        "29-failed-consent": idle(lambda: show(window, consent)),
        "30-failed-library": idle(lambda: show(window, library)),
        "31-interrupted": idle(lambda: show(window, cut_off)),
    }
