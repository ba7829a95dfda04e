"""Model: the profiles of models' servers, each with its form and with what works at it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from engine.values import ModelProfile
from resources.translation import tr
from widgets.settings.checklist import Checklist
from widgets.settings.frame import ScrolledBody, SettingsFrame
from widgets.settings.model_form import ModelForm
from widgets.settings.presets import NewProfileButton, PresetFacts, PresetGrid
from widgets.value_picker import Choice, ValuePicker

# Below this width form and findings stand below each other.
SIDE_BY_SIDE_FROM_PX = 840


class ModelPage(SettingsFrame):
    """Shows the active profile.

    Signals:
        profile_picked: Another profile shall be used; its id.
        new_asked: A profile is wanted; the id of its preset.
    """

    profile_picked = Signal(str)
    new_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__(
            "model",
            tr("Model"),
            tr("Who plans, researches, reviews and writes. Without one, Dossier quotes instead of writing."),
        )
        self.picker = ValuePicker(tr("Profile"))
        self.picker.setFixedHeight(32)
        self.picker.picked.connect(self.profile_picked)
        self.new = NewProfileButton()
        self.new.asked.connect(self.new_asked)
        self.header.addWidget(self.picker)
        self.header.addWidget(self.new)
        self.form, self.checks, self.presets = ModelForm(), Checklist(), PresetGrid()
        self.form.changed.connect(self.changed)
        self.presets.asked.connect(self.new_asked)
        self.fields = [self.form.address, self.form.key, *self.form.fields[1:]]
        self._shown_id = ""
        body = ScrolledBody()
        body.setProperty("scrolled", "true")
        column = QBoxLayout(QBoxLayout.Direction.TopToBottom, body)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.presets)
        self._whole = self._make_halves()
        column.addWidget(self._whole)
        self.area.setWidget(body)
        self.show_profiles((), None)

    def show_presets(self, presets: tuple[PresetFacts, ...]) -> None:
        """Offer kinds of servers."""
        self.new.show_presets(presets)
        self.presets.show_presets(presets)

    def show_profiles(self, profiles: tuple[ModelProfile, ...], active: ModelProfile | None) -> None:
        """Show the profiles, one of them in the form."""
        choices = tuple(Choice(profile.id, profile.name, profile.base_url) for profile in profiles)
        self.picker.show_choices(choices, active.id if active else "")
        self.picker.setVisible(bool(profiles))
        self.new.setVisible(bool(profiles))
        if self._shown_id != (active.id if active else ""):
            self._shown_id = active.id if active else ""
            self.area.verticalScrollBar().setValue(0)
        self.presets.setVisible(active is None)
        self._whole.setVisible(active is not None)
        if active is not None:
            self.form.show_profile(active)

    def show_values(self, values: dict[str, Any]) -> None:
        """Profiles are shown by themselves."""

    def show_problem(self, key: str, sentence: str) -> None:
        """Say at a field what is wrong with what was entered."""
        self.form.show_problem(key, sentence)

    def commit(self) -> None:
        """Take what is entered and not taken yet."""
        self.form.commit()

    def search_words(self) -> list[tuple[str, str, QWidget]]:
        """Return the fields, and roles and headers."""
        rows = [(field.label, f"{field.label} {field.hint_text}", field) for field in self.fields]
        roles = (
            tr("Roles"),
            tr("Roles: planner, researchers, reviewer, report writer"),
            self.form.roles["planner"].picker,
        )
        headers = (tr("Extra headers"), tr("Extra headers"), self.form.headers.name)
        return [*rows, roles, headers]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put form and findings beside each other where there is room."""
        super().resizeEvent(event)
        beside = self.width() >= SIDE_BY_SIDE_FROM_PX
        self._halves.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._right.setProperty("line", "left" if beside else "top")
        self._right.style().unpolish(self._right)
        self._right.style().polish(self._right)

    def _make_halves(self) -> QWidget:
        halves = QWidget()
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight, halves)
        self._halves.setContentsMargins(0, 0, 0, 0)
        self._halves.setSpacing(0)
        self._right = QFrame()
        self._right.setProperty("ground", "canvas")
        inside = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._right)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.checks)
        self._halves.addWidget(self.form, 44)
        self._halves.addWidget(self._right, 56)
        self._halves.setAlignment(self.form, Qt.AlignmentFlag(0))
        return halves
