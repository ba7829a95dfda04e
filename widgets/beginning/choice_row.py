"""Depth, sources and model of a new research, and whether its plan is reviewed first."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from resources.translation import mark, tr
from widgets.check_box import CheckBox
from widgets.flow_layout import FlowLayout
from widgets.fonts import font
from widgets.value_picker import Choice, ValuePicker

DEPTHS = (
    Choice("quick", mark("Quick"), mark("one wave, 4 questions")),
    Choice("standard", mark("Standard"), mark("up to two waves, 4 to 6 questions")),
    Choice("deep", mark("Deep"), mark("up to three waves, 6 questions")),
)
OFFLINE = "offline"  # the model that is none
FILES = "files"  # the sources that are the given documents alone
WEB = ("web", "both")


class ChoiceRow(QObject):
    """Holds the pickers and keeps their values together; `row` places them.

    Signals:
        changed: A choice is another now.
        picked: A menu's value was picked; the menu ("depth", "sources", "model") and the value.
    """

    changed = Signal()
    picked = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._sources: tuple[Choice, ...] = ()
        self._documents = 0
        self._usual_sources = ""  # what was picked before documents were given
        depths = tuple(Choice(choice.value, tr(choice.word), tr(choice.hint)) for choice in DEPTHS)
        self.depth = ValuePicker(tr("Depth"), depths, "standard")
        self.sources, self.model = ValuePicker(tr("Sources")), ValuePicker(tr("Model"))
        self.review_plan = CheckBox(tr("Review the plan first"))
        self.review_plan.setFont(font("small"))
        self.review_plan.toggled.connect(self.changed)
        self.row = FlowLayout(spacing_px=8)
        for name, picker in (("depth", self.depth), ("sources", self.sources), ("model", self.model)):
            picker.setObjectName(f"pick-{name}")
            picker.picked.connect(lambda value, name=name: self.picked.emit(name, value))
            picker.picked.connect(self._on_picked)
            self.row.addWidget(picker)
        self.row.addWidget(self.review_plan)

    def show_choices(self, sources: tuple[Choice, ...], model: tuple[Choice, ...]) -> None:
        """Offer sources and models; what was picked stays picked where it is still offered."""
        self._sources = sources
        self._offer_sources(self.sources.value())
        self._usual_sources = self._usual_sources or self.sources.value()
        self.model.show_choices(model, self.model.value())
        self.changed.emit()

    def show_documents(self, count: int) -> None:
        """Offer the given documents by themselves; without any, what was picked before them is back."""
        self._documents = count
        value = self.sources.value()
        self._offer_sources(value if count or value != FILES else self._usual_sources)
        self.changed.emit()

    def is_offline(self) -> bool:
        """Return whether no model is chosen."""
        return self.model.value() in ("", OFFLINE)

    def opens_pages(self) -> bool:
        """Return whether the web is read."""
        return self.sources.value() in WEB and not self.is_offline()

    def _on_picked(self) -> None:
        """Keep sources and model together: the web needs a model, and whoever picks none wants no web."""
        picked = self.sender()
        if self.sources.value() in WEB and self.model.value() == OFFLINE:
            if picked is self.model:
                self.sources.pick(next((value for value in self.sources.values() if value not in WEB), ""))
            else:
                self.model.pick(next((value for value in self.model.values() if value != OFFLINE), ""))
        if self.sources.value() != FILES:
            self._usual_sources = self.sources.value()
        self.changed.emit()

    def _offer_sources(self, value: str) -> None:
        word = tr("This file only") if self._documents == 1 else tr("These files only")
        own = (Choice(FILES, word, tr("nothing but what you gave")),) if self._documents else ()
        self.sources.show_choices((*own, *self._sources), value)
