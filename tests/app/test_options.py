"""From what was asked for to the options of a run: what cannot be used is refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.languages import require_language
from app.options import Asked, require_address, run_options
from app.settings import Settings
from engine.errors import InputError
from engine.values import Budget, ReportStyle, RunOptions


def options_of(tmp_path: Path, **asked: Any) -> RunOptions:
    asked.setdefault("environ", {})
    return run_options(Asked(**asked), Settings(tmp_path / "settings.json"), sample=tmp_path / "sample")


@pytest.mark.parametrize("tag", ["", "en", "de", "pt-BR", "zh-Hans", "zh-Hant-TW", "EN", "gsw", "de-1996", "es-419"])
def test_languages_that_can_be(tag: str):
    require_language(tag)


@pytest.mark.parametrize("tag", ["xx", "e", "english", "de_DE", "en ", "en\n", "12", "-", "xx-US", "de-"])
def test_languages_that_cannot_be(tag: str):
    with pytest.raises(InputError, match="There is no language"):
        require_language(tag)


@pytest.mark.parametrize(
    "address", ["", "http://localhost:11434/v1", "https://model.example/v1", "http://[::1]:80/v1"]
)
def test_addresses_that_can_be_asked(address: str):
    require_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc",
        "http://127.0.0.1:99999/v1",
        "http://h:0/v1",
        "http://h:x/v1",
        "ftp://h/",
        "http:///v1",
        "http://[",
    ],
)
def test_addresses_nobody_answers_at(tmp_path: Path, address: str):
    with pytest.raises(InputError, match="cannot be asked at"):
        options_of(tmp_path, environ={"OPENAI_BASE_URL": address, "DOSSIER_MODEL": "m"})


@pytest.mark.parametrize("folder", ["", "  "])
def test_a_folder_without_a_name_is_not_the_current_one(tmp_path: Path, folder: str):
    with pytest.raises(InputError, match="has no name"):
        options_of(tmp_path, library=(folder,))


def test_an_unknown_profile_is_refused(tmp_path: Path):
    with pytest.raises(InputError, match="no profile “nope”") as refused:
        options_of(tmp_path, profile="nope")
    assert "There are none yet" in refused.value.advice


def test_how_a_report_shall_read(tmp_path: Path):
    assert options_of(tmp_path).report == ReportStyle()
    asked = options_of(tmp_path, length="long", tone="plain", sections=(" What it  costs ", "Who pays"))
    assert asked.report == ReportStyle(length="long", tone="plain", sections=("What it costs", "Who pays"))


@pytest.mark.parametrize("sections", [("  ",), ("x" * 500,), tuple(f"Part {number}" for number in range(99))])
def test_headings_that_cannot_be(tmp_path: Path, sections: tuple[str, ...]):
    with pytest.raises(InputError, match="heading"):
        options_of(tmp_path, sections=sections)


def test_what_was_asked_for_goes_before_the_settings(tmp_path: Path):
    settings = Settings(tmp_path / "settings.json")
    for key, value in (("report.length", "short"), ("report.sections", ["Costs"]), ("budget.tokens", 500),
                       ("budget.usd", 2)):  # fmt: skip
        settings.set(key, value)
    chosen = run_options(Asked(environ={}), settings, sample=tmp_path)
    assert (chosen.report.length, chosen.report.sections) == ("short", ("Costs",))
    assert chosen.budget == Budget(tokens=500, usd=2.0)
    asked = Asked(environ={}, length="long", budget_tokens=0, budget_minutes=1.5)
    chosen = run_options(asked, settings, sample=tmp_path)
    assert (chosen.report.length, chosen.budget) == ("long", Budget(usd=2.0, minutes=1.5))


@pytest.mark.parametrize("limit", [-1, float("nan"), float("inf")])
def test_budgets_that_cannot_be(tmp_path: Path, limit: float):
    with pytest.raises(InputError, match="is not possible"):
        options_of(tmp_path, budget_minutes=limit)
