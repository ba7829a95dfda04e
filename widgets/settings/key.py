"""A key: told by its last characters and by where it is kept; replaced, forgotten, never shown whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QStackedWidget

from resources.translation import tr
from widgets.button import Button
from widgets.fonts import font
from widgets.label import Label
from widgets.settings.edit import GivenUpEdit
from widgets.settings.field import ChoiceField, Field
from widgets.value_picker import Choice

KeyPlace = Literal["nowhere", "environment", "keyring", "session", "file"]
DOTS = "•" * 16


@dataclass(frozen=True)
class KeyFacts:
    """What may be told of a key.

    Attributes:
        ending: its last characters, "" when they would tell too much.
        variable: of the environment it comes from.
        has_keyring: None while it is being found out.
        without_keyring: where keys go on a system that has none.
    """

    place: KeyPlace = "nowhere"
    ending: str = ""
    variable: str = ""
    has_keyring: bool | None = None
    without_keyring: str = "session"


class KeyField(Field):
    """Shows a key's facts and takes a new one.

    Signals:
        entered: A key was typed; it is in nobody's hands but the receiver's.
        forget_asked: The key shall be forgotten.
        place_picked: Where keys go without a keyring ("session" or "file").
    """

    entered = Signal(str)
    forget_asked = Signal()
    place_picked = Signal(str)

    def __init__(self, label: str, name: str = "") -> None:
        super().__init__("", label)
        self._facts = KeyFacts()
        self.stack = QStackedWidget()
        self.stack.setFixedHeight(32)
        self.edit = _KeyEdit()
        self.edit.setAccessibleName(name or label or tr("Key"))
        self.edit.editingFinished.connect(self.commit)
        self.edit.given_up.connect(lambda: self.show_facts(self._facts))
        self.stack.addWidget(self.edit)
        self.stack.addWidget(self._make_kept())
        self._finish(self.stack)
        self.place = ChoiceField(
            "keys.without_keyring",
            "",
            (
                Choice("session", tr("For this session only")),
                Choice("file", tr("In a file"), tr("keys.json in the data folder")),
            ),
            tr(
                "The file is keys.json in the data folder. Only you can read it (mode 0600), but it is not encrypted."
            ),
        )
        self.place.changed.connect(lambda value: self.place_picked.emit(value))
        self._column.addWidget(self.place)
        self.show_facts(self._facts)

    def show_facts(self, facts: KeyFacts) -> None:
        """Show where the key is."""
        self._facts = facts
        is_there = self.edit.replaces = facts.place != "nowhere"
        self.edit.clear()
        self.stack.setCurrentIndex(1 if is_there else 0)
        self._dots.setText(f"{DOTS}{facts.ending}")
        own = facts.place != "environment"
        self.replace.setVisible(own)
        self.forget.setVisible(own)
        self.hint.show_text(_where(facts))
        self.place.setVisible(facts.has_keyring is False and facts.place != "environment")
        self.place.show_value(facts.without_keyring)

    def show_value(self, value: Any) -> None:
        """Keys are shown by their facts."""

    def commit(self) -> None:
        """Hand over a key that was typed."""
        key = self.edit.text().strip()
        if key:
            self.edit.clear()
            self.entered.emit(key)
        elif self._facts.place != "nowhere":
            self.show_facts(self._facts)

    def focus_target(self) -> QLineEdit | Button:
        """Return the line, or the button that brings it."""
        return self.replace if self.stack.currentIndex() else self.edit

    def _make_kept(self) -> QFrame:
        frame = QFrame()
        frame.setProperty("card", "field")
        row = QHBoxLayout(frame)
        row.setContentsMargins(11, 0, 11, 0)
        row.setSpacing(12)
        self._dots = Label("", "body")
        self.replace = Button(tr("Replace"), "link", compact=True)
        self.replace.clicked.connect(self._begin)
        self.forget = Button(tr("Forget"), "link", compact=True)
        self.forget.clicked.connect(self.forget_asked)
        row.addWidget(self._dots)
        row.addStretch(1)
        row.addWidget(self.replace)
        row.addWidget(self.forget)
        return frame

    def _begin(self) -> None:
        self.stack.setCurrentIndex(0)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)


class _KeyEdit(GivenUpEdit):
    """Takes a key without showing it."""

    def __init__(self) -> None:
        super().__init__()
        self.replaces = False
        self.setProperty("kind", "form")
        self.setFont(font("body"))
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setPlaceholderText(tr("Paste the key"))

    def has_to_give_up(self) -> bool:
        """Return whether something is typed, or another key is to be replaced."""
        return bool(self.text()) or self.replaces


def _where(facts: KeyFacts) -> str:
    if facts.place == "environment":
        return tr("From {variable} of the environment, which goes before a kept key.", variable=facts.variable)
    if facts.place == "keyring":
        return tr("Kept in the system keyring. It never enters a sandbox or a log.")
    if facts.place == "file":
        return tr("Kept in a file only you can read. It never enters a sandbox or a log.")
    if facts.place == "session":
        return tr("Held until you close Dossier. It never enters a sandbox or a log.")
    if facts.has_keyring is False:
        return tr("This computer has no keyring Dossier can use. Choose where keys are kept:")
    if facts.has_keyring:
        return tr("It goes into the system keyring. It never enters a sandbox or a log.")
    return tr("It never enters a sandbox or a log.")
