"""A source as a card: title, address, its quotes with what was found, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from resources.translation import tr, trn
from widgets import phrases
from widgets.button import Button, IconButton
from widgets.evidence.quote_row import QuoteRow
from widgets.evidence.source_views import SourceView
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label

SHOWN_QUOTES = 3


class SourceCard(QFrame):
    """Shows a source; what did not change is left alone.

    Signals:
        opened_asked: The user wants to see it in Evidence; its key, as "S3" or "S3.1".
        original_asked: The user wants to see the page itself; its address.
        citation_asked: The user wants its citation on the clipboard; its `GatheredSource`.
    """

    opened_asked = Signal(str)
    original_asked = Signal(str)
    citation_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._view: SourceView | None = None
        self._all = False
        self.setProperty("card", "true")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 6)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(6)
        self._icon = Glyph("source", "text2", 14)
        self._title = ElidedLabel("", "small_strong")
        self._number = Label("", "meta", "text3")
        head.addWidget(self._icon)
        head.addWidget(self._title, 1)
        head.addWidget(self._number)
        head.setContentsMargins(0, 0, 4, 0)
        column.addLayout(head)
        self._address = ElidedLabel("", "meta", "text3")
        column.addWidget(self._address)
        self._rows: list[QuoteRow] = []
        self._quotes = QVBoxLayout()
        self._quotes.setContentsMargins(0, 3, 4, 0)
        self._quotes.setSpacing(8)
        column.addLayout(self._quotes)
        self._more = Button("", "link", compact=True)
        self._more.setAccessibleName(tr("Show more quotes"))
        self._more.clicked.connect(self._show_all)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(self._make_foot())

    def show_source(self, view: SourceView) -> None:
        """Show a source."""
        if view == self._view:
            return
        self._view = view
        source = view.source
        title = source.title or phrases.host(source.url)
        self._icon.show_glyph("library-folder" if source.origin == "library" else "source", "text2")
        self._title.show_text(title)
        self._number.setText(str(view.number))
        self._address.show_text(phrases.address(source.url))
        self._show_quotes()
        self._fetched.show_text(_fetched(view))
        self.stored.setEnabled(bool(view.key))
        self.stored.setToolTip("" if view.key else tr("It can be opened when the wave has closed."))
        self.original.setEnabled(source.url.startswith(("http://", "https://", "file:")))
        found = ", ".join(tr(row.face.word) for row in view.quotes)
        name = tr("Source {n}: {title}", n=view.number, title=title)
        self.setAccessibleName(f"{name}, {found}" if found else name)
        self.setCursor(Qt.CursorShape.PointingHandCursor if view.key else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open on a click, at the quote that was clicked."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            at = event.position().toPoint()
            row = next((row for row in self._rows if row.isVisible() and row.geometry().contains(at)), None)
            self._open(row.key() if row else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open()
        else:
            super().keyPressEvent(event)

    def _make_foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(4)
        self._fetched = ElidedLabel("", "meta", "text3")
        foot.addWidget(self._fetched, 1)
        self.stored = IconButton(tr("Stored text"), "open-page")
        self.original = IconButton(tr("Open in browser"), "external-link")
        self.copy = IconButton(tr("Copy citation"), "copy")
        self.stored.clicked.connect(lambda: self._open())
        self.original.clicked.connect(self._open_original)
        self.copy.clicked.connect(self._copy)
        for button in (self.stored, self.original, self.copy):
            foot.addWidget(button)
        return foot

    def _show_quotes(self) -> None:
        quotes = self._view.quotes if self._view else ()
        shown = quotes if self._all or len(quotes) == SHOWN_QUOTES + 1 else quotes[:SHOWN_QUOTES]
        while len(self._rows) < len(shown):
            row = QuoteRow()
            self._rows.append(row)
            self._quotes.addWidget(row)
        for place, row in enumerate(self._rows):
            row.show_quote(shown[place] if place < len(shown) else None)
        more = len(quotes) - len(shown)
        self._more.setText(trn("Show {n} more quote", "Show {n} more quotes", more))
        self._more.setVisible(more > 0)

    def _show_all(self) -> None:
        self._all = True
        self._show_quotes()
        self.setFocus()  # what was pressed gives way

    def _open(self, key: str = "") -> None:
        if self._view is not None and (key or self._view.key):
            self.opened_asked.emit(key or self._view.key)

    def _open_original(self) -> None:
        if self._view is not None:
            self.original_asked.emit(self._view.source.url)

    def _copy(self) -> None:
        if self._view is not None:
            self.citation_asked.emit(self._view.known or self._view.source)


def _fetched(view: SourceView) -> str:
    at = view.source.fetched_at
    if not at:
        return tr("Not fetched by Dossier")
    when = phrases.day_and_time(at)
    return tr("Read {when}", when=when) if view.source.origin == "library" else tr("Fetched {when}", when=when)
