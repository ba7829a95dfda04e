"""The name of a model: typed, or chosen from those a server offers."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QStackedWidget

from resources.translation import tr
from widgets import icons
from widgets.button import Button
from widgets.fonts import font
from widgets.glyph import Glyph
from widgets.label import Label
from widgets.settings.edit import GivenUpEdit
from widgets.settings.field import TextField
from widgets.theme import theme
from widgets.value_picker import Choice, ValuePicker

OTHER = "\0other"
MOST_OFFERED = 60


class ModelField(TextField):
    """A line with a menu of offered models behind an arrow."""

    def __init__(self, key: str, label: str, hint: str = "", placeholder: str = "") -> None:
        super().__init__(key, label, hint, placeholder)
        self._models: tuple[str, ...] = ()
        self.arrow = QAction(tr("Models this server offers"), self.edit)
        self.edit.addAction(self.arrow, QLineEdit.ActionPosition.TrailingPosition)
        self.arrow.triggered.connect(self.open_menu)
        theme().changed.connect(self._on_theme)
        self.show_models(())
        self._on_theme()

    def show_models(self, models: tuple[str, ...]) -> None:
        """Offer models."""
        self._models = models
        self.arrow.setVisible(bool(models))

    def make_menu(self) -> QMenu:
        """Return the menu of offered models."""
        menu = QMenu(self)
        menu.setFont(font("body"))
        menu.setMinimumWidth(self.edit.width())
        for name in self._models[:MOST_OFFERED]:
            action = menu.addAction(name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, name=name: self.pick(name))
        return menu

    def open_menu(self) -> None:
        """Open the menu below the line."""
        menu = self.make_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.edit.mapToGlobal(QPoint(0, self.edit.height() + 4)))

    def pick(self, name: str) -> None:
        """Take an offered model."""
        self.edit.setText(name)
        self.commit()

    def _on_theme(self) -> None:
        self.arrow.setIcon(icons.icon("chevron-down", "text2", 16))


class RoleRow(QFrame):
    """A role and its model.

    Signals:
        picked: Another model, "" for the one of the profile.
    """

    picked = Signal(str)

    def __init__(self, word: str, icon: str, *, is_last: bool) -> None:
        super().__init__()
        if not is_last:
            self.setProperty("line", "bottom")
        self._models: tuple[str, ...] = ()
        self._value, self._usual = "", ""
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 6, 4)
        row.setSpacing(8)
        row.addWidget(Glyph(icon, "text2", 16))
        row.addWidget(Label(word, "body"), 1)
        self.picker = _RolePicker(word)
        self.picker.picked.connect(self._pick)
        self.edit = _NameEdit(word)
        self.edit.editingFinished.connect(self._finish)
        self.stack = QStackedWidget()
        self.edit.given_up.connect(self._give_up)
        self.stack.setFixedHeight(30)
        self.stack.addWidget(self.picker)
        self.stack.addWidget(self.edit)
        row.addWidget(self.stack, 1)

    def show_model(self, value: str, usual: str, models: tuple[str, ...]) -> None:
        """Show the role's model.

        Args:
            value: its own, "" for the profile's.
            usual: the profile's.
            models: that the server offers.
        """
        self._value, self._usual, self._models = value, usual, models
        names = dict.fromkeys((*((value,) if value else ()), *models[:MOST_OFFERED]))
        names.pop(usual, None)
        choices = (
            Choice("", usual or tr("As above"), tr("as above") if usual else ""),
            *(Choice(name, name) for name in names),
            Choice(OTHER, tr("Another name…")),
        )
        self.picker.show_choices(choices, "" if value == usual else value)
        self.stack.setCurrentWidget(self.picker)

    def _pick(self, value: str) -> None:
        if value != OTHER:
            self.picked.emit(value)
            return
        self.edit.setText(self._value)
        self.stack.setCurrentWidget(self.edit)
        self.edit.setFocus()
        self.edit.selectAll()

    def _give_up(self) -> None:
        self.edit.setText(self._value)  # leaving the line finishes it
        self.stack.setCurrentWidget(self.picker)
        self.picker.setFocus(Qt.FocusReason.OtherFocusReason)

    def _finish(self) -> None:
        if self.stack.currentWidget() is not self.edit:
            return
        name = self.edit.text().strip()
        self.show_model(self._value, self._usual, self._models)
        if name != self._value:
            self.picked.emit("" if name == self._usual else name)


class _RolePicker(ValuePicker):
    """A picker at the right edge, without a frame."""

    def __init__(self, word: str) -> None:
        self._word_of_role = word
        super().__init__("")
        self.setProperty("kind", "quiet")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground, the name and the arrow at the right."""
        Button.paintEvent(self, event)
        painter = QPainter(self)
        painter.setFont(font("small"))
        painter.setPen(theme().color("text"))
        box = self.rect().adjusted(8, 0, -32, 0)
        name = painter.fontMetrics().elidedText(self._word(), Qt.TextElideMode.ElideMiddle, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, name)
        icons.draw(painter, "chevron-down", "text2", self.width() - 24, (self.height() - 14) / 2, 14)

    def _renew(self) -> None:
        super()._renew()
        self.setAccessibleName(tr("Model of {role}: {name}", role=self._word_of_role, name=self._word()))


class _NameEdit(GivenUpEdit):
    """Takes a name."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.setFont(font("small"))
        self.setAccessibleName(tr("Name of the model of {role}", role=word))
