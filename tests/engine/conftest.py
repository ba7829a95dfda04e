"""Runs with a model: a real workshop with real child processes, a small library, a scripted server."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.journal.journal import Journal
from engine.values import RunOptions
from engine.workshop import Workshop, WorkshopSettings
from tests.scripted_model.plugin import load_server

TEXT = (
    "The lighthouse of Port Alder was built in 1859 of granite from the bay. "
    "The lamp of the lighthouse burns colza oil and is trimmed every four hours. "
    "In fog the lighthouse sounds a bell that is struck by clockwork every thirty seconds."
)


@pytest.fixture
def model_run(tmp_path: Path) -> Iterator[Callable[..., tuple[Any, RunOptions]]]:
    """Give a function that starts a server and returns it with options for it; of the rest it takes both."""
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "lighthouse.html").write_text(
        f"<!doctype html><title>The lighthouse</title><h1>The lighthouse</h1><p>{TEXT}</p>", encoding="utf-8"
    )
    with contextlib.ExitStack() as stack:

        def make(script: Any = None, **given: Any) -> tuple[Any, RunOptions]:
            options = {name: value for name, value in given.items() if name in RunOptions.model_fields}
            settings = {name: value for name, value in given.items() if name not in options}
            server = stack.enter_context(load_server().ScriptedModel(script, **settings))
            usual = {"mode": "model", "depth": "quick", "sandbox": "process", "model": "usual"}
            wanted = {**usual, "library": (str(folder),), "base_url": server.base_url, **options}
            return server, RunOptions.model_validate(wanted)

        yield make


@pytest.fixture
async def workshop(tmp_path: Path) -> AsyncIterator[Workshop]:
    made = Workshop(
        texts_folder=tmp_path / "texts",
        pages_folder=tmp_path / "pages",
        index_path=tmp_path / "index.db",
        settings=WorkshopSettings(),
        key_of=lambda name: "sk-test",
    )
    yield made
    await made.aclose()


@pytest.fixture
def run_journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal(tmp_path / "dossier.db")
    yield made
    made.close()
