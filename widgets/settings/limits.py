"""Limits: what one run may use, how many work at once, how deep runs look unless told otherwise."""

from __future__ import annotations

from resources.translation import tr
from widgets.settings.field import ChoiceField, NumberField
from widgets.settings.frame import SettingsFrame
from widgets.value_picker import Choice


class LimitsPage(SettingsFrame):
    """What a run may cost."""

    def __init__(self) -> None:
        super().__init__("limits", tr("Limits"), tr("What one run may use. Near a limit it writes with what it has."))
        self.add_heading(
            tr("Budget of one run"),
            tr(
                "At 80 % you are told; at 90 % the research wraps up. The last tenth is kept for the report, which "
                "is always written to its end."
            ),
        )
        none = tr("No limit")
        self.tokens = NumberField(
            "budget.tokens", tr("Tokens"), tr("In and out together."), empty=0, placeholder=none,
            unit=tr("tokens"),
        )  # fmt: skip
        self.usd = NumberField(
            "budget.usd", tr("Money"), tr("Counted by the prices of the model's profile."), whole=False, empty=0,
            sign="$", placeholder=none, unit=tr("US dollars"),
        )  # fmt: skip
        self.minutes = NumberField(
            "budget.minutes", tr("Time"), "", whole=False, empty=0, placeholder=none, unit=tr("minutes")
        )
        self.add(self.tokens, self.usd, self.minutes)
        self.add_heading(tr("Work"))
        self.researchers = NumberField(
            "research.researchers",
            tr("Researchers at once"),
            tr("Of one wave; the others wait their turn. From 1 to 16."),
            unit=tr("researchers"),
        )
        self.depth_choice = ChoiceField(
            "research.depth",
            tr("Depth to begin with"),
            (
                Choice("quick", tr("Quick"), tr("one wave, 4 questions")),
                Choice("standard", tr("Standard"), tr("up to two waves, 4 to 6 questions")),
                Choice("deep", tr("Deep"), tr("up to three waves, 6 questions")),
            ),
            tr("Each new research may choose another one."),
        )
        self.add(self.researchers, self.depth_choice)
        self.end()
