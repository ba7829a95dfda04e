"""The settings file: damaged ones are set aside, each under a name of its own, and what does not fit is said."""

from __future__ import annotations

import json
from pathlib import Path

from app.settings import Settings


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
