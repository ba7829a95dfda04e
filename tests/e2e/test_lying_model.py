"""A model that lies in every way it can: every lie is marked, counted and harmless, also in a real browser."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import TOPIC
from tests.e2e.program import KEY, Program
from tests.export.printed import looked_at
from tests.scripted_model.plugin import load_server
from tests.scripted_web.site import Page, Site


@dataclass
class Liar:
    """A whole run whose writer lies; `trap` is the address of a server that nobody may ever ask."""

    trap: str
    quote: str = ""  # a true quote, by the source that holds it
    cites: str = ""

    def __call__(self, asked: Any) -> Any:
        server = load_server()
        play = server.WholeRun()
        play.doubts = {"is the tallest": "partly", "is made of cheese": "does_not"}
        answer = play(asked)
        if "You are the report writer" not in asked.text("system", "developer"):
            return answer
        quotes = re.findall(r'^  \[(S\d+\.\d+)\] "(.+?)"(?: \(page \d+\))?$', asked.text("user"), re.MULTILINE)
        self.cites, self.quote = quotes[0]
        return server.Answer(self.report())

    def report(self) -> str:
        """Return the report, one lie a paragraph."""
        trap, cites, quote = self.trap, self.cites, self.quote.rstrip(".")
        return f"""\
# The lighthouse <script>document.title = "RAN"</script>

## Summary

{quote} [{cites}].

The keepers of the lighthouse are nine in number, says a made-up source [S99.1].

A study found it [in the archive]({trap}/invented) and www.invented.example told the same.

{quote}, and it weighs 777 tonnes [{cites}].

The chief engineer said “the lamp has never once gone out in all its long service” [{cites}].

{quote}, which is why this lighthouse is the tallest on Earth [{cites}].

{quote}, so the moon is made of cheese [{cites}].

Nothing in any source says this sentence at all.

<img src="{trap}/img.png" onerror="document.title='RAN'"> ![chart]({trap}/chart.png)
[click](javascript:document.title='RAN')

<iframe src="{trap}/frame"></iframe><link rel=stylesheet href="{trap}/style.css">
<style>@import "{trap}/s.css";</style>

| Place | Height |
|---|---|
| <svg onload="document.title='RAN'"> | {trap}/cell |

## Audit

- 12 citations: all of them verified by a notary.

## Sources

1. The Invented Journal, {trap}/journal
2. {trap}/book

<script src="{trap}/script.js"></script>
<meta http-equiv="refresh" content="0;url={trap}/refresh">
"""


@pytest.fixture
def trap() -> Iterator[Site]:
    """A server that must never be asked for anything."""
    with Site({"/": Page(b"x")}) as site:
        yield site


@pytest.fixture
def lied(program: Program, library: Path, trap: Site, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """The files and the data of a run by a lying model."""
    liar = Liar(trap.base.rstrip("/"))
    out = tmp_path / "out"
    with load_server().ScriptedModel(liar) as server:
        program.environ.update(OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY=KEY, DOSSIER_MODEL="scripted")
        formats = "md,html,pdf,docx,json,bundle"
        arguments = ("--sandbox", "process", "--out", str(out), "--format", formats)
        done = program.run("research", TOPIC, "--library", str(library), *arguments)
    assert done.returncode == 0, done.stderr
    return out, json.loads((out / "run.json").read_text())


def lines_with(text: str, words: str) -> str:
    found = [line for line in text.split("\n") if words in line]
    assert found, words
    return found[0]


def test_every_lie_is_marked_and_counted(lied: tuple[Path, dict[str, Any]], trap: Site) -> None:
    out, run = lied
    text = (out / "report.md").read_text()
    body = text.split("\n## References")[0]
    for words, mark in (
        ("nine in number", "(unknown source S99.1). [no source]"),
        ("A study found it", "[no source]"),
        ("777 tonnes", "[figure not in the quote]"),
        ("never once gone out", "[quote not found in its source]"),
        ("tallest on Earth", "[goes further than the quote]"),
        ("made of cheese", "[not what the quote says]"),
        ("Nothing in any source", "[no source]"),
    ):
        assert lines_with(body, words).endswith(mark), words
    assert "## Audit (the writer's own)" in body
    assert "Invented Journal" not in text
    audit = run["audit"]
    assert audit["citations"] == 5
    assert (audit["found"], audit["not_found"], audit["not_checked"]) == (4, 1, 0)
    assert audit["figures_unmatched"] == 1
    assert (audit["partly_supported"], audit["not_supported"]) == (1, 1)
    assert audit["unknown_ids"] == ["S99.1"]
    assert audit["removed_lists"] == 1
    assert audit["renamed_headings"] == ["Audit"]
    base = trap.base.rstrip("/")
    assert {
        f"{base}/invented",
        "www.invented.example",
        f"{base}/chart.png",
        f"{base}/journal",
        f"{base}/book",
    } <= set(audit["foreign_links"])
    assert not trap.log


def test_the_page_runs_nothing_and_loads_nothing_in_a_browser(
    lied: tuple[Path, dict[str, Any]], trap: Site, tmp_path: Path
) -> None:
    out, run = lied
    dom = browsed(out / "report.html", tmp_path / "profile")
    assert not trap.log
    assert "<title>RAN" not in dom
    title = re.search(r"<title>(.*?)</title>", dom, re.S)
    assert title
    assert "lighthouse" in title[1]
    tags = set(re.findall(r"<(\w+)", dom.split("<body")[1]))
    assert not tags & {"script", "img", "iframe", "svg", "link", "style", "meta", "object", "embed", "form"}
    assert dom.count('class="lacks"') >= 7
    assert len(re.findall(r'href="#ref-1"', dom)) == run["audit"]["citations"]
    # The same browser does run and load what a page without our care holds: else this test could not fail.
    careless = tmp_path / "careless.html"
    careless.write_text(f"<script>document.title='RAN'</script><img src='{trap.base.rstrip('/')}/img.png'>")
    assert "<title>RAN" in browsed(careless, tmp_path / "profile")
    assert trap.log


def browsed(page: Path, profile: Path) -> str:
    """Return a page's tree after a real browser has shown it."""
    looked_at("chromium", "--version")
    return subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
         "--virtual-time-budget=3000", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=90, check=True,
    ).stdout  # fmt: skip


def test_paper_and_word_show_the_lies_too(lied: tuple[Path, dict[str, Any]], trap: Site) -> None:
    import docx
    import pypdfium2

    out, _ = lied
    pages = pypdfium2.PdfDocument((out / "report.pdf").read_bytes())
    printed = " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in pages)
    word = "\n".join(paragraph.text for paragraph in docx.Document(str(out / "report.docx")).paragraphs)
    for text in (printed, word):
        for mark in (
            "[no source]",
            "[figure not in the quote]",
            "[quote not found in its source]",
            "(unknown source S99.1)",
        ):
            assert mark in text
    assert b"/URI (http" not in (out / "report.pdf").read_bytes()
    assert not trap.log
