"""How far a run is and how long its wave will take, in a sentence; what is not known is not said."""

from __future__ import annotations

import heapq
from math import ceil
from statistics import median

from engine.snapshot import ENDED as RUN_ENDED
from engine.snapshot import RunSnapshot, WaveView
from resources.translation import tr, trn
from widgets import phrases
from widgets.ending.limits import limit_words

ENDED = ("done", "failed", "stopped")
# Who has worked this many times longer than usual tells that the usual says nothing here.
UNUSUAL = 3.0
# Of the usual time: who has worked longer than usual is close to the end, but nobody knows how close.
LAST_STRETCH = 0.2


def progress_words(run: RunSnapshot, now_s: float) -> str:
    """Return how far a run is, "" when there is nothing to say."""
    if run.waiting_until is not None and run.waiting_until > now_s:
        left = phrases.minutes_seconds(ceil(run.waiting_until - now_s))
        return tr("Waiting {time} for the model's server", time=left)
    if run.limit_reached and run.state not in ("writing", *RUN_ENDED):
        return limit_words(run)
    if run.state == "waiting_for_plan":
        return tr("Waiting for you: check the questions")
    if run.state == "preparing" or run.preparing:
        percent = run.preparing_percent
        return run.preparing if percent is None else f"{run.preparing} · {percent} %"
    if run.state == "researching" and run.waves:
        return _wave_words(run, run.waves[-1], now_s)
    if run.state == "collecting":
        return tr("Looking for every quote in its source")
    if run.state == "reviewing" and run.waves:
        got = sum(view.state == "done" for wave in run.waves for view in wave.researchers)
        return trn("The reviewer reads {n} answer", "The reviewer reads {n} answers", got)
    if run.state == "writing":
        written = len(run.report.draft.split())
        return trn("{n} word written so far", "{n} words written so far", written) if written else tr("Writing")
    return ""


def wave_left_s(run: RunSnapshot, wave: WaveView, now_s: float) -> float | None:
    """Return how long a wave will still take, None when nothing says how long a researcher takes."""
    took = [phrases.elapsed_s(view, now_s) for each in run.waves for view in each.researchers if view.state == "done"]
    known = [seconds for seconds in took if seconds]
    if not known:
        return None
    usual = median(known)
    ends, waiting = [], 0
    for view in wave.researchers:
        worked = phrases.elapsed_s(view, now_s)
        if view.state in ENDED:
            continue
        if view.state == "waiting" or worked is None:
            waiting += 1
        elif worked > UNUSUAL * usual:
            return None
        else:
            ends.append(max(usual - worked, LAST_STRETCH * usual))
    ends += [0.0] * min(waiting, max(0, run.options.concurrency - len(ends)))
    heapq.heapify(ends)
    for _ in range(waiting):
        heapq.heappush(ends, heapq.heappop(ends) + usual)
    return max(ends, default=None)


def _wave_words(run: RunSnapshot, wave: WaveView, now_s: float) -> str:
    total = len(wave.researchers)
    got = sum(view.state == "done" for view in wave.researchers)
    left_s = wave_left_s(run, wave, now_s)
    if not total:
        return ""
    if left_s is None:
        return tr("{got} of {total} answered", got=got, total=total)
    if left_s < 60:
        return tr("{got} of {total} answered, under a minute left in this wave", got=got, total=total)
    minutes = ceil(left_s / 60)
    return tr("{got} of {total} answered, about {n} min left in this wave", got=got, total=total, n=minutes)
