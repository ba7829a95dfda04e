"""One window per data folder: later starts raise the first one, a killed one leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.single_window import SingleWindow

START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.single_window import SingleWindow
app = QCoreApplication([])
single = SingleWindow(Path(sys.argv[1]))
first = single.claim()
print("first" if first else "heard" if single.raise_first() else "deaf", flush=True)
if first:
    app.exec()
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[object]:
    """Return a function that starts another process on a data folder and gives it back with its first word."""
    started: list[subprocess.Popen[str]] = []

    def run(folder: Path = tmp_path) -> tuple[subprocess.Popen[str], str]:
        process = subprocess.Popen([sys.executable, "-c", START, str(folder)], stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    yield run
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_a_second_start_raises_the_first_window(qtbot, start, tmp_path: Path) -> None:
    first = SingleWindow(tmp_path)
    assert first.claim()
    words: list[str] = []
    with qtbot.waitSignal(first.raise_asked, timeout=10_000):
        second = subprocess.Popen([sys.executable, "-c", START, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    words.append(second.communicate(timeout=10)[0].strip())
    first.release()
    assert (words, second.returncode) == (["heard"], 0)


def test_another_folder_has_a_window_of_its_own(qtbot, start, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    assert [start(tmp_path / "a")[1], start(tmp_path / "b")[1]] == ["first", "first"]


def test_a_killed_window_does_not_bar_the_next_start(qtbot, start, tmp_path: Path) -> None:
    process, word = start()
    assert word == "first"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    again = SingleWindow(tmp_path)
    assert again.claim()
    assert start()[1] in ("heard", "deaf")  # nobody runs this process's loop, so its answer may not come
    again.release()


def test_the_folder_is_free_after_the_end(qtbot, start, tmp_path: Path) -> None:
    first = SingleWindow(tmp_path)
    assert first.claim()
    first.release()
    assert start()[1] == "first"


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
def test_a_folder_that_takes_no_lock_still_opens(qtbot, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert SingleWindow(blocked / "home").claim()
