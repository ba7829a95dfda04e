"""Servers people have: what each wants to be told, so that a profile begins nearly filled."""

from __future__ import annotations

from typing import Literal

from engine.values import ProfileHeader, Value

PresetId = Literal["openai", "azure", "openrouter", "ollama", "lmstudio", "llamacpp", "vllm", "other"]


class Preset(Value):
    """One kind of server."""

    id: PresetId
    name: str
    base_url: str = ""
    example_url: str = ""  # where the address is the user's own
    needs_key: bool = True
    key_page: str = ""  # where one gets a key
    key_variable: str = ""  # the usual environment variable
    key_header: str = ""
    protocol: Literal["auto", "responses", "chat"] = "auto"
    hosted_search: Literal["unknown", "yes", "no"] = "no"
    headers: tuple[ProfileHeader, ...] = ()
    is_local: bool = False


# Source: each provider's own documentation of its OpenAI-compatible interface.
PRESETS: tuple[Preset, ...] = (
    Preset(
        id="openai",
        name="OpenAI",
        base_url="https://api.openai.com/v1",
        key_page="https://platform.openai.com/api-keys",
        key_variable="OPENAI_API_KEY",
        protocol="responses",
        hosted_search="yes",
    ),
    Preset(
        id="azure",
        name="Azure OpenAI",
        example_url="https://YOUR-RESOURCE.openai.azure.com/openai/v1",
        key_page="https://portal.azure.com",
        key_variable="AZURE_OPENAI_API_KEY",
        key_header="api-key",
    ),
    Preset(
        id="openrouter",
        name="OpenRouter",
        base_url="https://openrouter.ai/api/v1",
        key_page="https://openrouter.ai/settings/keys",
        key_variable="OPENROUTER_API_KEY",
        protocol="chat",
        headers=(ProfileHeader(name="X-Title", value="Dossier"),),
    ),
    Preset(
        id="ollama",
        name="Ollama",
        base_url="http://localhost:11434/v1",
        needs_key=False,
        is_local=True,
    ),
    Preset(id="lmstudio", name="LM Studio", base_url="http://localhost:1234/v1", needs_key=False, is_local=True),
    Preset(id="llamacpp", name="llama.cpp", base_url="http://localhost:8080/v1", needs_key=False, is_local=True),
    Preset(id="vllm", name="vLLM", base_url="http://localhost:8000/v1", needs_key=False, is_local=True),
    Preset(
        id="other",
        name="Other server",
        example_url="https://llm.example/v1",
        needs_key=False,
        hosted_search="unknown",
    ),
)


def preset(preset_id: str) -> Preset:
    """Return a preset by its id; "other" when nobody knows it."""
    return next((one for one in PRESETS if one.id == preset_id), PRESETS[-1])
