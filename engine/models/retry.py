"""When a failed call is made again, and when all callers of a key wait because its server asked for it."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Protocol, TypeVar

from engine.errors import ModelError
from engine.models.port import WaitListener

T = TypeVar("T")

# Callers that waited together do not come back together.
SPACING_S = 0.2
# A server that asks for more has said no.
MAX_WAIT_S = 1800.0
MAX_RATE_LIMITED = 10
MAX_OTHER_FAILURES = 3


class Clock(Protocol):
    """Time, as far as waiting needs it."""

    def now(self) -> float:
        """Return the seconds since the epoch."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return the seconds since the epoch."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class SlowDown(ModelError):
    """The server asked to wait; `until` is in seconds since the epoch, None when it did not say how long."""

    def __init__(self, error: ModelError, until: float | None) -> None:
        super().__init__("rate_limited", error.title, error.advice, retryable=True, detail=error.detail)
        self.until = until


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Return when the server may be asked again, None when its reply does not say.

    Source: RFC 9110, 10.2.3 (seconds or an HTTP date); `retry-after-ms` is sent by some gateways.
    """
    milliseconds = headers.get("retry-after-ms", "")
    if milliseconds.replace(".", "", 1).isdigit():
        return now + float(milliseconds) / 1000
    value = headers.get("retry-after", "").strip()
    if value.replace(".", "", 1).isdigit():
        return now + float(value)
    try:
        return max(parsedate_to_datetime(value).timestamp(), now)
    except ValueError:
        return None


class KeyLimiter:
    """What all callers of one key share: not before when the server may be asked."""

    def __init__(self) -> None:
        self._resume_at = 0.0
        self._why = ""
        self._waiting = 0

    def hold(self, until: float, why: str) -> None:
        """Make all callers wait until a time."""
        if until > self._resume_at:
            self._resume_at, self._why = until, why

    async def turn(self, clock: Clock, on_wait: WaitListener | None) -> None:
        """Return when the server may be asked; cancelling ends the wait."""
        while (until := self._resume_at) > clock.now():
            place = self._waiting
            self._waiting += 1
            try:
                if on_wait:
                    on_wait(until, self._why)
                await clock.sleep(until - clock.now() + place * SPACING_S)
            finally:
                self._waiting -= 1


class Limiters:
    """One limiter per (address, key), for the whole process."""

    def __init__(self) -> None:
        self._known: dict[str, KeyLimiter] = {}

    def of(self, base_url: str, api_key: str) -> KeyLimiter:
        """Return the limiter of a key; the key itself is not kept."""
        name = hashlib.sha256(f"{base_url.rstrip('/')}\n{api_key}".encode()).hexdigest()
        return self._known.setdefault(name, KeyLimiter())


SESSION_LIMITERS = Limiters()


@dataclass(frozen=True)
class RetryPolicy:
    """How often and how long: rate limits patiently, other passing trouble briefly, all else never."""

    rate_limited: int = MAX_RATE_LIMITED
    other: int = MAX_OTHER_FAILURES
    first_wait_s: float = 1.0
    longest_wait_s: float = 30.0

    def wait_s(self, failures: int) -> float:
        """Return the wait after the n-th failure in a row."""
        return float(min(self.first_wait_s * 2 ** (failures - 1), self.longest_wait_s))


async def with_retries(
    call: Callable[[], Awaitable[T]],
    *,
    limiter: KeyLimiter,
    clock: Clock,
    policy: RetryPolicy,
    on_wait: WaitListener | None = None,
) -> T:
    """Make a call, and make it again while its trouble passes.

    Raises:
        ModelError: the trouble does not pass, or lasted too long.
    """
    limited = failed = 0
    while True:
        await limiter.turn(clock, on_wait)
        try:
            return await call()
        except SlowDown as error:
            limited += 1
            until = error.until or clock.now() + policy.wait_s(limited)
            if limited > policy.rate_limited or until - clock.now() > MAX_WAIT_S:
                raise
            limiter.hold(until, error.title)
        except ModelError as error:
            failed += 1
            # A time-out has cost minutes already: it is tried once more only.
            allowed = min(policy.other, 2) if error.kind == "timeout" else policy.other
            if not error.retryable or failed >= allowed:
                raise
            await clock.sleep(policy.wait_s(failed))
