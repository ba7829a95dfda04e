"""The settings, first form: model, library, sandbox and theme in one dialog."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from engine.values import SandboxChoice
from widgets.button import Button
from widgets.fonts import font
from widgets.label import Label
from widgets.theme import ThemeChoice
from widgets.value_picker import Choice, ValuePicker

SANDBOXES = (
    Choice("auto", "Automatic", "the safest one that works here"),
    Choice("docker", "Docker", "isolated"),
    Choice("bubblewrap", "Bubblewrap", "isolated, Linux only"),
    Choice("process", "Process", "not isolated"),
)
THEMES = (Choice("system", "As the system"), Choice("light", "Light"), Choice("dark", "Dark"))


@dataclass(frozen=True)
class SettingsValues:
    """What the form shows and gives back; `key` is "" when it was not changed."""

    base_url: str = ""
    model: str = ""
    key: str = ""
    has_key: bool = False
    folders: tuple[str, ...] = ()
    sandbox: SandboxChoice = "auto"
    theme: ThemeChoice = "system"


class SettingsForm(QDialog):
    """Lets the user change the settings; it is opened, never executed, so the program goes on behind it.

    Signals:
        save_asked: The settings shall be kept; a `SettingsValues`.
    """

    save_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setModal(False)
        self.setMinimumWidth(520)
        self._chooser: QFileDialog | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(6)
        self.base_url = self._field(column, "Server address", "Any OpenAI-compatible server. Empty: offline.")
        self.model = self._field(column, "Model", "The name as the server spells it.")
        self.key = self._field(column, "Key", "Kept in the system keyring. It never enters a sandbox or a log.")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        column.addWidget(Label("Library folders", "small_strong", "text2"))
        self.folders = QPlainTextEdit()
        self.folders.setProperty("kind", "form")
        self.folders.setFont(font("body"))
        self.folders.setAccessibleName("Library folders, one on a line")
        self.folders.setTabChangesFocus(True)
        self.folders.setFixedHeight(72)
        column.addWidget(self.folders)
        add = Button("Add a folder…", "soft", "library-folder", compact=True)
        add.clicked.connect(self._choose_folder)
        column.addWidget(add, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(8)
        column.addLayout(self._make_pickers())
        column.addSpacing(12)
        column.addLayout(self._make_buttons())

    def show_values(self, values: SettingsValues) -> None:
        """Show settings."""
        self.base_url.setText(values.base_url)
        self.model.setText(values.model)
        self.key.clear()
        self.key.setPlaceholderText("A key is kept; type to replace it" if values.has_key else "")
        self.folders.setPlainText("\n".join(values.folders))
        self.sandbox.show_choices(SANDBOXES, values.sandbox)
        self.theme.show_choices(THEMES, values.theme)

    def values(self) -> SettingsValues:
        """Return the settings as they stand in the form."""
        folders = tuple(line.strip() for line in self.folders.toPlainText().splitlines() if line.strip())
        return SettingsValues(
            base_url=self.base_url.text().strip(),
            model=self.model.text().strip(),
            key=self.key.text().strip(),
            folders=folders,
            sandbox=cast(SandboxChoice, self.sandbox.value()),
            theme=cast(ThemeChoice, self.theme.value()),
        )

    def closeEvent(self, event: QCloseEvent) -> None:
        """Forget a key that was typed and not saved."""
        self.key.clear()
        super().closeEvent(event)

    def _field(self, column: QVBoxLayout, name: str, hint: str) -> QLineEdit:
        column.addWidget(Label(name, "small_strong", "text2"))
        field = QLineEdit()
        field.setProperty("kind", "form")
        field.setFont(font("body"))
        field.setAccessibleName(name)
        column.addWidget(field)
        column.addWidget(Label(hint, "small", "text3"))
        column.addSpacing(6)
        return field

    def _make_pickers(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.sandbox, self.theme = ValuePicker("Sandbox", SANDBOXES), ValuePicker("Theme", THEMES)
        row.addWidget(self.sandbox)
        row.addWidget(self.theme)
        row.addStretch(1)
        return row

    def _make_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        cancel = Button("Cancel", "outline")
        cancel.clicked.connect(self.reject)
        self.save = Button("Save", "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        row.addWidget(cancel)
        row.addWidget(self.save)
        return row

    def _save(self) -> None:
        self.save_asked.emit(self.values())
        self.accept()

    def _choose_folder(self) -> None:
        self._chooser = QFileDialog(self, "Add a folder")
        self._chooser.setFileMode(QFileDialog.FileMode.Directory)
        self._chooser.fileSelected.connect(self.folders.appendPlainText)
        self._chooser.open()
