"""Model servers on this computer are found by asking real ports, whatever else answers there."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from engine.models.local_servers import LocalServer, probe
from engine.models.model_names import first_choice, writers
from tests.scripted_web.site import Page, Site


def json_page(value: object, status: int = 200, **headers: str) -> Page:
    return Page(json.dumps(value), status=status, content_type="application/json", headers=headers)


def models(*names: str, owner: str = "somebody") -> Page:
    return json_page({"object": "list", "data": [{"id": name, "owned_by": owner} for name in names]})


@pytest.fixture
def start() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


async def found(start: ExitStack, pages: dict[str, Page], limit_s: float = 3.0) -> Sequence[LocalServer]:
    site = start.enter_context(Site(pages))
    return await probe((site.port,), limit_s)


@pytest.mark.parametrize(
    ("kind", "pages"),
    [
        ("ollama", {"/v1/models": models("llama3.1:8b", owner="library")}),
        ("ollama", {"/v1/models": models("mine/tuned:1"), "/api/version": json_page({"version": "0.9.0"})}),
        ("lmstudio", {"/v1/models": models("qwen3", owner="organization_owner")}),
        ("lmstudio", {"/v1/models": models("qwen3"), "/api/v0/models": json_page({"object": "list", "data": []})}),
        ("llamacpp", {"/v1/models": models("gemma.gguf", owner="llamacpp")}),
        ("vllm", {"/v1/models": models("org/model", owner="vllm")}),
        ("other", {"/v1/models": models("who-knows")}),
    ],
)
async def test_servers_are_told_apart(start: ExitStack, kind: str, pages: dict[str, Page]):
    (server,) = await found(start, pages)
    assert server.kind == kind
    assert len(server.models) == 1
    assert server.base_url == f"http://127.0.0.1:{server.port}/v1"


async def test_llama_cpp_is_known_by_its_header(start: ExitStack):
    page = json_page({"data": [{"id": "m"}]}, Server="llama.cpp")
    (server,) = await found(start, {"/v1/models": page})
    assert server.kind == "llamacpp"


async def test_a_server_without_models_is_found_all_the_same(start: ExitStack):
    pages = {
        "/v1/models": json_page({"object": "list", "data": None}),
        "/api/version": json_page({"version": "0.9.0"}),
    }
    (server,) = await found(start, pages)
    assert (server.kind, server.models) == ("ollama", ())


@pytest.mark.parametrize(
    "page",
    [
        Page("<h1>A wiki</h1>"),
        Page("{", content_type="application/json"),
        Page("[" * 100_000, content_type="application/json"),
        Page(b"\xff\xfe\x00" * 50, content_type="application/json"),
        Page(raw=b"SSH-2.0-OpenSSH_9.2\r\n"),
        Page(raw=b""),
        json_page([{"id": "m"}]),
        json_page({"data": "none"}),
        json_page({"data": [{"name": "m"}, 7]}),
        json_page({"data": None}),
        json_page({"data": [{"id": "m"}]}, status=404),
        json_page({"data": [{"id": "m"}]}, status=401),
        Page("", status=302, headers={"Location": "/elsewhere"}),
        json_page({"data": [{"id": "m" * 1_000_000}]}),
    ],
)
async def test_what_is_no_model_server_is_passed_over(start: ExitStack, page: Page):
    assert await found(start, {"/v1/models": page, "/elsewhere": models("m")}) == ()


async def test_no_page_at_all_and_nobody_listening(start: ExitStack, free_port: int):
    site = start.enter_context(Site({}))
    assert await probe((site.port, free_port)) == ()


async def test_nobody_is_waited_for(start: ExitStack):
    mute, dribbling, quick = (start.enter_context(Site({})) for _ in range(3))
    mute.say_nothing()

    def drip() -> Iterator[bytes]:
        while not dribbling.closed.wait(0.05):
            yield b" "

    dribbling.pages["/v1/models"] = Page(drip)
    quick.pages["/v1/models"] = models("m", owner="vllm")
    before = time.monotonic()
    (server,) = await probe((mute.port, dribbling.port, quick.port), limit_s=0.3)
    assert server.port == quick.port
    assert time.monotonic() - before < 10  # not for ever


async def test_servers_come_in_the_order_of_the_ports(start: ExitStack):
    sites = [start.enter_context(Site({"/v1/models": models("m", owner="vllm")})) for _ in range(3)]
    ports = tuple(site.port for site in reversed(sites))
    assert tuple(server.port for server in await probe(ports)) == ports


async def test_only_what_can_write_is_offered(start: ExitStack):
    page = models("nomic-embed-text:latest", "bge-m3", "llama3.1:8b", "llama3.1:8b", "bad\nname", "", "whisper-1")
    (server,) = await found(start, {"/v1/models": page})
    assert server.models == ("llama3.1:8b",)


def test_names_that_only_look_like_embeddings_stay():
    assert writers(["mistral-e5x", "ggtest", "eclipse"]) == ("mistral-e5x", "ggtest", "eclipse")
    assert writers(["intfloat/e5-large", "text-embedding-3-small", "gpt-4o-audio-preview"]) == ()


def test_the_newest_small_general_model_comes_first():
    listed = ["gpt-4", "gpt-4.1-mini", "gpt-5", "gpt-5-mini", "gpt-5-mini-2025-08-07", "whisper-1", "gpt-image-1"]
    assert first_choice(listed) == "gpt-5-mini"
    assert first_choice(["gpt-4", "gpt-5"]) == "gpt-5"
    assert first_choice(["qwen3", "llama3"]) == "qwen3"
    assert first_choice(["bge-m3"]) == ""
