"""Plans the user was changing, kept in the data folder until their wave starts."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from app import messages
from app.composition import Composition
from engine.errors import RunNotFound
from resources.translation import tr
from widgets.plan.draft import KeptPlan

_LOG = logging.getLogger(__name__)
_RUN_ID = re.compile(r"[\w-]+")


class EngineDrafts:
    """One small file per run; its methods are those of `app.window_port.Drafts`.

    Files are written in a thread, one after another, so that typing never waits for a disk, and what was handed in
    before the end is written before the end.
    """

    def __init__(self, composition: Composition) -> None:
        self._composition = composition
        self._folder = composition.home.drafts
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drafts")

    def read(self, run_id: str) -> KeptPlan | None:
        """Return what was made of a run's plan, None when that is nothing or cannot be read."""
        try:
            held = json.loads(self._path(run_id).read_text("utf-8"))
            questions, planned = (tuple(map(str, held[name])) for name in ("questions", "planned"))
            return KeptPlan(int(held["wave"]), planned, questions)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            _LOG.warning("the draft of run %s cannot be read: %s", run_id, error)
            return None

    def keep(self, run_id: str, plan: KeptPlan) -> None:
        """Keep what the user made of a run's plan."""
        held = {"wave": plan.wave, "planned": plan.planned, "questions": plan.questions}
        self._do(lambda: _write(self._path(run_id), json.dumps(held, ensure_ascii=False)))

    def forget(self, run_id: str) -> None:
        """Let go of it."""
        self._do(lambda: self._path(run_id).unlink(missing_ok=True))

    def sweep(self) -> None:
        """Let go of drafts whose runs are gone."""
        for path in self._folder.glob("*.json"):
            try:
                self._composition.journal.run(path.stem)
            except RunNotFound:
                self.forget(path.stem)

    async def aclose(self) -> None:
        """Write what waits."""
        await asyncio.to_thread(self._writer.shutdown)

    def _path(self, run_id: str) -> Path:
        assert _RUN_ID.fullmatch(run_id), run_id
        return self._folder / f"{run_id}.json"

    def _do(self, act: Callable[[], None]) -> None:
        loop = asyncio.get_event_loop()

        def tried() -> None:
            try:
                act()
            except OSError as error:
                _LOG.warning("a draft could not be kept: %s", error)
                loop.call_soon_threadsafe(_complain, error.strerror or "")

        self._writer.submit(tried)


def _complain(why: str) -> None:
    said = tr("Your changes of the plan could not be saved ({why}). They stand until Dossier is closed.", why=why)
    messages.say("warning", said, "draft")


def _write(path: Path, text: str) -> None:
    """Write aside and move into place: a crash leaves the old draft whole."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
