"""The real program, a scripted model server, a small library, and the sandbox image where an engine answers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.program import KEY, Program
from tests.scripted_model.plugin import load_server

LIBRARY = {
    "lamp.html": (
        "The lamp",
        "The lamp of the lighthouse burns colza oil and is trimmed every four hours. "
        "A Fresnel lens of the first order gathers its light into a beam. "
        "In clear weather the beam is seen at eighteen nautical miles.",
    ),
    "tower.html": (
        "The tower",
        "The tower of the lighthouse is built of granite and stands 41 metres high. "
        "Its walls are 2.8 metres thick at the base and taper towards the gallery. "
        "The foundation of the lighthouse was laid in 1859.",
    ),
    "keepers.html": (
        "The keepers",
        "Three keepers of the lighthouse share the watch, each for eight hours of the day. "
        "The keepers write the weather into the log at every change of the watch. "
        "A relief boat brings the keepers food and oil once in a fortnight.",
    ),
    "fog.html": (
        "Fog signals",
        "In fog the lighthouse sounds a bell that is struck by clockwork every thirty seconds. "
        "The clockwork of the bell is wound by hand and runs for five hours. "
        "A steam whistle replaced the bell of the lighthouse in 1884.",
    ),
}
TOPIC = "How does the lighthouse work: its lamp, tower, keepers and fog bell?"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    for name, (title, text) in LIBRARY.items():
        paragraphs = "".join(f"<p>{sentence}.</p>" for sentence in text.rstrip(".").split(". "))
        page = f"<!doctype html><title>{title}</title><h1>{title}</h1>{paragraphs}"
        (folder / name).write_text(page, encoding="utf-8")
    return folder


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "home")
    yield program
    program.end_all()


@pytest.fixture
def model(program: Program) -> Iterator[Any]:
    """Start a scripted server and point the program at it."""
    with contextlib.ExitStack() as stack:

        def make(**settings: Any) -> Any:
            server = stack.enter_context(load_server().ScriptedModel(**settings))
            program.environ.update(OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY=KEY, DOSSIER_MODEL="scripted")
            return server

        yield make


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Build the sandbox image once; it stays for the next session."""
    builder = Program(tmp_path_factory.mktemp("builder"))
    done = builder.run("doctor", "--prepare", limit_s=600)
    assert "Sandbox image: dossier-sandbox" in done.stdout, done.stdout + done.stderr
