"""Models that could be used at once: servers on this computer, and keys in the environment."""

from __future__ import annotations

import os
from collections.abc import Sequence

from app.composition import Composition
from app.model_access import OPENAI_HOST, address, chosen_model
from app.offers_port import FoundModel
from app.profiles import Profiles
from engine.errors import ModelError
from engine.models.errors import status_error
from engine.models.local_servers import SERVER_NAMES, USUAL_PORTS, probe
from engine.models.model_list import list_models
from engine.models.model_names import first_choice
from engine.models.presets import PRESETS, preset
from engine.values import ModelProfile, Prices
from resources.translation import tr

_FREE_KINDS = ("ollama", "lmstudio", "llamacpp", "vllm")


class ModelFinder:
    """Finds models and sets them up.

    Args:
        ports: of this computer, that are asked for a server.
    """

    def __init__(self, composition: Composition, ports: Sequence[int] = USUAL_PORTS) -> None:
        self._composition = composition
        self.ports = tuple(ports)

    def used(self) -> str:
        """Return the name of the model that is set up, "" when there is none."""
        return chosen_model(os.environ, self._composition.settings).model

    async def find(self) -> tuple[FoundModel, ...]:
        """Return what was found, what answers at once first."""
        servers = [
            FoundModel(server.kind, SERVER_NAMES[server.kind], server.host, server.base_url, server.models)
            for server in await probe(self.ports)
        ]
        return tuple(sorted((*servers, *_keys()), key=lambda found: not (found.models or found.variable)))

    async def use(self, found: FoundModel) -> str:
        """Set a found model up and use it; return its name.

        Raises:
            ModelError: its server lists none, or does not take the key.
            JournalError: the settings cannot be written.
        """
        name = first_choice(found.models or await self._listed(found))
        if not name:
            raise ModelError(
                "unknown_model", tr("The server lists no model that can write."), tr("Name one in Settings.")
            )
        profiles = Profiles(self._composition.settings)
        known = next((one for one in profiles.all() if address(one.base_url) == address(found.base_url)), None)
        profile = known or profiles.new(preset(found.key), base_url=found.base_url)
        profiles.keep(_with_model(profile, found, name), activate=True)
        return name

    async def _listed(self, found: FoundModel) -> tuple[str, ...]:
        key = os.environ.get(found.variable, "").strip()
        listed = await list_models(found.base_url, key, {})
        if listed.status != 200:
            raise status_error(listed.status, {"error": listed.said}, model="", base_url=found.base_url, api_key=key)
        return listed.names()


def _with_model(profile: ModelProfile, found: FoundModel, name: str) -> ModelProfile:
    """Return a profile with its model; what runs on this computer costs nothing a call, the makers' clouds may."""
    is_free = found.key in _FREE_KINDS and not found.variable and "cloud" not in name
    prices = Prices(input_usd_per_million=0, output_usd_per_million=0) if is_free else profile.prices
    return profile.model_copy(update={"model": name, "prices": prices})


def _keys() -> list[FoundModel]:
    """Return the servers there are keys for in the environment."""
    found = []
    for one in PRESETS:
        if one.key_variable and one.base_url and os.environ.get(one.key_variable, "").strip():
            said = os.environ.get("OPENAI_BASE_URL", "").strip() if one.base_url == OPENAI_HOST else ""
            base_url = address(said) if said else one.base_url
            key = one.id if base_url == one.base_url else "other"
            name = one.name if base_url == one.base_url else base_url.partition("://")[2].partition("/")[0]
            found.append(FoundModel(key, name, one.key_variable, base_url, (), one.key_variable))
    return found
