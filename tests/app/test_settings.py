"""The settings file: damaged ones are set aside, each under a name of its own, and what does not fit is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.setting_records import SETTINGS
from app.settings import Settings
from engine.errors import InputError


def test_a_second_damaged_file_leaves_the_first_one_alone(tmp_path: Path):
    path = tmp_path / "settings.json"
    for number in range(3):
        path.write_text(f"{{ damaged {number}")
        assert "damaged" in Settings(path).trouble
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "settings.json.bad": "{ damaged 0",
        "settings.json.bad2": "{ damaged 1",
        "settings.json.bad3": "{ damaged 2",
    }


@pytest.mark.parametrize("damage", [b"\x87\x00\xff no text", b"\xef\xbb\xbf", b"[" * 200_000, b"[1]", b""])
def test_whatever_stands_in_the_file_the_program_starts(tmp_path: Path, damage: bytes):
    path = tmp_path / "settings.json"
    path.write_bytes(damage)
    settings = Settings(path)
    assert "damaged" in settings.trouble
    assert settings["research.researchers"] == 6
    assert path.with_name("settings.json.bad").read_bytes() == damage


def test_values_of_a_wrong_type_are_named_in_one_note_and_left_out(tmp_path: Path):
    path = tmp_path / "settings.json"
    path.write_text(
        json.dumps({"research.researchers": "six", "library.folders": [3], "model.name": "m", "of.tomorrow": 1})
    )
    settings = Settings(path)
    assert "library.folders, research.researchers" in settings.trouble
    assert settings["research.researchers"] == 6
    assert settings["library.folders"] == []
    assert settings["model.name"] == "m"


def test_settings_that_fit_are_no_trouble(tmp_path: Path):
    path = tmp_path / "settings.json"
    Settings(path).set("library.folders", ["/docs"])
    assert Settings(path).trouble == ""


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("research.researchers", 0, "from 1 to 16"),
        ("research.researchers", True, "does not fit"),
        ("research.depth", "bottomless", "does not fit"),
        ("budget.usd", -1, "from 0"),
        ("search.providers", "searxng", "needs the address"),
        ("search.providers", "askjeeves", "no search provider"),
        ("search.allow_hosts", "wiki", "not a host with a port"),
        ("search.deny_domains", "not a domain", "is no domain"),
        ("library.folders", ["here"], "whole path"),
        ("sandbox.docker_endpoint", "somewhere", "unix:///path"),
        ("sandbox.memory_mb", 1, "from 256"),
        ("report.language", "klingonese", "no language"),
        ("report.sections", ["a", ""], "empty"),
        ("report.sections", ["x" * 200], "at most 120"),
        ("appearance.text_scale", 500, "from 80 to 150"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(tmp_path: Path, key: str, value: object, words: str):
    settings = Settings(tmp_path / "settings.json")
    before = settings[key]
    with pytest.raises(InputError, match=words):
        settings.set(key, value)
    assert settings[key] == before
    assert not (tmp_path / "settings.json").exists()


def test_several_values_are_changed_in_one_go_or_not_at_all(tmp_path: Path):
    path = tmp_path / "settings.json"
    path.write_text('{"of.tomorrow": 1, "model.name": "m"}')
    settings = Settings(path)
    with pytest.raises(InputError):
        settings.change({"budget.usd": 2.0, "research.depth": "bottomless"})
    assert settings["budget.usd"] == 0.0
    settings.change({"budget.usd": 2, "model.name": None})
    assert json.loads(path.read_text()) == {"of.tomorrow": 1, "budget.usd": 2}


def test_every_default_fits_its_own_record():
    for setting in SETTINGS:
        assert setting.takes(setting.default), setting.key
