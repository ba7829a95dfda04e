"""The sandbox's end of the wire: JSON-RPC 2.0 lines over two byte streams, synchronous and thread-based.

A reader thread takes lines and settles futures; whoever sends writes his own lines. Payloads above
`PART_BYTES`, and every blob, travel as parts after the message that announces them (see `arrivals`).
"""

from __future__ import annotations

import base64
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, BinaryIO

from researcher_container.arrivals import Arrivals
from researcher_container.contract import (
    MAX_STREAM_BYTES,
    MAX_STREAMED_MESSAGES,
    PART_BYTES,
    STREAM_WINDOW_PARTS,
    ErrorCode,
    Method,
    Waited,
    Wire,
)
from researcher_container.lines import WireBroken, build_line, encode_json, encode_params, read_messages

Handler = Callable[[dict[str, Any], bytes | None], dict[str, Any]]

MAX_ERROR_CHARS = 2_000


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


class Channel:
    """Calls out to the app, and the app's calls in.

    Args:
        stdin: bytes from the app; its end is the program's end.
        stdout: bytes to the app.
        on_end: called once by the reader thread when stdin has ended; the default only lets `serve` return.
    """

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO, on_end: Callable[[], None] | None = None) -> None:
        self.cancelled = threading.Event()
        self.waited_s = 0.0  # that servers have made this question wait, as the app told
        self._stdin, self._stdout, self._on_end = stdin, stdout, on_end
        self._write_lock = threading.Lock()
        self._changed = threading.Condition()  # guards the next five
        self._ended = False
        self._last_id = 0
        self._last_stream = 0
        self._pending: dict[int, Future[dict[str, Any]]] = {}
        self._credit: dict[int, int] = {}
        self._slots = threading.Semaphore(MAX_STREAMED_MESSAGES)
        self._calls: queue.SimpleQueue[tuple[dict[str, Any], bytes | None] | None] = queue.SimpleQueue()
        self._arrivals = Arrivals(self._dispatch, self._grant)
        threading.Thread(target=self._read, name="wire", daemon=True).start()

    # --- out -----------------------------------------------------------------------------------------

    def submit(self, method: str, params: Wire) -> Future[dict[str, Any]]:
        """Send a call; the future holds the result or raises `RemoteError`."""
        future: Future[dict[str, Any]] = Future()
        body = encode_params(params)
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
        self._send({"method": str(method)}, "params", encode_params(params))

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
            body = encode_json(handler(message["params"], blob))
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
        body = encode_json(error)
        if len(body) > PART_BYTES:
            body = encode_json({**error, "data": {}})
        self._write(build_line({"id": call_id}, "error", body))

    def _send(self, head: dict[str, Any], name: str, body: bytes) -> None:
        """Send a message whose `name` member is `body`; long bodies as a stream, which waits for credit."""
        if len(body) <= PART_BYTES:
            self._write(build_line(head, name, body))
            return
        with self._slots:
            with self._changed:
                self._last_stream += 1
                stream = self._last_stream
                self._credit[stream] = STREAM_WINDOW_PARTS
            announced = {name: {"id": stream, "bytes": len(body)}}
            self._write(build_line(head, "streams", encode_json(announced)))
            for start in range(0, len(body), PART_BYTES):
                if not self._take_credit(stream):
                    break
                data = base64.b64encode(body[start : start + PART_BYTES]).decode()
                self._notify(Method.PART, {"stream": stream, "data": data})
            with self._changed:
                del self._credit[stream]

    def _take_credit(self, stream: int) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self._credit[stream] > 0)
            self._credit[stream] -= 1
            return not self._ended

    def _grant(self, stream: int, parts: int) -> None:
        self._notify(Method.CREDIT, {"stream": stream, "parts": parts})

    def _notify(self, method: Method, params: dict[str, Any]) -> None:
        self._write(build_line({"method": method.value}, "params", encode_json(params)))

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
            for message in read_messages(self._stdin):
                self._receive(message)
        except OSError:
            pass  # a closed or broken stdin is an ended one
        except (WireBroken, KeyError, TypeError, ValueError, AttributeError) as broken:
            sys.stderr.write(f"the wire broke: {broken}\n")
        self._end()
        if self._on_end is not None:
            self._on_end()

    def _receive(self, message: dict[str, Any]) -> None:
        method = message.get("method")
        if method == Method.PART:
            self._arrivals.take(message["params"])
        elif method == Method.CREDIT:
            self._take_grant(message["params"])
        elif "streams" in message:
            self._arrivals.expect(message)
        else:
            self._dispatch(message, None)

    def _take_grant(self, params: dict[str, Any]) -> None:
        with self._changed:
            # Credit may arrive after the last part has left.
            if params["stream"] in self._credit:
                self._credit[params["stream"]] += params["parts"]
                self._changed.notify_all()

    def _dispatch(self, message: dict[str, Any], blob: bytes | None) -> None:
        if message.get("method") == Method.CANCEL:
            self.cancelled.set()
        elif message.get("method") == Method.WAITED:
            self.waited_s = Waited.model_validate(message.get("params", {})).s
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
