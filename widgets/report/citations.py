"""The citations of a report on the screen: what each stands for, its popover, and where the audit's sentences are."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from engine.snapshot import RunSnapshot
from engine.values import Quote
from widgets.report.audit_list import AuditEntry
from widgets.report.citation_notes import CitationNote, citation_notes
from widgets.report.citation_places import CitationPlaces
from widgets.report.citation_popover import CitationPopover
from widgets.report.citation_walk import Chip
from widgets.text.text_pane import TextPane
from widgets.text.text_search import Span


class ReportCitations(QObject):
    """Knows the citations of one text.

    Signals:
        evidence_asked: The user wants to see a quote in its source; its key, as "S3.2".
    """

    evidence_asked = Signal(str)

    def __init__(self, text: TextPane, host: QWidget) -> None:
        """Watch a text; the popover floats inside `host`."""
        super().__init__(host)
        self._text, self._host = text, host
        self._run = RunSnapshot()
        self._notes: dict[str, CitationNote] = {}
        self._places: CitationPlaces | None = None  # looked for when first needed, which takes a moment
        self.popover = CitationPopover(host)
        text.citation_hovered.connect(self._show_hovered)
        text.text_changed.connect(self._forget_places)
        text.verticalScrollBar().valueChanged.connect(self.popover.hide)
        self.popover.evidence_asked.connect(self.evidence_asked)
        self.popover.left.connect(lambda: text.choose(None))

    def show_run(self, run: RunSnapshot) -> None:
        """Take the sources and the audit of a run."""
        is_same = run.sources is self._run.sources and run.report.audit is self._run.report.audit
        self._run = run
        if not is_same or not self._notes:
            self._notes = citation_notes(run)
            self._places = None
            self._text.show_statuses({key: note.status for key, note in self._notes.items()})

    def show_citation(self, chip: Chip) -> None:
        """Show what a citation stands for, beside it."""
        note = self._notes.get(chip.key)
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(chip.position + 1)
        end = self._text.cursorRect(cursor)
        corner = self._text.viewport().mapTo(self._host, end.topLeft() - QPoint(10, 0))
        quotes = self._quotes_of(note, chip.position) if note else ()
        self.popover.show_note(note, quotes, QRect(corner, end.size()))

    def close(self) -> bool:
        """Hide the popover; return whether it was there."""
        was_there = self.popover.isVisible()
        self.popover.hide()
        self._text.choose(None)
        return was_there

    def place_of(self, entry: AuditEntry) -> Span | None:
        """Return where in the text something stands that the audit found wanting, None when it reads differently."""
        places = self._found_places()
        span = places.of_check(entry.check) if entry.check >= 0 else None
        return span or places.of_words(entry.words)

    def _show_hovered(self, key: str) -> None:
        chip = self._text.chosen_citation()
        if key and chip is not None:
            self.show_citation(chip)
        else:
            self.popover.let_go()

    def _quotes_of(self, note: CitationNote, position: int) -> tuple[Quote, ...]:
        """Return every quote a citation rests on: its mark names one, its sentence may rest on more."""
        check = self._found_places().check_at(position, note.source.id)
        named = (note.key, *check.quotes) if check is not None else (note.key,)
        notes = [self._notes[key] for key in dict.fromkeys(named) if "." in key and key in self._notes]
        return tuple(found.quote for found in notes if found.quote is not None)

    def _found_places(self) -> CitationPlaces:
        if self._places is None:
            audit = self._run.report.audit
            self._places = CitationPlaces(self._text.toPlainText(), audit.checks if audit else ())
        return self._places

    def _forget_places(self) -> None:
        self._places = None
        self.popover.hide()
