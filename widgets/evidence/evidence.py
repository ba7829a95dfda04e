"""Evidence: every source, and the stored text of one of them with the quote marked."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from engine.values import Source
from resources.translation import tr, trn
from widgets.empty import Empty
from widgets.evidence.source_detail import SourceDetail
from widgets.evidence.source_list import ANY, SourceList, status_choices
from widgets.fonts import broad_px, font
from widgets.report.citation_notes import numbers
from widgets.value_picker import ValuePicker

LIST_WIDTH_PX = 304


class Evidence(QWidget):
    """Shows sources.

    Signals:
        stored_text_asked: The text of a source is needed; its id. Answer with `show_stored_text`.
        original_asked: The user wants to see the original; its address.
        copy_asked: The user wants some words on the clipboard; the words.
        citation_asked: The user wants a source's citation on the clipboard; the `Source`.
        text_shown: A stored text is there now, or it is not.
    """

    stored_text_asked = Signal(str)
    original_asked = Signal(str)
    copy_asked = Signal(str)
    citation_asked = Signal(object)
    text_shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("evidence")
        self._run = RunSnapshot()
        self._sources: dict[str, Source] = {}
        self._numbers: dict[str, str] = {}
        self._texts: dict[str, str | None] = {}
        self._empty = Empty(
            tr("No source yet"), tr("What researchers cite is kept here, with its text as it was fetched.")
        )
        self.detail = SourceDetail()
        self.text = self.detail.text
        self._body = QWidget()
        row = QHBoxLayout(self._body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._make_list())
        row.addWidget(self.detail, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self.detail.original_asked.connect(self.original_asked)
        self.detail.copy_asked.connect(self.copy_asked)
        self.detail.citation_asked.connect(self.citation_asked)
        self.detail.text_shown.connect(self.text_shown)

    def show_run(self, run: RunSnapshot) -> int:
        """Show a run's sources; return how many there are."""
        is_same = run.sources is self._run.sources and run.report.audit is self._run.report.audit
        self._run = run
        if not is_same:
            self._sources = {source.id: source for source in run.sources}
            self._numbers = numbers(run)
            count = len(self._sources)
            self._filter.setPlaceholderText(trn("Filter {n} source", "Filter {n} sources", count))
            self._fill_list()
            shown = self.detail.shown_id()
            if shown in self._sources:
                self._open(shown, self.detail.place())
            elif shown:
                self.detail.forget()
        self._stack.setCurrentWidget(self._body if self._sources else self._empty)
        return len(self._sources)

    def forget(self) -> None:
        """Let go of the texts of a run that is no longer shown."""
        self._texts.clear()
        self._sources = {}
        self._run = RunSnapshot()
        self.detail.forget()
        self._filter.clear()
        self._status.pick(ANY)

    def show_citation(self, key: str) -> None:
        """Open the source of a citation ("S3") at its quote ("S3.2")."""
        source = self._sources.get(key.partition(".")[0])
        if source is None:
            return
        place = next((index for index, quote in enumerate(source.quotes) if quote.id == key), 0)
        self._filter.clear()
        self._status.pick(ANY)
        self._list.blockSignals(True)
        self._list.choose(source.id)
        self._list.blockSignals(False)
        self._open(source.id, place)
        self.text.show_quote()

    def show_stored_text(self, source_id: str, text: str | None) -> None:
        """Take the text that was asked for; None when none is stored."""
        self._texts[source_id] = text
        if self.detail.shown_id() == source_id:
            self.detail.show_stored_text(text)

    def shown_key(self) -> str:
        """Return the key of the quote that is open ("S3.2"), of its source when it has none, "" for nothing."""
        source = self._sources.get(self.detail.shown_id())
        if source is None:
            return ""
        return source.quotes[self.detail.place()].id if source.quotes else source.id

    def has_text(self) -> bool:
        """Return whether a stored text is shown."""
        return bool(self._sources) and self.detail.has_text()

    def showEvent(self, event: QShowEvent) -> None:
        """Open the first source when none is open."""
        if not self.detail.shown_id() and self._sources:
            self._list.setCurrentRow(0)

    def _make_list(self) -> QWidget:
        frame = QFrame()
        frame.setProperty("ground", "canvas")
        frame.setFixedWidth(broad_px(LIST_WIDTH_PX))
        self._filter = QLineEdit()
        self._filter.setFont(font("small"))
        self._filter.setAccessibleName(tr("Filter sources"))
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._fill_list)
        self._status = ValuePicker("", status_choices(), ANY)
        self._status.picked.connect(self._fill_list)
        head = QHBoxLayout()
        head.setContentsMargins(6, 0, 6, 0)
        head.setSpacing(8)
        head.addWidget(self._filter, 1)
        head.addWidget(self._status)
        self._list = SourceList()
        self._list.source_chosen.connect(lambda source_id: self._open(source_id, 0))
        column = QVBoxLayout(frame)
        column.setContentsMargins(6, 10, 6, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._list, 1)
        return frame

    def _fill_list(self) -> None:
        words, status = self._filter.text(), self._status.value()
        self._list.show_sources(tuple(self._sources.values()), self._numbers, words, status)

    def _open(self, source_id: str, place: int) -> None:
        source = self._sources[source_id]
        self.detail.show_source(source, place, self._told(source))
        if source_id in self._texts:
            self.detail.show_stored_text(self._texts[source_id])
        else:
            self.stored_text_asked.emit(source_id)

    def _told(self, source: Source) -> tuple[str, ...]:
        """Return what is known of a source's citation: its printed number, and who cites it."""
        refs = set(source.refs)
        who = [
            f"{view.wave}.{view.researcher}"
            for wave in self._run.waves
            for view in wave.researchers
            if view.finding is not None and any(gathered.ref in refs for gathered in view.finding.sources)
        ]
        told = []
        if self._run.report.audit is not None:
            number = self._numbers.get(source.id, "")
            told.append(tr("Citation {number}", number=number) if number.isdigit() else tr("Not cited in the report"))
        if who:
            told.append(trn("gathered by researcher {who}", "gathered by researchers {who}", len(who),
                            who=", ".join(who)))  # fmt: skip
        first = source.same_text_as or source.id
        alike = [one for one in self._sources.values() if (one.same_text_as or one.id) == first and one != source]
        if alike:
            marks = ", ".join(self._numbers.get(one.id) or one.id for one in alike)
            told.append(trn("the same text as {marks}", "the same text as {marks}", len(alike), marks=marks))
        return tuple(told)
