"""The report of a run whose model could not write it: the quotes that were found, and why nobody wrote more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.agents.offline import quoting, voice
from engine.agents.offline.writer import report
from engine.agents.port import WriteTask

# A server's address is nobody's business in a report, and the audit would take it for an address made up.
_ADDRESS = re.compile(r" \(https?://[^)\s]*\)")


def fallback_report(task: WriteTask, title: str) -> Iterator[str]:
    """Yield the pieces of the report.

    Args:
        title: the sentence of the error that ended the writer.
    """
    return report(task, voice.fallback(quoting.escaped(reason(_ADDRESS.sub("", title)))))


def reason(title: str) -> str:
    """Return the sentence of an error as it goes on after "because"."""
    text = " ".join(title.split()).rstrip(".")
    first = text.split(" ", 1)[0]
    # A name keeps its letters; what begins our own sentences does not.
    return text[0].lower() + text[1:] if first in ("The", "This", "A", "An", "It", "Nothing") else text
