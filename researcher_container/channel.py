"""The sandbox's end of the wire: JSON-RPC 2.0 lines over two byte streams, synchronous and thread-based.

A reader thread takes lines and settles futures; whoever sends writes his own lines. Payloads above
`PART_BYTES`, and every blob, travel as `part` notifications after the message that announces them:

    {"jsonrpc": "2.0", "id": 1, "method": "read", "params": {...}, "streams": {"blob": {"id": 7, "bytes": 300000}}}
    {"jsonrpc": "2.0", "method": "part", "params": {"stream": 7, "data": "<base64 of at most PART_BYTES>"}}
    {"jsonrpc": "2.0", "method": "credit", "params": {"stream": 7, "parts": 1}}
"""

from __future__ import annotations

import base64
import json
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from researcher_container.contract import (
    MAX_LINE_BYTES,
    MAX_STREAM_BYTES,
    MAX_STREAMED_MESSAGES,
    PART_BYTES,
    STREAM_WINDOW_PARTS,
    ErrorCode,
    Method,
    Wire,
)

Handler = Callable[[dict[str, Any], bytes | None], dict[str, Any]]

MAX_ERROR_CHARS = 2_000
READ_BYTES = 64 * 1024


class RemoteError(Exception):
    """The app answered a call with an error; `code` is one of `contract.ErrorCode`."""

    def __init__(self, code: int, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data or {}


class HandlerError(Exception):
    """A handler raises this to answer its call with a JSON-RPC error."""

    def __init__(self, code: int, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data or {}


class WireBroken(Exception):
    """What the other side sent is not the protocol."""


@dataclass
class _Arrival:
    """A message some of whose streams are still arriving."""

    message: dict[str, Any]
    waiting: set[int]
    names: dict[int, str]
    payloads: dict[str, bytes] = field(default_factory=dict)


@dataclass
class _Stream:
    """One incoming stream."""

    arrival: _Arrival
    size_bytes: int
    received: bytearray = field(default_factory=bytearray)
    granted_bytes: int = STREAM_WINDOW_PARTS * PART_BYTES


class Channel:
    """Calls out to the app, and the app's calls in.

    Args:
        stdin: bytes from the app; its end is the program's end.
        stdout: bytes to the app.
        on_end: called once by the reader thread when stdin has ended; the default only lets `serve` return.
    """

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO, on_end: Callable[[], None] | None = None) -> None:
        self.cancelled = threading.Event()
        self._stdin, self._stdout, self._on_end = stdin, stdout, on_end
        self._write_lock = threading.Lock()
        self._changed = threading.Condition()  # guards everything below
        self._ended = False
        self._last_id = 0
        self._last_stream = 0
        self._pending: dict[int, Future[dict[str, Any]]] = {}
        self._credit: dict[int, int] = {}
        self._incoming: dict[int, _Stream] = {}
        self._slots = threading.Semaphore(MAX_STREAMED_MESSAGES)
        self._calls: queue.SimpleQueue[tuple[dict[str, Any], bytes | None] | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name="wire", daemon=True)
        self._reader.start()

    # --- out -----------------------------------------------------------------------------------------

    def submit(self, method: str, params: Wire) -> Future[dict[str, Any]]:
        """Send a call; the future holds the result or raises `RemoteError`."""
        future: Future[dict[str, Any]] = Future()
        body = _dump(params)
        with self._changed:
            if self._ended:
                future.set_exception(_gone())
                return future
            self._last_id += 1
            call_id = self._last_id
            self._pending[call_id] = future
        self._send({"id": call_id, "method": str(method)}, "params", body)
        return future

    def call(self, method: str, params: Wire) -> dict[str, Any]:
        """Send a call and wait for its result."""
        return self.submit(method, params).result()

    def notify(self, method: str, params: Wire) -> None:
        """Send a notification."""
        self._send({"method": str(method)}, "params", _dump(params))

    def serve(self, handlers: dict[str, Handler]) -> None:
        """Answer the app's calls, one at a time, until stdin ends."""
        while (call := self._calls.get()) is not None:
            message, blob = call
            handler = handlers.get(message["method"])
            if handler is None:
                self._refuse(message["id"], ErrorCode.METHOD_NOT_FOUND, f"no method {message['method']}", {})
            else:
                self._answer(handler, message, blob)

    def _answer(self, handler: Handler, message: dict[str, Any], blob: bytes | None) -> None:
        call_id = message["id"]
        try:
            result = handler(message["params"], blob)
            body = _encode(result)
            if len(body) > MAX_STREAM_BYTES:
                raise HandlerError(ErrorCode.INTERNAL, f"the result has {len(body)} bytes")
        except MemoryError:
            raise  # the program ends with a status that says so
        except (HandlerError, RemoteError) as error:
            self._refuse(call_id, error.code, error.message, error.data)
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self._refuse(call_id, ErrorCode.INTERNAL, f"{type(error).__name__}: {error}", {})
        else:
            self._send({"id": call_id}, "result", body)

    def _refuse(self, call_id: int, code: int, message: str, data: dict[str, Any]) -> None:
        error = {"code": code, "message": message[:MAX_ERROR_CHARS], "data": data}
        body = _encode(error)
        if len(body) > PART_BYTES:
            body = _encode({**error, "data": {}})
        self._write(_line({"id": call_id}, "error", body))

    def _send(self, head: dict[str, Any], name: str, body: bytes) -> None:
        """Send a message whose `name` member is `body`; long bodies as a stream, which waits for credit."""
        if len(body) <= PART_BYTES:
            self._write(_line(head, name, body))
            return
        with self._slots:
            with self._changed:
                self._last_stream += 1
                stream = self._last_stream
                self._credit[stream] = STREAM_WINDOW_PARTS
            announced = {name: {"id": stream, "bytes": len(body)}}
            self._write(_line(head, "streams", _encode(announced)))
            for start in range(0, len(body), PART_BYTES):
                if not self._take_credit(stream):
                    break
                data = base64.b64encode(body[start : start + PART_BYTES]).decode()
                self._write(_line({"method": str(Method.PART)}, "params", _encode({"stream": stream, "data": data})))
            with self._changed:
                del self._credit[stream]

    def _take_credit(self, stream: int) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self._credit[stream] > 0)
            self._credit[stream] -= 1
            return not self._ended

    def _write(self, line: bytes) -> None:
        view = memoryview(line)
        try:
            with self._write_lock:
                while view:
                    view = view[self._stdout.write(view) or 0 :]
                self._stdout.flush()
        except (OSError, ValueError):
            self._end()  # nobody reads any more

    # --- in ------------------------------------------------------------------------------------------

    def _read(self) -> None:
        try:
            self._read_lines()
        except OSError:
            pass  # a closed or broken stdin is an ended one
        except (WireBroken, KeyError, TypeError, ValueError, AttributeError) as broken:
            sys.stderr.write(f"the wire broke: {broken}\n")
        self._end()
        if self._on_end is not None:
            self._on_end()

    def _read_lines(self) -> None:
        read = getattr(self._stdin, "read1", self._stdin.read)
        buffer = bytearray()
        while chunk := read(READ_BYTES):
            searched = len(buffer)
            buffer += chunk
            while (end := buffer.find(b"\n", searched)) >= 0:
                line = bytes(buffer[:end])
                del buffer[: end + 1]
                searched = 0
                self._receive(_parse(line))
            if len(buffer) > MAX_LINE_BYTES:
                raise WireBroken(f"a line is longer than {MAX_LINE_BYTES} bytes")

    def _receive(self, message: dict[str, Any]) -> None:
        method = message.get("method")
        if method == Method.PART:
            self._receive_part(message["params"])
        elif method == Method.CREDIT:
            self._receive_credit(message["params"])
        elif "streams" in message:
            self._expect(message)
        else:
            self._dispatch(message, None)

    def _receive_credit(self, params: dict[str, Any]) -> None:
        with self._changed:
            # Credit may arrive after the last part has left.
            if params["stream"] in self._credit:
                self._credit[params["stream"]] += params["parts"]
                self._changed.notify_all()

    def _expect(self, message: dict[str, Any]) -> None:
        streams = message.pop("streams")
        arrival = _Arrival(message, set(), {})
        for name, announced in streams.items():
            stream_id, size_bytes = announced["id"], announced["bytes"]
            if size_bytes > MAX_STREAM_BYTES:
                raise WireBroken(f"a stream of {size_bytes} bytes")
            arrival.names[stream_id] = name
            if size_bytes:
                arrival.waiting.add(stream_id)
                self._incoming[stream_id] = _Stream(arrival, size_bytes)
            else:
                arrival.payloads[name] = b""
        self._deliver(arrival)

    def _receive_part(self, params: dict[str, Any]) -> None:
        stream_id = params["stream"]
        stream = self._incoming.get(stream_id)
        if stream is None:
            raise WireBroken(f"a part of the unknown stream {stream_id}")
        stream.received += base64.b64decode(params["data"])
        if len(stream.received) >= stream.size_bytes:
            del self._incoming[stream_id]
            stream.arrival.waiting.discard(stream_id)
            stream.arrival.payloads[stream.arrival.names[stream_id]] = bytes(stream.received)
            self._deliver(stream.arrival)
        elif stream.granted_bytes < stream.size_bytes:
            stream.granted_bytes += PART_BYTES
            self._write(_line({"method": str(Method.CREDIT)}, "params", _encode({"stream": stream_id, "parts": 1})))

    def _deliver(self, arrival: _Arrival) -> None:
        if arrival.waiting:
            return
        blob = arrival.payloads.pop("blob", None)
        for name, body in arrival.payloads.items():
            arrival.message[name] = json.loads(body)
        self._dispatch(arrival.message, blob)

    def _dispatch(self, message: dict[str, Any], blob: bytes | None) -> None:
        if message.get("method") == Method.CANCEL:
            self.cancelled.set()
        elif "method" in message:
            if "id" in message:
                message.setdefault("params", {})
                self._calls.put((message, blob))
        else:
            self._settle(message)

    def _settle(self, message: dict[str, Any]) -> None:
        with self._changed:
            future = self._pending.pop(message.get("id", 0), None)
        if future is None or not future.set_running_or_notify_cancel():
            return
        if "error" in message:
            error = message["error"]
            future.set_exception(RemoteError(error["code"], error.get("message", ""), error.get("data")))
        else:
            future.set_result(message["result"])

    def _end(self) -> None:
        """Wake everyone who waits; safe to call twice."""
        with self._changed:
            self._ended = True
            pending, self._pending = self._pending, {}
            self._changed.notify_all()
        self.cancelled.set()
        self._calls.put(None)
        for future in pending.values():
            if future.set_running_or_notify_cancel():
                future.set_exception(_gone())


def _gone() -> RemoteError:
    return RemoteError(ErrorCode.CANCELLED, "the app has closed this sandbox")


def _parse(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WireBroken(f"a line is not JSON: {error}") from None
    if not isinstance(message, dict):
        raise WireBroken("a line is not an object")
    return message


def _encode(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair has no UTF-8 form; escaped it travels.
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def _dump(params: Wire) -> bytes:
    try:
        return params.model_dump_json().encode()
    except ValueError:
        return _encode(params.model_dump())


def _line(head: dict[str, Any], name: str, body: bytes) -> bytes:
    """Make the line of a message whose largest member is already JSON."""
    start = _encode({"jsonrpc": "2.0", **head})
    return b"".join((start[:-1], b',"', name.encode(), b'":', body, b"}\n"))
