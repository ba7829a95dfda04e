"""The models' profiles: kept in the settings, one of them active; a key is only ever named here."""

from __future__ import annotations

import re
import secrets
from urllib.parse import urlsplit

from app.setting_checks import with_id
from app.settings import Settings
from engine.errors import InputError
from engine.models.presets import Preset
from engine.values import ModelProfile
from resources.translation import tr

LEGACY_ID = "model"  # its key is kept where the one key was before there were profiles
_LEGACY_KEYS = ("model.base_url", "model.name", "model.protocol")


class Profiles:
    """Reads and keeps profiles; what an older settings file says about the one model is the first of them."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def all(self) -> tuple[ModelProfile, ...]:
        """Return every profile, in the order they were made."""
        if self._settings.holds("model.profiles"):
            return tuple(ModelProfile.model_validate(with_id(entry)) for entry in self._settings["model.profiles"])
        base_url, model = self._settings["model.base_url"], self._settings["model.name"]
        if not base_url and not model:
            return ()
        protocol = self._settings["model.protocol"]
        return (
            ModelProfile(
                id=LEGACY_ID, name=name_of(base_url, model), base_url=base_url, model=model, protocol=protocol
            ),
        )

    def active(self) -> ModelProfile | None:
        """Return the profile that is used, None when there is none."""
        made, chosen = self.all(), self._settings["model.profile"]
        return next((one for one in made if chosen in (one.id, one.name)), made[0] if made else None)

    def named(self, name: str) -> ModelProfile:
        """Return a profile by its name; letter case does not count.

        Raises:
            InputError: there is none of this name.
        """
        made = self.all()
        found = next((one for one in made if one.name.casefold() == name.strip().casefold()), None)
        if found is None:
            known = ", ".join(one.name for one in made)
            advice = (
                tr("The profiles are: {names}.", names=known)
                if known
                else tr("There are none yet: add one in Settings, Model, or set OPENAI_BASE_URL and DOSSIER_MODEL.")
            )
            raise InputError(tr("There is no profile “{name}”.", name=name), advice)
        return found

    def find(self, name: str) -> ModelProfile | None:
        """Return a profile by its name or id, None when it is gone."""
        return next((one for one in self.all() if name in (one.name, one.id)), None) if name else None

    def keep(self, profile: ModelProfile, *, activate: bool = False) -> None:
        """Keep a profile: a new one is added at the end, one that is known takes its place.

        Raises:
            InputError: its name is empty or taken.
        """
        if not profile.name.strip():
            raise InputError(tr("A profile needs a name."))
        made = list(self.all())
        if any(one.id != profile.id and one.name.casefold() == profile.name.casefold() for one in made):
            raise InputError(tr("Another profile has this name."))
        places = [place for place, one in enumerate(made) if one.id == profile.id]
        if places:
            made[places[0]] = profile
        else:
            made.append(profile)
        self._write(made, active=profile.id if activate else "")

    def activate(self, profile_id: str) -> None:
        """Use another profile from now on."""
        self._write(list(self.all()), active=profile_id)

    def delete(self, profile_id: str) -> None:
        """Take a profile away; its key is forgotten by whoever keeps keys."""
        left = [one for one in self.all() if one.id != profile_id]
        now = self.active()
        stays = now is not None and now.id != profile_id
        self._write(left, active="" if stays or not left else left[0].id)

    def new(self, preset: Preset, *, base_url: str = "", model: str = "") -> ModelProfile:
        """Return a profile made from a preset, under a name nobody has; it is not kept yet."""
        return ModelProfile(
            id=f"model-{secrets.token_hex(4)}",
            name=self._free_name(preset.name),
            preset=preset.id,
            base_url=base_url or preset.base_url,
            protocol=preset.protocol,
            model=model,
            key="stored" if preset.needs_key else "none",
            key_header=preset.key_header,
            hosted_search=preset.hosted_search,
            headers=preset.headers,
        )

    def _free_name(self, name: str) -> str:
        taken = {one.name.casefold() for one in self.all()}
        number, free = 1, name
        while free.casefold() in taken:
            number += 1
            free = f"{name} {number}"
        return free

    def _write(self, made: list[ModelProfile], active: str = "") -> None:
        """Write all profiles; what an older version kept beside them goes with the first writing."""
        change: dict[str, object] = dict.fromkeys(_LEGACY_KEYS)
        change["model.profiles"] = [one.model_dump(mode="json", exclude_defaults=True) for one in made]
        if active:
            change["model.profile"] = active
        self._settings.change(change)


def name_of(base_url: str, model: str) -> str:
    """Return a name for a profile that has none: the model at its host."""
    host = urlsplit(base_url if "://" in base_url else f"//{base_url}").netloc
    return tr("{model} at {host}", model=model or tr("Model"), host=host) if host else model


def key_name_of_header(profile: ModelProfile, header: str) -> str:
    """Return the name a secret header's value is kept under."""
    return f"{profile.id}.{re.sub(r'[^a-z0-9-]', '-', header.lower())}"
