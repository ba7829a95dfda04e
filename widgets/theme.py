"""The look in force: one set of colours that feeds the palette, the style sheet and every painter."""

from __future__ import annotations

from string import Template
from typing import Literal, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

import resources
from resources import ThemeName

ThemeChoice = Literal["system", "light", "dark"]
ContrastChoice = Literal["system", "normal", "high"]

_SCHEMES: dict[ThemeChoice, Qt.ColorScheme] = {
    "system": Qt.ColorScheme.Unknown,
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
}


class Theme(QObject):
    """The colours in force, by role.

    Signals:
        changed: The colours are others now; painters draw again, icons are made again.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.name: ThemeName = "light"
        self.contrast: ContrastChoice = "system"
        self.choice: ThemeChoice = "light"
        self._colors = {role: QColor(value) for role, value in resources.tokens("light").items()}

    def color(self, role: str) -> QColor:
        """Return the colour of a role.

        Raises:
            UnknownName: No token has this name.
        """
        try:
            return QColor(self._colors[role])  # a copy: painters make it transparent
        except KeyError:
            raise resources.UnknownName("colour", role, tuple(self._colors)) from None

    def css(self, role: str) -> str:
        """Return the colour of a role as #rrggbb, for rich text."""
        return self.color(role).name()

    def choose(self, choice: ThemeChoice) -> None:
        """Put a theme in force in the whole application; "system" follows the desktop from now on."""
        self.choice = choice
        QGuiApplication.styleHints().setColorScheme(_SCHEMES[choice])
        self._apply()

    def choose_contrast(self, contrast: ContrastChoice) -> None:
        """Put a contrast in force; "system" follows the desktop from now on."""
        self.contrast = contrast
        self._apply()

    def is_dark(self) -> bool:
        """Return whether light words stand on a dark ground."""
        return self.name.startswith("dark")

    def follow_system(self) -> None:
        """Follow the desktop's switches of scheme and contrast while the choices are "system"."""
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._apply)
        hints.accessibility().contrastPreferenceChanged.connect(self._apply)

    def _wanted(self) -> ThemeName:
        hints = QGuiApplication.styleHints()
        dark = hints.colorScheme() == Qt.ColorScheme.Dark if self.choice == "system" else self.choice == "dark"
        high = self.contrast == "high"
        if self.contrast == "system":
            high = hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
        if high:
            return "dark_contrast" if dark else "light_contrast"
        return "dark" if dark else "light"

    def _apply(self) -> None:
        name = self._wanted()
        app = cast(QApplication, QApplication.instance())
        values = resources.tokens(name)
        sheet = Template(resources.stylesheet_template()).substitute(values)
        if name == self.name and app.styleSheet() == sheet:
            return
        self.name = name
        self._colors = {role: QColor(value) for role, value in values.items()}
        app.setPalette(self._palette())
        app.setStyleSheet(sheet)
        self.changed.emit()

    def _palette(self) -> QPalette:
        palette = QPalette()
        roles = {
            QPalette.ColorRole.Window: "window", QPalette.ColorRole.WindowText: "text",
            QPalette.ColorRole.Base: "surface", QPalette.ColorRole.AlternateBase: "canvas",
            QPalette.ColorRole.Text: "text", QPalette.ColorRole.PlaceholderText: "text3",
            QPalette.ColorRole.Button: "raised", QPalette.ColorRole.ButtonText: "text",
            QPalette.ColorRole.BrightText: "danger", QPalette.ColorRole.ToolTipBase: "raised",
            QPalette.ColorRole.ToolTipText: "text", QPalette.ColorRole.Highlight: "accentFill",
            QPalette.ColorRole.HighlightedText: "onAccent", QPalette.ColorRole.Link: "accent",
            QPalette.ColorRole.LinkVisited: "accent", QPalette.ColorRole.Mid: "border",
            QPalette.ColorRole.Dark: "strong", QPalette.ColorRole.Light: "raised",
        }  # fmt: skip
        for role, token in roles.items():
            palette.setColor(role, self.color(token))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.color("text3"))
        return palette


_theme: Theme | None = None


def theme() -> Theme:
    """Return the application's one theme."""
    global _theme
    if _theme is None:
        _theme = Theme()
    return _theme


def set_state(widget: QWidget, name: str, value: object) -> None:
    """Set a dynamic property that the style sheet looks at, and style the widget again when it changed."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()
