"""The window's desk over the real engine: history, runs, exports, settings and what the menus offer."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path
from typing import get_args

from app import messages
from app.composition import Composition
from app.options import KEYLESS_PROVIDER, Asked, model_address
from app.window_port import Offer
from engine.errors import InputError, ModelTrouble
from engine.export import formats
from engine.run import Run
from engine.snapshot import RunSnapshot
from engine.values import SANDBOX_LABELS, RunOptions, Source
from resources import sample_library, sample_topics
from widgets.composer import Composed
from widgets.history_rows import HistoryRow
from widgets.settings_form import SettingsValues
from widgets.status_bar import Health
from widgets.theme import ThemeChoice
from widgets.value_picker import Choice

OFFLINE = "offline"
WARM_SANDBOXES = 2
OPENING_LIMIT_S = 2.0  # research may begin then, whatever an engine that does not answer still holds up
_KIND_WORDS = {"docker": "Docker", "bubblewrap": "Bubblewrap", "process": "Process, not isolated"}


class EngineDesk:
    """Serves the window; its methods are those of `app.window_port.Desk`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition
        self._stack = contextlib.AsyncExitStack()
        self._opening: asyncio.Task[None] | None = None
        self.log_path = composition.home.log

    async def begin(self) -> None:
        """Open the workshop; removing what dead owners left goes on behind it when an engine answers slowly."""
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
        self._composition.journal.close()

    def offer(self) -> Offer:
        """Return what the menus offer: only what is configured or always there."""
        folders = self._composition.settings["library.folders"]
        base_url, model = self._model()
        sources = [Choice("sample", "Sample library", "documents that came with Dossier")]
        if folders:
            names = ", ".join(Path(folder).name for folder in folders)
            sources.insert(0, Choice("library", "My library", names))
        if model:
            sources.insert(0, Choice("web", "Web", "search and read the web"))
        if model and folders:
            sources.insert(0, Choice("both", "Web and library", "search queries leave this computer"))
        models = [Choice(OFFLINE, "None (offline)", "quotes instead of writing")]
        if model:
            models.insert(0, Choice("model", model, base_url))
        return Offer(tuple(sources), tuple(models))

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
        return self._composition.start(composed.topic, self._options(composed))

    def sample_topic(self) -> str:
        """Return the topic the sample begins with."""
        return sample_topics()[0]

    def resume(self, run_id: str, *, consent: bool = False) -> Run:
        """Take up a run that stopped; `consent` allows web pages in a sandbox that does not isolate.

        One that failed for its model goes on with the model that is set now: that is what its page advises.
        """
        error = self._composition.snapshot(run_id).error
        failed_for_model = error is not None and error.kind in get_args(ModelTrouble)
        return self._composition.resume(run_id, consent=consent, model=self._model() if failed_for_model else None)

    def runs(self) -> tuple[HistoryRow, ...]:
        """Return the history, newest first."""
        return tuple(
            HistoryRow(run.id, run.topic, "researching" if run.state == "running" else run.state, run.started_at,
                       run.ended_at)
            for run in self._composition.journal.runs()
        )  # fmt: skip

    def snapshot(self, run_id: str) -> RunSnapshot:
        """Return a run as its journal tells it."""
        return self._composition.snapshot(run_id)

    def delete(self, run_id: str) -> None:
        """Delete a run."""
        self._composition.journal.delete(run_id)

    def stored_text(self, source: Source) -> str | None:
        """Return the stored text of a source."""
        workshop = self._composition.workshop
        if not source.text_sha256 or workshop is None:
            return None
        return workshop.texts.text(source.text_sha256)

    def formats(self) -> tuple[tuple[str, str], ...]:
        """Return the export formats."""
        return tuple((made.name, made.label) for made in formats.FORMATS.values())

    def file_name(self, format_name: str) -> str:
        """Return the usual name of a file in a format."""
        return formats.require(format_name).file_name

    def export(self, run: RunSnapshot, format_name: str, path: Path) -> None:
        """Write a run to a file."""
        formats.export(run, format_name, path)

    def theme(self) -> ThemeChoice:
        """Return the chosen theme."""
        choice: ThemeChoice = self._composition.settings["appearance.theme"]
        return choice

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Keep the chosen theme."""
        self._composition.settings.set("appearance.theme", choice)

    def settings(self) -> SettingsValues:
        """Return the settings the form shows."""
        settings = self._composition.settings
        return SettingsValues(
            base_url=settings["model.base_url"],
            model=settings["model.name"],
            has_key=bool(self._composition.keys.get("model")),
            folders=tuple(settings["library.folders"]),
            sandbox=settings["sandbox.kind"],
            theme=settings["appearance.theme"],
        )

    def save_settings(self, values: SettingsValues) -> None:
        """Keep the settings of the form; a key goes to the keyring, or stays for this session."""
        settings, keys = self._composition.settings, self._composition.keys
        settings.set("model.base_url", values.base_url)
        settings.set("model.name", values.model)
        settings.set("library.folders", list(values.folders))
        settings.set("sandbox.kind", values.sandbox)
        settings.set("appearance.theme", values.theme)
        if values.key and not keys.save("model", values.key):
            keys.set_for_session("model", values.key)
            messages.say("info", "This system has no keyring. The key is kept until you close Dossier.", "key")

    def add_folder(self, folder: Path) -> None:
        """Add a folder to the library."""
        folders = list(self._composition.settings["library.folders"])
        if str(folder) not in folders:
            self._composition.settings.set("library.folders", [*folders, str(folder)])

    def _options(self, composed: Composed) -> RunOptions:
        environ = dict(os.environ)
        wants_web = composed.sources in ("web", "both")
        if wants_web and composed.model == OFFLINE:
            raise InputError("The web cannot be researched without a model.", "Choose a model, or a library.")
        if wants_web:
            set_up = self._composition.settings["search.providers"] or KEYLESS_PROVIDER
            environ["DOSSIER_SEARCH"] = environ.get("DOSSIER_SEARCH", "").strip() or set_up
        library = (str(sample_library()),) if composed.sources == "sample" else ()
        asked = Asked(
            offline=composed.model == OFFLINE,
            library=library,
            depth=composed.depth,
            review_plan=composed.review_plan,
            environ=environ,
        )
        options = self._composition.options(asked)
        if not wants_web:
            return options.model_copy(update={"web": False, "hosted_search": False, "search_providers": ()})
        return options if composed.sources == "both" else options.model_copy(update={"library": ()})

    async def _open(self) -> None:
        await self._stack.enter_async_context(self._composition.working())

    def _model(self) -> tuple[str, str]:
        return model_address(dict(os.environ), self._composition.settings)

    def _model_health(self) -> Health:
        _, model = self._model()
        return Health(model) if model else Health("No model: offline works", "text3")

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
