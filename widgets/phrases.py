"""How figures and states are worded: times, counts, addresses, states with their icon and colour."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from engine.snapshot import ResearcherState, ResearcherView, RunSnapshot, RunState
from engine.values import RunOptions
from resources.translation import mark, tr


class Face(NamedTuple):
    """How a state looks: its word, marked for translation, its icon, the colour of both, the ground behind them."""

    word: str
    icon: str
    role: str
    ground: str


RUN_FACES: dict[RunState, Face] = {
    "planning": Face(mark("Planning"), "running", "accent", "accentSoft"),
    "preparing": Face(mark("Preparing"), "running", "accent", "accentSoft"),
    "waiting_for_plan": Face(mark("Waiting for you"), "waiting", "accent", "accentSoft"),
    "researching": Face(mark("Researching"), "running", "accent", "accentSoft"),
    "collecting": Face(mark("Collecting"), "running", "accent", "accentSoft"),
    "reviewing": Face(mark("Reviewing"), "running", "accent", "accentSoft"),
    "writing": Face(mark("Writing"), "running", "accent", "accentSoft"),
    "done": Face(mark("Done"), "verified", "ok", "okSoft"),
    "failed": Face(mark("Failed"), "failed", "danger", "dangerSoft"),
    "cancelled": Face(mark("Stopped"), "cancelled", "text2", "hover"),
    "interrupted": Face(mark("Interrupted"), "cancelled", "text2", "hover"),
}

RESEARCHER_FACES: dict[ResearcherState, Face] = {
    "waiting": Face(mark("Waiting"), "queued", "text3", "hover"),
    "starting": Face(mark("Starting"), "running", "accent", "accentSoft"),
    "searching": Face(mark("Searching"), "running", "accent", "accentSoft"),
    "reading": Face(mark("Reading"), "running", "accent", "accentSoft"),
    "answering": Face(mark("Answering"), "running", "accent", "accentSoft"),
    "done": Face(mark("Done"), "verified", "ok", "okSoft"),
    "failed": Face(mark("Failed"), "failed", "danger", "dangerSoft"),
    "stopped": Face(mark("Stopped"), "cancelled", "text2", "hover"),
}

DEPTH_WORDS = {"quick": mark("Quick"), "standard": mark("Standard"), "deep": mark("Deep")}


def count(number: int, noun: str, plural: str = "") -> str:
    """Return "1 source", "3 sources"."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def minutes_seconds(seconds: float) -> str:
    """Return a short time as 0:48 or 11:20."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def clock_face(seconds: float) -> str:
    """Return a running time as 02:47 or 1:02:47."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60:02}:{rest % 60:02}"


def duration(seconds: float) -> str:
    """Return a time in words: "48 s", "6 min", "11 min 20 s"."""
    whole = max(0, int(seconds))
    minutes, rest = divmod(whole, 60)
    if not minutes:
        return tr("{seconds} s", seconds=rest)
    if not rest:
        return tr("{minutes} min", minutes=minutes)
    return tr("{minutes} min {seconds} s", minutes=minutes, seconds=rest)


def time_of_day(at: float) -> str:
    """Return a time as 14:02, in the local zone."""
    return datetime.fromtimestamp(at).strftime("%H:%M")


def tokens(number: int) -> str:
    """Return "812 tokens", "9.1k tokens", "163k tokens"."""
    if number < 1_000:
        return f"{number} tokens"
    thousands = number / 1_000
    return f"{thousands:.1f}k tokens" if thousands < 100 else f"{thousands:.0f}k tokens"


def money(usd: float) -> str:
    """Return "$0.31"; less than a cent is said to be that."""
    return "under $0.01" if 0 < usd < 0.01 else f"${usd:.2f}"


def size(size_bytes: int) -> str:
    """Return "88 KB", "1.2 MB"."""
    if size_bytes < 1_000:
        return f"{size_bytes} B"
    if size_bytes < 1_000_000:
        return f"{size_bytes / 1_000:.0f} KB"
    return f"{size_bytes / 1_000_000:.1f} MB"


def host(url: str) -> str:
    """Return what tells a reader where an address leads: the host, or the file's name."""
    parts = urlsplit(url)
    if parts.scheme == "file":
        return unquote(parts.path.rsplit("/", 1)[-1])
    return parts.hostname or url


def address(url: str) -> str:
    """Return an address without its scheme, as a person would read it; a file's as its path."""
    if url.startswith("file:"):
        return unquote(urlsplit(url).path)
    return url.removeprefix("https://").removeprefix("http://")


def researcher_id(view: ResearcherView) -> str:
    """Return "2.2" for the second researcher of the second wave."""
    return f"{view.wave}.{view.researcher}"


def elapsed_s(view: ResearcherView, now_s: float) -> float | None:
    """Return how long a researcher has worked, None before it starts."""
    if view.started_at is None:
        return None
    return max(0.0, (view.ended_at or now_s) - view.started_at - view.rested_s)


def run_elapsed_s(run: RunSnapshot, now_s: float) -> float:
    """Return how long a run has been worked on."""
    return max(0.0, (run.ended_at or now_s) - run.started_at - run.rested_s) if run.started_at else 0.0


def run_clock_s(run: RunSnapshot, at: float) -> float:
    """Return how long a run had been worked on at a time, in seconds since the epoch."""
    rested = sum(min(until, at) - since for since, until in run.rests if since < at)
    return max(0.0, at - run.started_at - rested)


def source_words(options: RunOptions) -> str:
    """Return where a run looks: "Web and library"."""
    web = options.web or options.hosted_search
    if web and options.library:
        return tr("Web and library")
    if options.documents and not options.library:
        return tr("Web and your files") if web else tr("Your files")
    return tr("Web") if web else tr("Library")


def answered(run: RunSnapshot) -> tuple[int, int]:
    """Return how many researchers of the run have answered, and how many there are."""
    views = [view for wave in run.waves for view in wave.researchers]
    return sum(view.state == "done" for view in views), len(views)


def day_and_time(at: float) -> str:
    """Return "30 Nov, 14:04", in the local zone."""
    moment = datetime.fromtimestamp(at)
    return f"{moment.day} {moment:%b, %H:%M}"
