"""The words of the planner's box: what is being prepared, how many questions each wave got."""

from __future__ import annotations

from engine.snapshot import ENDED, RunSnapshot, WaveView
from resources.translation import tr, trn
from widgets import phrases


def preparing_words(run: RunSnapshot) -> tuple[str, ...]:
    """Return what is being prepared."""
    return (run.preparing,)


def preparing_percent(run: RunSnapshot) -> int | None:
    """Return how far the preparation is, None when that is unknown."""
    if run.preparing_percent is not None:
        return min(100, max(0, run.preparing_percent))
    if run.library_reading is None or not run.library_reading[1]:
        return None
    done, total = run.library_reading
    return min(100, 100 * done // total)


def question_lines(run: RunSnapshot, now_s: float) -> tuple[tuple[str, ...], ...]:
    """Return at most two lines: how many questions were planned, or what the planner does."""
    planned = [wave for wave in run.waves if wave.questions]
    works = run.state in ("planning", "preparing")
    if not planned and works:
        return ((tr("Splits the topic into questions"), tr("Splits the topic")),)
    if not planned:
        return ((tr("Not reached") if run.state in ENDED else tr("Waits"),),)
    if works:
        following = planned[-1].wave + 1
        return _first(run, planned[0]), (tr("Plans wave {wave}", wave=following),)
    if len(planned) == 1:
        return (_first(run, planned[0]),)
    if len(planned) == 2:
        return _first(run, planned[0]), _more(run, planned[1])
    count = sum(len(wave.questions) for wave in planned)
    return (trn("{n} question", "{n} questions", count),), (tr("in {number} waves", number=len(planned)),)


def _first(run: RunSnapshot, wave: WaveView) -> tuple[str, ...]:
    count, time = len(wave.questions), _took(run, wave)
    plain = trn("{n} question", "{n} questions", count)
    return (trn("{n} question, {time}", "{n} questions, {time}", count, time=time), plain) if time else (plain,)


def _more(run: RunSnapshot, wave: WaveView) -> tuple[str, ...]:
    count, time = len(wave.questions), _took(run, wave)
    plain = trn("then {n} more", "then {n} more", count)
    return (trn("then {n} more, {time}", "then {n} more, {time}", count, time=time), plain) if time else (plain,)


def _took(run: RunSnapshot, wave: WaveView) -> str:
    """Return how long the planner worked on a wave, "" when that is unknown or was no time at all."""
    work = run.stage("planner", wave.wave)
    if work.started_at is None or work.ended_at is None or work.ended_at - work.started_at < 1:
        return ""
    return phrases.duration(work.ended_at - work.started_at)
