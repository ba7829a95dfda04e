"""The program's entry: the window without arguments, the command line with them."""

from __future__ import annotations

import os
import signal
import sys

EXIT_INTERRUPTED = 130


def main() -> int:
    """Start what the arguments ask for; return the exit status."""
    leave_quietly_on_interrupt()
    argv = sys.argv[1:]
    from engine.sandbox.command import FROZEN_ARGUMENT, run_frozen

    if len(argv) == 2 and argv[0] == FROZEN_ARGUMENT:
        interrupt_again()
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

        # An interrupt in the middle of an import comes out as an error of whatever was being imported.
        return run_command(argv, loaded=interrupt_again)
    from app.gui import run_window

    interrupt_again()
    return run_window(argv)


def leave_quietly_on_interrupt() -> None:
    """Let Ctrl+C end the program at once while it only loads its own code: there is nothing to clean up yet."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(EXIT_INTERRUPTED))


def interrupt_again() -> None:
    """Let Ctrl+C raise KeyboardInterrupt, as Python does: from here on somebody answers it."""
    if callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, signal.default_int_handler)


def give_back_library_path() -> None:
    """Let what a frozen app starts, such as a browser, load the system's libraries instead of the app's own."""
    if getattr(sys, "frozen", False) and sys.platform == "linux":
        os.environ.pop("LD_LIBRARY_PATH", None)
        if before := os.environ.pop("LD_LIBRARY_PATH_ORIG", ""):
            os.environ["LD_LIBRARY_PATH"] = before


if __name__ == "__main__":
    sys.exit(main())
