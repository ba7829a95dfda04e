"""What the pages of the settings need from the rest of the program, as Protocols."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any, Protocol

from engine.values import ModelProfile
from widgets.settings.about import AboutFacts
from widgets.settings.checklist import CheckLine
from widgets.settings.key import KeyFacts
from widgets.settings.library import FolderFacts
from widgets.settings.presets import PresetFacts
from widgets.settings.provider import ProviderFacts
from widgets.settings.sandbox import KindFacts
from widgets.theme import ThemeChoice

# Hears how far reading the library is: (done, total, the file's name).
TellReading = Callable[[int, int, str], None]
# Hears how far the image's build is: (what is done, percent or None).
TellBuild = Callable[[str, int | None], None]


class ModelChoices(Protocol):
    """The profiles of models. Methods return within milliseconds unless they are coroutines."""

    def profiles(self) -> tuple[ModelProfile, ...]:
        """Return every profile."""

    def active(self) -> ModelProfile | None:
        """Return the profile that is used, None without any."""

    def presets(self) -> tuple[PresetFacts, ...]:
        """Return the kinds of servers a profile may begin with."""

    def hints(self, profile: ModelProfile) -> tuple[str, str]:
        """Return an example of the address, and the page where one gets a key ("" without one)."""

    def environment_note(self) -> str:
        """Return in a sentence what the environment says instead of the profile, "" when nothing."""

    def connect(self, preset: str, base_url: str = "", model: str = "") -> ModelProfile:
        """Make a profile of a kind and use it."""

    def keep(self, profile: ModelProfile) -> None:
        """Keep a profile.

        Raises:
            InputError: its name is taken or empty, or its address cannot be.
        """

    def activate(self, profile_id: str) -> None:
        """Use a profile."""

    async def delete(self, profile_id: str) -> None:
        """Take a profile away, with its key."""

    async def key_facts(self, profile: ModelProfile) -> KeyFacts:
        """Return what may be told of a profile's key."""

    async def keep_key(self, profile: ModelProfile, key: str) -> None:
        """Keep the key of a profile."""

    async def forget_key(self, profile: ModelProfile) -> None:
        """Forget the key of a profile."""

    async def keep_header(self, profile: ModelProfile, header: str, value: str) -> None:
        """Keep the value of a secret header."""

    async def forget_header(self, profile: ModelProfile, header: str) -> None:
        """Forget the value of a secret header."""

    def check(self, profile: ModelProfile) -> AsyncGenerator[CheckLine | tuple[str, tuple[str, ...]], None]:
        """Find out what works: a line for each thing, then a summary with the models the server offers."""


class SearchChoices(Protocol):
    """The search providers."""

    async def providers(self) -> tuple[ProviderFacts, ...]:
        """Return every provider, used ones first and in their order."""

    def usual(self) -> str:
        """Return in a sentence what happens while no provider is chosen."""

    def environment_note(self) -> str:
        """Return in a sentence what the environment chooses instead, "" when nothing."""

    async def keep_key(self, provider: str, key: str) -> None:
        """Keep the key of a provider."""

    async def forget_key(self, provider: str) -> None:
        """Forget the key of a provider."""

    async def try_out(self, entry: str) -> tuple[bool, str]:
        """Ask a provider something; return whether it answered, and what in a sentence."""


class SandboxChoices(Protocol):
    """The kinds of sandboxes."""

    async def kinds(self) -> tuple[KindFacts, ...]:
        """Return how each kind stands here."""

    async def build(self, tell: TellBuild) -> None:
        """Build the image of the Docker sandbox.

        Raises:
            SandboxError: it could not be built.
        """


class LibraryChoices(Protocol):
    """The folders of the library."""

    async def folders(self) -> tuple[FolderFacts, ...]:
        """Return the folders with what the index holds of them."""

    async def index(self, tell: TellReading) -> str:
        """Read what changed; return in a sentence what was done.

        Raises:
            SandboxError, LibraryError: it could not be read.
        """


class Choices(Protocol):
    """What the user chose once."""

    @property
    def models(self) -> ModelChoices:
        """The profiles of models."""

    @property
    def searching(self) -> SearchChoices:
        """The search providers."""

    @property
    def sandboxes(self) -> SandboxChoices:
        """The kinds of sandboxes."""

    @property
    def library(self) -> LibraryChoices:
        """The folders of the library."""

    def values(self) -> dict[str, Any]:
        """Return every setting by its key."""

    def keep(self, key: str, value: Any) -> None:
        """Keep a setting.

        Raises:
            InputError: the value does not fit; its sentence is for the field.
            JournalError: the file cannot be written.
        """

    async def place_keys(self, place: str) -> None:
        """Keep keys "session" or "file" on a system without a keyring, those that are there too."""

    async def about(self) -> AboutFacts:
        """Return what there is to say about this copy of the program."""

    def theme(self) -> ThemeChoice:
        """Return the chosen theme."""

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Keep the chosen theme."""

    def add_folder(self, folder: Path) -> None:
        """Add a folder to the library."""
