"""Puts engine and settings together; the only place that knows where keys come from."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from app.home import Home
from app.key_file import KeyFile
from app.keys import Keys
from app.model_access import ModelAccess, ModelChoice
from app.model_memory import ModelMemory
from app.options import Asked, run_options
from app.setting_checks import words
from app.settings import Settings
from engine.broker.given import with_addresses
from engine.errors import InputError
from engine.export.means import Means, Paper
from engine.fold import Fold
from engine.journal.adopting import adopt
from engine.journal.journal import Journal
from engine.run import Run
from engine.snapshot import RunSnapshot
from engine.texts import TextStore
from engine.values import Budget, RunOptions
from engine.workshop import Workshop, WorkshopSettings
from resources import sample_library


class Composition:
    """One data folder opened: its journal, its settings, and a workshop while work is done."""

    def __init__(self, home: Home, *, lives_long: bool = False) -> None:
        """Open the data folder.

        Args:
            lives_long: a window, which may build the sandbox image beside a run; a command ends with its run.

        Raises:
            JournalError: it cannot be used.
        """
        self.home = home
        self._lives_long = lives_long
        # What was researched is the user's own business; whether the folder can be made, the journal tells.
        with contextlib.suppress(OSError):
            home.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.settings = Settings(home.settings)
        self.keys = Keys(KeyFile(home.keys))
        self.access = ModelAccess(self.settings, self.keys)
        self.model_memory = ModelMemory(home.models)
        self.model_memory.recall()
        self.journal = Journal(home.journal)
        self._workshop: Workshop | None = None

    @classmethod
    @contextlib.contextmanager
    def open(cls) -> Iterator[Composition]:
        """Open the data folder for the length of a command."""
        composition = cls(Home.find())
        try:
            yield composition
        finally:
            composition.journal.close()

    @property
    def workshop(self) -> Workshop | None:
        """The workshop while one is held, also while what dead owners left is still being removed."""
        return self._workshop

    @contextlib.asynccontextmanager
    async def working(self) -> AsyncIterator[Workshop]:
        """Hold a workshop; leaving it ends every sandbox and connection."""
        self._workshop = self._make_workshop()
        try:
            await self._workshop.begin()
            yield self._workshop
        finally:
            workshop, self._workshop = self._workshop, None
            await workshop.aclose()
            self.model_memory.keep()

    def options(self, asked: Asked) -> RunOptions:
        """Return the options of a run that was asked for.

        Raises:
            InputError: they do not fit together.
        """
        return run_options(asked, self.settings, sample=sample_library())

    def start(self, topic: str, options: RunOptions) -> Run:
        """Create a run; iterate its entries to work on it."""
        assert self._workshop is not None
        return Run.start(self.journal, self._workshop, topic, with_addresses(topic, options))

    def resume(
        self,
        run_id: str,
        *,
        consent: bool = False,
        model: ModelChoice | None = None,
        budget: Budget | None = None,
    ) -> Run:
        """Take up a run; the model's address, sandbox and sources stay as they were asked for.

        Args:
            model: takes the place of the one it was asked for with.
            budget: takes the place of the one it had; a run that its budget ended goes on with a larger one.
        """
        assert self._workshop is not None
        options = self.snapshot(run_id).options
        if model is not None and model.model and options.mode == "model":
            options = options.model_copy(update=model.in_options())
        if budget is not None:
            options = options.model_copy(update={"budget": budget})
        if consent:
            options = options.model_copy(update={"process_consent": True})
        return Run.resume(self.journal, self._workshop, run_id, options)

    def snapshot(self, run_id: str) -> RunSnapshot:
        """Return a run as its journal tells it.

        Raises:
            RunNotFound: there is no such run.
        """
        summary = self.journal.run(run_id)
        fold = Fold().apply_all(self.journal.entries(summary.id))
        return fold.snapshot(interrupted=summary.state == "interrupted")

    def export_means(self, run_id: str, paper: Paper | None = None) -> Means:
        """Return what exports of a run may use.

        Args:
            paper: None = the settings'.
        """
        return Means(
            paper=paper or self.settings["export.paper"],
            texts=TextStore(self.home.texts),
            entries=lambda: self.journal.entries(run_id),
        )

    def take_in(self, path: Path) -> tuple[str, bool]:
        """Take the run of a bundle into this data folder; return its id and whether it is new here. For a thread.

        Raises:
            InputError: the file is no bundle, or does not fit together; nothing was taken in.
            JournalError: it could not be written.
        """
        from engine.export.bundle.checking import contradictions_in
        from engine.export.bundle.reading import read_bundle

        bundle = read_bundle(path)
        if found := contradictions_in(bundle):
            raise InputError(
                f"{path.name} was not taken in: {'; '.join(found)}.", "Ask whoever sent it to export it again."
            )
        texts = TextStore(self.home.texts)
        for document in bundle.texts.values():
            texts.put(document)
        with contextlib.closing(Journal(self.home.journal)) as journal:
            return adopt(journal, bundle.entries)

    def last_seq(self, run_id: str) -> int:
        """Return the number of a run's last entry."""
        return self.journal.last_seq(run_id)

    def apply_settings(self) -> None:
        """Let what begins from now on be made with the settings as they are."""
        if self._workshop is not None:
            self._workshop.use(self._workshop_settings())

    def _make_workshop(self) -> Workshop:
        return Workshop(
            texts_folder=self.home.texts,
            pages_folder=self.home.pages,
            index_path=self.home.library_index,
            settings=self._workshop_settings(),
            key_of=self.access.key_of,
            headers_of=self.access.headers_of,
        )

    def _workshop_settings(self) -> WorkshopSettings:
        settings = self.settings
        return WorkshopSettings(
            docker_endpoint=settings["sandbox.docker_endpoint"],
            docker_runtime=settings["sandbox.docker_runtime"],
            base_image=os.environ.get("DOSSIER_BASE_IMAGE", "").strip(),
            memory_bytes=settings["sandbox.memory_mb"] * 1024**2,
            cpus=settings["sandbox.cpus"],
            respect_robots=settings["search.respect_robots"],
            keep_pages_days=settings["search.keep_pages_days"],
            builds_in_background=self._lives_long,
            allow_hosts=words(os.environ.get("DOSSIER_ALLOW_HOSTS", "")) or words(settings["search.allow_hosts"]),
        )
