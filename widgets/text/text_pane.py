"""A pane of set text with citations: they are hovered, clicked, walked by key, and opened with Enter."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QTextCursor

from widgets.report import citation_walk
from widgets.report.citation_walk import Chip
from widgets.text.rich_formats import CITE_SCHEME, REPORT, TypeSetting
from widgets.text.set_text import SetText

HOVER_MS = 250


class TextPane(SetText):
    """Shows blocks of HTML.

    Signals:
        citation_asked: A citation was clicked or opened by key; its key, as "S3.2".
        citation_hovered: The pointer rests on a citation; its key, "" when it has left.
        link_asked: A link to a page was clicked; its address.
    """

    citation_asked = Signal(str)
    citation_hovered = Signal(str)
    link_asked = Signal(str)

    def __init__(self, setting: TypeSetting = REPORT) -> None:
        super().__init__(setting)
        self._chosen: Chip | None = None
        self._is_pointed_at = False  # by the pointer, which lets go of it again
        self._hover = QTimer(self, singleShot=True, interval=HOVER_MS)
        self._hover.timeout.connect(lambda: self.citation_hovered.emit(self._chosen.key if self._chosen else ""))
        self.anchorClicked.connect(self._open)
        self.highlighted.connect(self._point_at)
        self.text_changed.connect(self._forget_chosen)

    def next_citation(self, step: int) -> Chip | None:
        """Choose the next (1) or previous (-1) citation from the cursor; return it, None when there is none."""
        at = self._chosen.position if self._chosen else self.textCursor().position() - (1 if step > 0 else 0)
        chip = citation_walk.next_chip(self.document(), at, step)
        if chip is not None:
            cursor = QTextCursor(self.document())
            cursor.setPosition(chip.position + 1)  # chosen, not selected: a selection would be drawn over it
            self.setTextCursor(cursor)
            self.choose(chip)
        return chip

    def chosen_citation(self) -> Chip | None:
        """Return the citation that is under the pointer or was chosen by keys."""
        return self._chosen

    def choose(self, chip: Chip | None) -> None:
        """Choose a citation: it is drawn as open, and Enter opens it; None for none."""
        self._chosen, self._is_pointed_at = chip, False
        hot_at = chip.position if chip else -1
        if hot_at != self._chips.hot_at:
            self._chips.hot_at = hot_at
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the chosen citation with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._chosen is not None:
            self.citation_asked.emit(self._chosen.key)
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Let go of the citation under the pointer."""
        self._point_at(QUrl())

    def _open(self, url: QUrl) -> None:
        address = url.toString()
        if address.startswith(CITE_SCHEME):
            self.citation_asked.emit(address.removeprefix(CITE_SCHEME))
        else:
            self.link_asked.emit(address)

    def _point_at(self, url: QUrl) -> None:
        address = url.toString()
        key = address.removeprefix(CITE_SCHEME) if address.startswith(CITE_SCHEME) else ""
        at = self.cursorForPosition(self.viewport().mapFromGlobal(QCursor.pos())).position() if key else 0
        if key:
            self.choose(citation_walk.chip_at(self.document(), at, key))
            self._is_pointed_at = True
            self._hover.start()
        elif self._is_pointed_at:
            self.choose(None)
            self._hover.stop()
            self.citation_hovered.emit("")

    def _forget_chosen(self) -> None:
        """Let go of a citation that stands no more where it was chosen."""
        chosen = self._chosen
        if chosen and citation_walk.chip_at(self.document(), chosen.position, chosen.key) is None:
            self.choose(None)
