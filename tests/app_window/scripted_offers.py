"""What a scripted desk offers a new research: models that are found when the test says so, documents that count."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.offers_port import DocumentCount, FoundModel, Given, Offer
from engine.errors import DossierError
from engine.values import Estimate
from widgets.beginning.composer import Composed
from widgets.value_picker import Choice

if TYPE_CHECKING:
    from scripted_desk import ScriptedDesk


class ScriptedOffers:
    """Offers what the desk's settings hold."""

    def __init__(self, desk: ScriptedDesk) -> None:
        self._desk = desk
        self.depth = "standard"
        self.before: Composed | None = None
        self.found: tuple[FoundModel, ...] = ()
        self.looked = 0
        self.refuses: DossierError | None = None
        self.documents: dict[str, int] = {}  # by folder; 3 where nothing is said
        self.given = Given()
        self.estimates: list[Composed] = []
        self.read = 0
        self.may_read = asyncio.Event()
        self.may_read.set()

    def offer(self) -> Offer:
        values = self._desk.values
        sources = [Choice("sample", "Sample library")]
        models = [Choice("offline", "None (offline)")]
        if values.folders:
            sources.append(Choice("library", "My library"))
        if values.model:
            sources.append(Choice("web", "Web"))
            models.append(Choice("model", values.model))
        return Offer(tuple(sources), tuple(models), self.depth)

    def sample_topic(self) -> str:
        return "What does the sample say?"

    def composed_before(self) -> Composed | None:
        return self.before

    def keep_composed(self, composed: Composed) -> None:
        self.before = composed

    async def estimate(self, composed: Composed) -> Estimate | None:
        self.estimates.append(composed)
        return Estimate(calls=0) if composed.model == "offline" else Estimate(runs=2, duration_s=300, calls=40)

    async def examples(self, sources: str, count: int) -> tuple[str, ...]:
        return tuple(f"Topic {number} of {sources}" for number in range(1, count + 1))

    def used_model(self) -> str:
        return self._desk.values.model

    async def found_models(self) -> tuple[FoundModel, ...]:
        self.looked += 1
        return self.found

    async def use_model(self, found: FoundModel) -> str:
        if self.refuses is not None:
            raise self.refuses
        name = found.models[0] if found.models else "large-2"
        self._desk.values = dataclasses.replace(self._desk.values, base_url=found.base_url, model=name)
        return name

    def folders(self) -> tuple[str, ...]:
        return self._desk.values.folders

    def remove_folder(self, folder: Path) -> None:
        left = tuple(name for name in self.folders() if name != str(folder))
        self._desk.values = dataclasses.replace(self._desk.values, folders=left)

    async def sorted_files(self, paths: Sequence[str]) -> Given:
        return self.given

    async def count_documents(self, folders: Sequence[str]) -> DocumentCount:
        return DocumentCount(sum(self.documents.get(folder, 3) for folder in folders))

    async def read_library(self, tell: Callable[[int, int], None]) -> None:
        tell(1, 3)
        await self.may_read.wait()
        self.read += 1
