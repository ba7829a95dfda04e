"""What the page of a new research may ask the rest of the program for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.values import Estimate
from widgets.beginning.composer import Composed
from widgets.value_picker import Choice


@dataclass(frozen=True)
class Offer:
    """What the composer's menus offer."""

    sources: tuple[Choice, ...]
    models: tuple[Choice, ...]
    depth: str = "standard"  # the usual one


@dataclass(frozen=True)
class FoundModel:
    """A model's server that could be used at once: one that answers on this computer, or one there is a key for."""

    key: str  # of the preset: "ollama", "openai", ...
    name: str  # of the server, "" when it does not tell
    place: str  # where it was found: "127.0.0.1:11434", "OPENAI_API_KEY"
    base_url: str
    models: tuple[str, ...]  # that can write
    variable: str = ""  # of the environment, that holds the key


@dataclass(frozen=True)
class DocumentCount:
    """How many documents may be read; there are more when it is not whole."""

    documents: int
    is_whole: bool = True


@dataclass(frozen=True)
class Given:
    """What the user dropped or pasted; refusals are sentences."""

    folders: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()


class Offers(Protocol):
    """What the page of a new research offers."""

    def offer(self) -> Offer:
        """Return what the menus offer."""

    def sample_topic(self) -> str:
        """Return a topic the sample library can answer."""

    def composed_before(self) -> Composed | None:
        """Return what was composed when the window was last closed."""

    def keep_composed(self, composed: Composed) -> None:
        """Keep what is composed."""

    async def estimate(self, composed: Composed) -> Estimate | None:
        """Return what a research would take, None when that cannot be told."""

    async def examples(self, sources: str, count: int) -> tuple[str, ...]:
        """Return topics these sources can answer."""

    def used_model(self) -> str:
        """Return the name of the model that is set up, "" when there is none."""

    async def found_models(self) -> tuple[FoundModel, ...]:
        """Return models that could be used at once, the best first."""

    async def use_model(self, found: FoundModel) -> str:
        """Set a found model up; return its name."""

    def folders(self) -> tuple[str, ...]:
        """Return the library's folders."""

    def remove_folder(self, folder: Path) -> None:
        """Take a folder out of the library."""

    async def sorted_files(self, paths: Sequence[str]) -> Given:
        """Tell folders and documents apart, and what cannot be read."""

    async def count_documents(self, folders: Sequence[str]) -> DocumentCount:
        """Return how many documents of these folders may be read."""

    async def read_library(self, tell: Callable[[int, int], None]) -> None:
        """Index the library; `tell` hears how many files of how many are read."""
