"""A scripted OpenAI-compatible server on 127.0.0.1: Chat Completions and Responses, whole and streamed.

In a test: `with ScriptedModel(script) as server: OpenAIModel(base_url=server.base_url, ...)`; a script is a callable
(`Asked -> Reply`) or a list of replies played in order. Without one it plays a whole run (see `whole_run.py`).

As a program: `python tests/scripted_model/server.py --port 0 --questions 6 --waves 2 --log requests.jsonl` prints one
line, its base address, and serves until its stdin closes or it is terminated. POST /control with a JSON object
changes the settings while it runs (`{"latency_s": 0, "hold": ""}`); GET /control gives the request log.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import importlib.util
import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any


def _sibling(name: str) -> ModuleType:
    """Load a file beside this one; the tests are no package, and this file is also run as a program."""
    full = f"scripted_model_{name}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(full, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
    return sys.modules[full]


wire = _sibling("wire")
whole_run = _sibling("whole_run")
Answer, Asked, Call, Failure, Hold, Raw = wire.Answer, wire.Asked, wire.Call, wire.Failure, wire.Hold, wire.Raw
WholeRun = whole_run.WholeRun

Script = Callable[[Any], Any]


class ScriptedModel:
    """The server. Settings of the whole run may be given as keywords: `ScriptedModel(questions=5, waves=2)`.

    Args:
        script: a callable, a list of replies, or None for a whole run.
        latency_s: before each reply; streamed pieces come without further delay unless `piece_delay_s` is set.
        log: a file that gets one JSON object per request.
    """

    def __init__(
        self,
        script: Script | Sequence[Any] | None = None,
        *,
        port: int = 0,
        latency_s: float = 0.0,
        piece_delay_s: float = 0.0,
        log: Path | None = None,
        **settings: Any,
    ) -> None:
        self.run = WholeRun(**settings)
        self.latency_s, self.piece_delay_s = latency_s, piece_delay_s
        self.requests: list[dict[str, Any]] = []
        self.missed = 0  # requests to a protocol that this server does not have
        self._script = self._player(script)
        self._log = log
        self._lock = threading.Lock()
        self._released = threading.Event()
        self._http = _Http(("127.0.0.1", port), _Handler)
        self._http.scripted = self
        self._thread: threading.Thread | None = None

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def asked(self, role: str = "") -> list[dict[str, Any]]:
        """Return the logged model requests, of one role when it is named."""
        with self._lock:
            return [entry for entry in self.requests if not role or entry["role"] == role]

    def release(self) -> None:
        """Let every held request go; its connection breaks."""
        self._released.set()
        self._released = threading.Event()

    def start(self) -> ScriptedModel:
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), name="scripted-model")
        self._thread.start()
        return self

    def stop(self) -> None:
        self._released.set()
        self._http.stopping.set()
        if self._thread:
            self._http.shutdown()
            self._thread.join()
        self._http.server_close()

    def __enter__(self) -> ScriptedModel:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    # --- for the handler ---------------------------------------------------------------------------------

    def _player(self, script: Script | Sequence[Any] | None) -> Script:
        if script is None:
            return self.run
        if callable(script):
            return script
        replies = iter(script)

        def play(_: Any) -> Any:
            return next(replies, Failure(500, {"error": {"message": "the script has ended"}}))

        return play

    def note(self, protocol: str, body: dict[str, Any], headers: dict[str, str]) -> tuple[Any, dict[str, Any]]:
        with self._lock:
            asked = Asked(len(self.requests) + 1, protocol, body, headers)
            entry = {
                "number": asked.number,
                "at": time.time(),
                "protocol": protocol,
                "role": whole_run.role_of(asked),
                "question": whole_run.question_of(asked),
                "turn": asked.turns + 1,
                "stream": asked.stream,
                "structure": asked.schema_level,
                "tools": asked.tools,
                "headers": headers,
                "body": body,
            }
            self.requests.append(entry)
            if self._log:
                with self._log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({key: value for key, value in entry.items() if key != "body"}) + "\n")
            return asked, entry

    def reply(self, asked: Any) -> Any:
        with self._lock:
            return self._script(asked)

    def wait_for_release(self, connection: socket.socket) -> None:
        """Hold a request until it is released, the server stops, or the client goes away."""
        released = self._released
        connection.settimeout(0.05)
        while not released.is_set() and not self._http.stopping.is_set():
            with contextlib.suppress(TimeoutError):
                if not connection.recv(1):
                    return

    def control(self, change: dict[str, Any]) -> None:
        for name, value in change.items():
            if name == "release":
                self.release()
            elif name in ("latency_s", "piece_delay_s"):
                setattr(self, name, value)
            elif name in {field.name for field in dataclasses.fields(self.run)}:
                setattr(self.run, name, value)
            else:
                raise KeyError(name)


class _Http(ThreadingHTTPServer):
    daemon_threads = False
    allow_reuse_address = True
    request_queue_size = 128
    scripted: ScriptedModel

    def __init__(self, *args: Any) -> None:
        self.stopping = threading.Event()
        super().__init__(*args)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http

    def log_message(self, *_: object) -> None:
        """Keep stderr for real trouble."""

    def do_GET(self) -> None:
        if self.path == "/v1/models":
            self._send(200, {"object": "list", "data": [{"id": "scripted", "object": "model"}]})
        elif self.path == "/control":
            self._send(200, {"requests": self.server.scripted.asked()})
        else:
            self._send(404, {"error": {"message": "no such page"}})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        body = json.loads(raw or b"{}")
        protocol = {"/v1/chat/completions": "chat", "/v1/responses": "responses"}.get(self.path)
        if self.path == "/control":
            self.server.scripted.control(body)
            self._send(200, {})
        elif protocol is None or protocol in self.server.scripted.run.missing_protocols:
            self.server.scripted.missed += 1
            self._send(404, {"error": {"message": "Not Found"}})
        else:
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked, entry = self.server.scripted.note(protocol, body, headers)
            try:
                self._answer(asked, self.server.scripted.reply(asked))
            finally:
                entry["ended_at"] = time.time()

    def _answer(self, asked: Any, reply: Any) -> None:
        scripted = self.server.scripted
        if scripted.latency_s:
            self.server.stopping.wait(scripted.latency_s)
        if isinstance(reply, Hold):
            scripted.wait_for_release(self.connection)
            self.close_connection = True
        elif isinstance(reply, Failure):
            self._send(reply.status, reply.body, reply.headers)
        elif isinstance(reply, Raw):
            self._send_chunks(reply.chunks, reply.content_type, reply.status, ends=not reply.drop)
        elif isinstance(reply, dict):
            self._send(200, reply)
        elif asked.stream:
            self._send_chunks(wire.events(reply, asked), "text/event-stream")
        else:
            self._send(200, wire.whole(reply, asked))

    def _send(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        raw = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "text/plain" if isinstance(body, str) else "application/json")
        self.send_header("content-length", str(len(raw)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        # A kept connection would keep its thread, and the server could not be stopped.
        self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(raw)
        self.close_connection = True

    def _send_chunks(self, chunks: Any, content_type: str, status: int = 200, ends: bool = True) -> None:
        self.send_response(status)
        self.send_header("content-type", content_type)
        self.send_header("transfer-encoding", "chunked")
        self.send_header("connection", "close")
        self.end_headers()
        delay_s = self.server.scripted.piece_delay_s
        for chunk in chunks:
            self.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            self.wfile.flush()
            if delay_s:
                self.server.stopping.wait(delay_s)
        if ends:
            self.wfile.write(b"0\r\n\r\n")
        self.close_connection = True


def main() -> None:
    """Serve a whole run until stdin closes."""
    parser = argparse.ArgumentParser(description="A scripted OpenAI-compatible server for tests.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, metavar="SECONDS", help="before each reply")
    parser.add_argument("--piece-delay", type=float, default=0.0, metavar="SECONDS", help="between streamed pieces")
    parser.add_argument("--log", type=Path, help="gets one JSON object per request")
    for field in dataclasses.fields(WholeRun):
        if isinstance(field.default, (int, str)) and not isinstance(field.default, bool):
            parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
    given = vars(parser.parse_args())
    port, latency_s, delay_s, log = (given.pop(name) for name in ("port", "latency", "piece_delay", "log"))
    server = ScriptedModel(port=port, latency_s=latency_s, piece_delay_s=delay_s, log=log, **given)
    with server:
        sys.stdout.write(server.base_url + "\n")
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            sys.stdin.read()


if __name__ == "__main__":
    main()
