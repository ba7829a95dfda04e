"""Notices: what the user should know, on a soft ground above the content; they never steal the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.snapshot import Notice
from resources.translation import tr
from widgets.button import Button, IconButton
from widgets.glyph import Glyph
from widgets.label import Label

_FACES = {"info": ("info", "accent"), "warning": ("warning", "warn"), "error": ("error", "danger")}


class Notices(QWidget):
    """Shows notices; a notice with the key of an earlier one replaces it.

    Signals:
        action_asked: The button of a notice was pressed; the notice's key.
        second_asked: Its second button was pressed; the notice's key.
    """

    action_asked = Signal(str)
    second_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("notices")
        self.setAccessibleName(tr("Notices"))
        self._run_notices: tuple[Notice, ...] = ()
        self._own: dict[str, tuple[Notice, tuple[str, ...]]] = {}
        self._dismissed: set[Notice] = set()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 12, 0)
        self._column.setSpacing(6)
        self.hide()

    def show_run_notices(self, notices: tuple[Notice, ...]) -> None:
        """Show the notices of a run."""
        if notices != self._run_notices:
            self._run_notices = notices
            self._fill()

    def show_notice(self, notice: Notice, *actions: str) -> None:
        """Show a notice of the program, with a button for each action that is named: two at most."""
        key = notice.key or notice.text
        self._own[key] = (notice, tuple(action for action in actions if action))
        self._dismissed.discard(notice)
        self._fill()

    def take_away(self, key: str) -> None:
        """Take a notice of the program away."""
        if self._own.pop(key, None):
            self._fill()

    def take_away_like(self, *beginnings: str) -> None:
        """Take away the notices of the program whose key begins with one of these."""
        for key in [key for key in self._own if key.startswith(beginnings)]:
            del self._own[key]
        self._fill()

    def texts(self) -> list[str]:
        """Return the texts on the screen."""
        return [notice.text for notice, _ in self._shown()]

    def _shown(self) -> list[tuple[Notice, tuple[str, ...]]]:
        latest: dict[str, tuple[Notice, tuple[str, ...]]] = {}
        for notice in self._run_notices:
            latest[notice.key or notice.text] = (notice, ())
        latest.update(self._own)
        return [entry for entry in latest.values() if entry[0] not in self._dismissed][-3:]

    def _fill(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        shown = self._shown()
        for notice, actions in shown:
            self._column.addWidget(self._row(notice, actions))
        self.setVisible(bool(shown))

    def _row(self, notice: Notice, actions: tuple[str, ...]) -> QFrame:
        icon, role = _FACES[notice.level]
        frame = QFrame()
        frame.setProperty("soft", notice.level)
        row = QHBoxLayout(frame)
        row.setContentsMargins(12, 6, 6, 6)
        row.setSpacing(10)
        row.addWidget(Glyph(icon, role, 16))
        row.addWidget(Label(notice.text, "small", wraps=True), 1)
        for action, asked in zip(actions, (self.action_asked, self.second_asked), strict=False):
            button = Button(action, "soft", compact=True)
            button.clicked.connect(lambda _=False, asked=asked: asked.emit(notice.key))
            row.addWidget(button)
        close = IconButton("Dismiss", "close")
        close.clicked.connect(lambda: self._dismiss(notice))
        row.addWidget(close)
        return frame

    def _dismiss(self, notice: Notice) -> None:
        self._dismissed.add(notice)
        self._own.pop(notice.key or notice.text, None)
        self._fill()
