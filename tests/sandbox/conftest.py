"""Makers of every kind with programs of the tests, and a Docker image built once."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.journal.ownership import this_process
from engine.sandbox import docker_client, image
from engine.sandbox.bubblewrap import BubblewrapMaker
from engine.sandbox.command import container_folder
from engine.sandbox.docker import DockerMaker
from engine.sandbox.docker_options import DockerOptions
from engine.sandbox.image_context import ImageContext, image_context
from engine.sandbox.limits import SandboxLimits
from engine.sandbox.port import SandboxMaker, SandboxOwner
from engine.sandbox.process import ProcessMaker
from engine.values import SandboxKind

KINDS = [
    pytest.param("process", id="process"),
    pytest.param("bubblewrap", id="bubblewrap", marks=pytest.mark.bubblewrap),
    pytest.param("docker", id="docker", marks=pytest.mark.docker),
]
ISOLATED = KINDS[1:]

MakeMaker = Callable[..., SandboxMaker]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip bubblewrap tests where a trial start fails, and say why."""
    wanted = [item for item in items if item.get_closest_marker("bubblewrap")]
    if wanted and not (found := asyncio.run(BubblewrapMaker().availability())).usable:
        for item in wanted:
            item.add_marker(pytest.mark.skip(reason=found.why))


@pytest.fixture(scope="session")
def code_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the programs: edits of the sources during the tests do not make another image."""
    folder = tmp_path_factory.mktemp("code") / "researcher_container"
    code = container_folder()
    shutil.copytree(code, folder, ignore=shutil.ignore_patterns("wheels", "__pycache__"))
    if (code / "wheels").is_dir():
        (folder / "wheels").symlink_to(code / "wheels")
    return folder


@pytest.fixture(scope="session")
def built_context(code_folder: Path) -> ImageContext:
    """The image of this checkout, there once for all tests."""
    context = replace(image_context(folder=code_folder), home=image_context().home)
    endpoint = docker_client.search("").endpoint
    assert endpoint is not None
    client = docker_client.connect(endpoint)
    try:
        if not image.is_there(client, context.tag):
            image.build(client, context, lambda text, percent: None)
    finally:
        client.close()
    return context


@pytest.fixture
def owner() -> SandboxOwner:
    me = this_process()
    return SandboxOwner(pid=me.pid, boot_id=me.boot_id, started=me.started)


@pytest.fixture
async def make_maker(request: pytest.FixtureRequest) -> AsyncIterator[MakeMaker]:
    """Makes makers and closes them."""
    made: list[SandboxMaker] = []

    def make(kind: SandboxKind, source: str | None = None, **limits: Any) -> SandboxMaker:
        bounds = SandboxLimits(**limits)
        maker: SandboxMaker
        if kind == "docker":
            context = request.getfixturevalue("built_context")
            maker = DockerMaker(DockerOptions(), bounds, source=source, context=context)
        elif kind == "bubblewrap":
            maker = BubblewrapMaker(bounds, source=source)
        else:
            maker = ProcessMaker(bounds, source=source)
        made.append(maker)
        return maker

    yield make
    for maker in made:
        await maker.aclose()


@pytest.fixture(autouse=True)
def _no_folder_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Every working folder of a child is gone after the test."""
    folder = tmp_path / "working"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    yield
    assert os.listdir(folder) == []
