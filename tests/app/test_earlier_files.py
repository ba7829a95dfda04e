"""Reports of another run in the folder of --out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.commands.earlier_files import outdated, remove


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / "report.md").write_text("# Old")
    (tmp_path / "report.html").write_text("<h1>Old</h1>")
    (tmp_path / "notes.md").write_text("mine")
    (tmp_path / "run.json").write_text(json.dumps({"schema": 1, "id": "old"}))
    return tmp_path


def test_reports_of_another_run_go_in_one_line(out: Path, capsys: pytest.CaptureFixture[str]):
    remove(outdated("new", out, ("json",)))
    assert sorted(path.name for path in out.iterdir()) == ["notes.md", "run.json"]
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_written_anew_of_this_run_or_not_known_to_be_a_run_stays(out: Path):
    assert outdated("new", out, ("md", "html", "json")) == []
    assert outdated("old", out, ("json",)) == []
    assert outdated("new", out, ("md",)) == []
    (out / "run.json").write_text("[")
    assert outdated("new", out, ("json",)) == []
    (out / "run.json").write_text('{"id": "somebody else\'s"}')
    assert outdated("new", out, ("json",)) == []
