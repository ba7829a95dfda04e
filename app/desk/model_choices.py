"""The profiles of models, their keys, and the doctor that looks at them."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator

from app.commands.model_check import patient_of
from app.composition import Composition
from app.model_access import ModelChoice, address
from app.model_words import summary_of, words_of
from app.options import require_address
from app.profiles import Profiles, key_name_of_header
from engine.models.finding import CheckMark, ModelFinding
from engine.models.presets import PRESETS, Preset, preset
from engine.values import ModelProfile
from resources.translation import tr
from widgets.settings.checklist import CheckLine, Fix
from widgets.settings.key import KeyFacts
from widgets.settings.presets import PresetFacts


class EngineModelChoices:
    """Its methods are those of `app.settings_port.ModelChoices`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition
        self._profiles = Profiles(composition.settings)
        self._has_keyring: bool | None = None
        self._found: dict[tuple[str, str], CheckMark] = {}  # how checks of this session ended

    def mark_of(self, choice: ModelChoice) -> CheckMark | None:
        """Return how the last check of a model ended, None when there was none."""
        return self._found.get((choice.base_url, choice.model))

    def profiles(self) -> tuple[ModelProfile, ...]:
        """Return every profile."""
        return self._profiles.all()

    def active(self) -> ModelProfile | None:
        """Return the profile that is used, None without any."""
        return self._profiles.active()

    def presets(self) -> tuple[PresetFacts, ...]:
        """Return the kinds of servers a profile may begin with."""
        return tuple(PresetFacts(one.id, one.name, _hint(one)) for one in PRESETS)

    def hints(self, profile: ModelProfile) -> tuple[str, str]:
        """Return an example of the address, and the page where one gets a key."""
        kind = preset(profile.preset)
        return kind.example_url or kind.base_url, kind.key_page

    def environment_note(self) -> str:
        """Return in a sentence what the environment says instead of the profile."""
        said = [name for name in ("OPENAI_BASE_URL", "DOSSIER_MODEL") if os.environ.get(name, "").strip()]
        if not said:
            return ""
        if len(said) == 1:
            return tr("{name} of the environment goes before what stands here.", name=said[0])
        return tr("{one} and {other} of the environment go before what stands here.", one=said[0], other=said[1])

    def connect(self, preset_id: str, base_url: str = "", model: str = "") -> ModelProfile:
        """Make a profile of a kind and use it."""
        made = self._profiles.new(preset(preset_id), base_url=base_url, model=model)
        self._profiles.keep(made, activate=True)
        return made

    def keep(self, profile: ModelProfile) -> None:
        """Keep a profile whose address can be asked."""
        require_address(address(profile.base_url))
        self._profiles.keep(profile)

    def activate(self, profile_id: str) -> None:
        """Use a profile."""
        self._profiles.activate(profile_id)

    async def delete(self, profile_id: str) -> None:
        """Take a profile away, with its key."""
        profile = self._profiles.find(profile_id)
        if profile is not None:
            self._profiles.delete(profile_id)
            await asyncio.to_thread(self._composition.access.forget, profile)

    # --- keys ---------------------------------------------------------------------------------------------

    async def key_facts(self, profile: ModelProfile) -> KeyFacts:
        """Return what may be told of a profile's key."""
        state = await asyncio.to_thread(self._composition.access.state, profile)
        if self._has_keyring is None:
            self._has_keyring = await asyncio.to_thread(self._composition.keys.has_keyring)
        without = self._composition.settings["keys.without_keyring"]
        return KeyFacts(state.place, state.ending, state.variable, self._has_keyring, without)

    async def keep_key(self, profile: ModelProfile, key: str) -> None:
        """Keep the key of a profile; from then on it is asked with it."""
        if profile.key != "stored":
            self._profiles.keep(profile.model_copy(update={"key": "stored"}))
        await self._keep(profile.id, key)

    async def forget_key(self, profile: ModelProfile) -> None:
        """Forget the key of a profile."""
        await asyncio.to_thread(self._composition.keys.forget, profile.id)
        if not preset(profile.preset).needs_key:
            self._profiles.keep(profile.model_copy(update={"key": "none"}))

    async def keep_header(self, profile: ModelProfile, header: str, value: str) -> None:
        """Keep the value of a secret header."""
        await self._keep(key_name_of_header(profile, header), value)

    async def forget_header(self, profile: ModelProfile, header: str) -> None:
        """Forget the value of a secret header."""
        await asyncio.to_thread(self._composition.keys.forget, key_name_of_header(profile, header))

    async def _keep(self, name: str, key: str) -> None:
        without = self._composition.settings["keys.without_keyring"]
        await asyncio.to_thread(self._composition.keys.keep, name, key, without)

    # --- the doctor ---------------------------------------------------------------------------------------

    async def check(self, profile: ModelProfile) -> AsyncGenerator[CheckLine | tuple[str, tuple[str, ...]], None]:
        """Find out what works: a line for each thing, then a summary with the models the server offers."""
        from engine.models.doctor import ModelDoctor

        access = self._composition.access
        key = await asyncio.to_thread(access.key, profile)
        headers = await asyncio.to_thread(access.headers, profile)
        choice = ModelChoice(address(profile.base_url), profile.model, profile)
        doctor = ModelDoctor(patient_of(choice, key, headers))
        async with contextlib.aclosing(doctor.findings()) as findings:
            async for finding in findings:
                yield line_of(finding, profile)
        self._found[(choice.base_url, choice.model)] = doctor.verdict.worst
        await asyncio.to_thread(self._composition.model_memory.keep)
        yield summary_of(doctor.verdict), doctor.verdict.models


def line_of(finding: ModelFinding, profile: ModelProfile) -> CheckLine:
    """Return a finding in words, with what mends it."""
    words = words_of(finding)
    return CheckLine(finding.mark, words.says, words.why, words.figure, _fixes(finding, profile))


def _fixes(finding: ModelFinding, profile: ModelProfile) -> tuple[Fix, ...]:
    if finding.code == "speaks_not":
        return (Fix(tr("Let it be found out"), "protocol", "auto"),)
    if finding.code not in ("model_unknown", "no_model") or not finding.offers:
        return ()
    missing = finding.names.get("model", "")
    if not finding.names.get("role"):
        return tuple(Fix(tr("Use {model}", model=name), "model", name) for name in finding.offers[:3])
    others = [name for name in finding.offers if name != profile.model]
    first = (Fix(tr("Use {model}", model=others[0]), "role", others[0], missing),) if others else ()
    return (*first, Fix(tr("Use {model} for all roles", model=profile.model), "model", profile.model))


def _hint(kind: Preset) -> str:
    if kind.is_local:
        return tr("on this computer, {host}", host=kind.base_url.partition("://")[2].partition("/")[0])
    if kind.id == "other":
        return tr("any OpenAI-compatible address")
    if kind.key_variable and os.environ.get(kind.key_variable, "").strip():
        return tr("a key is in {variable}", variable=kind.key_variable)
    return tr("needs a key")
