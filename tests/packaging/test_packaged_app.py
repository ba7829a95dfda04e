"""The packaged app does what the installed one does, and brings nothing it does not use."""

from __future__ import annotations

import importlib.metadata
import json
import sys
import time
from pathlib import Path

import pytest

from engine.export.formats import FORMATS
from engine.sandbox.image_context import image_context
from tests.packaging.conftest import COMMAND_LINE, Package
from tests.scripted_model.plugin import load_server

# 330 MB is the aim; what sets PDFs brought 84 MB, and symbols are not stripped yet.
MOST_BYTES = 420 * 1000 * 1000
NEVER_INSIDE = ("direct_url.json", "locale-data", "translations", "pytest", "_pytest", "mypy", "tkinter", "tests")
OUR_OWN = ("resources", "sample_library")  # folders of ours that hold something of such a name

# What is imported late, by name, or needs data files of its own.
LATE = """
import json, keyring.backend, nh3, docker, markdown_it, pypdfium2, json_repair, openai, trafilatura, justext, tld
from agent_framework import WorkflowBuilder
from ddgs import DDGS
from ddgs.engines import ENGINES
keyring.get_keyring()
TOWER = "The tower stands on granite and is 41 metres high. "
PAGE = f"<html><body><article><p>{3 * TOWER}</p></article></body></html>"
print(json.dumps({
    "search": sorted(ENGINES["text"]),
    "keyring": sorted(back_end.__module__ for back_end in keyring.backend.KeyringBackend._classes),
    "openai": hasattr(openai.AsyncOpenAI(api_key="x").responses, "create"),
    "stop words": len(justext.get_stoplist("German")),
    "suffix": tld.get_tld("http://www.library.example.co.uk"),
    "main part": trafilatura.extract(PAGE),
}))
"""
# How documents are read where the system cannot fork, as on Windows.
SPAWNED = """
import sys
from researcher_container.contract import ReadParams
from researcher_container.reader import spawned
params = ReadParams(url="http://tower.example/", declared_type="text/html")
answer, status = spawned.read(b"<p>The tower stands on granite.</p>", params, 100_000, 60, lambda: False)
print(status, answer.decode())
"""
SAMPLE = ("--sample", "--offline")


def test_the_version_is_that_of_the_package_metadata(package: Package) -> None:
    assert package.run("--version").strip() == f"Dossier {importlib.metadata.version('dossier')}"


def test_doctor_finds_a_sandbox_without_python(package: Package) -> None:
    checks = {check["name"]: check for check in json.loads(package.run("doctor", "--json"))}
    assert checks["Sandbox process"]["mark"] == "ok"
    assert checks["Data folder"]["says"].startswith(str(package.home))


def test_offline_research_in_child_processes(package: Package) -> None:
    events = package.home / "events.jsonl"
    run = package.research(*SAMPLE, "--sandbox", "process", "--events", str(events))
    assert (run["state"], run["sandbox"]) == ("done", "process")
    told = [json.loads(line)["event"] for line in events.read_text(encoding="utf-8").splitlines()]
    # The sample library holds a document of every kind: web page, PDF, Word, Markdown, text.
    (indexed,) = [event for event in told if event["kind"] == "library_indexed" and event["final"]]
    assert (indexed["documents"] > 5, indexed["unreadable"]) == (True, 0)
    assert run["audit"]["found"] == run["audit"]["citations"] > 5
    assert all(finding["error"] is None for finding in run["findings"])


def test_every_format_is_exported(package: Package) -> None:
    run = package.research(*SAMPLE, "--sandbox", "process")
    for name, made in FORMATS.items():
        path = package.home / made.file_name
        package.run("export", run["id"], "--format", name, "--out", str(path))
        assert path.stat().st_size > 100
    assert (package.home / "report.pdf").read_bytes().startswith(b"%PDF-")
    assert run["id"] in package.run("open", str(package.home / "evidence.zip"))


@pytest.mark.docker
def test_offline_research_in_containers_of_the_bundled_image(package: Package) -> None:
    package.run("doctor", "--prepare", limit_s=600)
    run = package.research(*SAMPLE, "--sandbox", "docker")
    assert (run["state"], run["sandbox"]) == ("done", "docker")
    assert run["audit"]["found"] == run["audit"]["citations"] > 5


def test_the_image_is_the_one_the_sources_make(package: Package) -> None:
    assert image_context(folder=package.folder / "_internal/researcher_container").tag == image_context().tag


def test_research_with_a_language_model(package: Package) -> None:
    library = str(package.folder / "_internal/resources/sample_library/documents")
    with load_server().ScriptedModel() as server:
        package.environ.update(OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="sk-test", DOSSIER_MODEL="scripted")
        run = package.research("How loud is a heat pump?", "--library", library, "--sandbox", "process", "--yes")
    assert (run["state"], run["mode"]) == ("done", "model")
    assert run["usage"]["calls"] > 3


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a window needs a screen")
def test_the_window_opens_and_its_engine_loads(package: Package) -> None:
    package.environ.update(QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8")
    process = package.start("Dossier")
    end = time.monotonic() + 60
    # The journal is opened once the engine has loaded behind the window.
    while not (package.home / "dossier.db").exists():
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < end
        time.sleep(0.05)
    process.terminate()
    assert "Traceback" not in process.communicate(timeout=30)[1]


def test_what_is_imported_late_is_inside(package: Package) -> None:
    found = json.loads(package.inside(LATE, name=COMMAND_LINE))
    assert {"brave", "duckduckgo", "wikipedia"} <= set(found["search"])
    assert {"keyring.backends.SecretService", "keyring.backends.fail"} <= set(found["keyring"])
    assert found["openai"]
    assert found["stop words"] > 100
    assert found["suffix"] == "co.uk"
    assert "41 metres" in found["main part"]


def test_a_reader_that_cannot_fork_starts_another_of_itself(package: Package) -> None:
    out = package.inside(SPAWNED)
    assert out.startswith("0 D")
    assert "The tower stands on granite." in out


def test_a_sandbox_starts_without_the_window_and_the_clients(package: Package) -> None:
    loaded = set(json.loads(package.inside("import json, sys; print(json.dumps([*sys.modules]))")))
    assert "pydantic" in loaded
    assert not {"PySide6", "openai", "docker", "keyring", "app", "multiprocessing"} & loaded


def test_nothing_is_inside_that_nothing_uses(package: Package) -> None:
    files = list(package.folder.rglob("*"))
    assert [path for path in files if path.is_symlink() and not path.exists()] == []
    unwanted = [path for path in files if path.name in NEVER_INSIDE]
    assert [path for path in unwanted if path.parent.name not in OUR_OWN] == []
    size_bytes = sum(path.stat().st_size for path in files if path.is_file() and not path.is_symlink())
    assert size_bytes <= MOST_BYTES


def test_the_package_does_not_say_where_it_was_built(package: Package) -> None:
    root = str(Path(__file__).parents[2]).encode()
    small = (path for path in package.folder.rglob("*") if path.is_file() and path.stat().st_size < 50_000_000)
    assert [path for path in small if path.suffix != ".whl" and root in path.read_bytes()] == []
