"""What the composer offers: sources, models, topics."""

from __future__ import annotations

import os
from pathlib import Path

from app.composition import Composition
from app.options import model_address
from app.window_port import Offer
from resources import sample_topics
from widgets.value_picker import Choice

OFFLINE = "offline"


class EngineOffers:
    """What can be chosen here; its methods are those of `app.window_port.Offers`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition

    def offer(self) -> Offer:
        """Return what the menus offer: only what is configured or always there."""
        folders = self._composition.settings["library.folders"]
        base_url, model = model_address(dict(os.environ), self._composition.settings)
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

    def sample_topic(self) -> str:
        """Return the topic the sample begins with."""
        return sample_topics()[0]
