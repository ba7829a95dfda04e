"""Each document in a child of its own: limits, crashes, and nothing of the parent in reach."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from researcher_container.contract import Document, ReadParams
from researcher_container.reader import child_process, reading, spawned
from researcher_container.reader.child_process import Cancelled, ChildLimits, read_in_child
from researcher_container.reader.media_type import Unreadable
from researcher_container.reader.pipe import Interrupted, PipeTimeout, PipeTooLong

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")

PAGE = b"<title>Tides</title><p>The range is 4.2 m.</p>"
PARAMS = ReadParams(url="https://tides.example/", with_metadata=False)


def children() -> set[str]:
    """Return the processes this one has started and not reaped; other tests may have some of their own."""
    return {child for task in Path("/proc/self/task").glob("*/children") for child in task.read_text().split()}


@pytest.fixture(autouse=True)
def _no_child_left() -> Any:
    before = children()
    yield
    assert children() <= before


def reads_as(monkeypatch: pytest.MonkeyPatch, behaviour: Any) -> None:
    """Let the child do something else than reading."""
    monkeypatch.setattr(reading, "read", behaviour)


def test_a_document_comes_back_as_an_object() -> None:
    document = Document.model_validate(read_in_child(PAGE, PARAMS))
    assert document == reading.read(PAGE, PARAMS)


def test_a_refusal_comes_back_with_its_sentence() -> None:
    with pytest.raises(Unreadable, match="a picture"):
        read_in_child(b"\x89PNG\r\n\x1a\n", PARAMS)


def test_the_parent_parses_nothing_and_stays_usable_after_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    parent = os.getpid()

    def crash(data: bytes, params: ReadParams) -> Document:
        assert os.getpid() != parent
        os.kill(os.getpid(), signal.SIGSEGV)
        raise AssertionError

    reads_as(monkeypatch, crash)
    with pytest.raises(Unreadable, match="made its reader crash"):
        read_in_child(PAGE, PARAMS)
    monkeypatch.undo()
    assert read_in_child(PAGE, PARAMS)["title"] == "Tides"


def spin(data: bytes, params: ReadParams) -> Document:
    while True:
        pass


def rest(data: bytes, params: ReadParams) -> Document:
    time.sleep(60)
    raise AssertionError


def test_too_much_processor_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    reads_as(monkeypatch, spin)
    with pytest.raises(Unreadable, match="took too long"):
        read_in_child(PAGE, PARAMS, limits=ChildLimits(cpu_s=1))


def test_waiting_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    reads_as(monkeypatch, rest)
    with pytest.raises(Unreadable, match="took too long"):
        read_in_child(PAGE, PARAMS, limits=ChildLimits(wall_s=0.2))


def test_too_much_memory_is_refused() -> None:
    large = b"<p>" + b"<b>x</b>" * 1_000_000
    with pytest.raises(Unreadable, match="more memory"):
        read_in_child(large, PARAMS, limits=ChildLimits(memory_bytes=_used_address_space() + 30 * 1024 * 1024))


def _used_address_space() -> int:
    if not sys.platform.startswith("linux"):
        pytest.skip("the address space is limited on Linux")
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def test_an_endless_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "reply_to", lambda data, params: b"D" * 3_000_000)
    with pytest.raises(Unreadable, match="more text"):
        read_in_child(PAGE, PARAMS, limits=ChildLimits(result_bytes=1_000_000))


@pytest.mark.parametrize("reply", [b"", b"D", b"D[1]", b"Dnull", b"D" + b"[" * 100_000, b"X{}", b"\xff\xff"])
def test_an_answer_that_is_no_document_is_refused(monkeypatch: pytest.MonkeyPatch, reply: bytes) -> None:
    monkeypatch.setattr(child_process, "reply_to", lambda data, params: reply)
    with pytest.raises(Unreadable):
        read_in_child(PAGE, PARAMS)


def test_a_bug_of_the_reader_costs_one_document(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(data: bytes, params: ReadParams) -> Document:
        raise ZeroDivisionError

    reads_as(monkeypatch, fail)
    with pytest.raises(Unreadable, match=r"could not be read \(ZeroDivisionError\)"):
        read_in_child(PAGE, PARAMS)


def test_cancelling_ends_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    reads_as(monkeypatch, rest)
    asked = []

    def is_cancelled() -> bool:
        asked.append(1)
        return len(asked) > 2

    with pytest.raises(Cancelled):
        read_in_child(PAGE, PARAMS, is_cancelled=is_cancelled)


def test_a_child_holds_no_file_of_its_parent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "wire").write_text("secret")
    wire = os.open(tmp_path / "wire", os.O_RDONLY)

    def look(data: bytes, params: ReadParams) -> Document:
        open_files = []
        for number in range(256):
            try:
                os.fstat(number)
            except OSError:
                continue
            open_files.append(number)
        return Document(title=f"{len(open_files)} {wire in open_files} {os.read(0, 10)!r}")

    reads_as(monkeypatch, look)
    try:
        # Standard streams, of which only the log leads anywhere, the null device they point to, and the pipe.
        assert read_in_child(PAGE, PARAMS)["title"] == "4 False b''"
    finally:
        os.close(wire)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the new Python run a program of the test."""
    monkeypatch.setattr(spawned, "SOURCE", "import time; time.sleep(60)")


def test_where_nothing_forks_a_new_python_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert read_in_child(PAGE, PARAMS)["title"] == "Tides"
    with pytest.raises(Unreadable, match="a picture"):
        read_in_child(b"\x89PNG\r\n\x1a\n", PARAMS)


def test_a_new_python_is_bounded_too(monkeypatch: pytest.MonkeyPatch, alone: None) -> None:
    with pytest.raises(PipeTimeout):
        spawned.read(PAGE, PARAMS, 1000, 0.1, lambda: False)
    with pytest.raises(Interrupted):
        spawned.read(PAGE, PARAMS, 1000, 60, lambda: True)
    monkeypatch.setattr(spawned, "SOURCE", "import sys; sys.stdin.buffer.read(); sys.stdout.write('x' * 100_000)")
    with pytest.raises(PipeTooLong):
        spawned.read(PAGE, PARAMS, 1000, 60, lambda: False)
