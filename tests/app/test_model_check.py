"""What the doctor says about the model's server, in words."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from app.commands.model_check import model_checks
from app.model_access import ModelChoice

Serve = Callable[[int], str]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Give a function that starts a server which answers with one status; it returns the address."""
    started: list[tuple[HTTPServer, threading.Thread]] = []

    def start(status: int) -> str:
        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(status if self.path == "/v1/models" else 500)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Answer)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        started.append((server, thread))
        return f"http://127.0.0.1:{server.server_address[1]}/v1"

    yield start
    for server, thread in started:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "key", "words"),
    [
        (401, "k", "The key is not accepted"),
        (401, "", "The server wants a key"),
        (503, "k", "answers with an error (503)"),
    ],
)
async def test_a_server_that_refuses(serve: Serve, status: int, key: str, words: str):
    check = (await model_checks(ModelChoice(serve(status), "m"), key, {}))[0]
    assert check.mark == "note"
    assert words in check.says


async def test_a_server_that_lists_and_does_not_answer(serve: Serve):
    checks = await model_checks(ModelChoice(serve(200), "m"), "k", {})
    assert {check.name for check in checks} == {"Model", "Model check"}
    assert checks[0].mark == "note"
    assert "The server answers" in checks[1].says


async def test_without_any_model_there_is_nothing_to_ask():
    (check,) = await model_checks(ModelChoice(), "", {})
    assert "offline research works" in check.says


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://127.0.0.1:1/v1", "cannot be reached"),
        ("file:///etc", "cannot be asked at"),
        ("http://127.0.0.1:99999/v1", "cannot be asked at"),
    ],
)
async def test_an_address_where_nobody_is(address: str, words: str):
    (check,) = await model_checks(ModelChoice(address, "m"), "k", {})
    assert check.mark == "note"
    assert words in check.says
    assert check.advice
