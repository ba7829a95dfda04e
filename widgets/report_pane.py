"""The report: what was found so far, then the text as it is written, with its contents at the side."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.snapshot import ENDED, RunSnapshot
from widgets import phrases
from widgets.citation_notes import CitationNote, citation_notes
from widgets.citation_popover import CitationPopover
from widgets.contents import Contents
from widgets.empty import Empty
from widgets.label import Label
from widgets.text_pane import TextPane

CONTENTS_WIDTH_PX = 216
MAX_LINE_PX = 672  # about 90 characters at the report's size
MIN_MARGIN_PX = 28


class ReportPane(QWidget):
    """Shows a run's report.

    Signals:
        citation_asked: A citation was opened; its key, as "S3.2".
        link_asked: A link was opened; its address.
    """

    citation_asked = Signal(str)
    link_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._notes: dict[str, CitationNote] = {}
        self.text = TextPane()
        self.text.setObjectName("report")
        self.text.setAccessibleName("Report")
        self.text.citation_asked.connect(self.citation_asked)
        self.text.citation_hovered.connect(self._show_popover)
        self.text.link_asked.connect(self.link_asked)
        self.text.verticalScrollBar().valueChanged.connect(self._mark_place)
        # Where the text's parts stand is known once it is laid out, which a hidden page never is.
        self.text.verticalScrollBar().rangeChanged.connect(self._mark_place)
        self._popover = CitationPopover(self)
        self._empty = Empty("", "")
        self._contents = Contents()
        self._contents.heading_asked.connect(self.text.go_to)
        self._side = self._make_side()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._stack, 1)
        row.addWidget(self._side)

    def show_run(self, run: RunSnapshot, blocks: tuple[str, ...]) -> None:
        """Show a run's report; `blocks` is its text as HTML, empty while nothing is written."""
        self._notes = citation_notes(run)
        self.text.show_statuses({key: note.status for key, note in self._notes.items()})
        shown = blocks or _found_so_far(run)
        self._stack.setCurrentWidget(self.text if shown else self._empty)
        self._empty.show_words(*_empty_words(run))
        if not self.text.toPlainText() and shown:
            self.text.verticalScrollBar().setValue(0)
        self.text.show_blocks(shown)
        headings = self.text.headings() if blocks else []
        self._contents.show_headings([heading for heading in headings if heading[0] > 1])
        self._place_side()
        self._mark_place()

    def next_citation(self, step: int) -> None:
        """Go to the next or previous citation and show what it stands for."""
        key = self.text.next_citation(step)
        if key:
            below = self.text.cursorRect().bottomLeft() + QPoint(0, 8)
            self._popover.show_note(self._notes.get(key), self.text.viewport().mapTo(self, below))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """N and Shift+N walk the citations, Enter opens the one walked to, Esc closes the popover."""
        if event.key() == Qt.Key.Key_N:
            self.next_citation(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape and self._popover.isVisible():
            self._popover.hide()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines readable and the contents where there is room."""
        super().resizeEvent(event)
        self._place_side()

    def _place_side(self) -> None:
        has_contents = self._contents.has_any() and self._stack.currentWidget() is self.text
        self._side.setVisible(self.width() >= 760 and has_contents)
        width = self.width() - (CONTENTS_WIDTH_PX if self._side.isVisibleTo(self) else 0)
        margin = max(MIN_MARGIN_PX, (width - MAX_LINE_PX) // 2)
        self.text.set_margins(margin, 24)

    def _make_side(self) -> QWidget:
        side = QFrame()
        side.setProperty("line", "left")
        side.setFixedWidth(CONTENTS_WIDTH_PX)
        column = QVBoxLayout(side)
        column.setContentsMargins(16, 24, 16, 16)
        column.setSpacing(10)
        column.addWidget(Label("Contents", "small_strong", "text2"))
        column.addWidget(self._contents)
        column.addStretch(1)
        return side

    def _mark_place(self) -> None:
        self._contents.show_position(self.text.position_at_top())
        self._popover.hide()

    def _show_popover(self, key: str) -> None:
        at = self.mapFromGlobal(QCursor.pos()) + QPoint(0, 12)
        self._popover.show_note(self._notes.get(key) if key else None, at)


def _found_so_far(run: RunSnapshot) -> tuple[str, ...]:
    """Return the quotes noted so far, so that there is something true to read within seconds."""
    titles = {source.ref: source.title or phrases.host(source.url)
              for wave in run.waves for view in wave.researchers if view.finding
              for source in view.finding.sources}  # fmt: skip
    blocks = []
    for wave in run.waves:
        for view in wave.researchers:
            opened = {step.ref: step.text for step in view.steps if step.what == "opened"}
            quotes = [step for step in view.steps if step.what == "quoted"]
            if not quotes:
                continue
            blocks.append(f"<h3>{escape(view.question)}</h3>")
            for step in quotes:
                title = titles.get(step.ref) or opened.get(step.ref, "")
                blocks.append(f"<blockquote><p>{escape(step.text)}</p></blockquote>")
                if title:
                    blocks.append(f"<p><em>{escape(title)}</em></p>")
    if not blocks:
        return ()
    return ("<h2>Found so far</h2>", *blocks)


def _empty_words(run: RunSnapshot) -> tuple[str, str]:
    if run.preparing and run.state not in ENDED:
        percent = "" if run.preparing_percent is None else f" · {run.preparing_percent} %"
        return "Preparing the sandbox", run.preparing + percent
    if run.state in ENDED:
        return "No report was written", "What was gathered stands under Evidence and Activity."
    if run.state in ("planning", "preparing", "waiting_for_plan"):
        return "The report will stand here", "Until then you see the quotes as they are found."
    return "No quote yet", "The first ones usually arrive within seconds."
