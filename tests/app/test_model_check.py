"""What the doctor says about the model's server, in words."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from app.commands.model_check import model_check

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
    ("status", "key", "mark", "words"),
    [
        (200, "k", "ok", "The server answers."),
        (404, "", "ok", "The server answers."),
        (401, "k", "note", "refuses the key"),
        (401, "", "note", "wants a key"),
        (503, "k", "note", "answers with an error (503)"),
    ],
)
async def test_a_server_that_answers(serve: Serve, status: int, key: str, mark: str, words: str):
    check = await model_check(serve(status), "m", key)
    assert check.mark == mark
    assert words in check.says


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://127.0.0.1:1/v1", "does not answer"),
        ("file:///etc", "cannot be asked at"),
        ("http://127.0.0.1:99999/v1", "cannot be asked at"),
    ],
)
async def test_an_address_where_nobody_is(address: str, words: str):
    check = await model_check(address, "m", "k")
    assert check.mark == "note"
    assert words in check.says
    assert check.advice
