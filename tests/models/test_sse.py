"""The framing of server-sent events: every line ending, cut at every byte."""

from __future__ import annotations

import pytest

from engine.models.sse import MAX_EVENT_BYTES, EventTooLong, SseReader

STREAM = "event: x\n: comment\ndata: first\ndata:zweite Zeile ü\nid: 1\n\ndata\n\n\ndata:  潮\n\ndata: last"
EVENTS = ["first\nzweite Zeile ü", "", " 潮", "last"]


def read(chunks):
    sse = SseReader()
    return [event for chunk in chunks for event in sse.feed(chunk)] + list(sse.finish())


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_every_line_ending_cut_at_every_byte(ending, size):
    raw = STREAM.replace("\n", ending).encode()
    assert read([raw[start : start + size] for start in range(0, len(raw), size)]) == EVENTS


def test_a_frame_is_given_out_as_soon_as_it_is_complete():
    sse = SseReader()
    assert list(sse.feed(b"data: a\n")) == []
    assert list(sse.feed(b"\ndata: b")) == ["a"]
    assert list(sse.finish()) == ["b"]


@pytest.mark.parametrize("chunk", [b"x" * 1_000_000, b"data: " + b"x" * 1_000_000 + b"\n"])
def test_an_endless_line_and_an_endless_event_are_refused(chunk):
    with pytest.raises(EventTooLong):
        read([chunk] * (MAX_EVENT_BYTES // 1_000_000 + 2))
