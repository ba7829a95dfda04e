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
from app.cli import EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, EXIT_USAGE
from app.commands.earlier_files import FILE_NAMES, outdated, remove
from app.composition import Composition
from app.options import Asked
from app.progress import ProgressPrinter
from app.report_options import changed_budget
from app.terminal import plain_text
from engine.errors import ConsentNeeded, ExportError, InputError, JournalError
from engine.events import JournalEntry
from engine.export import formats
from engine.fold import Fold
from engine.incomplete import incomplete_draft
from engine.run import Run, checked_topic
from engine.snapshot import RunSnapshot
from resources import sample_library, sample_topics

DEFAULT_FORMATS = ("md", "html", "json")
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
    return _ended(fold.snapshot(interrupted=True), failure, out, wanted, quiet=events is sys.stdout)


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


def _ended(
    snapshot: RunSnapshot, failure: JournalError | None, out: Path | None, wanted: tuple[str, ...], *, quiet: bool
) -> int:
    """Leave the files and say how it ended."""
    if out is not None:
        _leave_files(snapshot, out, wanted, quiet=quiet)
    elif snapshot.state == "done" and not quiet:
        print(plain_text(snapshot.report.markdown))
    if snapshot.state == "done":
        return EXIT_DONE
    go_on = f"Go on with: dossier resume {snapshot.run_id}"
    error = failure.trouble() if failure is not None else snapshot.error
    if error is not None:
        print(f"dossier: {error.title} {error.advice}", file=sys.stderr)
        kept = "What was gathered is kept."
        if incomplete_draft(snapshot):
            kept += f" What was written so far is incomplete, and kept too: dossier show {snapshot.run_id}."
        print(f"{kept} {go_on}", file=sys.stderr)
        return EXIT_USAGE if error.kind in (InputError.kind, ConsentNeeded.kind) else EXIT_FAILED
    answered = sum(1 for wave in snapshot.waves for view in wave.researchers if view.state == "done")
    asked = sum(len(wave.researchers) for wave in snapshot.waves)
    print(f"Stopped by you. {answered} of {asked} answers kept. {go_on}", file=sys.stderr)
    return EXIT_CANCELLED


def _leave_files(snapshot: RunSnapshot, out: Path, wanted: tuple[str, ...], *, quiet: bool) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExportError(
            f"The folder {out} cannot be made ({error.strerror}).",
            f"Choose another one: dossier export {snapshot.run_id} --format md --out FILE",
        ) from error
    written = tuple(name for name in wanted if name == "json" or snapshot.report.markdown)
    others = outdated(snapshot.run_id, out, written)
    for name in written:
        path = out / FILE_NAMES[name]
        formats.export(snapshot, name, path)
        print(path, file=sys.stderr if quiet else sys.stdout)
    remove(others)


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
