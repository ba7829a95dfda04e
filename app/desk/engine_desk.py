"""The window's desk over the real engine: its drawers, its workshop, and the runs it starts."""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import get_args

from app.composition import Composition
from app.desk.activity import EngineActivity
from app.desk.choices import EngineChoices
from app.desk.composed import options_of
from app.desk.drafts import EngineDrafts
from app.desk.exports import EngineExports
from app.desk.offers import EngineOffers
from app.desk.reading import EngineReading
from app.desk.shelf import EngineShelf
from app.model_access import ModelChoice, chosen_model
from engine.errors import ModelTrouble
from engine.run import Run
from engine.values import SANDBOX_LABELS, Budget
from resources.translation import tr
from widgets.beginning.composer import Composed
from widgets.run.status_bar import Health

WARM_SANDBOXES = 2
OPENING_LIMIT_S = 2.0  # research may begin then, whatever an engine that does not answer still holds up
_KIND_WORDS = {"docker": "Docker", "bubblewrap": "Bubblewrap", "process": "Process, not isolated"}


class EngineDesk:
    """Serves the window; its methods are those of `app.window_port.Desk`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition
        self.shelf, self.exports = EngineShelf(composition), EngineExports(composition)
        self.reading = EngineReading(composition)
        self.offers, self.choices = EngineOffers(composition), EngineChoices(composition)
        self.activity = EngineActivity(composition)
        self.drafts = EngineDrafts(composition)
        self._stack = contextlib.AsyncExitStack()
        self._opening: asyncio.Task[None] | None = None
        self.log_path = composition.home.log

    async def begin(self) -> None:
        """Open the workshop; removing what dead owners left goes on behind it when an engine answers slowly."""
        self.drafts.sweep()
        self._opening = asyncio.create_task(self._open())
        await asyncio.wait((self._opening,), timeout=OPENING_LIMIT_S)
        if self._opening.done():
            self._opening.result()

    async def aclose(self) -> None:
        """End every sandbox and connection, then close the journal."""
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)
        await self._stack.aclose()
        await self.drafts.aclose()
        await self.shelf.aclose()
        self._composition.journal.close()

    async def health(self) -> tuple[Health, Health]:
        """Return the best kind of sandbox that works here, and the model that is set."""
        return await self._sandbox_health(), self._model_health()

    def warm(self) -> None:
        """Start sandboxes while the user types."""
        if (workshop := self._composition.workshop) is not None:
            workshop.warm(WARM_SANDBOXES)

    def start(self, composed: Composed) -> Run:
        """Create a run.

        Raises:
            InputError: topic or options cannot be used.
        """
        return self._composition.start(composed.topic, options_of(composed, self._composition))

    def resume(self, run_id: str, *, consent: bool = False, budget: Budget | None = None) -> Run:
        """Take up a run that stopped; `consent` allows web pages in a sandbox that does not isolate.

        A run that its budget ended goes on with a larger `budget`.

        One that failed for its model goes on with the model that is set now: that is what its page advises.
        """
        error = self._composition.snapshot(run_id).error
        failed_for_model = error is not None and error.kind in get_args(ModelTrouble)
        model = self._model() if failed_for_model else None
        return self._composition.resume(run_id, consent=consent, model=model, budget=budget)

    async def _open(self) -> None:
        await self._stack.enter_async_context(self._composition.working())

    def _model(self) -> ModelChoice:
        return chosen_model(os.environ, self._composition.settings)

    def _model_health(self) -> Health:
        choice = self._model()
        if not choice.model:
            return Health(tr("No model: offline works"), "text3")
        mark = self.choices.models.mark_of(choice)
        return Health(choice.model, {"ok": "ok", "note": "ok", "bad": "warn"}[mark] if mark else "text3")

    async def _sandbox_health(self) -> Health:
        workshop = self._composition.workshop
        if workshop is None:
            return Health("")
        for maker in workshop.makers.all():
            here = await maker.availability()
            if here.usable:
                word = _KIND_WORDS[here.kind]
                if here.kind == "process":
                    return Health(word, "warn")
                return Health(f"{word} ready" if here.ready else f"{word}, image to be made", "ok")
        return Health(f"No sandbox works ({', '.join(SANDBOX_LABELS)})", "danger")
