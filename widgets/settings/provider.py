"""One search provider: whether it is used, its address or key, its place in the order, and a test."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from resources.translation import tr
from widgets.button import Button, IconButton
from widgets.check_box import CheckBox
from widgets.fonts import font
from widgets.glyph import Glyph
from widgets.label import Label
from widgets.settings.field import TextField
from widgets.settings.key import KeyFacts, KeyField


@dataclass(frozen=True)
class ProviderFacts:
    """A provider as it is set up.

    Attributes:
        name: as the setting spells it.
        word, says: what people call it, and what it is.
        url: of the user's own server.
        takes_url: whether it has one (SearXNG).
        key: None where none is needed.
        can_be_tried: a hosted search is tried by a run only.
    """

    name: str
    word: str
    says: str
    used: bool = False
    url: str = ""
    takes_url: bool = False
    key: KeyFacts | None = None
    can_be_tried: bool = True

    @property
    def lacks(self) -> bool:
        """Whether it is used and cannot work as it is."""
        no_key = self.key is not None and self.key.place == "nowhere"
        return self.used and (no_key or (self.takes_url and not self.url))


class ProviderRow(QFrame):
    """Shows a provider.

    Signals:
        used_changed: It shall be used, or not any more.
        url_entered: The address of the user's own server.
        moved: It shall stand one place earlier (-1) or later (1).
        try_asked: It shall be asked something.
        key_entered, forget_asked, place_picked: As those of `KeyField`.
    """

    used_changed = Signal(bool)
    url_entered = Signal(str)
    moved = Signal(int)
    try_asked = Signal()
    key_entered = Signal(str)
    forget_asked = Signal()
    place_picked = Signal(str)

    def __init__(self, facts: ProviderFacts) -> None:
        super().__init__()
        self.facts = facts
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 10, 10)
        column.setSpacing(8)
        column.addLayout(self._make_head(facts))
        inner = QVBoxLayout()
        inner.setContentsMargins(23, 0, 6, 0)
        inner.setSpacing(8)
        self.url = TextField("", "", "", "https://search.example")
        self.url.edit.setAccessibleName(tr("Address of {name}", name=facts.word))
        self.url.changed.connect(lambda url: self.url_entered.emit(url))
        self.key = KeyField("", tr("Key of {name}", name=facts.word))
        self.key.entered.connect(self.key_entered)
        self.key.forget_asked.connect(self.forget_asked)
        self.key.place_picked.connect(self.place_picked)
        inner.addWidget(self.url)
        inner.addWidget(self.key)
        inner.addLayout(self._make_result())
        column.addLayout(inner)
        self.show_facts(facts, is_first=True, is_last=True)

    def show_facts(self, facts: ProviderFacts, *, is_first: bool, is_last: bool) -> None:
        """Show how it is set up."""
        self.facts = facts
        self.box.setChecked(facts.used)
        self.url.setVisible(facts.takes_url and facts.used)
        self.url.show_value(facts.url)
        self.key.setVisible(facts.key is not None and facts.used)
        if facts.key is not None:
            self.key.show_facts(facts.key)
        self.test.setVisible(facts.used and facts.can_be_tried)
        self.test.setEnabled(not facts.lacks)
        for button, shows in ((self.earlier, not is_first), (self.later, not is_last)):
            button.setVisible(facts.used and not (is_first and is_last))
            button.setEnabled(shows)

    def show_trying(self) -> None:
        """Show that it is being asked."""
        self.test.setEnabled(False)
        self._show_result("running", "accent", tr("Asking…"))

    def show_result(self, ok: bool, sentence: str) -> None:
        """Show what it answered."""
        self.test.setEnabled(True)
        self._show_result("verified" if ok else "error", "ok" if ok else "danger", sentence)

    def _make_head(self, facts: ProviderFacts) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        words = QVBoxLayout()
        words.setSpacing(2)
        self.box = CheckBox(facts.word)
        self.box.setFont(font("body_strong"))
        self.box.setAccessibleDescription(facts.says)
        self.box.clicked.connect(lambda: self.used_changed.emit(self.box.isChecked()))
        words.addWidget(self.box, 0, Qt.AlignmentFlag.AlignLeft)
        says = Label(facts.says, "small", "text3", wraps=True)
        says.setContentsMargins(23, 0, 0, 0)
        words.addWidget(says)
        row.addLayout(words, 1)
        self.test = Button(tr("Test"), "soft", compact=True)
        self.test.setAccessibleName(tr("Test {name}", name=facts.word))
        self.test.clicked.connect(self.try_asked)
        self.earlier = IconButton(tr("{name}: earlier", name=facts.word), "chevron-up")
        self.earlier.clicked.connect(lambda: self.moved.emit(-1))
        self.later = IconButton(tr("{name}: later", name=facts.word), "chevron-down")
        self.later.clicked.connect(lambda: self.moved.emit(1))
        for button in (self.test, self.earlier, self.later):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _make_result(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self._glyph, self.result = Glyph("running", "accent", 14), Label("", "small", "text2", wraps=True)
        row.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.result, 1)
        self._glyph.hide()
        self.result.hide()
        return row

    def _show_result(self, icon: str, role: str, sentence: str) -> None:
        self._glyph.show_glyph(icon, role)
        self._glyph.setVisible(bool(sentence))
        self.result.show_text(sentence)
