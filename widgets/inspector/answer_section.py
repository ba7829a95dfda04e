"""A researcher's answer in the inspector: set as the report is, with its confidence and what it did not find."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from engine.values import Finding, QuoteStatus, Source
from resources.translation import tr
from widgets.bullet_list import BulletList
from widgets.evidence.source_views import SourceView
from widgets.label import Label
from widgets.report.citation_notes import source_status
from widgets.row_column import Typeset, plain_typeset
from widgets.text.flowing_text import FlowingText

_PRINTED = re.compile(r"\[(\d{1,3})\]")


class AnswerSection(QWidget):
    """Shows an answer; its citations bear the numbers of the source cards below it.

    Signals:
        citation_asked: A citation was clicked; the number of its source card, and its key, "" while it has none.
        link_asked: A link was clicked; its address.
    """

    citation_asked = Signal(int, str)
    link_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.typeset: Typeset = plain_typeset
        self._shown: tuple[object, ...] = ()
        self._keys: dict[str, tuple[int, str]] = {}  # of the citations: card and key
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(6)
        head = QHBoxLayout()
        self._title, self._confidence = Label(tr("Answer"), "small_strong", "text2"), Label("", "small", "text3")
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self._confidence)
        column.addLayout(head)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 100)
        column.addWidget(self._bar)
        self.text = FlowingText()
        self.text.setAccessibleName(tr("Answer"))
        self.text.citation_asked.connect(lambda key: self.citation_asked.emit(*self._keys.get(key, (0, ""))))
        self.text.link_asked.connect(self.link_asked)
        column.addWidget(self.text)
        self._gaps_title = Label(tr("Not found out"), "small_strong", "text2")
        self._gaps = BulletList()
        self._gaps_title.setContentsMargins(0, 6, 0, 0)
        column.addWidget(self._gaps_title)
        column.addWidget(self._gaps)

    def show_finding(self, finding: Finding | None, sources: tuple[SourceView, ...]) -> None:
        """Show a finding, with the sources its citations lead to."""
        shown = (finding, tuple((view.number, view.known) for view in sources), self.typeset)
        if shown == self._shown:
            return
        self._shown = shown
        self.setVisible(finding is not None and bool(finding.answer or finding.gaps))
        if finding is None:
            return
        self._show_confidence(finding.confidence)
        cited = tuple(_cited(view) for view in sources)
        self._keys = {one.id: (view.number, view.known.id if view.known else "")
                      for one, view in zip(cited, sources, strict=True)}  # fmt: skip
        self.text.setVisible(bool(finding.answer))
        self.text.show_statuses(_statuses(sources, cited))
        self.text.show_blocks(self.typeset(_numbered(finding, sources), cited))
        self._gaps_title.setVisible(bool(finding.gaps))
        self._gaps.show_items(finding.gaps)

    def words(self) -> str:
        """Return the answer as plain text."""
        return self.text.toPlainText()

    def _show_confidence(self, confidence: float | None) -> None:
        words = "" if confidence is None else tr("Confidence {figure:.2f}", figure=confidence)
        self._confidence.show_text(words)
        self._bar.setVisible(confidence is not None)
        self._bar.setValue(round((confidence or 0) * 100))
        self._bar.setAccessibleName(words)


def _cited(view: SourceView) -> Source:
    """Return a source the answer cites; before the wave has closed it has no id of its own."""
    return view.known or Source(id=f"card-{view.number}", url=view.source.url, title=view.source.title)


def _numbered(finding: Finding, sources: tuple[SourceView, ...]) -> str:
    """Return the answer with its references as the numbers of the cards; printed numbers of its own stay words."""
    text = _PRINTED.sub(r"\\[\1\\]", finding.answer)
    for view in sources:
        # A chip brings its own space, and must not be parted from its sentence.
        for written in (f" [{view.source.ref}]", f"[{view.source.ref}]"):
            text = text.replace(written, f"[{view.number}]")
    return text


def _statuses(sources: tuple[SourceView, ...], cited: tuple[Source, ...]) -> dict[str, QuoteStatus]:
    return {one.id: source_status(one) for one, view in zip(cited, sources, strict=True) if view.known}
