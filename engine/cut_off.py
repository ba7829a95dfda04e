"""A run that no process works on though it never ended: everyone stopped with the process that owned it."""

from __future__ import annotations

from engine.snapshot import RunSnapshot, WaveView


def cut_off_at(run: RunSnapshot, at: float) -> RunSnapshot:
    """Return a run as one that was interrupted at `at`, seconds since the epoch."""
    stages = tuple(
        work.model_copy(update={"ended_at": at}) if work.started_at is not None and work.ended_at is None else work
        for work in run.stages
    )
    waves = tuple(_wave_cut_off(wave, at) for wave in run.waves)
    return run.model_copy(update={"state": "interrupted", "ended_at": at, "waves": waves, "stages": stages})


def _wave_cut_off(wave: WaveView, at: float) -> WaveView:
    stopped = {"state": "stopped", "ended_at": at, "activity": ""}
    views = tuple(
        view.model_copy(update=stopped) if view.started_at is not None and view.ended_at is None else view
        for view in wave.researchers
    )
    return wave.model_copy(update={"researchers": views})
