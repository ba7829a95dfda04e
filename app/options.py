"""From settings, environment and what was asked for to the options of a run."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar, get_args
from urllib.parse import urlsplit

from app.languages import require_language
from app.model_access import ModelChoice, chosen_model, searches_itself
from app.report_options import changed_budget, report_style, settings_budget
from app.setting_checks import words
from app.settings import Settings
from engine.errors import InputError
from engine.values import (
    DEPTHS,
    MAX_RESEARCHERS,
    MAX_WAVES,
    Depth,
    RunOptions,
    SandboxChoice,
)

Word = TypeVar("Word", bound=str)
# Without any setting the web is searched by the one provider that takes no key.
KEYLESS_PROVIDER = "duckduckgo"


@dataclass
class Asked:
    """What a command line or the window asked for; None and () mean: as the settings say."""

    offline: bool = False
    library: tuple[str, ...] = ()
    sandbox: str | None = None
    depth: str | None = None
    waves: int | None = None
    researchers: int | None = None
    language: str = ""
    length: str | None = None  # of the report
    tone: str | None = None
    sections: tuple[str, ...] = ()  # headings, in order
    budget_tokens: int | None = None  # 0: no limit
    budget_usd: float | None = None
    budget_minutes: float | None = None
    profile: str = ""
    web: bool | None = None  # None: with a model, unless a library is searched and no provider is set
    review_plan: bool = False
    consent: bool = False
    environ: dict[str, str] = field(default_factory=lambda: dict(os.environ))


def run_options(asked: Asked, settings: Settings, *, sample: Path) -> RunOptions:
    """Return the options of a run.

    Args:
        sample: the sample library, searched when nothing else is configured.

    Raises:
        InputError: a figure is out of range or a word unknown.
    """
    depths: tuple[Depth, ...] = get_args(Depth)
    depth = _one_of("depth", asked.depth or settings["research.depth"], depths)
    kinds: tuple[SandboxChoice, ...] = get_args(SandboxChoice)
    sandbox = _one_of("sandbox", asked.sandbox or settings["sandbox.kind"], kinds)
    language = asked.language or settings["report.language"]
    require_language(language)
    chosen = chosen_model(asked.environ, settings, asked.profile)
    require_address(chosen.base_url)
    offline = asked.offline or not chosen.is_there
    folders = tuple(_folder(folder) for folder in asked.library or settings["library.folders"])
    providers = () if offline else _providers(asked, settings, chosen, bool(folders))
    web = tuple(name for name in providers if name != "hosted")
    for provider in web:
        _without_password("search provider", provider.partition(":")[2])
    if not folders and (offline or not providers):
        folders = (str(sample),)
    at_once = settings["research.researchers"] if asked.researchers is None else asked.researchers
    return RunOptions(
        mode="offline" if offline else "model",
        depth=depth,
        max_waves=_within("waves", DEPTHS[depth].waves if asked.waves is None else asked.waves, MAX_WAVES),
        concurrency=_within("researchers", at_once, MAX_RESEARCHERS),
        sandbox=sandbox,
        library=folders,
        library_is_private=settings["library.is_private"],
        web=bool(web),
        hosted_search="hosted" in providers,
        read_citations=settings["search.read_citations"],
        check_support=settings["report.check_support"],
        search_providers=web,
        allow_domains=words(settings["search.allow_domains"]),
        deny_domains=words(settings["search.deny_domains"]),
        time_range=settings["search.time_range"],
        language=language,
        budget=changed_budget(
            settings_budget(settings),
            tokens=asked.budget_tokens,
            usd=asked.budget_usd,
            minutes=asked.budget_minutes,
        ),
        report=report_style(settings, length=asked.length, tone=asked.tone, sections=asked.sections),
        review_plan=asked.review_plan,
        process_consent=asked.consent,
    ).model_copy(update={} if offline else chosen.in_options())


def model_address(environ: dict[str, str], settings: Settings) -> tuple[str, str]:
    """Return (base URL, model name); both empty when no model is configured."""
    chosen = chosen_model(environ, settings)
    return chosen.base_url, chosen.model


def usual_providers(chosen: ModelChoice) -> tuple[str, ...]:
    """Return the search providers that need no setting: the model's own search, else the one without a key."""
    return ("hosted",) if searches_itself(chosen) else (KEYLESS_PROVIDER,)


def _providers(asked: Asked, settings: Settings, chosen: ModelChoice, has_library: bool) -> tuple[str, ...]:
    """Return the search providers: as set, else none beside a library, else what works without a key."""
    if asked.web is False:
        return ()
    if names := words(asked.environ.get("DOSSIER_SEARCH", "")) or words(settings["search.providers"]):
        return names
    return () if has_library and asked.web is None else usual_providers(chosen)


def require_address(base_url: str) -> None:
    """Refuse an address no model can be asked at.

    Raises:
        InputError: it holds a password, is none of the web's, or its port cannot be.
    """
    if not base_url:
        return
    _without_password("model", base_url)
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise InputError(
            f"The model cannot be asked at {base_url!r}.",
            "Its address starts with http:// or https://, names a host, and has a port from 1 to 65535, if any.",
        )


def _folder(name: str) -> str:
    if not name.strip():
        raise InputError("The library folder has no name.", "Say which folder to search: --library DIR.")
    return str(Path(name).expanduser().absolute())


def _without_password(what: str, address: str) -> None:
    """Refuse an address that holds a secret: addresses are journalled, shown and exported, keys never are."""
    if "@" in address.partition("://")[2].partition("/")[0]:
        raise InputError(
            f"The address of the {what} holds a name or password.",
            "Take out what stands before the @; a key goes into Settings or its environment variable.",
        )


def _one_of(what: str, value: str, known: tuple[Word, ...]) -> Word:
    for word in known:
        if word == value:
            return word
    raise InputError(f"There is no {what} {value!r}.", f"Choose one of: {', '.join(known)}.")


def _within(what: str, value: int, most: int) -> int:
    if not 1 <= value <= most:
        raise InputError(f"{value} {what} are not possible.", f"Choose a number from 1 to {most}.")
    return value
