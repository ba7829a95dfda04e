"""Exports to files: whole or not at all, and what run.json says."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.errors import ExportError, InputError, Trouble
from engine.evidence.report import finish_report
from engine.export import formats
from engine.export.means import Means
from engine.snapshot import ReportView, ResearcherView, RunSnapshot, WaveView
from engine.texts import TextStore
from engine.values import Finding, GatheredSource, ReviewDecision, RunOptions, TokenUse
from tests.evidence.samples import dossier, source

REF_A, REF_B = "r0000000a", "r0000000b"
TIDES = source(
    1, "https://tides.example/", "high tide", "low  tide", "no tide", text="high tide low tide"
).model_copy(update={"refs": (REF_A,), "fetched_at": 1_700_000_000.0, "sha256": "a" * 64})
GATHERED = GatheredSource(ref=REF_A, url="https://tides.example/", quotes=("high tide",))


def snapshot(**changes: object) -> RunSnapshot:
    report = finish_report("High tide [S1.1]. Low tide [S1.2]. No tide [S1.3].", dossier(TIDES))
    decision = ReviewDecision(status="approved", rationale="Good enough.")
    good = Finding(
        wave=1, researcher=1, question="How high?", answer=f"High [{REF_A}].", confidence=0.8, sources=(GATHERED,)
    )
    bad = Finding(
        wave=1, researcher=2, question="How low?", error=Trouble(kind="x", title="It died.", advice="Retry.")
    )
    views = (
        ResearcherView(wave=1, researcher=1, question="How high?", started_at=11.0, ended_at=13.5, finding=good),
        ResearcherView(wave=1, researcher=2, question="How low?", started_at=11.0, finding=bad),
    )
    base = RunSnapshot(
        run_id="run-1", topic="Tides", options=RunOptions(mode="model"), state="done",
        started_at=10.0, ended_at=20.25,
        waves=(WaveView(wave=1, questions=("How high?", "How low?"), researchers=views, decision=decision),),
        sources=report.sources, report=ReportView(version=1, markdown=report.markdown, audit=report.audit),
        sandbox="docker", usage=TokenUse(calls=3, input_tokens=100, output_tokens=20, cost_usd=0.01),
        usage_by_role=(("planner", TokenUse(calls=1, input_tokens=40)),), allowed_calls=7,
        refusals=(("1.2", "fetch", "https://evil.example/", "It was never handed out."),),
    )  # fmt: skip
    return base.model_copy(update=changes)


def test_run_json_is_schema_1() -> None:
    data = json.loads(formats.text_of(snapshot(), "json"))
    assert data["schema"] == 1
    assert (data["topic"], data["state"], data["mode"], data["sandbox"]) == ("Tides", "done", "model", "docker")
    wave = data["waves"][0]
    assert (wave["wave"], wave["questions"]) == (1, ["How high?", "How low?"])
    assert wave["decision"]["status"] == "approved"
    assert wave["decision"]["follow_up_questions"] == []
    first, second = data["findings"]
    assert (first["answer"], first["sources"], first["confidence"], first["error"]) == (
        "High [S1].",
        ["S1"],
        0.8,
        None,
    )
    assert (second["error"], second["confidence"], second["sources"]) == ("It died. Retry.", None, [])
    made = data["sources"][0]
    assert (made["id"], made["url"], made["sha256"]) == ("S1", "https://tides.example/", "a" * 64)
    assert made["fetched_at"] == "2023-11-14T22:13:20Z"
    assert [(quote["id"], quote["status"]) for quote in made["quotes"]] == [
        ("S1.1", "found"), ("S1.2", "found_folded"), ("S1.3", "not_found"),
    ]  # fmt: skip
    audit = data["audit"]
    assert audit["found"] + audit["not_found"] + audit["not_checked"] == audit["citations"] == 3
    assert (audit["figures_unmatched"], audit["unknown_ids"], audit["foreign_links"]) == (0, [], [])
    assert audit["unsupported_statements"] == 0
    assert data["broker"] == {
        "allowed": 7,
        "refused": [
            {
                "researcher": "1.2",
                "call": "fetch",
                "target": "https://evil.example/",
                "why": "It was never handed out.",
            }
        ],
    }
    assert data["usage"]["by_role"]["planner"]["input_tokens"] == 40
    assert (data["usage"]["calls"], data["usage"]["cost_usd"]) == (3, 0.01)
    assert data["timings"]["total_s"] == 10.25
    assert data["timings"]["researchers"] == [{"wave": 1, "researcher": 1, "s": 2.5}]


def test_run_json_of_a_run_that_ended_early() -> None:
    early = snapshot(state="researching", sources=(), report=ReportView(), sandbox=None, ended_at=None)
    data = json.loads(formats.text_of(early, "json"))
    assert (data["state"], data["sandbox"], data["timings"]["total_s"]) == ("interrupted", None, None)
    # What was gathered is kept: it has ids, and its quotes say that nobody looked for them.
    assert data["findings"][0]["sources"] == ["S1"]
    assert data["findings"][0]["answer"] == "High [S1]."
    assert [quote["status"] for quote in data["sources"][0]["quotes"]] == ["not_checked"]


def test_a_wave_that_never_closed_changes_no_id() -> None:
    extra = GatheredSource(ref=REF_B, url="https://quay.example/", quotes=("old quay",))
    late = Finding(
        wave=2,
        researcher=1,
        question="And the quay?",
        answer=f"Old [{REF_B}], high [{REF_A}].",
        sources=(GATHERED, extra),
    )
    view = ResearcherView(wave=2, researcher=1, question="And the quay?", finding=late)
    run = snapshot(state="failed")
    run = run.model_copy(
        update={"waves": (*run.waves, WaveView(wave=2, questions=("And the quay?",), researchers=(view,)))}
    )
    data = json.loads(formats.text_of(run, "json"))
    assert [made["id"] for made in data["sources"]] == ["S1", "S2"]
    assert data["sources"][0]["quotes"][0]["status"] == "found"
    assert data["findings"][2]["answer"] == "Old [S2], high [S1]."


def test_every_format_is_written(tmp_path: Path) -> None:
    means = Means(texts=TextStore(tmp_path / "texts"), entries=lambda: ())
    for name, made in formats.FORMATS.items():
        formats.export(snapshot(), name, tmp_path / "new" / made.file_name, means)
    written = {path.name for path in (tmp_path / "new").iterdir()}
    assert written == {made.file_name for made in formats.FORMATS.values()}
    assert {"report.html", "report.md", "report.pdf", "report.docx", "run.json", "sources.bib"} <= written
    markdown = (tmp_path / "new" / "report.md").read_text(encoding="utf-8")
    assert "High tide [1]." in markdown
    assert "<https://tides.example/>, fetched 2023-11-14." in markdown


@pytest.mark.parametrize("name", ["xyz", ""])
def test_formats_that_are_not_there_say_so(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        formats.export(snapshot(), name, tmp_path / "x")
    assert str(raised.value).count("\n") == 0
    assert raised.value.advice
    assert list(tmp_path.iterdir()) == [path for path in tmp_path.iterdir() if path.name == "dossier-home"]


def test_a_run_without_a_report_has_only_data(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        formats.export(snapshot(report=ReportView()), "html", tmp_path / "report.html")
    formats.export(snapshot(report=ReportView()), "json", tmp_path / "run.json")
    assert not (tmp_path / "report.html").exists()


def test_a_failed_export_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "report.md"
    old.write_text("old", encoding="utf-8")

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ExportError) as raised:
        formats.export(snapshot(), "md", old)
    assert "no space left on device" in str(raised.value)
    assert old.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["report.md"]


def test_a_folder_in_the_way_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "report.md").mkdir()
    with pytest.raises(ExportError, match=r"report\.md could not be written"):
        formats.export(snapshot(), "md", tmp_path / "report.md")
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(ExportError):
        formats.export(snapshot(), "md", tmp_path / "file" / "report.md")


def test_lone_surrogates_do_not_stop_an_export(tmp_path: Path) -> None:
    broken = snapshot(report=ReportView(version=1, markdown="# T \ud83d\n"))
    for name in ("md", "html"):
        formats.export(broken, name, tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8")
