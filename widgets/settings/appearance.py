"""Appearance: theme, contrast, movement, sizes, the window's language."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from resources.translation import languages, tr
from widgets.settings.field import ChoiceField, SwitchField
from widgets.settings.frame import SettingsFrame
from widgets.text.zoom import STEPS_PERCENT
from widgets.value_picker import Choice

# Beyond these the system's own scaling is better: it enlarges lines, icons and rows along with the words.
TEXT_SCALES = (90, 100, 110, 125, 150)


class AppearancePage(SettingsFrame):
    """How the window looks."""

    def __init__(self) -> None:
        super().__init__("appearance", tr("Appearance"), tr("How the window looks. Most of it changes at once."))
        self.theme = ChoiceField(
            "appearance.theme",
            tr("Theme"),
            (Choice("system", tr("As the system")), Choice("light", tr("Light")), Choice("dark", tr("Dark"))),
        )
        self.contrast = ChoiceField(
            "appearance.contrast",
            tr("Contrast"),
            (Choice("system", tr("As the system")), Choice("normal", tr("Normal")), Choice("high", tr("High"))),
            tr("High contrast has stronger lines and words, in light and dark."),
        )
        self.motion = SwitchField(
            "appearance.reduced_motion",
            tr("Reduced motion"),
            tr("Nothing moves: edges and spinners stand still and show the same."),
        )
        self.text_scale = ChoiceField(
            "appearance.text_scale",
            tr("Text size of the window"),
            tuple(Choice(str(percent), tr("{n} %", n=percent)) for percent in TEXT_SCALES),
            tr("Applies when Dossier is started the next time."),
            menu=True,
            of_numbers=True,
        )
        self.report_zoom = ChoiceField(
            "appearance.report_zoom",
            tr("Text size of reports"),
            tuple(Choice(str(percent), tr("{n} %", n=percent)) for percent in STEPS_PERCENT),
            tr("Reports open in this size; Ctrl with plus, minus and 0 changes it while reading."),
            menu=True,
            of_numbers=True,
        )
        self.language = ChoiceField(
            "appearance.language",
            tr("Language of the window"),
            (Choice("", tr("As the system")), *(Choice(code, _own_name(code)) for code in languages())),
            tr("Applies when Dossier is started the next time. Reports have a language of their own."),
            menu=True,
        )
        self.add(self.theme, self.contrast, self.motion, self.text_scale, self.report_zoom, self.language)
        self.end()


def _own_name(code: str) -> str:
    """Return a language's name in that language."""
    name = QLocale(code).nativeLanguageName()
    return name[:1].upper() + name[1:] if name else code
