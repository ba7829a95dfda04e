"""The scripted web as a child process: it prints its address, serves a folder, searches it, keeps a log."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

SCRIPT = Path(__file__).with_name("site.py")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "deep").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Start</title><p>Welcome</p>", encoding="utf-8")
    (folder / "deep" / "ebb & flow.html").write_text("<title>Ebb</title><p>The ebb lasts six hours.</p>", "utf-8")
    (tmp_path / "secret.txt").write_text("the ebb of secrets", encoding="utf-8")
    return folder


@pytest.fixture
def served(pages: Path, tmp_path: Path) -> Iterator[str]:
    command = [sys.executable, str(SCRIPT), "--port", "0", "--pages", str(pages), "--log", str(tmp_path / "log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def read(address: str) -> str:
    with urlopen(address, timeout=10) as answer:
        return str(answer.read().decode())


def test_it_serves_searches_and_logs(served: str, tmp_path: Path) -> None:
    assert "Welcome" in read(served + "/")
    found = json.loads(read(served + "/search?q=how+long+does+the+ebb+last&format=json"))
    assert [(hit["title"], hit["url"]) for hit in found["results"]] == [
        ("Ebb", served + "/deep/ebb%20%26%20flow.html")
    ]
    assert "six hours" in found["results"][0]["content"]
    assert "six hours" in read(found["results"][0]["url"])
    log = [json.loads(line)["target"] for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert log == ["/", "/search?q=how+long+does+the+ebb+last&format=json", "/deep/ebb%20%26%20flow.html"]


def test_it_keeps_to_its_folder(served: str) -> None:
    with pytest.raises(OSError, match="404"):
        read(served + "/%2e%2e/secret.txt")
