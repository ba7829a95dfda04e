"""`research` and `resume`: one run in the foreground, its progress on stderr, its files where asked."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from app import async_run
from app.commands.ending import Files, ended
from app.composition import Composition
from app.options import Asked
from app.progress import ProgressPrinter
from app.report_options import changed_budget
from engine.errors import ExportError, InputError, JournalError
from engine.events import JournalEntry
from engine.export import formats
from engine.fold import Fold
from engine.run import Run, checked_topic
from resources import sample_library, sample_topics

DEFAULT_FORMATS = ("md", "html", "pdf", "json")
SAMPLE_NOTICE = (
    "No folder is chosen: the sample library about heating is searched. Choose your own documents with --library DIR."
)


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    wanted = _formats(arguments.format)
    out = Path(arguments.out) if arguments.out else None
    if arguments.format and out is None:
        raise InputError("--format needs --out.", "Say where the files go: --out DIR.")
    with Composition.open() as composition, _events_file(arguments.events) as events:
        return async_run.run(lambda: _researched(composition, arguments, out, wanted, events))


async def _researched(
    composition: Composition,
    arguments: argparse.Namespace,
    out: Path | None,
    wanted: tuple[str, ...],
    events: TextIO | None,
) -> int:
    failure: JournalError | None = None
    with _Interrupts() as interrupts:
        async with composition.working():
            work = _started(composition, arguments)
            interrupts.stop = work.stop
            fold, printer = Fold(), ProgressPrinter(sys.stderr)
            known = composition.last_seq(work.run_id)
            async with contextlib.aclosing(work.entries()) as entries:
                print(f"Run {work.run_id}", file=sys.stderr)
                if composition.settings.trouble:
                    print(composition.settings.trouble, file=sys.stderr)
                try:
                    async for entry in entries:
                        fold.apply(entry)
                        _write_event(events, entry)
                        if entry.seq > known or entry.seq == 1:
                            printer.show(entry)
                except JournalError as error:
                    failure = error  # what was shown is kept; files and advice are still due
    means = composition.export_means(work.run_id, arguments.paper)
    snapshot = fold.snapshot(interrupted=True)
    return ended(snapshot, failure, Files(out, wanted, means, is_quiet=events is sys.stdout))


def _write_event(events: TextIO | None, entry: JournalEntry) -> None:
    if events is None:
        return
    try:
        print(entry.model_dump_json(), file=events, flush=True)
    except OSError as error:
        if events is sys.stdout:
            raise
        raise ExportError(
            f"The events could not be written to {events.name} ({error.strerror}).",
            "The research is kept: `dossier runs` lists it, `dossier resume` goes on with it.",
        ) from error


def _started(composition: Composition, arguments: argparse.Namespace) -> Run:
    if arguments.command == "resume":
        run_id = composition.journal.run(arguments.run).id
        budget = changed_budget(
            composition.snapshot(run_id).options.budget,
            tokens=arguments.budget_tokens,
            usd=arguments.budget_usd,
            minutes=arguments.budget_minutes,
        )
        return composition.resume(run_id, consent=arguments.yes, budget=budget)
    topic, library = arguments.topic, tuple(arguments.library)
    if arguments.sample:
        topic = topic or sample_topics()[0]
        library = library or (str(sample_library()),)
    if topic is None:
        raise InputError("There is no topic.", 'Write it behind the command: dossier research "your topic".')
    checked_topic(topic)
    asked = Asked(
        offline=arguments.offline or arguments.sample,
        library=library,
        sandbox=arguments.sandbox,
        depth=arguments.depth,
        waves=arguments.waves,
        researchers=arguments.researchers,
        language=arguments.language,
        length=arguments.length,
        tone=arguments.tone,
        sections=tuple(arguments.section),
        budget_tokens=arguments.budget_tokens,
        budget_usd=arguments.budget_usd,
        budget_minutes=arguments.budget_minutes,
        profile=arguments.profile,
        consent=arguments.yes,
    )
    options = composition.options(asked)
    for folder in options.library:
        if not Path(folder).exists():
            raise InputError(f"There is no folder {folder}.", "Choose another one: --library DIR.")
    if options.library == (str(sample_library()),) and not library:
        print(SAMPLE_NOTICE, file=sys.stderr)
    return composition.start(topic, options)


def _formats(text: str) -> tuple[str, ...]:
    """Return the wanted formats.

    Raises:
        InputError: one is unknown or not available.
    """
    names = tuple(name.strip() for name in text.split(",") if name.strip()) or DEFAULT_FORMATS
    for name in names:
        formats.require(name)
    return names


@contextlib.contextmanager
def _events_file(name: str) -> Iterator[TextIO | None]:
    if not name:
        yield None
    elif name == "-":
        yield sys.stdout
    else:
        try:
            file = open(name, "w", encoding="utf-8")  # noqa: SIM115 - closed below, opened apart to tell its errors
        except OSError as error:
            raise InputError(f"{name} cannot be written ({error.strerror}).", "Choose another file.") from error
        try:
            yield file
        finally:
            with contextlib.suppress(OSError):  # each line was flushed; a failure was told then
                file.close()


class _Interrupts:
    """Lets Ctrl+C and a termination stop the run cleanly, once, until everything is cleaned up; the run is kept."""

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None  # of the run, once there is one
        self._numbers: list[signal.Signals] = []

    def __enter__(self) -> _Interrupts:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None

        def act() -> None:
            (self.stop or task.cancel)()

        # Windows has none of this: Ctrl+C cancels the main task there, which ends the run as interrupted.
        with contextlib.suppress(NotImplementedError):
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, act)
                self._numbers.append(number)
        return self

    def __exit__(self, *about: object) -> None:
        loop = asyncio.get_running_loop()
        for number in self._numbers:
            loop.remove_signal_handler(number)
