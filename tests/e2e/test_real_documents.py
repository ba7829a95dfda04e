"""Offline research over real documentation that nobody here wrote: Debian's python3-doc and debian-handbook."""

from __future__ import annotations

import html.parser
import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.e2e.program import Program

PYTHON_DOC = Path("/usr/share/doc/python3/html")
HANDBOOK = Path("/usr/share/doc/debian-handbook/html/en-US")
pytestmark = [pytest.mark.docker, pytest.mark.slow, pytest.mark.usefixtures("image"), pytest.mark.timeout(300)]


class _Words(html.parser.HTMLParser):
    """All text of a page, read without any of our own reading code."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)


def words_of(path: Path) -> str:
    parser = _Words()
    parser.feed(path.read_text("utf-8"))
    return re.sub(r"\s+", "", "".join(parser.pieces)).replace("¶", "")


def check_quotes(run: dict, report: str) -> int:
    """Assert that every quote stands word for word in the file it cites; return how many there are."""
    count = 0
    for source in run["sources"]:
        text = words_of(Path(unquote(urlsplit(source["url"]).path)))
        for quote in source["quotes"]:
            assert re.sub(r"\s+", "", quote["text"]) in text, quote["text"]
            count += 1
    assert "Offline: this report quotes your documents and invents nothing." in report
    for heading in ("## Executive summary", "## Findings", "## Limitations", "## Conclusion"):
        assert heading in report
    return count


@pytest.mark.skipif(not PYTHON_DOC.is_dir(), reason="python3-doc is not installed")
def test_the_python_documentation_answers_a_question_about_asyncio(program: Program, tmp_path: Path):
    topic, out = "How does asyncio handle task cancellation and timeouts?", tmp_path / "out"
    arguments = ("--offline", "--library", str(PYTHON_DOC), "--sandbox", "docker", "--out", str(out))
    done = program.run("research", topic, *arguments, limit_s=280)
    assert done.returncode == 0, done.stderr
    run, report = json.loads((out / "run.json").read_text()), (out / "report.md").read_text()
    assert run["sandbox"] == "docker"
    assert 4 <= len(run["waves"][0]["questions"]) <= 6
    assert any(source["url"].endswith("library/asyncio-task.html") for source in run["sources"])
    assert check_quotes(run, report) >= 8
    assert "asyncio" in " ".join(report.split()[:100])
    assert run["audit"]["not_found"] == run["audit"]["figures_unmatched"] == 0
    assert program.containers() == []


@pytest.mark.skipif(not HANDBOOK.is_dir(), reason="debian-handbook is not installed")
def test_the_handbook_answers_a_question_about_packages(program: Program, tmp_path: Path):
    topic, out = "How do I pin a package to a certain version with APT?", tmp_path / "out"
    arguments = ("--offline", "--library", str(HANDBOOK), "--sandbox", "docker", "--out", str(out))
    done = program.run("research", topic, *arguments, limit_s=280)
    assert done.returncode == 0, done.stderr
    run, report = json.loads((out / "run.json").read_text()), (out / "report.md").read_text()
    assert check_quotes(run, report) >= 5
    assert any("apt" in source["url"].lower() for source in run["sources"])
