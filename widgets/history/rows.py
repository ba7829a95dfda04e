"""The rows of the history: a run with its state and one line about it, found or not; the heading of a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.snapshot import ENDED, RunSnapshot, RunState
from resources.translation import tr, trn
from widgets import clock, phrases
from widgets.spoken_dates import short_day

Span = tuple[int, int]  # start and end of marked characters


@dataclass(frozen=True)
class HistoryRow:
    """One run of the history."""

    run_id: str
    topic: str
    state: RunState
    started_at: float
    ended_at: float | None = None
    title: str = ""  # the user's own, "" = the topic
    wave: int = 0  # the last one
    asked: int = 0  # researchers: of the last wave while it works, of the whole run once it has ended
    answered: int = 0
    quotes: int = 0  # citations of the report
    quotes_found: int = 0
    rested_s: float = 0.0  # between start and end, while nobody worked on it
    is_elsewhere: bool = False  # another program works on it
    waits_for_plan: bool = False  # it ended while its plan waited for the user

    @property
    def name(self) -> str:
        """What it is called: its title, else its topic."""
        return self.title or " ".join(self.topic.split())


@dataclass(frozen=True)
class FoundRow:
    """A run that a search found; marks are places in its name and in the snippet."""

    row: HistoryRow
    marks: tuple[Span, ...] = ()
    snippet: str = ""
    snippet_marks: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Finds:
    """What a search found: by what runs are called, then by what they say."""

    named: tuple[FoundRow, ...] = ()
    saying: tuple[FoundRow, ...] = ()
    is_cut: bool = False  # there are more


@dataclass(frozen=True)
class Heading:
    """What the rows below it have in common."""

    text: str


def row_of_run(run: RunSnapshot, title: str = "") -> HistoryRow:
    """Return the row of a run that is at work here."""
    views = [view for wave in (run.waves if run.state in ENDED else run.waves[-1:]) for view in wave.researchers]
    audit = run.report.audit
    return HistoryRow(
        run.run_id, run.topic, run.state, run.started_at, run.ended_at, title, len(run.waves), len(views),
        sum(view.state == "done" for view in views), audit.citations if audit else 0,
        audit.found + audit.found_folded if audit else 0, run.rested_s,
    )  # fmt: skip


def row_line(row: HistoryRow) -> str:
    """Return the grey line of a run: how far it is, or what came of it."""
    if row.state == "done":
        return _done_line(row)
    if row.state in ENDED:
        return _cut_short_line(row)
    if row.is_elsewhere:
        if not row.asked:
            return tr("Running elsewhere")
        return tr("Running elsewhere · {got} of {total}", got=row.answered, total=row.asked)
    if row.state == "researching" and row.asked:
        return tr("Wave {wave} · {got} of {total} answered", wave=row.wave, got=row.answered, total=row.asked)
    return tr(phrases.RUN_FACES[row.state].word)


def found_line(row: HistoryRow) -> str:
    """Return the grey line of a run that was found: its day, which no heading tells, and its state."""
    today = datetime.fromtimestamp(clock.now()).date()
    day = short_day(datetime.fromtimestamp(row.started_at).date(), today)
    return tr("{day} · {state}", day=day, state=state_word(row))


def spoken(row: HistoryRow) -> str:
    """Return what a screen reader says of a run: its name, its state, its line."""
    return tr("{name}. {state}. {line}", name=row.name, state=state_word(row), line=row_line(row))


def state_word(row: HistoryRow) -> str:
    """Return a run's state in a word or two."""
    return tr("Running elsewhere") if row.is_elsewhere else tr(phrases.RUN_FACES[row.state].word)


def _done_line(row: HistoryRow) -> str:
    took = took_words(max(0.0, (row.ended_at or row.started_at) - row.started_at - row.rested_s))
    if not row.quotes:
        return tr("Done · {took}", took=took)
    found, took_of = row.quotes_found, {"found": row.quotes_found, "took": took}
    if row.quotes == 1 == found:
        return tr("The quote found · {took}", took=took)
    return tr("{found} of {total} quotes found · {took}", total=row.quotes, **took_of)


def _cut_short_line(row: HistoryRow) -> str:
    got = {"got": row.answered, "total": row.asked}
    if row.state == "failed":
        return tr("Failed · {got} of {total} kept", **got) if row.asked else tr("Failed before the first question")
    if row.state == "cancelled":
        return tr("Stopped by you · {got} of {total} kept", **got) if row.asked else tr("Stopped by you")
    if row.waits_for_plan:
        return tr("Interrupted · the plan waits for you")
    return tr("Interrupted · {got} of {total} kept", **got) if row.asked else tr("Interrupted")


def took_words(seconds: float) -> str:
    """Return how long a run took, as one remembers it: "48 s", "6 min", "2 h 5 min"."""
    if seconds < 59.5:
        return tr("{n} s", n=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 60:
        return tr("{n} min", n=minutes)
    return (
        tr("{h} h {min} min", h=minutes // 60, min=minutes % 60)
        if minutes % 60
        else trn("{n} h", "{n} h", minutes // 60)
    )
