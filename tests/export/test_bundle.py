"""Bundles: a run goes to another data folder whole; what was changed on the way is told."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.composition import Composition
from app.home import Home
from engine import events as ev
from engine.errors import InputError
from engine.evidence.report import finish_report
from engine.evidence.sources import number_sources
from engine.export import formats
from engine.export.bundle.layout import JOURNAL, MANIFEST, RUN
from engine.export.bundle.reading import read_bundle
from engine.texts import TextStore
from engine.values import Finding, GatheredSource, ResearchDossier, ReviewDecision, RunOptions
from researcher_container.contract import Block, Document

PAGE = Document(title="Tides", blocks=(Block(kind="paragraph", text="The tide is high. The quay floods in March."),))


def filled(folder: Path) -> tuple[Composition, str]:
    """A data folder with one finished run."""
    composition = Composition(Home(folder))
    key = TextStore(composition.home.texts).put(PAGE)
    run = composition.journal.create_run("Tides", RunOptions(mode="model"))
    gathered = GatheredSource(
        ref="r0000000a", url="https://tides.example/", title="Tides", text_sha256=key, fetched_at=1.7e9,
        quotes=("The tide is high.", "It never floods."),
    )  # fmt: skip
    finding = Finding(wave=1, researcher=1, question="How high?", answer="High [r0000000a].", sources=(gathered,))
    sources, findings = number_sources((finding,), TextStore(composition.home.texts))
    dossier = ResearchDossier(topic="Tides", wave=1, findings=findings, sources=sources)
    report = finish_report("The tide is high [S1.1]. It never floods [S1.2].", dossier)
    run.append([
        ev.QuestionsPlanned(wave=1, questions=("How high?",)),
        ev.FindingArrived(finding=finding),
        ev.WaveCollected(wave=1, sources=sources),
        ev.ReviewDecided(wave=1, decision=ReviewDecision(status="approved", rationale="Good.")),
        ev.ReportFinished(version=1, markdown=report.markdown, audit=report.audit, sources=report.sources),
    ])  # fmt: skip
    run.release()
    return composition, run.run_id


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    composition, run_id = filled(tmp_path / "here")
    path = tmp_path / "evidence.zip"
    assert formats.export(composition.snapshot(run_id), "bundle", path, composition.export_means(run_id)) == ()
    composition.journal.close()
    return path


def changed(path: Path, change: Callable[[dict[str, bytes]], object], *, with_hashes: bool = True) -> Path:
    """Change a bundle's files; with hashes its manifest is made to fit."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    change(contents)
    if with_hashes:
        manifest = json.loads(contents.pop(MANIFEST))
        manifest["sha256"] = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
        contents[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return path


def test_a_run_opens_elsewhere_as_it_was(bundle: Path, tmp_path: Path) -> None:
    there = Composition(Home(tmp_path / "there"))
    run_id, is_new = there.take_in(bundle)
    assert is_new
    here = Composition(Home(tmp_path / "here"))
    assert there.snapshot(run_id) == here.snapshot(run_id)
    source = there.snapshot(run_id).sources[0]
    assert TextStore(there.home.texts).text(source.text_sha256) == PAGE.text()
    assert [row.state for row in there.journal.runs()] == ["done"]
    # The same once more changes nothing, and makes the same bundle again.
    assert there.take_in(bundle) == (run_id, False)
    again = tmp_path / "again.zip"
    formats.export(there.snapshot(run_id), "bundle", again, there.export_means(run_id))
    assert again.read_bytes() == bundle.read_bytes()
    there.journal.close()
    here.journal.close()


def test_a_deleted_run_and_one_in_another_state_come_in_under_another_id(bundle: Path, tmp_path: Path) -> None:
    here = Composition(Home(tmp_path / "here"))
    (row,) = here.journal.runs()
    journal = here.journal.claim(row.id)
    journal.append([ev.RunResumed()])
    journal.release()
    run_id, is_new = here.take_in(bundle)
    assert is_new
    assert run_id.startswith(f"{row.id}-")
    assert {one.id for one in here.journal.runs()} == {row.id, run_id}
    here.journal.close()


def _other_audit(contents: dict[str, bytes]) -> None:
    run = json.loads(contents[RUN])
    run["audit"]["not_found"] = 0
    contents[RUN] = json.dumps(run).encode()


def _other_audit_everywhere(contents: dict[str, bytes]) -> None:
    _other_audit(contents)
    contents[JOURNAL] = contents[JOURNAL].replace(b'"not_found":1,', b'"not_found":0,')


def _found_after_all(contents: dict[str, bytes]) -> None:
    lines = []
    for line in contents[JOURNAL].splitlines():
        entry: Any = json.loads(line)
        for source in entry["event"].get("sources", []):
            source["quotes"][1].update(status="found", start=0, end=3)
        lines.append(json.dumps(entry).encode())
    contents[JOURNAL] = b"\n".join(lines)


def _other_text(contents: dict[str, bytes]) -> None:
    (name,) = (name for name in contents if name.startswith("texts/"))
    contents[name] = contents[name].replace(b"is high", b"is low")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_other_audit, "its data is not what its journal tells"),
        (_other_audit_everywhere, "its audit does not count"),
        (_found_after_all, "does not stand in the stored text"),
        (_other_text, "a stored text is not the one its name says"),
        (lambda contents: contents.update({"report.md": b"# Other"}), "its report is not the one"),
    ],
)
def test_what_does_not_fit_together_is_not_taken_in(
    bundle: Path, tmp_path: Path, change: Callable[[dict[str, bytes]], object], said: str
) -> None:
    there = Composition(Home(tmp_path / "there"))
    with pytest.raises(InputError, match=said):
        there.take_in(changed(bundle, change))
    assert there.journal.runs() == []
    there.journal.close()


def _nothing(contents: dict[str, bytes]) -> None:
    contents.clear()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda contents: contents.update({"report.md": b"# Other"}), "it was changed after it was made"),
        (lambda contents: contents.pop("report.md"), "it was changed after it was made"),
        (lambda contents: contents.update({"../evil.sh": b"x"}), "it was changed after it was made"),
        (lambda contents: contents.update({MANIFEST: b"[]"}), "no bundle of Dossier's"),
        (_nothing, "no bundle of Dossier's"),
        (lambda contents: contents.update({MANIFEST: b'{"dossier_bundle": 99, "sha256": {}}'}), "newer Dossier"),
    ],
)
def test_a_changed_bundle_is_told(bundle: Path, change: Callable[[dict[str, bytes]], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_bundle(changed(bundle, change, with_hashes=False))


def test_what_is_no_bundle_is_a_sentence(bundle: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.zip"
    cut.write_bytes(bundle.read_bytes()[:-400])
    for path in (cut, tmp_path / "none.zip", tmp_path):
        with pytest.raises(InputError) as raised:
            read_bundle(path)
        assert raised.value.advice
    with pytest.raises(InputError, match="cannot be read"):
        read_bundle(changed(bundle, lambda contents: contents.update({JOURNAL: b"{}\n"})))
    with pytest.raises(InputError, match="not whole"):
        read_bundle(changed(bundle, lambda contents: contents.update({JOURNAL: b""})))


def test_a_bundle_that_unpacks_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.export.bundle.reading.MAX_UNPACKED_BYTES", 1_000_000)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("journal.jsonl", bytes(50_000_000))
    bomb = tmp_path / "bomb.zip"
    bomb.write_bytes(file.getvalue())
    with pytest.raises(InputError, match="more than any bundle"):
        read_bundle(bomb)


def test_texts_that_are_gone_are_told(tmp_path: Path) -> None:
    composition, run_id = filled(tmp_path / "here")
    run = composition.snapshot(run_id)
    assert TextStore(composition.home.texts).remove(run.sources[0].text_sha256, 0)
    (remark,) = formats.export(run, "bundle", tmp_path / "b.zip", composition.export_means(run_id))
    assert "text of one source" in remark
    composition.journal.close()
