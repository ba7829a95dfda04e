"""Settings as a user would have them, for tests and pictures of their pages."""

from __future__ import annotations

from app.actions import shortcuts
from app.setting_records import SETTINGS
from engine.values import ModelProfile, Prices, ProfileHeader, RoleModels
from widgets.settings.about import AboutFacts
from widgets.settings.checklist import CheckLine, Fix
from widgets.settings.key import KeyFacts
from widgets.settings.library import FolderFacts
from widgets.settings.page import SettingsPage
from widgets.settings.presets import PresetFacts
from widgets.settings.provider import ProviderFacts
from widgets.settings.sandbox import KindFacts

PROFILE = ModelProfile(
    id="model-1", name="large-2 at llm.example", base_url="https://llm.example/v1", model="large-2",
    role_models=RoleModels(researcher="small-1"), context_tokens=None,
    prices=Prices(input_usd_per_million=2.0, output_usd_per_million=8.0),
    headers=(ProfileHeader(name="X-Title", value="Dossier"), ProfileHeader(name="X-Team-Key", is_secret=True)),
)  # fmt: skip
PRESETS = (
    PresetFacts("openai", "OpenAI", "a key is in OPENAI_API_KEY"),
    PresetFacts("azure", "Azure OpenAI", "needs a key"),
    PresetFacts("openrouter", "OpenRouter", "needs a key"),
    PresetFacts("ollama", "Ollama", "on this computer, localhost:11434"),
    PresetFacts("lmstudio", "LM Studio", "on this computer, localhost:1234"),
    PresetFacts("llamacpp", "llama.cpp", "on this computer, localhost:8080"),
    PresetFacts("vllm", "vLLM", "on this computer, localhost:8000"),
    PresetFacts("other", "Other server", "any OpenAI-compatible address"),
)  # fmt: skip
LINES = (
    CheckLine("ok", "The server answers", figure="84 ms"),
    CheckLine("ok", "The key is accepted"),
    CheckLine("ok", "large-2 exists, context 128k"),
    CheckLine("ok", "It speaks both protocols; Chat Completions is used"),
    CheckLine("ok", "Structured answers follow the schema", figure="3 of 3"),
    CheckLine("ok", "It calls tools"),
    CheckLine("ok", "Text arrives as a stream", figure="62 tokens/s"),
    CheckLine("note", "Streams carry no token counts",
              "Usage is estimated, so the cost shown may be off by a few per cent."),
    CheckLine(
        "bad", "small-1 is not offered by this server",
        "Its role would fail at once. This server offers large-2 and mini-3.",
        fixes=(Fix("Use mini-3", "role", "mini-3", "small-1"), Fix("Use large-2 for all roles", "model", "large-2")),
    ),
)  # fmt: skip
KEY = KeyFacts("keyring", "4f2a", has_keyring=True)
NO_KEYRING = KeyFacts("nowhere", has_keyring=False)
PROVIDERS = (
    ProviderFacts("searxng", "SearXNG", "A search engine you or others run. No key; its JSON format must be on.",
                  used=True, url="https://search.example", takes_url=True),
    ProviderFacts("tavily", "Tavily", "A search service for programs. Needs a key.", used=True, key=NO_KEYRING),
    ProviderFacts("hosted", "The model's own search",
                  "The provider searches and reads the web itself, outside Dossier. Not every server has it.",
                  can_be_tried=False),
    ProviderFacts("brave", "Brave Search", "An index of its own. Needs a key.", key=KEY),
    ProviderFacts("duckduckgo", "DuckDuckGo",
                  "No key. Its result pages are parsed inside Dossier; it limits how often."),
)  # fmt: skip
FOLDERS = (
    FolderFacts("/home/me/Documents/heat pumps", 214, 3, 1_767_607_200.0),
    FolderFacts("/home/me/Documents/a folder with a name too long for one line of the page", 12, 0, 1_767_607_200.0),
    FolderFacts("/media/stick/papers", is_missing=True),
)  # fmt: skip
KINDS = (
    KindFacts("docker", True, "Works, at unix:///var/run/docker.sock (the usual place).", needs_image=True,
              runtimes=("runc",)),
    KindFacts("bubblewrap", False, "bubblewrap is not installed.", "On Debian or Ubuntu: apt install bubblewrap"),
    KindFacts("process", True, "Works here."),
)  # fmt: skip
ABOUT = AboutFacts(
    "0.4.0", "/home/me/.local/share/Dossier", 214_300_000, 37, "/home/me/.local/share/Dossier/logs/dossier.log",
    (("docker", "7.2.0", "Apache-2.0"), ("keyring", "25.7.0", "MIT"), ("openai", "3.57.0", "Apache-2.0"),
     ("PySide6_Essentials", "6.11.3", "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"),
     ("qasync", "0.28.0", "BSD-2-Clause")),
)  # fmt: skip


def values() -> dict[str, object]:
    """Return every setting at its default."""
    return {setting.key: setting.default for setting in SETTINGS}


def fill(page: SettingsPage) -> None:
    """Show a settled user's settings on every page."""
    page.show_values(values())
    page.sidebar.show_theme("system")
    model = page.model
    model.show_presets(PRESETS)
    model.show_profiles((PROFILE,), PROFILE)
    model.form.show_hints("https://llm.example/v1", "")
    model.form.key.show_facts(KEY)
    model.form.show_models(("large-2", "mini-3"))
    model.checks.show_working()
    for line in LINES:
        model.checks.add_line(line)
    model.checks.show_end("Checked just now, 3.4 s, about 900 tokens")
    page.search.show_providers(PROVIDERS, "None is chosen.", "")
    page.search.show_result("searxng", True, "5 results in 0.3 s, the first from en.example.org.")
    page.library.show_folders(FOLDERS)
    page.library.show_progress(12, 214, "costs-and-savings.docx")
    page.sandbox.show_kinds(KINDS)
    page.keyboard.show_shortcuts(shortcuts())
    page.about.show_facts(ABOUT)
