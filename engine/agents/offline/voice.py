"""In whose name a report of quotes speaks: the offline mode's, or that of a model whose writer failed."""

from __future__ import annotations

from dataclasses import dataclass

OFFLINE_LINE = "Offline: this report quotes your documents and invents nothing. No language model was used."
OFFLINE_METHOD = (
    "Quotes were chosen by the words they share with the questions. Nothing was summarised, weighed or reconciled; "
    "a passage in other words may have been missed."
)
NO_TRANSLATION = (
    "The offline mode cannot translate: the quotes stay in the language of the documents, not in “{language}”."
)
NO_SECTIONS = (
    "The offline mode cannot fill sections of your choice ({sections}): that would mean to invent sentences. "
    "Its quotes stand by theme."
)
_FALLBACK_LINE = (
    "Written without the model, because {reason}. This report quotes the sources word for word and claims nothing of "
    "its own; the quotes were chosen by the researchers while the model still answered."
)
_FALLBACK_METHOD = (
    "The report was written without the model, because {reason}. Nothing was summarised, weighed or reconciled; "
    "the researchers' own answers are not in it. Resume the research to let the model write it."
)
_FALLBACK_NO_TRANSLATION = (
    "Without the model nothing is translated: the quotes stay in their own language, not in “{language}”."
)
_FALLBACK_NO_SECTIONS = (
    "Without the model the sections that were asked for ({sections}) are not filled; the quotes stand by question."
)


@dataclass(frozen=True)
class Voice:
    """What a report of quotes says about itself.

    Attributes:
        opening: stands under the title.
        method: the first of its limitations.
        lead: stands above the quotes of the summary.
        things: what the quotes come from.
        keeps_all: every quote was chosen for its question by somebody who could read; none is off the topic.
    """

    opening: str
    method: str
    no_translation: str
    no_sections: str
    lead: str
    things: str = "documents"
    keeps_all: bool = False

    def words(self, text: str) -> str:
        """Return a sentence of ours about what the quotes come from."""
        return text.replace("documents", self.things).replace("document", self.things.removesuffix("s"))


OFFLINE = Voice(
    opening=OFFLINE_LINE,
    method=OFFLINE_METHOD,
    no_translation=NO_TRANSLATION,
    no_sections=NO_SECTIONS,
    lead="**Answer**, in the words of the documents:",
)


def fallback(reason: str) -> Voice:
    """Return the voice of a report that a model's writer did not write.

    Args:
        reason: goes on after "because", without a full stop.
    """
    return Voice(
        opening=_FALLBACK_LINE.format(reason=reason),
        method=_FALLBACK_METHOD.format(reason=reason),
        no_translation=_FALLBACK_NO_TRANSLATION,
        no_sections=_FALLBACK_NO_SECTIONS,
        lead="**Closest to the topic**, in the words of the sources:",
        things="sources",
        keeps_all=True,
    )
