"""How each run's page was left, kept in the data folder; what cannot be read or kept is left, never an error."""

from __future__ import annotations

import dataclasses
import json
import logging
import os
from pathlib import Path
from typing import Any

from widgets.history.view_state import ViewState

_LOG = logging.getLogger(__name__)
# Older ones are let go: nobody remembers how a page looked so many runs ago.
MAX_VIEWS = 300


class Views:
    """One small file for all runs."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._views: dict[str, ViewState] | None = None

    def view(self, run_id: str) -> ViewState | None:
        """Return how a run's page was left, None when it never was."""
        return self._read().get(run_id)

    def keep(self, run_id: str, view: ViewState) -> None:
        """Keep how a run's page is left."""
        views = self._read()
        if views.get(run_id) != view:
            views.pop(run_id, None)
            views[run_id] = view
            self._write(dict(list(views.items())[-MAX_VIEWS:]))

    def retain(self, run_ids: set[str]) -> None:
        """Let go of the pages of all other runs."""
        views = self._read()
        kept = {run_id: view for run_id, view in views.items() if run_id in run_ids}
        if len(kept) < len(views):
            self._write(kept)

    def _read(self) -> dict[str, ViewState]:
        if self._views is None:
            try:
                held = json.loads(self._path.read_text("utf-8"))
                self._views = {str(run_id): _view(kept) for run_id, kept in held.items()}
            except (OSError, ValueError, TypeError, AttributeError):
                self._views = {}
        return self._views

    def _write(self, views: dict[str, ViewState]) -> None:
        self._views = views
        aside = self._path.with_name(self._path.name + ".new")
        try:
            aside.write_text(
                json.dumps({run_id: dataclasses.asdict(view) for run_id, view in views.items()}), "utf-8"
            )
            os.replace(aside, self._path)
        except OSError as error:
            _LOG.warning("how pages were left is not kept: %s", error)


def _view(kept: dict[str, Any]) -> ViewState:
    """Return a view as it was written; what does not fit counts as not written."""
    usual = dataclasses.asdict(ViewState())
    fitting = {name: kept[name] for name, value in usual.items() if isinstance(kept.get(name), type(value))}
    return ViewState(**fitting)
