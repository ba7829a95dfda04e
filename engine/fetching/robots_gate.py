"""Asks each site's robots.txt once per run, and keeps the readers of one site behind the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from engine.errors import FetchError
from engine.fetching.addresses import Address
from engine.fetching.robots import RobotsRules

# Fetches a robots.txt: (rules, or None when it forbids nothing; a sentence for the log).
AskRobots = Callable[[], Awaitable[tuple[RobotsRules | None, str]]]


class _Site:
    """What is known of one site; the lock lets one reader ask while the others wait."""

    def __init__(self) -> None:
        self.asking = asyncio.Lock()
        self.asked = False
        self.rules: RobotsRules | None = None


class RobotsGate:
    """The robots.txt answers of one run."""

    def __init__(self) -> None:
        self._sites: dict[str, _Site] = {}

    async def obey(self, address: Address, ask: AskRobots) -> str:
        """Let an address through, or not.

        Returns:
            A sentence for the log when the site was asked just now, else "".

        Raises:
            FetchError: `robots`, when the site asks not to read this page.
        """
        site = self._sites.setdefault(address.origin, _Site())
        note = ""
        async with site.asking:
            if not site.asked:
                site.rules, note = await ask()
                site.asked = True
        if site.rules is None or site.rules.allows(address.target):
            return note
        raise FetchError(
            "robots",
            f"{address.host} asks automatic readers not to read this page (robots.txt).",
            "Open it in a browser, or switch this rule off under Settings, Web search.",
            detail=address.url,
        )
