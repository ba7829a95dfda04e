"""Pages kept across runs, where the user wants it: what was fetched lately is not fetched again.

What is kept is where a page's stored text is and when it was really fetched. The text itself lies with all others; a
page whose text has been cleared away is fetched anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from engine.values import Value

DAY_S = 86_400.0
CLOCK_MAY_SLIP_S = 60.0
MOST_PAGES = 5_000


class KeptPage(Value):
    """A page as it was fetched; its text is found by `text_sha256`."""

    address: str  # as it was handed out
    url: str
    title: str
    sha256: str
    text_sha256: str
    size_bytes: int
    fetched_at: float
    origin: Literal["web"] = "web"


class KeptPages:
    """A folder of kept pages, one small file each. Methods block for a moment; call them in a thread.

    Args:
        days: How long a page is taken for fresh; 0 keeps none and removes what was kept.
    """

    def __init__(self, folder: Path, days: int, clock: Callable[[], float] = time.time) -> None:
        self._folder, self._days, self._clock = folder, days, clock

    def find(self, address: str) -> KeptPage | None:
        """Return the page that was fetched from an address lately, None when there is none."""
        if not self._days:
            return None
        try:
            page = KeptPage.model_validate_json(self._path(address).read_bytes())
        except (OSError, ValidationError):
            return None
        age_s = self._clock() - page.fetched_at
        # A clock that was set back makes pages of the future; nobody knows how old they are.
        return page if page.address == address and -CLOCK_MAY_SLIP_S <= age_s <= self._days * DAY_S else None

    def keep(self, page: KeptPage) -> None:
        """Keep a page; what cannot be written is not kept."""
        if not self._days:
            return
        path = self._path(page.address)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".new-")
            with os.fdopen(handle, "wb") as file:
                file.write(page.model_dump_json().encode())
            os.replace(aside, path)

    def tidy(self) -> None:
        """Remove what is too old, and the oldest where there are too many; all of it where none are to be kept."""
        if not self._days:
            shutil.rmtree(self._folder, ignore_errors=True)
            return
        with contextlib.suppress(OSError):
            files = sorted(((path.stat().st_mtime, path) for path in self._folder.iterdir()), reverse=True)
            oldest = self._clock() - self._days * DAY_S
            for place, (written, path) in enumerate(files):
                if place >= MOST_PAGES or written < oldest:
                    path.unlink(missing_ok=True)

    def _path(self, address: str) -> Path:
        return self._folder / f"{hashlib.sha256(address.encode()).hexdigest()}.json"
