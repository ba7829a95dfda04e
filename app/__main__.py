"""The program's entry: the window without arguments, the command line with them."""

from __future__ import annotations

import sys


def main() -> int:
    """Start what the arguments ask for; return the exit status."""
    argv = sys.argv[1:]
    from engine.sandbox.command import FROZEN_ARGUMENT, run_frozen

    if len(argv) == 2 and argv[0] == FROZEN_ARGUMENT:
        run_frozen(argv[1])
        return 0
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


if __name__ == "__main__":
    sys.exit(main())
