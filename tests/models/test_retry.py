"""Waiting when a server asks for it: both forms of Retry-After, shared by all callers of a key, cancellable."""

from __future__ import annotations

import asyncio
from email.utils import formatdate

import pytest

from engine.errors import ModelError
from engine.models.retry import MAX_RATE_LIMITED, SPACING_S, KeyLimiter, retry_after
from engine.values import Role
from researcher_container.contract import Message, ModelRequest

QUESTION = ModelRequest(messages=(Message(role="user", content="?"),))


async def ask(model, **options):
    return await model.respond(QUESTION, role=Role.RESEARCHER, **options)


def limited(say, value=None):
    body = {"error": {"message": "Rate limit", "code": "rate_limit_exceeded"}}
    return say.Failure(429, body, {"Retry-After": value} if value else {})


async def test_seconds_and_dates(serve, connect, say, clock):
    start = clock.time
    date = formatdate(start + 20, usegmt=True)
    seen = []
    server = serve(lambda asked: seen.append(clock.time - start) or replies.pop(0))
    replies = [limited(say, "7"), limited(say, date), say.Answer("ok")]
    waits = []
    reply = await ask(connect(server), on_wait=lambda until, why: waits.append((until - start, why)))
    assert reply.text == "ok"
    assert seen[1] >= 7
    assert seen[2] >= 20
    assert waits == [
        (7.0, "The model's server asks to slow down."),
        (20.0, "The model's server asks to slow down."),
    ]


async def test_a_wait_longer_than_the_sdk_would_take(serve, connect, say, clock):
    await ask(connect(serve([limited(say, "300"), say.Answer("ok")])))
    assert clock.slept == [300.0]


async def test_no_advice_means_longer_and_longer_waits_and_then_an_error(serve, connect, say, clock):
    server = serve(lambda asked: limited(say))
    with pytest.raises(ModelError) as caught:
        await ask(connect(server))
    assert caught.value.kind == "rate_limited"
    assert caught.value.retryable
    assert len(server.requests) == MAX_RATE_LIMITED + 1
    assert clock.slept[:6] == [1.0, 2.0, 4.0, 8.0, 16.0, 30.0]


async def test_a_wait_of_hours_is_an_answer(serve, connect, say, clock):
    server = serve(lambda asked: limited(say, "86400"))
    with pytest.raises(ModelError):
        await ask(connect(server))
    assert clock.slept == []
    assert len(server.requests) == 1


async def test_all_callers_of_a_key_wait_and_come_back_one_after_the_other(serve, connect, say, clock):
    first, second = connect(serve([limited(say, "60"), *[say.Answer("ok")] * 3])), None
    waits = []
    await ask(first)
    assert clock.slept == [60.0]
    limiter = first._limiter
    limiter.hold(clock.time + 10, "slow down")
    second = connect(first.base_url)
    assert second._limiter is limiter
    assert connect(first.base_url, api_key="another").__dict__["_limiter"] is not limiter
    gate = asyncio.Event()

    class Held:
        def now(self):
            return clock.time

        async def sleep(self, seconds):
            waits.append(seconds)
            if len(waits) == 2:
                gate.set()
            await gate.wait()
            clock.time += 20

    first._clock = second._clock = Held()
    replies = await asyncio.gather(ask(first), ask(second))
    assert [reply.text for reply in replies] == ["ok", "ok"]
    assert waits == [pytest.approx(10.0), pytest.approx(10.0 + SPACING_S)]


async def test_cancelling_ends_the_wait(connect, serve, say):
    waiting = asyncio.Event()
    server = serve([limited(say, "600")])
    from engine.models.retry import SystemClock

    model = connect(server, clock=SystemClock())
    task = asyncio.create_task(ask(model, on_wait=lambda until, why: waiting.set()))
    await asyncio.wait_for(waiting.wait(), 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 1)
    assert len(server.requests) == 1


async def test_an_overloaded_server_that_says_when_is_waited_for(serve, connect, say, clock):
    await ask(connect(serve([say.Failure(503, "", {"Retry-After": "12"}), say.Answer("ok")])))
    assert clock.slept == [12.0]


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": " 7 "}, 7),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": formatdate(1_000_030, usegmt=True)}, 30),
        ({"retry-after": formatdate(999_000, usegmt=True)}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({}, None),
    ],
)
def test_what_servers_write(headers, wait_s):
    until = retry_after(headers, 1_000_000.0)
    assert until == (None if wait_s is None else pytest.approx(1_000_000.0 + wait_s))


async def test_a_shorter_wait_never_shortens_a_longer_one(clock):
    limiter = KeyLimiter()
    limiter.hold(clock.time + 60, "long")
    limiter.hold(clock.time + 5, "short")
    await limiter.turn(clock, None)
    assert clock.slept == [60.0]
