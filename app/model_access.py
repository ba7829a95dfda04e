"""Which model a run asks, and with which key: the environment, a profile, or none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.keys import Keys, KeyState
from app.profiles import LEGACY_ID, Profiles, key_name_of_header
from app.settings import Settings
from engine.models.presets import preset
from engine.values import ModelProfile, ProfileHeader

OPENAI_HOST = "https://api.openai.com/v1"
OPENAI_VARIABLE = "OPENAI_API_KEY"


@dataclass(frozen=True)
class ModelChoice:
    """A model at an address; `profile` is None when the environment alone names it."""

    base_url: str = ""
    model: str = ""
    profile: ModelProfile | None = None
    is_pure: bool = True  # the profile's own address and model, nothing of the environment

    @property
    def is_there(self) -> bool:
        """Whether any model is set up."""
        return bool(self.base_url or self.model)

    def in_options(self) -> dict[str, object]:
        """Return what a run's options say about the model."""
        profile = self.profile
        said: dict[str, object] = {"base_url": self.base_url, "model": self.model, "profile": ""}
        if profile is None:
            return said
        said |= {"profile": profile.name, "protocol": profile.protocol}
        if self.is_pure:  # figures of one model say nothing about another one
            said |= {
                "role_models": profile.role_models,
                "context_tokens": profile.context_tokens,
                "prices": profile.prices,
            }
        return said


def chosen_model(environ: Mapping[str, str], settings: Settings, profile: str = "") -> ModelChoice:
    """Return the model to ask.

    Args:
        profile: the name of the profile that was asked for, which goes before everything; "" for the usual one.

    Raises:
        InputError: there is no such profile.
    """
    profiles = Profiles(settings)
    if profile:
        named = profiles.named(profile)
        return ModelChoice(address(named.base_url), named.model, named)
    said_url = environ.get("OPENAI_BASE_URL", "").strip()
    said_model = environ.get("DOSSIER_MODEL", "").strip()
    active = profiles.active()
    if said_url:
        return ModelChoice(address(said_url), said_model or (active.model if active else ""))
    if active is not None and (active.base_url or active.model):
        model = said_model or active.model
        base_url = active.base_url or (OPENAI_HOST if environ.get(OPENAI_VARIABLE, "").strip() else "")
        return ModelChoice(address(base_url), model, active, is_pure=model == active.model)
    return ModelChoice(OPENAI_HOST if environ.get(OPENAI_VARIABLE, "").strip() else "", said_model)


def address(base_url: str) -> str:
    """Return a server's address with its scheme, as servers on this machine print it without: localhost:11434/v1."""
    written = base_url.strip()
    if written and "://" not in written:
        written = f"http://{written}"
    return written.rstrip("/")


class ModelAccess:
    """Finds keys and headers of profiles. Methods may wait for a keyring: call them in a thread."""

    def __init__(self, settings: Settings, keys: Keys) -> None:
        self._profiles, self._keys = Profiles(settings), keys

    def key_of(self, service: str) -> str:
        """Return the key of a service: "tavily", "brave", "model", or "model:" with a profile's name."""
        what, _, name = service.partition(":")
        if what != "model":
            return self._keys.get(what)
        profile = self._profiles.find(name)
        return self.key(profile) if profile is not None else self._keys.get("model")

    def key(self, profile: ModelProfile) -> str:
        """Return the key of a profile, "" when it has none."""
        kind, _, variable = profile.key.partition(":")
        if kind == "none":
            return ""
        if kind == "env":
            return self._keys.look_up("", variable)[0]
        own = self._keys.look_up(profile.id, _own_variable(profile))[0]
        return own or (self._keys.look_up("", OPENAI_VARIABLE)[0] if profile.preset == "other" else "")

    def state(self, profile: ModelProfile) -> KeyState:
        """Return what may be told of a profile's key."""
        kind, _, variable = profile.key.partition(":")
        if kind == "env":
            return self._keys.state("", variable)
        found = self._keys.state(profile.id, _own_variable(profile)) if kind == "stored" else KeyState()
        if found.place == "nowhere" and kind == "stored" and profile.preset == "other":
            return self._keys.state("", OPENAI_VARIABLE)
        return found

    def headers_of(self, name: str) -> dict[str, str]:
        """Return the headers a profile's server gets beside the usual ones."""
        profile = self._profiles.find(name)
        return self.headers(profile) if profile is not None else {}

    def headers(self, profile: ModelProfile) -> dict[str, str]:
        """Return the headers of a profile, secret ones with their values."""
        sent = {header.name: self._value(profile, header) for header in profile.headers}
        if profile.key_header and (key := self.key(profile)):
            sent[profile.key_header] = key
        return {name: value for name, value in sent.items() if value}

    def _value(self, profile: ModelProfile, header: ProfileHeader) -> str:
        return self._keys.get(key_name_of_header(profile, header.name)) if header.is_secret else header.value

    def forget(self, profile: ModelProfile) -> None:
        """Forget the key of a profile and its secret headers."""
        self._keys.forget(profile.id)
        for header in profile.headers:
            if header.is_secret:
                self._keys.forget(key_name_of_header(profile, header.name))


def searches_itself(choice: ModelChoice) -> bool:
    """Return whether the model's provider is known to search the web itself."""
    profile = choice.profile
    if profile is not None and profile.hosted_search != "unknown" and choice.base_url == address(profile.base_url):
        return profile.hosted_search == "yes"
    return choice.base_url == OPENAI_HOST


def _own_variable(profile: ModelProfile) -> str:
    """Return the environment variable that is meant for this profile's server, "" when there is none."""
    if profile.id == LEGACY_ID and profile.base_url.rstrip("/") in ("", OPENAI_HOST):
        return OPENAI_VARIABLE
    return preset(profile.preset).key_variable
