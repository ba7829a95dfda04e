"""The image: its name, its archive, its progress, its building in a real engine."""

from __future__ import annotations

import asyncio
import io
import os
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import docker
import pytest

from engine.errors import DockerError
from engine.sandbox import image
from engine.sandbox.build_progress import BuildProgress, parse_lines
from engine.sandbox.docker import DockerMaker
from engine.sandbox.image_context import ImageContext, image_context

# --- what it is made of ------------------------------------------------------------------------------


@pytest.fixture
def code(tmp_path: Path) -> Path:
    folder = tmp_path / "code"
    (folder / "reader").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "reader/program.py").write_text("x = 1\n")
    (folder / "Dockerfile").write_text("ARG BASE_IMAGE\nFROM ${BASE_IMAGE}\n")
    (folder / "requirements.txt").write_text("")
    return folder


def test_the_name_changes_when_and_only_when_the_content_does(code: Path) -> None:
    first = image_context("base.example/python", code).tag
    (code / "__pycache__").mkdir()
    (code / "__pycache__/program.cpython-311.pyc").write_bytes(b"x")
    (code / "reader/.program.py.swp").write_bytes(b"x")
    os.utime(code / "reader/program.py", (1, 1))
    assert image_context("base.example/python", code).tag == first
    seen = {first, image_context("other.example/python", code).tag}
    for name, content in (
        ("reader/program.py", "x = 2\n"),
        ("reader/more.py", ""),
        ("requirements.txt", "a==1\n"),
        ("Dockerfile", "FROM x\n"),
        ("wheels/a-1-py3-none-any.whl", ""),
    ):
        (code / name).parent.mkdir(exist_ok=True)
        (code / name).write_text(content)
        tag = image_context("base.example/python", code).tag
        assert tag not in seen
        seen.add(tag)


def test_the_archive_is_the_same_for_the_same_content(code: Path) -> None:
    first = image_context("base.example/python", code).archive()
    os.utime(code / "reader/program.py", (1, 1))
    assert image_context("base.example/python", code).archive() == first


def test_the_archive_holds_the_wheels_of_one_architecture(code: Path) -> None:
    (code / "wheels").mkdir()
    for name in (
        "a-1-py3-none-any.whl",
        "b-1-cp311-manylinux_2_28_x86_64.whl",
        "b-1-cp311-manylinux_2_28_aarch64.whl",
    ):
        (code / "wheels" / name).touch()
    context = image_context("base.example/python", code)
    with tarfile.open(fileobj=io.BytesIO(context.archive("arm64"))) as archive:
        names = archive.getnames()
    assert names == [
        "wheels", "Dockerfile", "requirements.txt", "researcher_container/__init__.py",
        "researcher_container/reader/program.py",
        "wheels/a-1-py3-none-any.whl", "wheels/b-1-cp311-manylinux_2_28_aarch64.whl",
    ]  # fmt: skip


# --- progress ---------------------------------------------------------------------------------------


def followed(*lines: str) -> tuple[list[int | None], BuildProgress]:
    progress = BuildProgress()
    body = "\n".join(lines).encode()
    pieces = [body[start : start + 7] for start in range(0, len(body), 7)]
    return [percent for _, percent in progress.follow(parse_lines(pieces))], progress


def test_a_full_disk_is_told_as_that_and_not_as_a_missing_image() -> None:
    percents, progress = followed(
        '{"stream":"Step 1/3 : FROM python:3.12-slim\\n"}',
        '{"status":"Pulling fs layer","progressDetail":{},"id":"a1"}',
        '{"status":"Downloading","progressDetail":{"current":30,"total":120},"id":"a1"}',
        '{"status":"Downloading","progressDetail":{"current":60,"total":120},"id":"a1"}',
        '{"status":"Downloading","progressDetail":{},"id":"b2"}',
        '{"errorDetail":{"message":"write /var/x: no space left on device"},"error":"no space left on device"}',
        '{"errorDetail":{"message":"a second error"},"error":"a second error"}',
    )
    assert percents == [0, 25, 50]
    assert progress.failure is not None
    assert progress.failure.docker_kind == "disk_full"
    assert "no space" in str(progress.failure)
    assert "second" not in progress.failure.detail


def test_the_output_of_a_failed_step_is_kept() -> None:
    _, progress = followed(
        '{"stream":"Step 2/2 : RUN pip install\\n"}',
        '{"stream":"ERROR: hashes do not match\\n"}',
        '{"errorDetail":{"code":1,"message":"The command returned a non-zero code: 1"},"error":"x"}',
    )
    assert progress.failure is not None
    assert progress.failure.docker_kind == "build_failed"
    assert "non-zero code" in progress.failure.title
    assert "hashes do not match" in progress.failure.detail


def test_a_quiet_stream_is_no_failure() -> None:
    percents, progress = followed('{"stream":"Step 1/2 : FROM x\\n"}', "", "no json", '{"aux":{"ID":"sha256:1"}}')
    assert percents == [0]
    assert progress.failure is None


# --- a real engine ------------------------------------------------------------------------------------


@pytest.fixture
def client() -> Iterator[docker.APIClient]:
    client = docker.APIClient(os.environ.get("DOCKER_HOST"), version="auto")
    yield client
    client.close()


def small(code: Path, *steps: str) -> ImageContext:
    """An image of our label that is built within a moment, on top of the base of the tests."""
    base = image_context(folder=code).base
    lines = [
        "ARG BASE_IMAGE",
        "FROM ${BASE_IMAGE}",
        "ARG INSTALLATION",
        "LABEL app.dossier.home=${INSTALLATION}",
        *steps,
    ]
    (code / "Dockerfile").write_text("\n".join(lines) + "\n")
    return image_context(base, code)


@pytest.mark.docker
def test_a_build_tells_its_progress_and_is_there(code: Path, client: docker.APIClient) -> None:
    told: list[tuple[str, int | None]] = []
    context = small(code, "COPY researcher_container /code")
    assert not image.is_there(client, context.tag)
    try:
        assert image.build(client, context, lambda text, percent: told.append((text, percent))) == context.tag
        assert image.is_there(client, context.tag)
    finally:
        client.remove_image(context.tag)
    assert told[0][1] == 0
    assert told[-1][1] == 100
    assert all(text for text, _ in told)


@pytest.mark.docker
def test_a_failed_build_leaves_no_image_and_no_container(code: Path, client: docker.APIClient) -> None:
    context = small(code, "RUN echo words of the step && exit 7", "RUN true")
    containers = {found["Id"] for found in client.containers(all=True) if found["Image"].startswith("sha256:")}
    with pytest.raises(DockerError) as failed:
        image.build(client, context, lambda text, percent: None)
    assert failed.value.docker_kind == "build_failed"
    assert "words of the step" in failed.value.detail
    assert not image.is_there(client, context.tag)
    assert client.images(all=True, filters={"label": f"app.dossier.home={context.home}"}) == []
    assert containers == {
        found["Id"] for found in client.containers(all=True) if found["Image"].startswith("sha256:")
    }


@pytest.mark.docker
def test_a_new_image_replaces_the_older_ones_of_its_installation(code: Path, client: docker.APIClient) -> None:
    old = small(code, "ENV STEP=1")
    foreign = replace(small(code, "ENV STEP=2"), home="elsewhere")
    new = small(code, "ENV STEP=3")
    for context in (old, foreign, new):
        image.build(client, context, lambda text, percent: None)
    there = [image.is_there(client, context.tag) for context in (old, foreign, new)]
    for context in (foreign, new):
        client.remove_image(context.tag)
    assert there == [False, True, True]


@pytest.mark.docker
def test_a_missing_base_image_is_told(code: Path, client: docker.APIClient) -> None:
    context = image_context("registry.invalid/no/such:image", code)
    with pytest.raises(DockerError) as failed:
        image.build(client, context, lambda text, percent: None)
    assert "registry.invalid" in failed.value.detail


@pytest.mark.docker
async def test_an_image_that_is_there_is_not_built_again(built_context: ImageContext) -> None:
    maker = DockerMaker(context=built_context)
    told: list[str] = []
    try:
        tags = await asyncio.gather(*(maker.ensure_image(lambda text, percent: told.append(text)) for _ in range(2)))
        assert (await maker.availability()).ready
    finally:
        await maker.aclose()
    assert tags == [built_context.tag] * 2
    assert told == []
