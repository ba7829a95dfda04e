"""Web search: who searches and in which order, which sites are left alone, and what stays private."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from resources.translation import tr
from widgets.settings.field import ChoiceField, NumberField, SwitchField, TextField
from widgets.settings.frame import Remark, SettingsFrame
from widgets.settings.provider import ProviderFacts, ProviderRow
from widgets.value_picker import Choice


class SearchPage(SettingsFrame):
    """Sets up the web.

    Signals:
        try_asked: A provider shall be asked; its name and address ("searxng:https://...").
        key_entered: A provider's key was typed; the provider and the key.
        forget_asked: A provider's key shall be forgotten.
        place_picked: Where keys go without a keyring.
    """

    try_asked = Signal(str)
    key_entered = Signal(str, str)
    forget_asked = Signal(str)
    place_picked = Signal(str)

    def __init__(self) -> None:
        super().__init__("search", tr("Web search"), tr("Who searches the web for a model, and what is opened."))
        self._rows: dict[str, ProviderRow] = {}
        self._order: tuple[ProviderFacts, ...] = ()
        self.usual = Remark()
        self.environment = Remark(level="warning")
        self.column.addWidget(self.environment)
        self.card = QFrame()
        self.card.setProperty("card", "plain")
        self.card.setAccessibleName(tr("Search providers"))
        self._list = QVBoxLayout(self.card)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self.column.addWidget(self.card)
        self.column.addWidget(self.usual)
        self._add_fields()
        self.end()

    def show_providers(self, providers: tuple[ProviderFacts, ...], usual: str, environment: str) -> None:
        """Show the providers, used ones first and in their order.

        Args:
            usual: what happens while none is used, in a sentence.
            environment: a sentence when the environment chooses instead.
        """
        self._order = providers
        used = [facts.name for facts in providers if facts.used]
        for place, facts in enumerate(providers):
            row = self._rows.get(facts.name) or self._make_row(facts)
            self._list.removeWidget(row)
            self._list.insertWidget(place, row)
            row.setProperty("line", "bottom" if place < len(providers) - 1 else "")
            row.style().unpolish(row)
            row.style().polish(row)
            is_first, is_last = facts.name == (used or [""])[0], facts.name == (used or [""])[-1]
            row.show_facts(facts, is_first=is_first, is_last=is_last)
        self.usual.show_text("" if used else usual)
        self.environment.show_text(environment)
        self.warned.emit(warning_of(providers))

    def show_trying(self, provider: str) -> None:
        """Show that a provider is being asked."""
        self._rows[provider].show_trying()

    def show_result(self, provider: str, ok: bool, sentence: str) -> None:
        """Show what a provider answered."""
        self._rows[provider].show_result(ok, sentence)

    def row(self, provider: str) -> ProviderRow:
        """Return the row of a provider."""
        return self._rows[provider]

    def show_problem(self, key: str, sentence: str) -> None:
        """Say at the provider with an address what is wrong with it."""
        super().show_problem(key, sentence)
        if key == "search.providers":
            for row in self._rows.values():
                if row.facts.takes_url:
                    row.url.show_problem(sentence)

    def commit(self) -> None:
        """Take addresses and keys, too."""
        super().commit()
        for row in self._rows.values():
            row.url.commit()
            row.key.commit()

    def search_words(self) -> list[tuple[str, str, QWidget]]:
        """Return the providers, too."""
        rows = [(row.facts.word, f"{row.facts.word} {row.facts.says}", row.box) for row in self._rows.values()]
        return [*rows, *super().search_words()]

    def _make_row(self, facts: ProviderFacts) -> ProviderRow:
        row = self._rows[facts.name] = ProviderRow(facts)
        name = facts.name
        row.used_changed.connect(lambda used: self._use(name, used))
        row.url_entered.connect(lambda url: self._change(name, url))
        row.moved.connect(lambda step: self._move(name, step))
        row.try_asked.connect(lambda: self.try_asked.emit(self._entry(row.facts)))
        row.key_entered.connect(lambda key: self.key_entered.emit(name, key))
        row.forget_asked.connect(lambda: self.forget_asked.emit(name))
        row.place_picked.connect(self.place_picked)
        return row

    def _use(self, name: str, used: bool) -> None:
        row = self._rows[name]
        if used and row.facts.takes_url and not row.facts.url:
            # Without an address it is no provider yet: the line for it appears, and keeping waits.
            row.show_facts(replace(row.facts, used=True), is_first=True, is_last=True)
            row.url.edit.setFocus()
            return
        names = [facts.name for facts in self._order if facts.used and facts.name != name]
        self._tell([*names, name] if used else names)

    def _change(self, name: str, url: str) -> None:
        names = [facts.name for facts in self._order if facts.used and facts.name != name]
        place = [facts.name for facts in self._order if facts.used]
        at = place.index(name) if name in place else len(names)
        if url:
            names.insert(at, name)
        self._tell(names, {name: url})

    def _move(self, name: str, step: int) -> None:
        names = [facts.name for facts in self._order if facts.used]
        at = names.index(name)
        names.insert(at + step, names.pop(at))
        self._tell(names)
        row = self._rows[name]
        target = row.earlier if step < 0 else row.later
        (target if target.isEnabled() else (row.later if step < 0 else row.earlier)).setFocus()

    def _tell(self, names: list[str], urls: dict[str, str] | None = None) -> None:
        facts = {one.name: one for one in self._order}
        self.changed.emit(
            "search.providers", ",".join(self._entry(facts[name], (urls or {}).get(name)) for name in names)
        )

    def _entry(self, facts: ProviderFacts, url: str | None = None) -> str:
        address = facts.url if url is None else url
        return f"{facts.name}:{address}" if address else facts.name

    def _add_fields(self) -> None:
        self.add_heading(tr("Pages"))
        self.add(
            ChoiceField(
                "search.time_range",
                tr("Age of pages"),
                (
                    Choice("", tr("Any")),
                    Choice("day", tr("A day")),
                    Choice("week", tr("A week")),
                    Choice("month", tr("A month")),
                    Choice("year", tr("A year")),
                ),
                tr("Where a provider knows how old a page is."),
            ),
            TextField(
                "search.allow_domains",
                tr("Only these sites"),
                tr("Domains with commas between them; what lies below them counts, too. Empty: every site."),
                "example.org, docs.example.com",
            ),
            TextField("search.deny_domains", tr("Never these sites"), tr("Neither found nor opened."), "example.net"),
            SwitchField(
                "search.respect_robots",
                tr("Respect robots.txt"),
                tr("Pages their site closes to programs are left alone."),
            ),
            NumberField(
                "search.keep_pages_days",
                tr("Keep pages for later"),
                tr("A page fetched within so many days is not fetched again. 0: each research fetches its own."),
                unit=tr("days"),
            ),
            SwitchField(
                "search.read_citations",
                tr("Open what a hosted search cites"),
                tr("Its quotes can be checked only in the pages themselves."),
            ),
        )
        self.add_heading(tr("Your own network"))
        self.add(
            TextField(
                "search.allow_hosts",
                tr("Own addresses that may be opened"),
                tr("host:port with commas between them. Everything else inside your network is refused."),
                "wiki.example:8080",
            )
        )


def warning_of(providers: tuple[ProviderFacts, ...]) -> str:
    """Return in a sentence which provider cannot work as it is set up, "" when all can."""
    lacking = next((facts.word for facts in providers if facts.lacks), "")
    return tr("{name} is not set up whole.", name=lacking) if lacking else ""
