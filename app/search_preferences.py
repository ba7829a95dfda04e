"""The page of the web search: providers, their keys, and a question to each."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject

from app.session import Session
from app.settings_port import Choices
from widgets.settings.search import SearchPage


class SearchPreferences(QObject):
    """Shows providers and keeps their keys."""

    def __init__(self, view: SearchPage, choices: Choices, session: Session) -> None:
        super().__init__(view)
        self._view, self._choices, self._session = view, choices, session
        self._trying: set[str] = set()
        view.try_asked.connect(self._try)
        view.key_entered.connect(lambda name, key: self._then_show(choices.searching.keep_key(name, key)))
        view.forget_asked.connect(lambda name: self._then_show(choices.searching.forget_key(name)))
        view.place_picked.connect(lambda place: self._then_show(choices.place_keys(place)))

    def show(self) -> None:
        """Show the providers as they are kept."""
        self._session.do(self._show())

    async def _show(self) -> None:
        searching = self._choices.searching
        providers = await searching.providers()
        self._view.show_providers(providers, searching.usual(), searching.environment_note())

    def _then_show(self, work: Coroutine[Any, Any, None]) -> None:
        async def do() -> None:
            try:
                await work
            finally:
                await self._show()

        self._session.do(do())

    def _try(self, entry: str) -> None:
        name = entry.partition(":")[0]
        if name in self._trying:
            return

        async def ask() -> None:
            self._trying.add(name)
            self._view.show_trying(name)
            try:
                self._view.show_result(name, *await self._choices.searching.try_out(entry))
            finally:
                self._trying.discard(name)

        self._session.do(ask())
