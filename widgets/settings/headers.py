"""Headers a server wants beside the usual ones; the values of secret ones are kept as keys are."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from engine.values import ProfileHeader
from resources.translation import tr
from widgets.button import Button, IconButton
from widgets.check_box import CheckBox
from widgets.fonts import font
from widgets.label import ElidedLabel, Label
from widgets.settings.frame import clear

_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_OURS = frozenset(("authorization", "host", "content-type", "content-length", "accept", "user-agent"))


class HeaderList(QWidget):
    """Lists headers and takes new ones.

    Signals:
        added: A header and its value; the value of a secret one is in nobody's hands but the receiver's.
        removed: The name of a header.
    """

    added = Signal(object, str)
    removed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._names: set[str] = set()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(Label(tr("Extra headers"), "body_strong"))
        self.card = QFrame()
        self.card.setProperty("card", "plain")
        self._rows = QVBoxLayout(self.card)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        column.addWidget(self.card)
        column.addLayout(self._make_entry())
        self.problem = Label("", "small", "danger", wraps=True)
        self.problem.hide()
        column.addWidget(self.problem)
        column.addWidget(
            Label(tr("Sent with every request. Secret values are kept where keys are."), "small", "text3", wraps=True)
        )

    def show_headers(self, headers: tuple[ProfileHeader, ...]) -> None:
        """List headers."""
        self._names = {header.name.lower() for header in headers}
        clear(self._rows)
        self.card.setVisible(bool(headers))
        for place, header in enumerate(headers):
            self._rows.addWidget(self._row(header, is_last=place == len(headers) - 1))

    def add(self) -> None:
        """Take what is entered, or say what is wrong with it."""
        name, value = self.name.text().strip(), self.value.text().strip()
        if problem := self._problem(name, value):
            self.problem.show_text(problem)
            return
        secret = self.secret.isChecked()
        self.problem.show_text("")
        for edit in (self.name, self.value):
            edit.clear()
        self.added.emit(ProfileHeader(name=name, value="" if secret else value, is_secret=secret), value)
        self.name.setFocus()

    def _problem(self, name: str, value: str) -> str:
        if not name or not value:
            return tr("A header has a name and a value.")
        if not _NAME.fullmatch(name):
            return tr("The name of a header has letters, digits and dashes.")
        if name.lower() in _OURS:
            return tr("{name} is sent anyway.", name=name)
        if name.lower() in self._names:
            return tr("{name} is there already.", name=name)
        return tr("A value is one line of plain letters.") if not value.isascii() or not value.isprintable() else ""

    def _make_entry(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.name, self.value = _edit(tr("Name of a header"), tr("Name")), _edit(tr("Value of a header"), tr("Value"))
        self.value.returnPressed.connect(self.add)
        self.secret = CheckBox(tr("Secret"))
        self.secret.setFont(font("small"))
        self.secret.toggled.connect(
            lambda on: self.value.setEchoMode(QLineEdit.EchoMode.Password if on else QLineEdit.EchoMode.Normal)
        )
        add = Button(tr("Add"), "outline", compact=True)
        add.setAccessibleName(tr("Add the header"))
        add.clicked.connect(self.add)
        row.addWidget(self.name, 2)
        row.addWidget(self.value, 3)
        row.addWidget(self.secret)
        row.addWidget(add)
        return row

    def _row(self, header: ProfileHeader, *, is_last: bool) -> QFrame:
        frame = QFrame()
        if not is_last:
            frame.setProperty("line", "bottom")
        row = QHBoxLayout(frame)
        row.setContentsMargins(12, 4, 6, 4)
        row.setSpacing(12)
        row.addWidget(ElidedLabel(header.name, "mono"), 2)
        row.addWidget(ElidedLabel(tr("secret") if header.is_secret else header.value, "small", "text2"), 3)
        remove = IconButton(tr("Take {name} away", name=header.name), "trash")
        remove.clicked.connect(lambda: self.removed.emit(header.name))
        row.addWidget(remove, 0, Qt.AlignmentFlag.AlignRight)
        return frame


def _edit(name: str, placeholder: str) -> QLineEdit:
    edit = QLineEdit()
    edit.setFont(font("small"))
    edit.setAccessibleName(name)
    edit.setPlaceholderText(placeholder)
    return edit
