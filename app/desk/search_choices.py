"""The search providers as they are set up, and a question to each that shows whether it works."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from urllib.parse import urlsplit

from app.composition import Composition
from app.model_access import chosen_model, searches_itself
from app.setting_checks import words
from engine.errors import DossierError
from resources.translation import mark, tr, trn
from widgets.settings.key import KeyFacts
from widgets.settings.provider import ProviderFacts

# Name, what people call it, what it is.
PROVIDERS: tuple[tuple[str, str, str], ...] = (
    (
        "hosted",
        mark("The model's own search"),
        mark("The provider searches and reads the web itself, outside Dossier. Not every server has it."),
    ),
    ("searxng", mark("SearXNG"), mark("A search engine you or others run. No key; its JSON format must be on.")),
    ("tavily", mark("Tavily"), mark("A search service for programs. Needs a key.")),
    ("brave", mark("Brave Search"), mark("An index of its own. Needs a key.")),
    (
        "duckduckgo",
        mark("DuckDuckGo"),
        mark("No key. Its result pages are parsed inside Dossier; it limits how often."),
    ),
)
KEYED = ("tavily", "brave")
_QUERY = "history of the telescope"
_LIMIT_S = 20.0


class EngineSearchChoices:
    """Its methods are those of `app.settings_port.SearchChoices`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition
        self._has_keyring: bool | None = None

    async def providers(self) -> tuple[ProviderFacts, ...]:
        """Return every provider, used ones first and in their order."""
        used = [entry.partition(":")[::2] for entry in words(self._composition.settings["search.providers"])]
        names = [name.strip().lower() for name, _ in used]
        urls = {name.strip().lower(): url.strip() for name, url in used}
        known = {name: (word, says) for name, word, says in PROVIDERS}
        order = [*(name for name in names if name in known), *(name for name in known if name not in names)]
        keys = {name: await self._key_facts(name) for name in KEYED}
        return tuple(
            ProviderFacts(
                name=name,
                word=tr(known[name][0]),
                says=tr(known[name][1]),
                used=name in names,
                url=urls.get(name, ""),
                takes_url=name == "searxng",
                key=keys.get(name),
                can_be_tried=name != "hosted",
            )
            for name in dict.fromkeys(order)
        )

    def usual(self) -> str:
        """Return in a sentence what happens while no provider is chosen."""
        if searches_itself(chosen_model(os.environ, self._composition.settings)):
            return tr("None is chosen: the model's provider searches the web itself.")
        return tr("None is chosen: DuckDuckGo is asked when a research uses the web.")

    def environment_note(self) -> str:
        """Return in a sentence what the environment chooses instead."""
        chosen = os.environ.get("DOSSIER_SEARCH", "").strip()
        return (
            tr("DOSSIER_SEARCH of the environment goes before this list: {chosen}.", chosen=chosen) if chosen else ""
        )

    async def keep_key(self, provider: str, key: str) -> None:
        """Keep the key of a provider."""
        without = self._composition.settings["keys.without_keyring"]
        await asyncio.to_thread(self._composition.keys.keep, provider, key, without)

    async def forget_key(self, provider: str) -> None:
        """Forget the key of a provider."""
        await asyncio.to_thread(self._composition.keys.forget, provider)

    async def try_out(self, entry: str) -> tuple[bool, str]:
        """Ask a provider something; return whether it answered, and what in a sentence."""
        from engine.search.chooser import providers_from

        keys = {name: await asyncio.to_thread(self._composition.keys.get, name) for name in KEYED}
        started = time.monotonic()
        try:
            provider = providers_from(entry, keys).provider
            if provider is None:
                return False, tr("Nobody is asked.")
            async with contextlib.aclosing(provider), asyncio.timeout(_LIMIT_S):
                hits = await provider.search(_QUERY, 5)
        except TimeoutError:
            return False, tr("No answer in {seconds} s.", seconds=round(_LIMIT_S))
        except DossierError as error:
            return False, str(error)
        if not hits:
            return False, tr("It answered without any result.")
        elapsed = f"{time.monotonic() - started:.1f}"
        first = urlsplit(hits[0].url).hostname or hits[0].url
        return True, trn(
            "{n} result in {elapsed} s, the first from {first}.",
            "{n} results in {elapsed} s, the first from {first}.",
            len(hits),
            elapsed=elapsed,
            first=first,
        )

    async def _key_facts(self, provider: str) -> KeyFacts:
        keys = self._composition.keys
        state = await asyncio.to_thread(keys.state, provider)
        if self._has_keyring is None:
            self._has_keyring = await asyncio.to_thread(keys.has_keyring)
        without = self._composition.settings["keys.without_keyring"]
        return KeyFacts(state.place, state.ending, state.variable, self._has_keyring, without)
