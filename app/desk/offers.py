"""What the page of a new research offers: sources, models, topics, an estimate, and what was composed before."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from app.composition import Composition
from app.desk.composed import offered_as, options_of
from app.desk.composed_before import ComposedBefore
from app.desk.found_models import ModelFinder
from app.desk.given_files import sorted_files
from app.offers_port import DocumentCount, FoundModel, Given, Offer
from app.options import model_address
from app.profiles import Profiles
from engine.errors import DossierError
from engine.estimates import estimate
from engine.journal.figures import run_figures
from engine.library.port import IndexProgress
from engine.library.scan import resolve_roots, scan_roots
from engine.values import Estimate
from resources import sample_topics
from resources.translation import mark, tr
from widgets.beginning.choice_row import OFFLINE
from widgets.beginning.composer import Composed
from widgets.value_picker import Choice

# Counting is for a line on a card: what takes longer is told as "more than".
COUNTING_LIMIT_S = 3.0
# For the web, where nearly anything can be asked: questions that show what a report is good for.
WEB_TOPICS = (
    mark("What helps against noise in open-plan offices, and how well is it shown?"),
    mark("How do heat pumps, gas and district heating compare in cost over 15 years?"),
    mark("What is known about the long-term effects of intermittent fasting?"),
    mark("Which open-source databases suit time series, and where do they differ?"),
)


class EngineOffers:
    """What can be chosen here; its methods are those of `app.window_port.Offers`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition
        self.finder = ModelFinder(composition)
        self._before = ComposedBefore(composition.home.folder / "composed.json")

    def offer(self) -> Offer:
        """Return what the menus offer: only what is configured or always there."""
        folders = self.folders()
        base_url, model = model_address(dict(os.environ), self._composition.settings)
        sources = [Choice("sample", tr("Sample library"), tr("documents that came with Dossier"))]
        if folders:
            names = ", ".join(Path(folder).name for folder in folders)
            sources.insert(0, Choice("library", tr("My library"), names))
        if model:
            sources.insert(0, Choice("web", tr("Web"), tr("search and read the web")))
        if model and folders:
            sources.insert(0, Choice("both", tr("Web and library"), tr("search queries leave this computer")))
        models = [Choice(OFFLINE, tr("None (offline)"), tr("quotes instead of writing"))]
        if model:
            models.insert(0, Choice("model", model, base_url))
            profiles = Profiles(self._composition.settings)
            others = [one for one in profiles.all() if one.model and one != profiles.active()]
            models[1:1] = [Choice(offered_as(one), one.model, one.name) for one in others]
        return Offer(tuple(sources), tuple(models), self._composition.settings["research.depth"])

    def sample_topic(self) -> str:
        """Return the topic the sample begins with."""
        return sample_topics()[0]

    def composed_before(self) -> Composed | None:
        """Return what was composed when the window was last closed."""
        return self._before.read()

    def keep_composed(self, composed: Composed) -> None:
        """Keep what is composed."""
        self._before.keep(composed)

    async def estimate(self, composed: Composed) -> Estimate | None:
        """Return what a research would take, None when what is composed does not fit together."""

        def estimated() -> Estimate | None:
            try:
                options = options_of(composed, self._composition)
            except DossierError:
                return None
            return estimate(options, run_figures(self._composition.home.journal))

        return await asyncio.to_thread(estimated)

    async def examples(self, sources: str, count: int) -> tuple[str, ...]:
        """Return topics these sources can answer; none of a library that is not indexed."""
        if sources == "sample":
            return sample_topics()[:count]
        general = tuple(tr(topic) for topic in WEB_TOPICS) if sources in ("web", "both") else ()
        workshop, folders = self._composition.workshop, self.folders()
        if sources not in ("library", "both") or workshop is None or not folders:
            return general[:count]
        own = await workshop.library.examples(folders, count)
        return tuple(own[:3] if general else own) + general[: max(0, count - len(own[:3]))]

    # --- models ---------------------------------------------------------------------------------------

    def used_model(self) -> str:
        """Return the name of the model that is set up, "" when there is none."""
        return self.finder.used()

    async def found_models(self) -> tuple[FoundModel, ...]:
        """Return models that could be used at once."""
        return await self.finder.find()

    async def use_model(self, found: FoundModel) -> str:
        """Set a found model up; return its name."""
        return await self.finder.use(found)

    # --- documents ------------------------------------------------------------------------------------

    def folders(self) -> tuple[str, ...]:
        """Return the library's folders."""
        return tuple(self._composition.settings["library.folders"])

    def remove_folder(self, folder: Path) -> None:
        """Take a folder out of the library."""
        left = [name for name in self.folders() if name != str(folder)]
        self._composition.settings.set("library.folders", left)

    async def sorted_files(self, paths: Sequence[str]) -> Given:
        """Tell folders and documents apart, and what cannot be read."""
        return await asyncio.to_thread(sorted_files, paths)

    async def count_documents(self, folders: Sequence[str]) -> DocumentCount:
        """Return how many documents of these folders may be read."""

        def counted() -> DocumentCount:
            scan = scan_roots([root for root in resolve_roots(folders) if os.path.exists(root)], COUNTING_LIMIT_S)
            return DocumentCount(len(scan.candidates), scan.is_whole)

        return await asyncio.to_thread(counted)

    async def read_library(self, tell: Callable[[int, int], None]) -> None:
        """Index the library ahead of the first research; `tell` hears how many files of how many are read."""
        workshop = self._composition.workshop
        if workshop is None:
            return

        def heard(progress: IndexProgress) -> None:
            tell(progress.done, progress.total)

        await workshop.index(self.folders(), self._composition.settings["sandbox.kind"], heard)
