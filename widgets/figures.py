"""The figures of a piece of work in words: what it used, what it cost, when it began and how long it took."""

from __future__ import annotations

from datetime import datetime

from engine.values import TokenUse
from resources.translation import tr
from widgets import phrases


def tokens(use: TokenUse) -> str:
    """Return how many tokens went in and out; figures a server did not give are marked as estimated."""
    if not use.calls:
        return ""
    into, out = f"{use.input_tokens:,}", f"{use.output_tokens:,}"
    if use.estimated:
        return tr("{into} in, {out} out (estimated)", into=into, out=out)
    return tr("{into} in, {out} out", into=into, out=out)


def all_tokens(use: TokenUse) -> str:
    """Return the tokens in and out together, in short: "9.1k tokens"."""
    number = use.input_tokens + use.output_tokens
    if not number:
        return ""
    words = phrases.tokens(number)
    return tr("about {tokens}", tokens=words) if use.estimated else words


def cost(use: TokenUse) -> str:
    """Return what it cost, "" when no price is known."""
    return "" if use.cost_usd is None else phrases.money(use.cost_usd)


def moment(at: float | None) -> str:
    """Return a time of the local zone to the second; with the day unless it is today's."""
    if at is None:
        return ""
    then = datetime.fromtimestamp(at)
    clock = f"{then:%H:%M:%S}"
    return clock if then.date() == datetime.now(then.tzinfo).date() else f"{phrases.day_and_time(at)}:{then:%S}"


def joined(*facts: str) -> str:
    """Return facts in one line, those that are there."""
    return "\u00a0· ".join(fact for fact in facts if fact)  # a line never begins with the dot
