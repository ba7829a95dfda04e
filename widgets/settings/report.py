"""Report: language, length, tone and headings of what is written."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QPlainTextEdit

from resources.translation import tr
from widgets.fonts import font
from widgets.settings.field import ChoiceField, Field, SwitchField, TextField
from widgets.settings.frame import Remark, SettingsFrame
from widgets.theme import set_state
from widgets.value_picker import Choice


class LinesField(Field):
    """Several lines of text, taken when the keyboard goes elsewhere."""

    def __init__(self, key: str, label: str, hint: str = "", placeholder: str = "") -> None:
        super().__init__(key, label, hint)
        self.edit = _Lines(self)
        self.edit.setProperty("kind", "form")
        self.edit.setFont(font("body"))
        self.edit.setAccessibleName(label)
        self.edit.setAccessibleDescription(hint)
        self.edit.setPlaceholderText(placeholder)
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(118)
        self._finish(self.edit)

    def show_value(self, value: Any) -> None:
        """Show the kept lines."""
        self._kept = list(value)
        if not self.has_problem() and not self.edit.hasFocus():
            self.edit.setPlainText("\n".join(self._kept))

    def show_problem(self, sentence: str) -> None:
        """Say what is wrong, and mark the box."""
        super().show_problem(sentence)
        set_state(self.edit, "problem", bool(sentence))

    def commit(self) -> None:
        """Take the lines, if they are others."""
        lines = [line.strip() for line in self.edit.toPlainText().splitlines() if line.strip()]
        if lines != self._kept:
            self.show_problem("")
            self.changed.emit(lines)

    def focus_target(self) -> QPlainTextEdit:
        """Return the box."""
        return self.edit


class _Lines(QPlainTextEdit):
    def __init__(self, field: LinesField) -> None:
        super().__init__()
        self._field = field

    def focusOutEvent(self, event: Any) -> None:
        """Take what was typed."""
        super().focusOutEvent(event)
        self._field.commit()


class ReportPage(SettingsFrame):
    """How reports read."""

    def __init__(self) -> None:
        super().__init__("report", tr("Report"), tr("How reports read. Planner and report writer keep to it."))
        self.language = TextField(
            "report.language",
            tr("Language"),
            tr("Empty: the language of the topic. Else a short name such as en, de, pt-BR or zh-Hans."),
            tr("The topic's"),
        )
        self.length = ChoiceField(
            "report.length",
            tr("Length"),
            (Choice("short", tr("Short")), Choice("standard", tr("Standard")), Choice("long", tr("Long"))),
        )
        self.tone = ChoiceField(
            "report.tone",
            tr("Tone"),
            (Choice("neutral", tr("Neutral")), Choice("plain", tr("Plain")), Choice("technical", tr("Technical"))),
            tr("Plain explains every term; technical takes them for known."),
        )
        self.sections = LinesField(
            "report.sections",
            tr("Headings"),
            tr("One on a line, in their order. Empty: the writer chooses headings that fit the topic."),
            tr("The writer's own"),
        )
        self.column.addWidget(
            Remark(
                tr(
                    "These hold with a language model. Without one, Dossier quotes your documents word for word: "
                    "it cannot translate or change their tone."
                )
            )
        )
        self.check_support = SwitchField(
            "report.check_support",
            tr("Check what quotes support"),
            tr("The model reads every cited sentence beside its quotes. What goes further is marked in the report."),
        )
        self.paper = ChoiceField(
            "export.paper",
            tr("Paper"),
            (Choice("a4", "A4"), Choice("letter", "Letter")),
            tr("Of exported PDF and Word files."),
        )
        self.add(self.language, self.length, self.tone, self.sections, self.check_support, self.paper)
        self.end()
