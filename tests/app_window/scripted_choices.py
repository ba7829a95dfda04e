"""What a scripted desk keeps of the settings; checks, tests and builds answer what the test wants."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.setting_records import BY_KEY, SETTINGS
from app.settings_port import TellBuild, TellReading
from engine.errors import DossierError, InputError
from engine.values import ModelProfile
from widgets.settings.about import AboutFacts
from widgets.settings.checklist import CheckLine
from widgets.settings.key import KeyFacts
from widgets.settings.library import FolderFacts
from widgets.settings.presets import PresetFacts
from widgets.settings.provider import ProviderFacts
from widgets.settings.sandbox import KindFacts
from widgets.theme import ThemeChoice

if TYPE_CHECKING:
    from scripted_desk import ScriptedDesk


@dataclass(frozen=True)
class KeptValues:
    """What tests look at most."""

    base_url: str = ""
    model: str = ""
    folders: tuple[str, ...] = ()


class ScriptedChoices:
    """Keeps settings in memory; each drawer is this object, too."""

    def __init__(self, desk: ScriptedDesk) -> None:
        self._desk = desk
        self.kept: dict[str, Any] = {}
        self.made: list[ModelProfile] = []
        self.active_id = ""
        self.keys: dict[str, str] = {}
        self.has_keyring = True
        self.lines: list[CheckLine] = [CheckLine("ok", "The server answers", figure="84 ms")]
        self.offered: tuple[str, ...] = ("large-2", "mini-3")
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.tried: list[str] = []
        self.try_answer = (True, "5 results in 0.3 s, the first from example.org.")
        self.build_fails: DossierError | None = None
        self.has_image = False
        self.indexed = 0
        self.models = _Models(self)
        self.searching = _Searching(self)
        self.sandboxes = _Sandboxes(self)
        self.library = _Library(self)

    def values(self) -> dict[str, Any]:
        kept = {setting.key: self.kept.get(setting.key, setting.default) for setting in SETTINGS}
        return {**kept, "library.folders": list(self._desk.values.folders), "appearance.theme": self._desk.kept_theme}

    def keep(self, key: str, value: Any) -> None:
        if problem := BY_KEY[key].problem(value):
            raise InputError(problem)
        if key == "library.folders":
            self._desk.values = dataclasses.replace(self._desk.values, folders=tuple(value))
        elif key == "appearance.theme":
            self._desk.kept_theme = value
        else:
            self.kept[key] = value

    async def place_keys(self, place: str) -> None:
        self.keep("keys.without_keyring", place)

    async def about(self) -> AboutFacts:
        return AboutFacts(
            "9.9", "/home/me/data", 12_300_000, 3, "/home/me/data/logs/dossier.log", (("qasync", "1", "BSD"),)
        )

    def theme(self) -> ThemeChoice:
        return self._desk.kept_theme

    def choose_theme(self, choice: ThemeChoice) -> None:
        self._desk.kept_theme = choice

    def add_folder(self, folder: Path) -> None:
        values = self._desk.values
        self._desk.values = dataclasses.replace(values, folders=(*values.folders, str(folder)))

    def key_facts_of(self, name: str) -> KeyFacts:
        key = self.keys.get(name, "")
        where = "keyring" if self.has_keyring else self.values()["keys.without_keyring"]
        return KeyFacts(
            where if key else "nowhere", key[-4:], "", self.has_keyring, self.values()["keys.without_keyring"]
        )

    def tell_desk(self) -> None:
        active = self.models.active()
        base_url, model = (active.base_url, active.model) if active else ("", "")
        self._desk.values = dataclasses.replace(self._desk.values, base_url=base_url, model=model)


class _Models:
    def __init__(self, choices: ScriptedChoices) -> None:
        self._choices = choices

    def profiles(self) -> tuple[ModelProfile, ...]:
        return tuple(self._choices.made)

    def active(self) -> ModelProfile | None:
        made = self._choices.made
        return next((one for one in made if one.id == self._choices.active_id), made[0] if made else None)

    def presets(self) -> tuple[PresetFacts, ...]:
        return (PresetFacts("openai", "OpenAI", "needs a key"), PresetFacts("ollama", "Ollama", "on this computer"))

    def hints(self, profile: ModelProfile) -> tuple[str, str]:
        return "https://llm.example/v1", "https://llm.example/keys"

    def environment_note(self) -> str:
        return ""

    def connect(self, preset: str, base_url: str = "", model: str = "") -> ModelProfile:
        number = len(self._choices.made) + 1
        key = "stored" if preset == "openai" else "none"
        made = ModelProfile(
            id=f"model-{number}", name=f"{preset} {number}", preset=preset, base_url=base_url, model=model, key=key
        )
        self._choices.made.append(made)
        self.activate(made.id)
        return made

    def keep(self, profile: ModelProfile) -> None:
        made = self._choices.made
        if any(one.name == profile.name and one.id != profile.id for one in made):
            raise InputError("Another profile has this name.")
        if profile.base_url.startswith("ftp:"):
            raise InputError(f"The model cannot be asked at {profile.base_url!r}.", "It starts with http.")
        made[[one.id for one in made].index(profile.id)] = profile
        self._choices.tell_desk()

    def activate(self, profile_id: str) -> None:
        self._choices.active_id = profile_id
        self._choices.tell_desk()

    async def delete(self, profile_id: str) -> None:
        self._choices.made = [one for one in self._choices.made if one.id != profile_id]
        self._choices.keys.pop(profile_id, None)
        self._choices.tell_desk()

    async def key_facts(self, profile: ModelProfile) -> KeyFacts:
        return self._choices.key_facts_of(profile.id)

    async def keep_key(self, profile: ModelProfile, key: str) -> None:
        self._choices.keys[profile.id] = key

    async def forget_key(self, profile: ModelProfile) -> None:
        self._choices.keys.pop(profile.id, None)

    async def keep_header(self, profile: ModelProfile, header: str, value: str) -> None:
        self._choices.keys[f"{profile.id}.{header}"] = value

    async def forget_header(self, profile: ModelProfile, header: str) -> None:
        self._choices.keys.pop(f"{profile.id}.{header}", None)

    async def check(self, profile: ModelProfile) -> AsyncGenerator[CheckLine | tuple[str, tuple[str, ...]], None]:
        for line in self._choices.lines:
            yield line
        await self._choices.may_answer.wait()
        yield "Checked just now, 0.4 s, about 900 tokens", self._choices.offered


class _Searching:
    def __init__(self, choices: ScriptedChoices) -> None:
        self._choices = choices

    async def providers(self) -> tuple[ProviderFacts, ...]:
        used = [entry for entry in self._choices.values()["search.providers"].split(",") if entry]
        urls = {name: url for name, _, url in (entry.partition(":") for entry in used)}
        order = [*urls, *(name for name in ("searxng", "tavily", "duckduckgo") if name not in urls)]
        words = {"searxng": "SearXNG", "tavily": "Tavily", "duckduckgo": "DuckDuckGo"}
        return tuple(
            ProviderFacts(
                name, words[name], f"What {words[name]} is.", name in urls, urls.get(name, ""), name == "searxng",
                self._choices.key_facts_of(name) if name == "tavily" else None,
            )
            for name in order
        )  # fmt: skip

    def usual(self) -> str:
        return "None is chosen."

    def environment_note(self) -> str:
        return ""

    async def keep_key(self, provider: str, key: str) -> None:
        self._choices.keys[provider] = key

    async def forget_key(self, provider: str) -> None:
        self._choices.keys.pop(provider, None)

    async def try_out(self, entry: str) -> tuple[bool, str]:
        self._choices.tried.append(entry)
        return self._choices.try_answer


class _Sandboxes:
    def __init__(self, choices: ScriptedChoices) -> None:
        self._choices = choices

    async def kinds(self) -> tuple[KindFacts, ...]:
        return (
            KindFacts(
                "docker", True, "Works.", needs_image=True, has_image=self._choices.has_image, runtimes=("runc",)
            ),
            KindFacts("bubblewrap", False, "bwrap is not installed.", "Install it."),
            KindFacts("process", True, "Works here."),
        )

    async def build(self, tell: TellBuild) -> None:
        tell("Step 2 of 5", 40)
        if self._choices.build_fails is not None:
            raise self._choices.build_fails
        self._choices.has_image = True


class _Library:
    def __init__(self, choices: ScriptedChoices) -> None:
        self._choices = choices

    async def folders(self) -> tuple[FolderFacts, ...]:
        paths = self._choices.values()["library.folders"]
        return tuple(FolderFacts(path, 12, 1, 1_700_000_000.0, is_missing="gone" in path) for path in paths)

    async def index(self, tell: TellReading) -> str:
        tell(1, 3, "a.md")
        await self._choices.may_answer.wait()
        self._choices.indexed += 1
        return "12 documents; nothing had changed."
