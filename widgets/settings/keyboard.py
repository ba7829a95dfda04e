"""Keyboard: every key the window knows."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from resources.translation import tr
from widgets.fonts import broad_px
from widgets.settings.frame import SettingsFrame, clear
from widgets.shortcut_sheet import ShortcutList, Shortcuts

WIDE_COLUMN_PX = 760


class KeyboardPage(SettingsFrame):
    """Lists the keys; F1 shows the same list from anywhere."""

    def __init__(self) -> None:
        super().__init__(
            "keyboard",
            tr("Keyboard"),
            tr("Everything can be done with keys. F1 shows this list anywhere."),
        )
        self._list: ShortcutList | None = None
        self._shortcuts: Shortcuts = ()
        held = self.column.parentWidget()
        assert held is not None
        held.setMaximumWidth(broad_px(WIDE_COLUMN_PX))

    def show_shortcuts(self, shortcuts: Shortcuts) -> None:
        """List the keys."""
        if shortcuts == self._shortcuts:
            return
        self._shortcuts = shortcuts
        clear(self.column)
        self._list = ShortcutList(shortcuts)
        self.column.addWidget(self._list)
        self.end()

    def search_words(self) -> list[tuple[str, str, QWidget]]:
        """Return every action, so that the search finds its key."""
        if self._list is None:
            return []
        return [(what, what, self._list) for _, keys in self._shortcuts for what, _ in keys]
