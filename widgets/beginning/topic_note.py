"""What is said under a topic before it is started: too long, or with an address in it."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.values import MAX_TOPIC_CHARS
from resources.translation import tr, trn
from widgets.glyph import Glyph
from widgets.label import Label

# From here on a counter shows how much room is left.
COUNTED_FROM = 7_000
_ADDRESS = re.compile(r"https?://[^\s<>\"]{4,}", re.IGNORECASE)


class TopicNote(QWidget):
    """Shows one sentence about a topic, or nothing."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self._mark, self._words = Glyph("info", "text3", 14), Label("", "small", "text2", wraps=True)
        row.addWidget(self._mark)
        row.addWidget(self._words, 1)
        self.hide()

    def show_about(self, topic: str, *, opens_pages: bool, offline: bool) -> None:
        """Show what there is to say.

        Args:
            opens_pages: the chosen sources include the web, and a model is chosen.
            offline: no model is chosen.
        """
        words, icon, tone = about(topic, opens_pages=opens_pages, offline=offline)
        if words != self._words.text():
            self._words.setText(words)
            self._words.set_tone(tone)
            self._mark.show_glyph(icon, "text3" if tone == "text2" else tone)
        self.setVisible(bool(words))

    def words(self) -> str:
        """Return what is shown."""
        return self._words.text()


def is_too_long(topic: str) -> bool:
    """Return whether a topic cannot be started for its length."""
    return len(topic) > MAX_TOPIC_CHARS


def about(topic: str, *, opens_pages: bool, offline: bool) -> tuple[str, str, str]:
    """Return what there is to say about a topic: a sentence, its icon, its tone."""
    figures = {"count": f"{len(topic):,}", "most": f"{MAX_TOPIC_CHARS:,}"}
    if is_too_long(topic):
        words = tr(
            "{count} of {most} characters: too long for a topic. Shorten it, or drop the text here as a file.",
            **figures,
        )
        return words, "error", "danger"
    pages = len(set(_ADDRESS.findall(topic)))
    if pages and offline:
        return tr("Offline, an address cannot be opened. Choose a model and the web."), "warning", "warn"
    if pages and not opens_pages:
        return tr("Without the web among the sources an address is not opened."), "warning", "warn"
    if pages:
        return trn("This page will be read first.", "These {n} pages will be read first.", pages), "info", "text2"
    if len(topic) >= COUNTED_FROM:
        return tr("{count} of {most} characters", **figures), "info", "text2"
    return "", "info", "text2"
