"""Entry of every sandbox: `python -m researcher_container researcher|reader`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from researcher_container.channel import Channel
from researcher_container.contract import EXIT_OUT_OF_MEMORY

USAGE = "usage: python -m researcher_container researcher|reader\n"


def open_channel() -> Channel:
    """Make the channel over fds 0 and 1; whatever prints from now on lands in the log, not on the wire."""
    stdin = os.fdopen(os.dup(0), "rb", buffering=0)
    stdout = os.fdopen(os.dup(1), "wb", buffering=0)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    # A handler may be deep inside a parser when the app goes away; nothing of it is worth waiting for.
    return Channel(stdin, stdout, on_end=lambda: os._exit(0))


def end_on_memory_error(run: Callable[[], None]) -> None:
    """Run a program; when memory is used up, end at once with a status that says so."""
    try:
        run()
    except MemoryError:
        os._exit(EXIT_OUT_OF_MEMORY)


def main(arguments: list[str]) -> None:
    """Run one program until the app closes its stdin."""
    if arguments not in (["researcher"], ["reader"]):
        sys.stderr.write(USAGE)
        sys.exit(2)
    channel = open_channel()
    if arguments == ["researcher"]:
        from researcher_container.researcher import program as researcher

        end_on_memory_error(lambda: researcher.run(channel))
    else:
        from researcher_container.reader import program as reader

        end_on_memory_error(lambda: reader.run(channel))


if __name__ == "__main__":
    main(sys.argv[1:])
