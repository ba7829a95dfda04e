"""The one place that knows how a sandbox's program is started on this machine, installed or frozen."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.sandbox.limits import SandboxLimits
from engine.sandbox.port import Program

# What the programs import beside the standard library; whatever these need is installed beside them.
LIBRARY_MODULES = ("pydantic", "pydantic_core", "lxml", "trafilatura", "pypdfium2")
# The argument with which a frozen app becomes a sandbox's program; app/__main__ looks for it first of all.
FROZEN_ARGUMENT = "--sandbox-program"
# The program beside a frozen app that is started so: a window's own on Windows has no stdin and stdout.
FROZEN_RESEARCHER = "dossier-researcher"

# Runs before anything else in the child: limits, then the folders the program's code lives in, then the program.
_BOOTSTRAP = """\
import json, runpy, sys
setup = json.loads(sys.argv[1])
try:
    import resource
except ImportError:
    resource = None
for name, value in setup["limits"].items():
    if resource and hasattr(resource, name):
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (OSError, ValueError):
            pass
sys.path += setup["folders"]
sys.argv[:] = ["researcher_container", setup["program"]]
if setup["source"] is None:
    runpy.run_module("researcher_container", run_name="__main__", alter_sys=True)
else:
    exec(compile(setup["source"], "<program>", "exec"), {"__name__": "__main__"})
"""


@dataclass(frozen=True)
class ProgramCommand:
    """A command line and what of the file system it needs.

    Attributes:
        arguments: the command.
        folders: the interpreter's and the code's folders, for kinds that show a program only those.
    """

    arguments: tuple[str, ...]
    folders: tuple[Path, ...]


def program_command(
    program: Program, limits: SandboxLimits, *, source: str | None = None, count_processes: bool = False
) -> ProgramCommand:
    """Return how to start a program as a child of this process.

    Args:
        program: which of the two.
        limits: enforced by the child on itself before it reads anything.
        source: Python text to run instead of the product's program (hostile programs of the tests).
        count_processes: also limit processes; sane only where nobody else's are counted.
    """
    enforced = resource_limits(limits, count_processes=count_processes)
    if getattr(sys, "frozen", False):
        setup = _setup(program, (), enforced, source)
        own = Path(sys.executable).resolve()
        researcher = own.with_name(FROZEN_RESEARCHER + own.suffix)
        return ProgramCommand((str(researcher), FROZEN_ARGUMENT, setup), (own.parent,))
    folders = [str(folder) for folder in code_folders()]
    arguments = bootstrap_arguments(sys.executable, program, folders, limits=enforced, source=source)
    return ProgramCommand(arguments, _needed_folders())


def run_frozen(setup: str) -> None:
    """Become a sandbox's program; a frozen app calls this when its first argument is FROZEN_ARGUMENT."""
    sys.argv[:] = [sys.argv[0], setup]
    exec(compile(_BOOTSTRAP, "<bootstrap>", "exec"), {"__name__": "__bootstrap__"})


def bootstrap_arguments(
    python: str, program: Program, folders: Sequence[str], *, limits: dict[str, int], source: str | None
) -> tuple[str, ...]:
    """Return the command line that starts a program with a given interpreter and given folders of code."""
    # -S: nothing of the app's site configuration runs inside; the folders are named instead.
    setup = _setup(program, folders, limits, source)
    return (python, "-I", "-S", "-B", "-X", "utf8", "-c", _BOOTSTRAP, setup)


def resource_limits(limits: SandboxLimits, *, count_processes: bool) -> dict[str, int]:
    """Return the limits as names and values of the `resource` module."""
    values = {
        "RLIMIT_AS": limits.address_space_bytes,
        "RLIMIT_CPU": limits.cpu_time_s,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_CORE": 0,
    }
    if count_processes:
        values["RLIMIT_NPROC"] = limits.pids
    return values


def code_folders() -> tuple[Path, ...]:
    """Return the folders to import the programs and their libraries from."""
    return tuple(dict.fromkeys((container_folder().parent, *library_folders())))


def library_folders() -> tuple[Path, ...]:
    """Return the folders the programs' libraries are installed in."""
    found: dict[Path, None] = {}
    for name in LIBRARY_MODULES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            found[Path(spec.origin).parent.parent] = None
    return tuple(found)


def container_folder() -> Path:
    """Return the folder of the programs' own code; the image is built from it."""
    spec = importlib.util.find_spec("researcher_container")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _needed_folders() -> tuple[Path, ...]:
    """Return interpreter, environment, libraries; of our own code only its folder, not what lies beside it."""
    interpreter = (Path(sys.base_prefix), Path(sys.prefix), Path(sys.executable).resolve().parent)
    return tuple(dict.fromkeys((*interpreter, *library_folders(), container_folder())))


def _setup(program: Program, folders: Sequence[str], limits: dict[str, int], source: str | None) -> str:
    return json.dumps({"limits": limits, "folders": list(folders), "program": program, "source": source})
