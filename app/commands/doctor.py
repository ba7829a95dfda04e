"""`doctor`: what works here, what does not, and how to mend it."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import os
import shutil
import sys

from app import async_run
from app.commands.check import Check, Mark
from app.commands.model_check import model_checks
from app.composition import Composition
from app.model_access import chosen_model
from engine.errors import DossierError
from engine.values import SANDBOX_LABELS
from engine.workshop import Workshop

# One run with its texts takes about as much.
_LEAST_ROOM_BYTES = 1_000_000
_SIGNS: dict[Mark, str] = {"ok": "ok  ", "note": "note", "bad": "BAD "}


def run(arguments: argparse.Namespace) -> int:
    """Look at everything; the exit status is 1 when research cannot work at all."""
    with Composition.open() as composition:
        checks = async_run.run(lambda: _checks(composition, prepare=arguments.prepare))
    if arguments.json:
        print(json.dumps([check.model_dump() for check in checks], ensure_ascii=False, indent=1))
    else:
        for check in checks:
            print(f"{_SIGNS[check.mark]} {check.name}: {check.says}")
            if check.advice:
                print(f"      {check.advice}")
    return 1 if any(check.mark == "bad" for check in checks) else 0


async def _checks(composition: Composition, *, prepare: bool) -> list[Check]:
    async with composition.working() as workshop:
        checks = [_data_folder(composition)]
        if prepare:
            checks.append(await _prepared(workshop))
        checks += await _sandboxes(workshop)
        checks += await _model(composition)
        checks += [_search(composition), _window()]
    return checks


def _data_folder(composition: Composition) -> Check:
    trouble = composition.settings.trouble
    count = len(composition.journal.runs())
    says = f"{composition.home.folder}, {count} {'run' if count == 1 else 'runs'}"
    if shutil.disk_usage(composition.home.folder).free < _LEAST_ROOM_BYTES:
        return Check(name="Data folder", mark="bad", says=f"{says}. The disk is full.", advice="Free some space.")
    return Check(name="Data folder", mark="note" if trouble else "ok", says=says, advice=trouble)


async def _prepared(workshop: Workshop) -> Check:
    try:
        tag = await workshop.makers.docker.ensure_image(lambda text, percent: print(text, file=sys.stderr))
    except DossierError as error:
        return Check(name="Sandbox image", mark="note", says=error.title, advice=error.detail or error.advice)
    return Check(name="Sandbox image", mark="ok", says=f"{tag} is there")


async def _sandboxes(workshop: Workshop) -> list[Check]:
    """Return a check for every kind; without any usable kind nothing can be researched."""
    checks, usable = [], False
    for maker in workshop.makers.all():
        here = await maker.availability()
        usable |= here.usable
        label = SANDBOX_LABELS[here.kind]
        where = f" at {here.endpoint}" if here.endpoint else ""
        state = "works" if here.usable and here.ready else "works after preparing the image" if here.usable else "no"
        notes = " ".join((here.why, *here.warnings)).strip()
        says = f"{state}{where}. {label}. {notes}".strip()
        checks.append(
            Check(
                name=f"Sandbox {here.kind}",
                mark="ok" if here.usable and here.ready else "note",
                says=says,
                advice=here.advice,
            )
        )
    if not usable:
        checks.append(Check(name="Sandboxes", mark="bad", says="No kind of sandbox works here."))
    return checks


async def _model(composition: Composition) -> list[Check]:
    """Look at the model the environment or the active profile names; what is found out is remembered."""
    choice, access = chosen_model(os.environ, composition.settings), composition.access
    if not choice.is_there:
        return await model_checks(choice, "", {})
    name = choice.profile.name if choice.profile else ""
    key = await asyncio.to_thread(access.key_of, f"model:{name}" if name else "model")
    headers = await asyncio.to_thread(access.headers_of, name) if name else {}
    return await model_checks(choice, key, headers)


def _search(composition: Composition) -> Check:
    chosen = os.environ.get("DOSSIER_SEARCH", "").strip() or composition.settings["search.providers"]
    return Check(name="Search", mark="ok", says=chosen or "as the model allows; DuckDuckGo needs no key")


def _window() -> Check:
    if importlib.util.find_spec("PySide6") is None:
        return Check(name="Window", mark="note", says="PySide6 is not installed; the command line works.")
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return Check(name="Window", mark="note", says="no screen here; the command line works.")
    return Check(name="Window", mark="ok", says="can be opened")
