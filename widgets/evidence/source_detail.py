"""One source in Evidence: what it is, what was found, and its stored text."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from engine.values import Source
from resources.translation import tr
from widgets import phrases
from widgets.button import Button
from widgets.empty import Empty
from widgets.evidence.missing_text import missing_text_words
from widgets.evidence.quote_banner import QuoteBanner
from widgets.evidence.stored_foot import StoredFoot
from widgets.evidence.stored_text import StoredText
from widgets.fonts import font, grown_px
from widgets.label import ElidedLabel

NARROW_BELOW_PX = 520


class SourceDetail(QFrame):
    """Shows a source.

    Signals:
        original_asked: The user wants to see the original; its address.
        copy_asked: The user wants some words on the clipboard; the words.
        citation_asked: The user wants the source's citation on the clipboard; the `Source`.
        text_shown: The stored text is there now, or it is not.
    """

    original_asked = Signal(str)
    copy_asked = Signal(str)
    citation_asked = Signal(object)
    text_shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("line", "left")
        self._source: Source | None = None
        self._place = 0
        self._open_word = tr("Open in browser")
        self._told: tuple[str, ...] = ()
        self._stored: str | None = None
        self.banner, self.text, self.foot = QuoteBanner(), StoredText(), StoredFoot()
        self._missing = Empty("", "")
        self._stack = QStackedWidget()
        self._stack.addWidget(self._missing)
        self._stack.addWidget(self.text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        column.addWidget(self.banner)
        column.addWidget(self._stack, 1)
        column.addWidget(self.foot)
        self.banner.step_asked.connect(self._step)
        self.foot.turn_asked.connect(self.text.turn)
        self.text.part_changed.connect(lambda: self.foot.show_part(*self.text.part()))

    def show_source(self, source: Source, place: int, told: tuple[str, ...]) -> None:
        """Show a source at one of its quotes; its text is awaited.

        Args:
            told: what is known of its citation: its number, who cites it.
        """
        is_another = self._source is None or source.id != self._source.id
        self._source, self._told = source, told
        self._place = min(place, max(0, len(source.quotes) - 1))
        self._title.show_text(source.title or source.url)
        self._address.show_text(phrases.address(source.url))
        self._meta.show_text(_meta(source))
        is_page = source.url.startswith(("http://", "https://"))
        self._open_word = tr("Open in browser") if is_page else tr("Open document")
        self._fit()
        self._original.setVisible(is_page or source.url.startswith("file:"))
        if is_another:
            self._stored = None
            self._missing.show_words(tr("Reading the stored text"), "")
            self._stack.setCurrentWidget(self._missing)
        self._show_quote()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the title its room: where there is little, the buttons are icons alone."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_narrow = self.width() < grown_px(NARROW_BELOW_PX)
        for button, word in ((self._copy, tr("Copy")), (self._original, self._open_word)):
            button.setText("" if is_narrow else word)
            button.setAccessibleName(word)
            button.setToolTip(word if is_narrow else "")
            button.updateGeometry()

    def show_stored_text(self, text: str | None) -> None:
        """Show the text that was awaited; None when none is stored."""
        self._stored = text
        if self._source is None:
            return
        self._stack.setCurrentWidget(self.text if text else self._missing)
        if text:
            self.text.show_text(text, self._source.quotes, self._place)
        else:
            self._missing.show_words(*missing_text_words(self._source))
        self.foot.show_source(self._source, self._place, has_text=bool(text))
        self.text_shown.emit()

    def has_text(self) -> bool:
        """Return whether a stored text is shown."""
        return self._stack.currentWidget() is self.text

    def shown_id(self) -> str:
        """Return the id of the source, "" for none."""
        return self._source.id if self._source is not None else ""

    def place(self) -> int:
        """Return which of the source's quotes is open."""
        return self._place

    def forget(self) -> None:
        """Let go of the source."""
        self._source, self._stored, self._place = None, None, 0

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
        for label in (self._title, self._address, self._meta):
            words.addWidget(label)
        row.addLayout(words, 1)
        self._copy = Button(tr("Copy"), "soft", "copy", compact=True, opens_menu=True)
        self._copy.setMenu(self._make_copy_menu())
        self._original = Button(tr("Open in browser"), "soft", "external-link", compact=True)
        self._original.clicked.connect(self._ask_original)
        row.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._original, 0, Qt.AlignmentFlag.AlignTop)
        return head

    def _make_copy_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setFont(font("small"))
        self.copy_citation = menu.addAction(tr("Copy citation"))
        self.copy_quote = menu.addAction(tr("Copy quote"))
        self.copy_citation.triggered.connect(self._ask_citation)
        self.copy_quote.triggered.connect(self._ask_quote)
        return menu

    def _show_quote(self) -> None:
        assert self._source is not None  # a quote is one of a source
        quotes = self._source.quotes
        page = quotes[self._place].page if quotes else None
        told = (*self._told, tr("page {n}", n=page)) if page else self._told
        self.banner.show_quote(self._source, self._place, told)
        self.copy_quote.setEnabled(bool(quotes))
        self.foot.show_source(self._source, self._place, has_text=bool(self._stored))
        if self._stored:
            self.text.show_text(self._stored, quotes, self._place)

    def _step(self, step: int) -> None:
        if self._source and self._source.quotes:
            self._place = (self._place + step) % len(self._source.quotes)
            self._show_quote()

    def _ask_citation(self) -> None:
        if self._source is not None:
            self.citation_asked.emit(self._source)

    def _ask_original(self) -> None:
        if self._source is not None:
            self.original_asked.emit(self._source.url)

    def _ask_quote(self) -> None:
        if self._source is not None and self._source.quotes:
            self.copy_asked.emit(f"“{self._source.quotes[self._place].text}” ({self._source.url})")


def _meta(source: Source) -> str:
    parts = [
        tr("fetched {when}", when=phrases.day_and_time(source.fetched_at))
        if source.fetched_at
        else tr("not fetched by Dossier")
    ]
    if source.sha256:
        parts.append(f"sha256 {source.sha256[:4]}…{source.sha256[-4:]}")
    return " · ".join(parts)
