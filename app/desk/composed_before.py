"""What was composed last: the topic in work and the choices beside it, kept in a file of the data folder."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from dataclasses import asdict
from pathlib import Path

from widgets.beginning.composer import Composed

_LOG = logging.getLogger(__name__)


class ComposedBefore:
    """Reads and keeps one small file; a failure is logged, and costs a draft."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Composed | None:
        """Return what was composed last, without files that are gone; None when nothing is kept."""
        try:
            held = json.loads(self._path.read_text("utf-8"))
            documents = tuple(path for path in held["documents"] if os.path.exists(path))
            words = {name: str(held[name]) for name in ("topic", "depth", "sources", "model")}
            return Composed(**words, review_plan=bool(held["review_plan"]), documents=documents)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            _LOG.warning("what was composed last cannot be read: %s", error)
            return None

    def keep(self, composed: Composed) -> None:
        """Keep what is composed. It is written aside and moved into place, without waiting for the disk."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".composed-")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(asdict(composed), file, ensure_ascii=False)
            os.replace(name, self._path)
        except OSError as error:
            _LOG.warning("what is composed cannot be kept: %s", error)
