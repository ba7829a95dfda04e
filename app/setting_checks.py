"""What is looked at before a value of the right type becomes a setting; each check says its problem in a sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.errors import InputError
from engine.values import ModelProfile
from resources.translation import tr

MAX_SECTIONS, MAX_SECTION_CHARS = 30, 120
_DOMAIN = re.compile(r"(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]{2,}", re.IGNORECASE)


def words(value: str) -> tuple[str, ...]:
    """Return the entries of a setting that is a list separated by commas (or by lines)."""
    return tuple(entry.strip() for entry in value.replace("\n", ",").split(",") if entry.strip())


def profiles(value: list[Any]) -> str:
    """Check the models' profiles."""
    try:
        made = [ModelProfile.model_validate(with_id(entry)) for entry in value]
    except (ValidationError, TypeError, AttributeError):
        return tr("A profile does not fit.")
    if len({profile.name.casefold() for profile in made}) < len(made) or len({one.id for one in made}) < len(made):
        return tr("Two profiles have the same name.")
    return ""


def with_id(entry: Any) -> Any:
    """Return a profile as written by hand with the id it lacks."""
    if isinstance(entry, dict) and "id" not in entry and isinstance(entry.get("name"), str):
        return {**entry, "id": entry["name"]}
    return entry


def providers(value: str) -> str:
    """Check the names and addresses of search providers; whether a key is there is seen when they are used."""
    from engine.search.chooser import providers_from

    try:
        providers_from(value, {"tavily": "later", "brave": "later"})
    except InputError as error:
        return str(error)
    return ""


def hosts(value: str) -> str:
    """Check a list of host:port pairs."""
    from engine.fetching.addresses import allowed_hosts

    try:
        allowed_hosts(words(value))
    except InputError as error:
        return str(error)
    return ""


def domains(value: str) -> str:
    """Check a list of domains."""
    for entry in words(value):
        if not _DOMAIN.fullmatch(entry):
            return tr("“{entry}” is no domain. Write it as example.org.", entry=entry)
    return ""


def folders(value: list[Any]) -> str:
    """Check that folders are named by their whole paths; one that is away for a while may stay."""
    if not all(isinstance(entry, str) and entry.strip() for entry in value):
        return tr("A folder has no name.")
    relative = next((entry for entry in value if not Path(entry).expanduser().is_absolute()), "")
    return tr("Write the whole path of {folder}.", folder=relative) if relative else ""


def endpoint(value: str) -> str:
    """Check the shape of a Docker engine's address."""
    if not value or re.match(r"(unix|npipe|tcp|ssh|http|https)://\S+$", value):
        return ""
    return tr("Write it as unix:///path, tcp://host:port or ssh://user@host.")


def language(value: str) -> str:
    """Check the name of a language."""
    from app.languages import require_language

    try:
        require_language(value)
    except InputError as error:
        return str(error)
    return ""


def sections(value: list[Any]) -> str:
    """Check the headings of reports."""
    if not all(isinstance(entry, str) and entry.strip() for entry in value):
        return tr("A heading is empty.")
    if len(value) > MAX_SECTIONS:
        return tr("At most {most} headings are possible.", most=MAX_SECTIONS)
    if any(len(entry) > MAX_SECTION_CHARS or "\n" in entry for entry in value):
        return tr("A heading is one line of at most {most} characters.", most=MAX_SECTION_CHARS)
    return ""
