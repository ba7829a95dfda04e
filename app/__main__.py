"""The program's entry: the window without arguments, the command line with them."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Start what the arguments ask for; return the exit status."""
    argv = sys.argv[1:]
    from engine.sandbox.command import FROZEN_ARGUMENT, run_frozen

    if len(argv) == 2 and argv[0] == FROZEN_ARGUMENT:
        run_frozen(argv[1])
        return 0
    give_back_library_path()
    from app.logs import start_logging
    from engine.sandbox.undumpable import make_undumpable

    # Before a key is read: a child of the same user could else read it from this process.
    make_undumpable()
    start_logging()
    if argv:
        from app.cli import run_command

        return run_command(argv)
    from app.gui import run_window

    return run_window(argv)


def give_back_library_path() -> None:
    """Let what a frozen app starts, such as a browser, load the system's libraries instead of the app's own."""
    if getattr(sys, "frozen", False) and sys.platform == "linux":
        os.environ.pop("LD_LIBRARY_PATH", None)
        if before := os.environ.pop("LD_LIBRARY_PATH_ORIG", ""):
            os.environ["LD_LIBRARY_PATH"] = before


if __name__ == "__main__":
    sys.exit(main())
