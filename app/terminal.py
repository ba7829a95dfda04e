"""What goes to a terminal: strangers' words without what would steer it, and a quiet end when nobody reads."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def plain_line(text: str) -> str:
    """Return the text as one line without control characters: a page's title must not move the cursor."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def plain_text(text: str) -> str:
    """Return the text without control characters, its lines kept."""
    return "".join(char if char.isprintable() or char in "\n\t" else " " for char in text)


def forgive_encodings() -> None:
    """Let a terminal that lacks a character show another one instead of ending the program."""
    for stream in _streams():
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def flush() -> None:
    """Hand over what was printed.

    Raises:
        OSError: nobody reads it any more, or the disk is full.
    """
    for stream in _streams():
        stream.flush()


def let_go_of_broken() -> None:
    """Turn away from outputs that nobody reads, so that the interpreter's last flush says nothing."""
    for stream in _streams():
        try:
            stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def _streams() -> list[TextIO]:
    return [stream for stream in (sys.stdout, sys.stderr) if stream is not None]
