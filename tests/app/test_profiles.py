"""Profiles of models: kept in the settings, found by name, honoured by runs; keys are only ever named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.key_file import KeyFile
from app.keys import Keys
from app.model_access import ModelAccess, chosen_model
from app.options import Asked, run_options
from app.profiles import Profiles, key_name_of_header
from app.settings import Settings
from engine.errors import InputError
from engine.models.presets import PRESETS, preset
from engine.values import ModelProfile, Prices, ProfileHeader, RoleModels, RunOptions


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.json")


@pytest.fixture
def profiles(settings: Settings) -> Profiles:
    return Profiles(settings)


def made(profiles: Profiles, preset_id: str = "other", **fields: Any) -> ModelProfile:
    profile = profiles.new(preset(preset_id)).model_copy(update=fields)
    profiles.keep(profile)
    return profile


def options_of(settings: Settings, tmp_path: Path, **asked: Any) -> RunOptions:
    asked.setdefault("environ", {})
    return run_options(Asked(**asked), settings, sample=tmp_path / "sample")


def test_what_an_older_file_says_is_the_first_profile(tmp_path: Path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"model.base_url": "https://llm.example/v1", "model.name": "large-2"}))
    profiles = Profiles(Settings(path))
    (first,) = profiles.all()
    assert (first.name, first.base_url, first.model, first.id) == (
        "large-2 at llm.example", "https://llm.example/v1", "large-2", "model",
    )  # fmt: skip
    assert profiles.active() == first
    profiles.keep(first.model_copy(update={"model": "large-3"}))
    kept = json.loads(path.read_text())
    assert not [key for key in kept if key in ("model.base_url", "model.name", "model.protocol")]
    assert Profiles(Settings(path)).all()[0].model == "large-3"


def test_a_profile_written_by_hand_needs_no_id(tmp_path: Path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"model.profiles": [{"name": "here", "base_url": "http://h/v1", "model": "m"}]}))
    settings = Settings(path)
    assert settings.trouble == ""
    assert Profiles(settings).named("HERE").model == "m"


@pytest.mark.parametrize(
    "entry", [{"name": 3}, {"name": "a", "key": "sk-secret"}, {"name": "a", "surprise": 1}, "text"]
)
def test_profiles_that_do_not_fit_are_told_and_left_out(tmp_path: Path, entry: object):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"model.profiles": [entry]}))
    settings = Settings(path)
    assert "model.profiles" in settings.trouble
    assert Profiles(settings).all() == ()


def test_two_profiles_never_share_a_name(profiles: Profiles):
    first, second = made(profiles, "ollama"), made(profiles, "ollama")
    assert (first.name, second.name) == ("Ollama", "Ollama 2")
    with pytest.raises(InputError, match="Another profile has this name"):
        profiles.keep(second.model_copy(update={"name": "ollama"}))
    with pytest.raises(InputError, match="needs a name"):
        profiles.keep(second.model_copy(update={"name": " "}))


def test_the_active_one_changes_and_goes(profiles: Profiles):
    first, second = made(profiles, "ollama"), made(profiles, "vllm")
    assert profiles.active() == first
    profiles.activate(second.id)
    assert profiles.active() == second
    profiles.delete(second.id)
    assert profiles.active() == first
    profiles.delete(first.id)
    assert profiles.active() is None


def test_every_preset_says_where_a_key_comes_from_and_fills_an_address():
    for one in PRESETS:
        assert one.base_url or one.example_url
        assert bool(one.key_page) == one.needs_key
    assert preset("of tomorrow").id == "other"


def test_a_run_takes_everything_of_its_profile(settings: Settings, profiles: Profiles, tmp_path: Path):
    made(profiles, "ollama", model="qwen")
    large = made(
        profiles, name="Large", base_url="llm.example/v1/", model="large-2", protocol="chat", context_tokens=128_000,
        role_models=RoleModels(researcher="small-1"), prices=Prices(input_usd_per_million=2.0),
    )  # fmt: skip
    options = options_of(settings, tmp_path, profile="large")
    assert (options.mode, options.profile, options.base_url) == ("model", "Large", "http://llm.example/v1")
    assert options.role_models == large.role_models
    assert options.prices == large.prices
    assert (options.context_tokens, options.protocol) == (128_000, "chat")
    assert options_of(settings, tmp_path).model == "qwen"
    assert RunOptions.model_validate_json(options.model_dump_json()) == options


def test_the_environment_goes_before_the_usual_profile_and_not_before_one_that_was_asked_for(
    settings: Settings, profiles: Profiles, tmp_path: Path
):
    made(profiles, name="Here", base_url="http://here.example/v1", model="m", role_models=RoleModels(planner="p"))
    environ = {"OPENAI_BASE_URL": "http://env.example/v1", "DOSSIER_MODEL": "e"}
    options = options_of(settings, tmp_path, environ=environ)
    assert (options.base_url, options.model, options.profile) == ("http://env.example/v1", "e", "")
    assert options.role_models == RoleModels()
    asked = options_of(settings, tmp_path, environ=environ, profile="here")
    assert (asked.base_url, asked.model) == ("http://here.example/v1", "m")
    named = options_of(settings, tmp_path, environ={"DOSSIER_MODEL": "e"})
    assert (named.base_url, named.model, named.profile) == ("http://here.example/v1", "e", "Here")
    assert named.role_models == RoleModels()  # those are models of another choice


@pytest.mark.parametrize(("hosted", "searches"), [("yes", True), ("no", False), ("unknown", False)])
def test_who_searches_the_web_follows_from_the_profile(
    settings: Settings, profiles: Profiles, tmp_path: Path, hosted: str, searches: bool
):
    made(profiles, base_url="http://here.example/v1", model="m", hosted_search=hosted)
    options = options_of(settings, tmp_path)
    assert options.hosted_search is searches
    assert options.search_providers == (() if searches else ("duckduckgo",))


# --- keys ------------------------------------------------------------------------------------------------


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Keys:
    for name in ("OPENAI_API_KEY", "OPENROUTER_API_KEY", "MY_KEY"):
        monkeypatch.delenv(name, raising=False)
    return Keys(KeyFile(tmp_path / "keys.json"))


@pytest.fixture
def access(settings: Settings, keys: Keys) -> ModelAccess:
    return ModelAccess(settings, keys)


def test_a_key_belongs_to_its_profile(
    profiles: Profiles, keys: Keys, access: ModelAccess, monkeypatch: pytest.MonkeyPatch
):
    own = made(profiles, "openrouter")
    other = made(profiles, "openai")
    keys.set_for_session(own.id, "key-of-openrouter")
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-openai")
    assert access.key_of(f"model:{own.name}") == "key-of-openrouter"
    assert access.key_of(f"model:{other.name}") == "key-of-openai"
    monkeypatch.setenv("OPENROUTER_API_KEY", "from-the-environment")
    assert access.key_of(f"model:{own.name}") == "from-the-environment"


def test_a_server_that_wants_no_key_never_gets_one(
    profiles: Profiles, access: ModelAccess, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-openai")
    local = made(profiles, "ollama")
    assert access.key_of(f"model:{local.name}") == ""
    assert access.state(local).place == "nowhere"


def test_a_key_by_the_name_of_a_variable(profiles: Profiles, access: ModelAccess, monkeypatch: pytest.MonkeyPatch):
    profile = made(profiles, key="env:MY_KEY")
    assert access.key(profile) == ""
    monkeypatch.setenv("MY_KEY", "0123456789abcdef")
    assert access.key(profile) == "0123456789abcdef"
    assert access.state(profile) == access.state(profile)
    assert (access.state(profile).ending, access.state(profile).variable) == ("cdef", "MY_KEY")


def test_secret_headers_are_kept_with_the_keys_and_never_in_the_settings(
    profiles: Profiles, keys: Keys, access: ModelAccess, tmp_path: Path
):
    headers = (ProfileHeader(name="X-Title", value="Dossier"), ProfileHeader(name="X-Secret", is_secret=True))
    profile = made(profiles, "azure", headers=headers)
    keys.set_for_session(profile.id, "azure-key-0123")
    keys.set_for_session(key_name_of_header(profile, "X-Secret"), "hidden-value")
    assert access.headers_of(profile.name) == {
        "X-Title": "Dossier", "X-Secret": "hidden-value", "api-key": "azure-key-0123",
    }  # fmt: skip
    written = (tmp_path / "settings.json").read_text()
    assert "hidden-value" not in written
    assert "azure-key-0123" not in written
    access.forget(profile)
    assert access.headers_of(profile.name) == {"X-Title": "Dossier"}


def test_a_profile_that_is_gone_gets_the_usual_key_and_no_headers(access: ModelAccess, keys: Keys):
    keys.set_for_session("model", "the-usual-one")
    assert access.key_of("model:gone") == "the-usual-one"
    assert access.headers_of("gone") == {}


def test_without_anything_no_model_is_chosen(settings: Settings):
    assert not chosen_model({}, settings).is_there
    assert chosen_model({"OPENAI_API_KEY": "k"}, settings).base_url == "https://api.openai.com/v1"
