"""The log: a rotating file in the data folder, without page texts and without keys."""

from __future__ import annotations

import logging
import logging.handlers
import os

from app.home import Home

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_MOST_BYTES = 1_000_000
_KEPT = 3
# These log requests, headers or whole messages at their lower levels.
_TALKATIVE = ("openai", "httpx2", "httpcore2", "urllib3", "docker", "agent_framework", "asyncio", "trafilatura")


def start_logging() -> None:
    """Log to the data folder; a folder that cannot be written means no log, not no program."""
    # A log that cannot be written is no news for whoever reads stderr.
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    path = Home.find().log
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=_MOST_BYTES, backupCount=_KEPT, encoding="utf-8", delay=True
        )
        os.chmod(path.parent, 0o700)
    except OSError:
        root.addHandler(logging.NullHandler())
        return
    handler.setFormatter(logging.Formatter(_FORMAT))
    root.addHandler(handler)
