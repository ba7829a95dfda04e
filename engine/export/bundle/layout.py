"""What lies where in a bundle, and how large it may be."""

from __future__ import annotations

import re

VERSION = 1
MANIFEST, REPORT, PAGE, RUN, JOURNAL = "manifest.json", "report.md", "report.html", "run.json", "journal.jsonl"
TEXT_NAME = re.compile(r"texts/([0-9a-f]{64})\.json")
# A bundle of a deep run has some ten megabytes; one that unpacks to more than this is no bundle of ours.
MAX_UNPACKED_BYTES = 512 * 1024 * 1024
MAX_FILES = 20_000


def text_name(key: str) -> str:
    """Return where a stored text lies."""
    return f"texts/{key}.json"
