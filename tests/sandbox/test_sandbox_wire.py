"""The two ends of the wire, each against bytes."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sandbox.docker_stream import HEADER, FrameReader
from engine.sandbox.lines import LineReader, ProtocolBroken
from engine.sandbox.messages import Part, Reply, Request, build_line, build_part, encode_json, parse_message
from engine.sandbox.streams import fits
from researcher_container.channel import Channel, HandlerError, RemoteError
from researcher_container.contract import MAX_LINE_BYTES, PART_BYTES, SearchParams, Wire


class Text(Wire):
    text: str = ""


# --- lines, frames, messages ---------------------------------------------------------------------------


def cut(data: bytes, sizes: list[int]) -> Iterator[bytes]:
    start = 0
    for size in sizes:
        yield data[start : start + size]
        start += size
    yield data[start:]


@given(
    st.lists(st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), max_size=10),
    st.lists(st.integers(0, 9)),
)
def test_lines_come_whole_however_they_are_cut(lines: list[bytes], sizes: list[int]) -> None:
    reader = LineReader(limit_bytes=40)
    data = b"".join(line + b"\n" for line in lines) + b"rest"
    assert [line for chunk in cut(data, sizes) for line in reader.feed(chunk)] == lines


@given(st.lists(st.tuples(st.integers(0, 2), st.binary(max_size=30)), max_size=8), st.lists(st.integers(0, 5)))
def test_frames_may_split_anywhere(frames: list[tuple[int, bytes]], sizes: list[int]) -> None:
    reader = FrameReader()
    data = b"".join(HEADER.pack(stream, len(payload)) + payload for stream, payload in frames)
    pieces = [piece for chunk in cut(data, sizes) for piece in reader.feed(chunk)]
    for stream in (0, 1, 2):
        sent = b"".join(payload for number, payload in frames if number == stream)
        assert b"".join(payload for number, payload in pieces if number == stream) == sent


def test_a_frame_of_an_unknown_stream_ends_it() -> None:
    with pytest.raises(OSError, match="unknown stream 7"):
        FrameReader().feed(HEADER.pack(7, 1))


def test_the_limit_of_a_line_is_exact() -> None:
    assert LineReader().feed(b"x" * MAX_LINE_BYTES + b"\n") == [b"x" * MAX_LINE_BYTES]
    for data in (b"x" * (MAX_LINE_BYTES + 1), b"x" * (MAX_LINE_BYTES + 1) + b"\n"):
        with pytest.raises(ProtocolBroken):
            LineReader().feed(data)


def test_a_part_fits_a_line() -> None:
    line = build_part(2**31, os.urandom(PART_BYTES))
    assert len(line) < MAX_LINE_BYTES
    part = parse_message(line)
    assert isinstance(part, Part)
    assert len(part.data) == PART_BYTES


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=20) | st.integers() | st.none(), max_size=5))
def test_what_is_built_is_parsed(params: dict[str, Any]) -> None:
    line = build_line({"id": 3, "method": "up"}, "params", encode_json(params))
    assert line.count(b"\n") == 1
    assert parse_message(line) == Request(3, "up", params)
    assert parse_message(build_line({"id": 3}, "result", encode_json(params))) == Reply(3, result=params)


@pytest.mark.parametrize(
    "line",
    [
        b"", b"nothing", b"[]", b"{}", b'{"jsonrpc":"1.0","method":"x"}', b'{"jsonrpc":"2.0"}',
        b'{"jsonrpc":"2.0","method":7}', b'{"jsonrpc":"2.0","method":"x","params":[1]}',
        b'{"jsonrpc":"2.0","method":"x","id":"1"}', b'{"jsonrpc":"2.0","method":"x","id":true}',
        b'{"jsonrpc":"2.0","method":"x","id":-1}', b'{"jsonrpc":"2.0","id":1,"result":[1]}',
        b'{"jsonrpc":"2.0","id":1,"error":{}}', b'{"jsonrpc":"2.0","id":1,"result":{"x":Infinity}}',
        b'{"jsonrpc":"2.0","method":"part","params":{"stream":1,"data":"!"}}',
        b'{"jsonrpc":"2.0","method":"part","params":{"stream":1,"data":""}}',
        b'{"jsonrpc":"2.0","method":"credit","params":{"stream":1}}',
        b'{"jsonrpc":"2.0","id":1,"method":"x","streams":{"blob":{"id":1,"bytes":5}}}',
        b'{"jsonrpc":"2.0","id":1,"method":"x","streams":{"params":{"id":1,"bytes":99999999}}}',
        b'{"jsonrpc":"2.0","id":1,"streams":{"result":7}}', b"\xff\xfe{}", b"[" * 100_000, b"1" * 10_000,
    ],
)  # fmt: skip
def test_what_is_no_message_breaks_the_protocol(line: bytes) -> None:
    with pytest.raises(ProtocolBroken):
        parse_message(line)


def test_size_is_judged_without_looking_at_everything() -> None:
    assert fits({"a": ["x" * 10] * 3, "b": None}, 1_000)
    assert not fits({"a": "x" * 2_000}, 1_000)
    assert not fits([["x"] * 100] * 100, 1_000)


# --- the sandbox's end -----------------------------------------------------------------------------------


class Far:
    """The app's end as plain bytes."""

    def __init__(self) -> None:
        stdin, self.to_channel = os.pipe()
        from_channel, stdout = os.pipe()
        self.ended = threading.Event()
        self._lines: BinaryIO = os.fdopen(from_channel, "rb")
        self._own = (os.fdopen(stdin, "rb", buffering=0), os.fdopen(stdout, "wb", buffering=0))
        self.channel = Channel(*self._own, on_end=self.ended.set)

    def say(self, **message: Any) -> None:
        os.write(self.to_channel, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def hear(self) -> dict[str, Any]:
        return json.loads(self._lines.readline())  # type: ignore[no-any-return]

    def end(self) -> None:
        os.close(self.to_channel)
        assert self.ended.wait(5)
        for pipe in (*self._own, self._lines):
            pipe.close()


@pytest.fixture
def far() -> Iterator[Far]:
    far = Far()
    yield far
    far.end()


def test_calls_overlap_and_replies_come_in_any_order(far: Far) -> None:
    first = far.channel.submit("search", SearchParams(query="a"))
    second = far.channel.submit("search", SearchParams(query="b"))
    asked = [far.hear(), far.hear()]
    assert [message["params"]["query"] for message in asked] == ["a", "b"]
    far.say(id=asked[1]["id"], result={"n": 2})
    far.say(id=asked[0]["id"], error={"code": -32001, "message": "no", "data": {"why": "x"}})
    assert second.result(5) == {"n": 2}
    with pytest.raises(RemoteError) as refused:
        first.result(5)
    assert (refused.value.code, refused.value.message, refused.value.data) == (-32001, "no", {"why": "x"})


def test_a_long_call_waits_for_credit(far: Far) -> None:
    text = "x" * (5 * PART_BYTES)
    sent: Future[Any] = Future()
    sender = threading.Thread(target=lambda: sent.set_result(far.channel.submit("up", Text(text=text))))
    sender.start()
    announced = far.hear()["streams"]["params"]
    body = bytearray()
    for part in (far.hear(), far.hear()):
        body += base64.b64decode(part["params"]["data"])
    # Its window is used up: what comes next is the notification, not a third part.
    far.channel.notify("progress", Text(text="between"))
    assert far.hear()["method"] == "progress"
    while len(body) < announced["bytes"]:
        far.say(method="credit", params={"stream": announced["id"], "parts": 1})
        body += base64.b64decode(far.hear()["params"]["data"])
    assert json.loads(body) == {"text": text}
    sender.join(5)
    assert sent.done()


def test_a_call_in_is_answered_and_cancel_overtakes_its_blob(far: Far) -> None:
    def handle(params: dict[str, Any], blob: bytes | None) -> dict[str, Any]:
        if params.get("fail"):
            raise HandlerError(-32006, "unreadable")
        return {"size": len(blob or b""), "cancelled": far.channel.cancelled.is_set()}

    serving = threading.Thread(target=far.channel.serve, args=({"read": handle},))
    serving.start()
    blob = os.urandom(2 * PART_BYTES + 5)
    far.say(id=1, method="read", params={}, streams={"blob": {"id": 9, "bytes": len(blob)}})
    for start in range(0, len(blob), PART_BYTES):
        part = base64.b64encode(blob[start : start + PART_BYTES]).decode()
        writing = threading.Thread(target=far.say, kwargs={"method": "part", "params": {"stream": 9, "data": part}})
        writing.start()
        if start == 0:
            assert far.hear()["method"] == "credit"
            far.say(method="cancel", params={})
        writing.join(5)
    assert far.hear() == {"jsonrpc": "2.0", "id": 1, "result": {"size": len(blob), "cancelled": True}}
    far.say(id=2, method="read", params={"fail": 1})
    assert far.hear()["error"]["code"] == -32006
    far.say(id=3, method="else", params={})
    assert far.hear()["error"]["code"] == -32601
    os.write(far.to_channel, b"no json\n")
    serving.join(5)
    assert not serving.is_alive()


@pytest.mark.parametrize("line", [b"no json\n", b"[]\n", b'{"method":"part"}\n', b"x" * (MAX_LINE_BYTES + 1)])
def test_whoever_waits_is_told_when_the_wire_breaks(
    line: bytes, far: Far, capsys: pytest.CaptureFixture[str]
) -> None:
    pending = far.channel.submit("search", SearchParams(query="a"))
    writing = threading.Thread(target=os.write, args=(far.to_channel, line))
    writing.start()
    with pytest.raises(RemoteError):
        pending.result(5)
    writing.join(5)
    assert far.ended.wait(5)
    assert "the wire broke" in capsys.readouterr().err
    with pytest.raises(RemoteError):
        far.channel.submit("search", SearchParams(query="b")).result(5)
