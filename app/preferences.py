"""What the user chooses once: opens the settings over the window, leaves them, and shows what they changed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.beginnings import Beginnings
from app.presenter import Presenter
from app.settings_keeper import SettingsKeeper
from engine.errors import DossierError, Trouble
from widgets.settings.page import SettingsPage
from widgets.theme import ThemeChoice, theme


class Preferences(QObject):
    """Comes and goes.

    Signals:
        kept: A setting has another value now; its key.
    """

    kept = Signal(str)

    def __init__(self, presenter: Presenter, beginnings: Beginnings) -> None:
        super().__init__(presenter)
        self._presenter, self._beginnings = presenter, beginnings
        self._page: SettingsPage | None = None
        self._keeper: SettingsKeeper | None = None
        self._came_from: QWidget | None = None  # where the keyboard was
        self._before: tuple[str, tuple[str, ...]] = ("", ())

    def show_ready(self) -> None:
        """Everything is loaded: say how sandbox and model are doing."""
        self.show_health()

    def show_health(self) -> None:
        """Say how sandbox and model are doing."""
        self._presenter.session.do(self._show_health())

    def switch_theme(self) -> None:
        """Switch between light and dark."""
        choice: ThemeChoice = "light" if theme().is_dark() else "dark"
        theme().choose(choice)
        try:
            self._presenter.desk.choices.choose_theme(choice)
        except DossierError as error:
            self._presenter.show_trouble(error.trouble())
        if self._keeper is not None:
            self._keeper.show_values()

    def open_settings(self, key: str = "") -> None:
        """Open the settings, at a page where one is named; where one was is found again on leaving."""
        page, keeper = self._made()
        if not self.is_open():
            self._came_from = QApplication.focusWidget()
            self._before = self._set_up()
            keeper.show_values()
            self._presenter.window.show_settings()
            keeper.look_for_warnings()
        page.show_page(key or page.open_key())
        page.sidebar.list.setFocus()

    def open_model(self, preset: str = "") -> None:
        """Open the page of the model; with a preset a new profile of its kind is begun."""
        self.open_settings("model")
        if preset and self._keeper is not None:
            self._keeper.begin_profile(preset)

    def leave(self) -> bool:
        """Leave the settings for where one was; return whether they were open."""
        if self._page is None or self._keeper is None or not self.is_open():
            return False
        self._page.commit()
        self._keeper.end()
        self._presenter.window.leave_settings()
        self._beginnings.show_offer()
        self._pick_new(self._before, self._set_up())
        self.show_health()
        came_from, self._came_from = self._came_from, None
        if came_from is not None and came_from.isVisible():
            came_from.setFocus()
        return True

    def escape(self) -> bool:
        """Close what is in the way within the settings, then the settings; return whether they were open."""
        if self._page is None or not self.is_open():
            return False
        return self._page.empty_search() or self.leave()

    def is_open(self) -> bool:
        """Return whether the settings cover the window."""
        return self._presenter.window.is_settings()

    def find(self) -> bool:
        """Put the keyboard into the search of the settings; return whether they are open."""
        if self._page is not None and self.is_open():
            self._page.sidebar.search.setFocus()
            self._page.sidebar.search.selectAll()
        return self.is_open()

    def next_pane(self) -> bool:
        """Move the keyboard between the side and the page; return whether the settings are open."""
        if self._page is not None and self.is_open():
            self._page.next_pane()
        return self.is_open()

    # --- inside -------------------------------------------------------------------------------------------

    def _made(self) -> tuple[SettingsPage, SettingsKeeper]:
        """Return the page and its keeper, made when they are wanted for the first time."""
        if self._page is None or self._keeper is None:
            desk, session = self._presenter.desk, self._presenter.session
            self._page = self._presenter.window.make_settings()
            self._keeper = SettingsKeeper(self._page, desk.choices, session, self.show_health)
            self._keeper.kept.connect(self.kept)
            self._page.back_asked.connect(self.leave)
            self._page.theme_asked.connect(self.switch_theme)
            session.trouble.connect(self._on_trouble)
        return self._page, self._keeper

    def _on_trouble(self, trouble: Trouble) -> None:
        """Show what went wrong behind the settings on them, too: the window's own notices are covered."""
        if self._keeper is not None and self.is_open():
            self._keeper.show_trouble(trouble)

    def _set_up(self) -> tuple[str, tuple[str, ...]]:
        """Return what a new research would begin with: the model's profile and the folders."""
        choices = self._presenter.desk.choices
        active = choices.models.active()
        model = f"{active.id} {active.base_url} {active.model}" if active is not None and active.model else ""
        return model, tuple(choices.values()["library.folders"])

    def _pick_new(self, before: tuple[str, tuple[str, ...]], now: tuple[str, tuple[str, ...]]) -> None:
        """Choose for the next research what was just set up: nobody sets up what he does not want to use."""
        composer = self._presenter.window.welcome.composer
        has_new_model = bool(now[0]) and now[0] != before[0]
        if has_new_model:
            composer.model_menu.pick("model")
        if set(now[1]) - set(before[1]):
            composer.sources_menu.pick("library")
        elif has_new_model and composer.sources_menu.value() == "sample":
            composer.sources_menu.pick("web")

    async def _show_health(self) -> None:
        self._presenter.window.status.show_health(*await self._presenter.desk.health())
