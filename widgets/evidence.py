"""Evidence: every source, and the stored text of one of them with the quote marked."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from engine.values import Source
from widgets import phrases
from widgets.button import Button, IconButton
from widgets.citation_notes import STATUS_FACES, STATUS_SENTENCES, numbers
from widgets.empty import Empty
from widgets.fonts import font
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label
from widgets.source_list import SourceList
from widgets.stored_text import StoredText
from widgets.theme import set_state

LIST_WIDTH_PX = 304


class Evidence(QWidget):
    """Shows sources.

    Signals:
        stored_text_asked: The text of a source is needed; its id. Answer with `show_stored_text`.
        original_asked: The user wants to see the original; its address.
        copy_asked: The user wants some words on the clipboard; the words.
    """

    stored_text_asked = Signal(str)
    original_asked = Signal(str)
    copy_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("evidence")
        self._sources: dict[str, Source] = {}
        self._numbers: dict[str, str] = {}
        self._texts: dict[str, str | None] = {}
        self._source: Source | None = None
        self._quote = 0
        self._empty = Empty("No source yet", "What researchers cite is kept here, with its text as it was fetched.")
        self._body = QWidget()
        row = QHBoxLayout(self._body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._make_list())
        row.addWidget(self._make_detail(), 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def show_run(self, run: RunSnapshot) -> int:
        """Show a run's sources; return how many there are."""
        sources = {source.id: source for source in run.sources}
        printed = numbers(run)
        if (sources, printed) != (self._sources, self._numbers):
            if self._sources and not sources:
                self._texts.clear()
                self._source = None
            self._sources, self._numbers = sources, printed
            self._filter.setPlaceholderText(f"Filter {phrases.count(len(sources), 'source')}")
            self._fill_list()
            if self._source is not None:
                self._open(self._source.id, self._quote)
        self._stack.setCurrentWidget(self._body if sources else self._empty)
        return len(sources)

    def forget(self) -> None:
        """Let go of the texts of a run that is no longer shown."""
        self._texts.clear()
        self._source, self._quote = None, 0
        self._sources = {}

    def show_citation(self, key: str) -> None:
        """Open the source of a citation ("S3") at its quote ("S3.2")."""
        source = self._sources.get(key.partition(".")[0])
        if source is None:
            return
        place = next((index for index, quote in enumerate(source.quotes) if quote.id == key), 0)
        self._filter.clear()
        self._list.blockSignals(True)
        self._list.choose(source.id)
        self._list.blockSignals(False)
        self._open(source.id, place)

    def show_stored_text(self, source_id: str, text: str | None) -> None:
        """Take the text that was asked for; None when none is stored."""
        self._texts[source_id] = text
        if self._source is not None and self._source.id == source_id:
            self._show_text()

    def showEvent(self, event: QShowEvent) -> None:
        """Open the first source when none is open."""
        if self._source is None and self._sources:
            self._list.setCurrentRow(0)

    def _make_list(self) -> QWidget:
        frame = QFrame()
        frame.setProperty("ground", "canvas")
        frame.setFixedWidth(LIST_WIDTH_PX)
        column = QVBoxLayout(frame)
        column.setContentsMargins(6, 10, 6, 0)
        column.setSpacing(8)
        self._filter = QLineEdit()
        self._filter.setFont(font("small"))
        self._filter.setAccessibleName("Filter sources")
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._fill_list)
        pad = QHBoxLayout()
        pad.setContentsMargins(6, 0, 6, 0)
        pad.addWidget(self._filter)
        column.addLayout(pad)
        self._list = SourceList()
        self._list.source_chosen.connect(lambda source_id: self._open(source_id, 0))
        column.addWidget(self._list, 1)
        return frame

    def _make_detail(self) -> QWidget:
        frame = QFrame()
        frame.setProperty("line", "left")
        column = QVBoxLayout(frame)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        column.addWidget(self._make_banner())
        self._text = StoredText()
        self._no_text = Empty("No text is stored for this source", "Open the original to read it.")
        self._texts_stack = QStackedWidget()
        self._texts_stack.addWidget(self._text)
        self._texts_stack.addWidget(self._no_text)
        column.addWidget(self._texts_stack, 1)
        column.addWidget(self._make_foot())
        return frame

    def _make_head(self) -> QWidget:
        head = QFrame()
        head.setProperty("line", "bottom")
        row = QHBoxLayout(head)
        row.setContentsMargins(24, 10, 24, 10)
        row.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(2)
        self._title = ElidedLabel("", "strong")
        self._address, self._meta = ElidedLabel("", "small", "accent"), ElidedLabel("", "small", "text3")
        words.addWidget(self._title)
        words.addWidget(self._address)
        words.addWidget(self._meta)
        row.addLayout(words, 1)
        copy = Button("Copy quote", "soft", "copy", compact=True)
        copy.clicked.connect(self._copy)
        original = Button("Open original", "soft", "external-link", compact=True)
        original.clicked.connect(self._open_original)
        row.addWidget(copy, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(original, 0, Qt.AlignmentFlag.AlignTop)
        return head

    def _make_banner(self) -> QWidget:
        self._banner = QFrame()
        row = QHBoxLayout(self._banner)
        row.setContentsMargins(24, 9, 24, 9)
        row.setSpacing(12)
        self._banner_glyph = Glyph("verified", "ok", 20)
        self._sentence, self._why = ElidedLabel("", "body", "text"), ElidedLabel("", "small", "text2")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._sentence)
        words.addWidget(self._why)
        row.addWidget(self._banner_glyph)
        row.addLayout(words, 1)
        self._place = Label("", "small", "text2")
        row.addWidget(self._place)
        for name, icon, step in (("Previous quote", "chevron-up", -1), ("Next quote", "chevron-down", 1)):
            button = IconButton(name, icon, "soft")
            button.clicked.connect(lambda _=False, step=step: self._step(step))
            row.addWidget(button)
        return self._banner

    def _make_foot(self) -> QWidget:
        foot = QFrame()
        foot.setProperty("line", "top")
        foot.setFixedHeight(36)
        row = QHBoxLayout(foot)
        row.setContentsMargins(24, 0, 24, 0)
        row.addWidget(Glyph("lock", "text3", 14))
        self._foot = ElidedLabel("Text extracted inside a sandbox from the bytes as fetched.", "small", "text3")
        row.addWidget(self._foot, 1)
        return foot

    def _fill_list(self) -> None:
        self._list.show_sources(tuple(self._sources.values()), self._numbers, self._filter.text())

    def _open(self, source_id: str, place: int) -> None:
        source = self._sources.get(source_id)
        if source is None:
            return
        self._source, self._quote = source, min(place, max(0, len(source.quotes) - 1))
        self._title.show_text(source.title or source.url)
        self._address.show_text(phrases.address(source.url))
        fetched = (
            f"fetched {phrases.day_and_time(source.fetched_at)}" if source.fetched_at else "not fetched by Dossier"
        )
        digest = f" · sha256 {source.sha256[:4]}…{source.sha256[-4:]}" if source.sha256 else ""
        self._meta.show_text(fetched + digest)
        self._show_quote()
        if source_id in self._texts:
            self._show_text()
        else:
            self.stored_text_asked.emit(source_id)

    def _show_quote(self) -> None:
        quotes = self._source.quotes if self._source else ()
        self._banner.setVisible(bool(quotes))
        if not quotes:
            return
        quote = quotes[self._quote]
        face = STATUS_FACES[quote.status]
        set_state(self._banner, "ground", face.ground)
        self._banner_glyph.show_glyph(face.icon, face.role)
        why = f": {quote.why}" if quote.why else ""
        self._sentence.show_text(STATUS_SENTENCES[quote.status] + why)
        page = f"page {quote.page} · " if quote.page else ""
        self._why.show_text(f"{page}“{quote.text}”")
        self._place.setText(f"Quote {self._quote + 1} of {len(quotes)}")

    def _show_text(self) -> None:
        if self._source is None:
            return
        text = self._texts.get(self._source.id)
        self._texts_stack.setCurrentWidget(self._text if text else self._no_text)
        if text:
            self._text.show_text(text, self._source.quotes, self._quote)

    def _step(self, step: int) -> None:
        if self._source and self._source.quotes:
            self._quote = (self._quote + step) % len(self._source.quotes)
            self._show_quote()
            self._show_text()

    def _open_original(self) -> None:
        if self._source is not None:
            self.original_asked.emit(self._source.url)

    def _copy(self) -> None:
        if self._source and self._source.quotes:
            self.copy_asked.emit(f"“{self._source.quotes[self._quote].text}” ({self._source.url})")
