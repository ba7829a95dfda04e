"""What is known of models' servers, kept from one start to the next: nobody finds out twice what a server refuses."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from engine.models.traits import SESSION_TRAITS, KnownTraits, TraitsMemory

_LOG = logging.getLogger(__name__)
# Servers are updated: what one refused last month it may take today.
KEPT_S = 14 * 24 * 3_600
_MOST_KEPT = 200


class ModelMemory:
    """A small file of the data folder. It only saves time: one that cannot be read or written is passed over."""

    def __init__(self, path: Path, traits: TraitsMemory = SESSION_TRAITS) -> None:
        self._path, self._traits = path, traits
        self._since: dict[str, float] = {}  # when an entry, as it stands, was first known

    def recall(self) -> None:
        """Read the file."""
        try:
            entries = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return
        for entry in entries if isinstance(entries, list) else ():
            self._take(entry)

    def keep(self) -> None:
        """Write the file, when there is anything to tell."""
        now = time.time()
        entries = []
        for known in self._traits.known():
            text = known.model_dump_json()
            entries.append({"since": self._since.setdefault(text, now), **known.model_dump(mode="json")})
        if not entries:
            return
        entries.sort(key=lambda entry: -float(entry["since"]))
        with contextlib.suppress(OSError):
            self._write(entries[:_MOST_KEPT])

    def _take(self, entry: Any) -> None:
        with contextlib.suppress(ValueError, TypeError, AttributeError):
            since = float(entry.pop("since"))
            if time.time() - since < KEPT_S:
                known = KnownTraits.model_validate(entry)
                self._traits.learn(known)
                self._since[known.model_dump_json()] = since

    def _write(self, entries: list[dict[str, Any]]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".models-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(entries, file, indent=1, ensure_ascii=False)
            os.replace(name, self._path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
