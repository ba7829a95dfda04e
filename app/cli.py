"""The command line: the same engine without a window. Exit status: 0, 1 failed, 2 usage or consent, 130 cancelled."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import importlib.metadata
import sys
from collections.abc import Callable, Sequence

# What writing to a pipe, a terminal or a redirected file may fail with.
_OUTPUT_ERRNOS = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG)
_FORMATS = "md, html, pdf, docx, json, bibtex, ris, csl, bundle"
EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_CANCELLED = 0, 1, 2, 130


def version() -> str:
    """Return this program's version."""
    return importlib.metadata.version("dossier")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    root = argparse.ArgumentParser(
        prog="dossier",
        description="Research a topic and get a cited report. Without a command the window opens.",
    )
    root.add_argument("--version", action="version", version=f"Dossier {version()}")
    commands = root.add_subparsers(dest="command", metavar="COMMAND")
    _research(commands)
    _history(commands)
    doctor = commands.add_parser("doctor", help="say what works here, what does not, and how to mend it")
    doctor.add_argument("--json", action="store_true", help="as JSON")
    doctor.add_argument("--prepare", action="store_true", help="build the sandbox image first")
    return root


def _research(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    research = commands.add_parser("research", help="research a topic", description="Research a topic.")
    research.add_argument("topic", nargs="?", metavar="TOPIC", help="what to find out")
    research.add_argument("--sample", action="store_true", help="research the sample topic in the sample library")
    research.add_argument("--offline", action="store_true", help="use no language model: select and quote")
    research.add_argument("--profile", default="", metavar="NAME", help="the model profile to use (Settings, Model)")
    research.add_argument(
        "--library",
        action="append",
        default=[],
        metavar="DIR",
        help="search the documents of this folder (repeatable); without any, and without the web, the sample library",
    )
    research.add_argument("--sandbox", choices=("auto", "docker", "bubblewrap", "process"), default=None)
    research.add_argument("--depth", choices=("quick", "standard", "deep"), default=None)
    research.add_argument("--waves", type=int, default=None, metavar="N", help="at most N waves (1-4)")
    research.add_argument("--researchers", type=int, default=None, metavar="N", help="N at once (1-16, default 6)")
    _report(research)
    _budget(research)
    research.add_argument("--events", default="", metavar="FILE", help="write one JSON object per event; - is stdout")
    _output(research)


def _report(command: argparse.ArgumentParser) -> None:
    command.add_argument("--language", default="", metavar="L", help="language of the report, such as en or de")
    command.add_argument("--length", choices=("short", "standard", "long"), default=None, help="of the report")
    command.add_argument("--tone", choices=("neutral", "plain", "technical"), default=None, help="of the report")
    command.add_argument(
        "--section",
        action="append",
        default=[],
        metavar="HEADING",
        help="a heading the report shall have (repeatable, in order); without any, the writer chooses",
    )


def _budget(command: argparse.ArgumentParser) -> None:
    """Add the soft limits: near one it is told, and at it the report is written from what there is."""
    limits = (("tokens", int, "tokens it may use"), ("usd", float, "US dollars it may cost"),
              ("minutes", float, "minutes it may work"))  # fmt: skip
    for name, kind, meaning in limits:
        command.add_argument(f"--budget-{name}", type=kind, default=None, metavar="N", help=f"{meaning}; 0: no limit")


def _output(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--out", default="", metavar="DIR", help="leave report.md, report.html, report.pdf and run.json there"
    )
    command.add_argument("--format", default="", metavar="LIST", help=f"formats, separated by commas: {_FORMATS}")
    _paper(command)
    command.add_argument(
        "--yes", action="store_true", help="consent to cost, and to reading web pages without isolation"
    )


def _paper(command: argparse.ArgumentParser) -> None:
    command.add_argument("--paper", choices=("a4", "letter"), default=None, help="of formats with pages")


def _history(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    runs = commands.add_parser("runs", help="list the runs, newest first")
    runs.add_argument("--json", action="store_true", help="as JSON")
    show = commands.add_parser("show", help="print a run's report, or where it stands")
    show.add_argument("run", metavar="RUN", help="the run's id, or its beginning")
    show.add_argument("--json", action="store_true", help="as JSON (run.json)")
    resume = commands.add_parser("resume", help="go on with a run that stopped, or that its budget ended")
    resume.add_argument("run", metavar="RUN")
    _budget(resume)
    resume.add_argument("--events", default="", metavar="FILE", help="write one JSON object per event; - is stdout")
    _output(resume)
    export = commands.add_parser("export", help="write a run's report to a file")
    export.add_argument("run", metavar="RUN")
    export.add_argument("--format", required=True, metavar="F", help=_FORMATS)
    _paper(export)
    export.add_argument("--out", required=True, metavar="FILE", help="where to; - is stdout")
    bundle = commands.add_parser("open", help="take in an evidence bundle that was exported elsewhere")
    bundle.add_argument("file", metavar="FILE")
    delete = commands.add_parser("delete", help="delete a run")
    delete.add_argument("run", metavar="RUN")


def run_command(argv: Sequence[str], loaded: Callable[[], None] = lambda: None) -> int:
    """Run a command; return the exit status.

    Args:
        loaded: called when the command's own code is loaded and its work begins.
    """
    try:
        return _run_command(argv, loaded)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return EXIT_CANCELLED


def _run_command(argv: Sequence[str], loaded: Callable[[], None]) -> int:
    from app import terminal
    from engine.errors import DossierError, InputError, RunNotFound

    terminal.forgive_encodings()
    arguments = parser().parse_args(argv)
    try:
        status = _dispatch(arguments, loaded)
        terminal.flush()
        return status
    except (InputError, RunNotFound) as error:
        return _failed(str(error), EXIT_USAGE)
    except DossierError as error:
        return _failed(str(error), EXIT_FAILED)
    except BrokenPipeError:
        # Whoever read has what he wanted (`| head`): one quiet end, and a run that was at work is kept.
        return EXIT_FAILED
    except OSError as error:
        if error.errno not in _OUTPUT_ERRNOS:
            raise
        return _failed(f"The output could not be written ({error.strerror}). Send it elsewhere.", EXIT_FAILED)
    finally:
        terminal.let_go_of_broken()


def _failed(sentence: str, status: int) -> int:
    with contextlib.suppress(OSError):
        print(f"dossier: {sentence}", file=sys.stderr, flush=True)  # noqa: T201
    return status


def _dispatch(arguments: argparse.Namespace, loaded: Callable[[], None]) -> int:
    if arguments.command in ("research", "resume"):
        from app.commands.research import run
    elif arguments.command == "doctor":
        from app.commands.doctor import run
    else:
        from app.commands.history import run
    loaded()
    return run(arguments)
