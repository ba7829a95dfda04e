"""One document per child process: what it does to its reader ends with that reader.

Where the system can fork, the child is a copy of this program with the parser already loaded; elsewhere it is a new
Python (see `spawned`).
"""

from __future__ import annotations

import contextlib
import functools
import gc
import json
import os
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable
from typing import Any

from researcher_container.contract import MAX_DOCUMENT_BYTES, ReadParams
from researcher_container.reader.child_limits import ChildLimits, lock_in
from researcher_container.reader.media_type import Unreadable
from researcher_container.reader.pipe import Interrupted, PipeTimeout, PipeTooLong, read_pipe, write_pipe

# First byte of a child's answer; what follows is JSON or a sentence.
DOCUMENT, REFUSAL, OUT_OF_MEMORY, FAILURE = b"D", b"R", b"M", b"F"


class Cancelled(Exception):
    """The app no longer wants the document."""


def prepare() -> None:
    """Load what every child needs, so that no child has to; nothing is parsed here."""
    import lxml.etree  # noqa: F401

    from researcher_container.reader import html_page, reading  # noqa: F401

    _settle()


def _settle() -> None:
    """Take what is loaded out of the garbage collector's rounds, which would copy its pages into every child."""
    gc.collect()
    gc.freeze()


def read_in_child(
    data: bytes,
    params: ReadParams,
    *,
    limits: ChildLimits | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """Return a document as a JSON object.

    Raises:
        Unreadable: the bytes are no document, or reading them cost too much; the message is a sentence.
        Cancelled: `is_cancelled` became true.
    """
    limits = limits or ChildLimits()
    if len(data) > MAX_DOCUMENT_BYTES:
        raise Unreadable(f"This document has more than {MAX_DOCUMENT_BYTES // 1024 // 1024} MB.")
    try:
        if hasattr(os, "fork"):
            reply, status = _fork(data, params, limits, is_cancelled)
        else:
            from researcher_container.reader import spawned

            reply, status = spawned.read(data, params, limits.result_bytes, limits.wall_s, is_cancelled)
    except Interrupted:
        raise Cancelled from None
    except PipeTimeout:
        raise Unreadable(TOO_SLOW) from None
    except PipeTooLong:
        raise Unreadable("This document holds more text than can be kept.") from None
    return _document(reply, status)


TOO_SLOW = "Reading this document took too long, so it was given up."
OUT_OF_MEMORY_SENTENCE = "Reading this document takes more memory than one document may use."


def reply_to(data: bytes, params: ReadParams) -> bytes:
    """Read a document and say how it went; what the child sends."""
    from researcher_container.reader.reading import read

    try:
        return DOCUMENT + read(data, params).model_dump_json(exclude_defaults=True).encode("utf-8", "replace")
    except Unreadable as refusal:
        return REFUSAL + str(refusal).encode("utf-8", "replace")
    except MemoryError:
        return OUT_OF_MEMORY
    except Exception as error:
        # A document that meets a bug of the reader is one document lost, with the trace in the log.
        with contextlib.suppress(OSError):  # a log that is a file cannot be written under these limits
            traceback.print_exc(file=sys.stderr)
        return FAILURE + type(error).__name__.encode()


def _document(reply: bytes, status: int) -> dict[str, Any]:
    """Make the child's answer, which a hostile document may have written, an object or an error."""
    kind, content = reply[:1], reply[1:]
    if status == 0 and kind == DOCUMENT:
        try:
            value = json.loads(content)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            return value
    if kind == REFUSAL:
        raise Unreadable(content.decode("utf-8", "replace")[:1000])
    if kind == OUT_OF_MEMORY:
        raise Unreadable(OUT_OF_MEMORY_SENTENCE)
    if kind == FAILURE:
        raise Unreadable(f"This document could not be read ({content.decode('ascii', 'replace')[:80]}).")
    if hasattr(signal, "SIGXCPU") and status == -signal.SIGXCPU:
        raise Unreadable(TOO_SLOW)
    # Libraries in C that are refused memory end by themselves.
    if hasattr(signal, "SIGKILL") and status in (-signal.SIGKILL, -signal.SIGABRT):
        raise Unreadable(OUT_OF_MEMORY_SENTENCE)
    raise Unreadable("This document made its reader crash; it is damaged, or made to do harm.")


def _fork(
    data: bytes, params: ReadParams, limits: ChildLimits, is_cancelled: Callable[[], bool]
) -> tuple[bytes, int]:
    if params.with_metadata:
        _prepare_for_web_pages()
    source, sink = os.pipe()
    with warnings.catch_warnings():
        # Python 3.12 warns of forks beside threads; the child below takes no lock a thread could hold.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        _be_child(sink, data, params, limits)
    os.close(sink)
    has_answered = False
    try:
        reply = read_pipe(source, limits.result_bytes, limits.wall_s, is_cancelled)
        has_answered = True
    finally:
        os.close(source)
        status = _end(pid, patience_s=1.0 if has_answered else 0.0)
    return reply, status


@functools.cache
def _prepare_for_web_pages() -> None:
    """Load trafilatura once here, for most of a second, instead of in the child of every web page."""
    from researcher_container.reader import web_page

    web_page.warm_up()
    _settle()


def _be_child(sink: int, data: bytes, params: ReadParams, limits: ChildLimits) -> None:
    """Run in the child; never returns."""
    status = 1
    try:
        lock_in(sink, limits)
        write_pipe(sink, reply_to(data, params))
        status = 0
    finally:
        os._exit(status)


def _end(pid: int, *, patience_s: float) -> int:
    """Wait for the child, then end it; return its exit status, negative for a signal."""
    deadline = time.monotonic() + patience_s
    while True:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= deadline:
            os.kill(pid, signal.SIGKILL)
            _, status = os.waitpid(pid, 0)
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.0005)
