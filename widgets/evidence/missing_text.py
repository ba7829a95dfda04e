"""Why a source's text cannot be shown, in a sentence."""

from __future__ import annotations

from engine.values import Source
from resources.translation import tr


def missing_text_words(source: Source) -> tuple[str, str]:
    """Return a line that says what is missing, and one that says why and what to do."""
    advice = tr("Open the original to read it.")
    if source.origin == "hosted" and not source.sha256:
        return tr("Dossier has not read this page"), tr("The model's provider read it and cited it. {advice}",
                                                        advice=advice)  # fmt: skip
    if not source.sha256:
        return tr("Dossier has not read this page"), advice
    if not source.text_sha256:
        return tr("No text could be read from this source"), advice
    return (
        tr("The stored text is not in the data folder any more"),
        tr("Its SHA-256 is kept, so a copy can be compared. {advice}", advice=advice),
    )
