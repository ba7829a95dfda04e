"""Where the window stood and how it was laid out, kept in the data folder beside the settings."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray

from app.main_window import MainWindow

_LOG = logging.getLogger(__name__)


class WindowState:
    """Reads and keeps the state; what cannot be read or kept is left, never an error on the screen."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def restore(self, window: MainWindow) -> bool:
        """Put a window that is not shown yet where it stood; return whether it is known where."""
        state = self._read()
        try:
            geometry = QByteArray.fromBase64(str(state["geometry"]).encode())
            folded = state["history_folded"]
        except KeyError:
            return False
        # Qt brings back on a screen what would open where there is none any more.
        if not window.restoreGeometry(geometry):
            return False
        if isinstance(folded, bool):
            window.fold_history(folded)
        return True

    def keep(self, window: MainWindow) -> None:
        """Keep how a window stands now."""
        state = {
            "geometry": bytes(window.saveGeometry().toBase64().data()).decode(),
            "history_folded": window.history_fold_wanted(),
        }
        aside = self._path.with_name(self._path.name + ".new")
        try:
            aside.write_text(json.dumps(state), "utf-8")
            os.replace(aside, self._path)
        except OSError as error:
            _LOG.warning("the window's place was not kept: %s", error)

    def _read(self) -> dict[str, Any]:
        try:
            state = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return state if isinstance(state, dict) else {}
