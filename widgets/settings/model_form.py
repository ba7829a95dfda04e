"""The form of a model's profile: address, key, models of the roles, prices, and what few need."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.values import ModelProfile
from resources.translation import tr
from widgets.button import Button
from widgets.label import Label
from widgets.settings.field import ChoiceField, Field, NumberField, TextField
from widgets.settings.frame import Remark
from widgets.settings.headers import HeaderList
from widgets.settings.key import KeyField
from widgets.settings.model_name import ModelField, RoleRow
from widgets.value_picker import Choice


class ModelForm(QWidget):
    """Shows one profile; each field is called after the part of the profile it shows ("profile.base_url").

    Signals:
        changed: A part of the profile, as a field's key, and its new value.
        key_page_asked: The page where one gets a key shall be opened.
        delete_asked: The profile shall be deleted.
    """

    changed = Signal(str, object)
    key_page_asked = Signal()
    delete_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._profile: ModelProfile | None = None
        self._models: tuple[str, ...] = ()
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(16)
        self.environment = Remark(level="warning")
        column.addWidget(self.environment)
        self._make_usual()
        self._make_roles()
        self._make_rare()
        column.addStretch(1)
        for field in self.fields:
            field.changed.connect(lambda value, key=field.key: self.changed.emit(key, value))

    def show_profile(self, profile: ModelProfile) -> None:
        """Show a profile; what was entered and could not be kept stays as long as it is the same one."""
        if self._profile is None or profile.id != self._profile.id:
            for field in self.fields:
                field.show_problem("")
        self._profile = profile
        for field in self.fields:
            field.show_value(part_of(profile, field.key))
        self._show_roles()
        self.headers.show_headers(profile.headers)

    def show_models(self, models: tuple[str, ...]) -> None:
        """Offer the models of the server."""
        self._models = models
        self.model.show_models(models)
        self._show_roles()

    def show_hints(self, address: str, key_page: str) -> None:
        """Show an example of the address, and whether there is a page where one gets a key."""
        self.address.edit.setPlaceholderText(address)
        self.key_page.setVisible(bool(key_page))
        self.key_page.setToolTip(key_page)

    def show_problem(self, key: str, sentence: str) -> None:
        """Say at a field what is wrong with what was entered."""
        for field in self.fields:
            if field.key == key:
                field.show_problem(sentence)

    def commit(self) -> None:
        """Take what is entered and not taken yet."""
        for field in (*self.fields, self.key):
            field.commit()

    def _make_usual(self) -> None:
        self.address = TextField(
            "profile.base_url",
            tr("Server address"),
            tr("Any OpenAI-compatible server. On this computer:\nhttp://127.0.0.1:8080/v1"),
        )
        self.key = KeyField(tr("Key"))
        self.key_page = Button(tr("Where to get a key"), "link", compact=True)
        self.key_page.clicked.connect(self.key_page_asked)
        self.model = ModelField(
            "profile.model", tr("Model"), "", tr("As the server spells it; Check lists what it offers")
        )
        self.input = NumberField(
            "profile.prices.input_usd_per_million", tr("Input, per million tokens"), whole=False, sign="$",
            placeholder=tr("Not known"),
        )  # fmt: skip
        self.output = NumberField(
            "profile.prices.output_usd_per_million", tr("Output, per million tokens"), whole=False, sign="$",
            placeholder=tr("Not known"),
        )  # fmt: skip
        prices = QHBoxLayout()
        prices.setSpacing(16)
        prices.addWidget(self.input)
        prices.addWidget(self.output)
        self._column.addWidget(self.address)
        key = QVBoxLayout()
        key.setSpacing(4)
        key.addWidget(self.key)
        key.addWidget(self.key_page)
        self._column.addLayout(key)
        self._column.addWidget(self.model)
        self._column.addLayout(prices)

    def _make_roles(self) -> None:
        self._column.addWidget(Label(tr("Roles"), "body_strong"))
        card = QFrame()
        card.setProperty("card", "plain")
        rows = QVBoxLayout(card)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        self.roles: dict[str, RoleRow] = {}
        for name, word, icon in (
            ("planner", tr("Planner"), "planner"),
            ("researcher", tr("Researchers"), "researcher"),
            ("reviewer", tr("Reviewer"), "reviewer"),
            ("writer", tr("Report writer"), "writer"),
        ):
            row = self.roles[name] = RoleRow(word, icon, is_last=name == "writer")
            row.picked.connect(lambda value, name=name: self.changed.emit(f"profile.role_models.{name}", value))
            rows.addWidget(row)
        self._column.addSpacing(-6)
        self._column.addWidget(card)

    def _make_rare(self) -> None:
        self._column.addSpacing(8)
        self._column.addWidget(Label(tr("More"), "strong"))
        self.name = TextField(
            "profile.name", tr("Name of the profile"), tr("For dossier research --profile NAME, too.")
        )
        self.protocol = ChoiceField(
            "profile.protocol",
            tr("Protocol"),
            (
                Choice("auto", tr("Found out")),
                Choice("responses", "Responses"),
                Choice("chat", "Chat Completions"),
            ),
            tr("Responses can search the web at the provider; nearly every server speaks Chat Completions."),
        )
        self.context = NumberField(
            "profile.context_tokens", tr("Context window"), tr("Empty: as the server says."),
            placeholder=tr("Not known"), unit=tr("tokens"),
        )  # fmt: skip
        self.hosted = ChoiceField(
            "profile.hosted_search",
            tr("The provider searches the web itself"),
            (Choice("unknown", tr("Not known")), Choice("yes", tr("Yes")), Choice("no", tr("No"))),
            tr("Then it reads pages outside the broker, and Dossier fetches what it cites to check the quotes."),
        )
        self.variable = TextField(
            "profile.key_variable",
            tr("Environment variable of the key"),
            tr("Empty: the key above. Else the key is read from this variable and kept nowhere."),
            "MY_MODEL_KEY",
        )
        self.headers = HeaderList()
        for widget in (self.name, self.protocol, self.context, self.hosted, self.variable, self.headers):
            self._column.addWidget(widget)
        delete = Button(tr("Delete this profile"), "danger", "trash", compact=True)
        delete.clicked.connect(self.delete_asked)
        row = QHBoxLayout()
        row.addWidget(delete)
        row.addStretch(1)
        self._column.addLayout(row)
        self.fields: tuple[Field, ...] = (
            self.address, self.model, self.input, self.output, self.name, self.protocol, self.context, self.hosted,
            self.variable,
        )  # fmt: skip

    def _show_roles(self) -> None:
        if self._profile is None:
            return
        for name, row in self.roles.items():
            row.show_model(getattr(self._profile.role_models, name), self._profile.model, self._models)


def part_of(profile: ModelProfile, key: str) -> Any:
    """Return the part of a profile a field shows."""
    if key == "profile.key_variable":
        kind, _, variable = profile.key.partition(":")
        return variable if kind == "env" else ""
    part: Any = profile
    for name in key.split(".")[1:]:
        part = getattr(part, name)
    return part
