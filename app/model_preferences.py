"""The page of the model: profiles, their keys and headers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.model_checker import ModelChecker
from app.session import Session
from app.settings_port import Choices
from engine.errors import DossierError, InputError, Trouble
from engine.values import ModelProfile, ProfileHeader
from resources.translation import tr
from widgets.settings.checklist import Fix
from widgets.settings.model import ModelPage


class ModelPreferences(QObject):
    """Shows and keeps profiles.

    Args:
        show_trouble: shows an error that belongs to no field.
        on_change: is told when another model would be asked.
    """

    def __init__(
        self,
        view: ModelPage,
        choices: Choices,
        session: Session,
        show_trouble: Callable[[Trouble], None],
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(view)
        self._view, self._choices = view, choices
        self._models, self._session = choices.models, session
        self._show_trouble, self._on_change = show_trouble, on_change
        self._checker = ModelChecker(view, choices.models, session, on_change)
        form = view.form
        view.new_asked.connect(self.begin)
        view.profile_picked.connect(self._activate)
        view.checks.fix_asked.connect(self._mend)
        form.delete_asked.connect(self._delete)
        form.key_page_asked.connect(self._open_key_page)
        form.key.entered.connect(lambda key: self._do_key(key))
        form.key.forget_asked.connect(self._forget_key)
        form.key.place_picked.connect(self._place_keys)
        form.headers.added.connect(self._add_header)
        form.headers.removed.connect(self._remove_header)
        view.show_presets(self._models.presets())

    def show(self) -> None:
        """Show profiles as they are kept."""
        active = self._models.active()
        self._view.show_profiles(self._models.profiles(), active)
        note = self._models.environment_note()
        self._view.form.environment.show_text(note)
        self._view.presets.environment.show_text(note)
        if active is None:
            return
        self._view.form.show_hints(*self._models.hints(active))
        self._checker.show_profile(active.id)
        self._session.do(self._show_key(active))

    def end(self) -> None:
        """End a check that is under way."""
        self._checker.end()

    def begin(self, preset: str) -> None:
        """Begin a profile of a kind."""
        if not self._try(lambda: self._models.connect(preset)):
            return
        self._tell()
        form = self._view.form
        active = self._models.active()
        target = form.address.edit if active is not None and not active.base_url else form.key.focus_target()
        (target if preset not in ("ollama", "lmstudio", "llamacpp", "vllm") else self._view.checks.check).setFocus()

    def change(self, key: str, value: Any) -> None:
        """Keep a part of the profile, or say at its field why not."""
        active = self._models.active()
        if active is None:
            return
        try:
            self._models.keep(_with_part(active, key, value))
        except InputError as error:
            self._view.show_problem(key, str(error))
            return
        except ValidationError:
            self._view.show_problem(key, _WRONG.get(key, tr)("This value does not fit."))
            return
        except DossierError as error:
            self._show_trouble(error.trouble())
            return
        self._view.show_problem(key, "")
        self._tell()
        if key not in (
            "profile.name",
            "profile.prices.input_usd_per_million",
            "profile.prices.output_usd_per_million",
        ):
            self._view.checks.show_stale()

    def _mend(self, fix: Fix) -> None:
        active = self._models.active()
        if active is None:
            return
        if fix.kind == "protocol":
            self.change("profile.protocol", fix.value)
        elif fix.kind == "role":
            for name, model in active.role_models:
                if model == fix.old:
                    self.change(f"profile.role_models.{name}", fix.value)
        else:
            for name, model in active.role_models:
                if model:
                    self.change(f"profile.role_models.{name}", "")
            self.change("profile.model", fix.value)
        self._checker.check()

    # --- profiles and keys --------------------------------------------------------------------------------

    def _activate(self, profile_id: str) -> None:
        if self._try(lambda: self._models.activate(profile_id)):
            self._tell()

    def _delete(self) -> None:
        active = self._models.active()
        if active is None:
            return

        async def delete() -> None:
            await self._models.delete(active.id)
            self._tell()

        self._session.do(delete())

    def _open_key_page(self) -> None:
        active = self._models.active()
        if active is not None:
            QDesktopServices.openUrl(QUrl(self._models.hints(active)[1]))

    def _do_key(self, key: str) -> None:
        self._with_active(lambda profile: self._models.keep_key(profile, key))

    def _forget_key(self) -> None:
        self._with_active(self._models.forget_key)

    def _place_keys(self, place: str) -> None:
        self._with_active(lambda profile: self._choices.place_keys(place))

    def _add_header(self, header: ProfileHeader, value: str) -> None:
        async def add(profile: ModelProfile) -> None:
            if header.is_secret:
                await self._models.keep_header(profile, header.name, value)
            self._models.keep(profile.model_copy(update={"headers": (*profile.headers, header)}))

        self._with_active(add)

    def _remove_header(self, name: str) -> None:
        async def remove(profile: ModelProfile) -> None:
            left = tuple(header for header in profile.headers if header.name != name)
            self._models.keep(profile.model_copy(update={"headers": left}))
            await self._models.forget_header(profile, name)

        self._with_active(remove)

    def _with_active(self, work: Callable[[ModelProfile], Any]) -> None:
        """Do something with the active profile off the loop's back, then show it."""
        active = self._models.active()
        if active is None:
            return

        async def do() -> None:
            try:
                await work(active)
            finally:
                self._tell()
                self._view.checks.show_stale()

        self._session.do(do())

    async def _show_key(self, profile: ModelProfile) -> None:
        facts = await self._models.key_facts(profile)
        active = self._models.active()
        if active is not None and active.id == profile.id:
            self._view.form.key.show_facts(facts)

    def _tell(self) -> None:
        self.show()
        self._on_change()

    def _try(self, work: Callable[[], object]) -> bool:
        try:
            work()
        except DossierError as error:
            self._show_trouble(error.trouble())
            return False
        return True


def _with_part(profile: ModelProfile, key: str, value: Any) -> ModelProfile:
    """Return a profile with another part; the parts are checked.

    Raises:
        ValidationError: the value does not fit.
    """
    path = key.split(".")[1:]
    if path == ["key_variable"]:
        path, value = ["key"], f"env:{value}" if value else "stored"
    values = profile.model_dump()
    place = values
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return ModelProfile.model_validate(values)


def _context_problem(_: str) -> str:
    return tr("Choose at least {least} tokens.", least="1,000")


def _variable_problem(_: str) -> str:
    return tr("A variable's name has letters, digits and underscores.")


_WRONG: dict[str, Callable[[str], str]] = {
    "profile.context_tokens": _context_problem,
    "profile.key_variable": _variable_problem,
}
