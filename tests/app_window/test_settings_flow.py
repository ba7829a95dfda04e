"""The settings in the window: opened over what was there, kept at once, left back to it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from window_waiting import until

from app.main_window import MainWindow
from engine.errors import SandboxError
from widgets.button import Button
from widgets.settings.checklist import CheckLine, Fix
from widgets.settings.page import SettingsPage
from widgets.theme import theme

KEY = "sk-0123456789-4f2a"


def settings(window: MainWindow) -> SettingsPage:
    page = window.findChild(SettingsPage)
    assert page is not None
    return page


def click(qtbot, control: QWidget) -> None:
    qtbot.mouseClick(control, Qt.MouseButton.LeftButton)


def button(parent: QWidget, words: str) -> QAbstractButton:
    found = [one for one in parent.findChildren(QAbstractButton) if words in (one.text(), one.accessibleName())]
    assert found, f"no button {words!r}"
    return found[0]


async def opened(window: MainWindow, qtbot, page: str = "") -> SettingsPage:
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    await until(window.is_settings, "the settings")
    made = settings(window)
    if page:
        made.show_page(page)
    return made


def type_into(qtbot, edit, words: str) -> None:
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClick(edit, Qt.Key.Key_Backspace)
    qtbot.keyClicks(edit, words)
    qtbot.keyClick(edit, Qt.Key.Key_Return)


async def with_model(window: MainWindow, qtbot, desk) -> SettingsPage:
    page = await opened(window, qtbot, "model")
    click(qtbot, page.model.presets.cards["openai"])
    await until(lambda: desk.choices.made, "a profile")
    return page


# --- coming and going ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["escape", "button", "back"])
def test_they_are_left_back_to_where_one_was(play, qtbot, way):
    async def scene(window: MainWindow) -> None:
        topic = window.welcome.composer.topic
        topic.setFocus()
        page = await opened(window, qtbot)
        assert not topic.isVisible()
        assert page.sidebar.list.hasFocus()
        if way == "escape":
            qtbot.keyClick(page.sidebar.list, Qt.Key.Key_Escape)
        elif way == "back":
            qtbot.keyClick(page.sidebar.list, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        else:
            click(qtbot, page.sidebar.back)
        await until(lambda: not window.is_settings(), "back")
        assert topic.hasFocus()

    play(scene)


def test_the_arrow_keys_go_from_page_to_page_and_f6_into_it(play, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "appearance")
        page.sidebar.list.setFocus()
        seen = []
        for _ in page.page_keys():
            seen.append(page.open_key())
            qtbot.keyClick(page.sidebar.list, Qt.Key.Key_Down)
        assert seen == list(page.page_keys())
        page.show_page("limits")
        page.sidebar.list.setFocus()
        qtbot.keyClick(page.sidebar.list, Qt.Key.Key_F6)
        assert page.limits.tokens.edit.hasFocus()
        qtbot.keyClick(page.limits.tokens.edit, Qt.Key.Key_F6)
        assert page.sidebar.list.hasFocus()

    play(scene)


def test_a_new_research_leaves_them(play, qtbot):
    async def scene(window: MainWindow) -> None:
        await opened(window, qtbot)
        qtbot.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: not window.is_settings(), "the page of a new research")
        assert window.welcome.composer.topic.hasFocus()

    play(scene)


def test_keys_of_what_lies_below_do_nothing(play, qtbot):
    async def scene(window: MainWindow) -> None:
        await opened(window, qtbot)
        folded = window.is_history_folded()
        qtbot.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
        assert window.is_settings()
        assert window.is_history_folded() == folded

    play(scene)


def test_the_search_finds_a_setting_and_opens_it(play, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "about")
        qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert page.sidebar.search.hasFocus()
        qtbot.keyClicks(page.sidebar.search, "never SITES")
        qtbot.keyClick(page.sidebar.search, Qt.Key.Key_Return)
        assert page.open_key() == "search"
        field = next(field for field in page.search.fields if field.key == "search.deny_domains")
        assert field.focus_target().hasFocus()
        page.sidebar.search.setText("nothing of this kind")
        assert page.sidebar.nothing.isVisible()
        qtbot.keyClick(page.sidebar.search, Qt.Key.Key_Escape)
        assert page.sidebar.search.text() == ""
        assert window.is_settings()

    play(scene)


# --- values --------------------------------------------------------------------------------------------------


def test_a_change_is_kept_at_once(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "limits")
        type_into(qtbot, page.limits.tokens.edit, "200k")
        type_into(qtbot, page.limits.usd.edit, "$2.50")
        page.limits.researchers.edit.setFocus()
        page.limits.researchers.edit.selectAll()
        qtbot.keyClicks(page.limits.researchers.edit, "3")
        qtbot.keyClick(page.limits.researchers.edit, Qt.Key.Key_Tab)
        assert desk.choices.kept == {"budget.tokens": 200_000, "budget.usd": 2.5, "research.researchers": 3}
        type_into(qtbot, page.limits.tokens.edit, "")
        assert desk.choices.kept["budget.tokens"] == 0

    play(scene)


def test_what_does_not_fit_stays_with_a_sentence_and_is_not_kept(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "limits")
        field = page.limits.researchers
        type_into(qtbot, field.edit, "99")
        assert field.problem.text() == "Choose a number from 1 to 16."
        type_into(qtbot, page.limits.tokens.edit, "many")
        assert page.limits.tokens.problem.text() == "Write a number."
        page.show_page("report")
        page.show_page("limits")
        assert (field.edit.text(), field.problem.isVisible()) == ("99", True)
        qtbot.keyClick(page, Qt.Key.Key_Escape)
        await opened(window, qtbot, "limits")
        assert field.edit.text() == "99"
        assert desk.choices.kept == {}
        type_into(qtbot, field.edit, "9")
        assert not field.problem.isVisible()
        assert desk.choices.kept == {"research.researchers": 9}

    play(scene)


def test_what_is_typed_counts_when_the_page_or_the_settings_are_left(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "report")
        page.report.language.edit.setFocus()
        qtbot.keyClicks(page.report.language.edit, "de")
        page.show_page("limits")
        assert desk.choices.kept["report.language"] == "de"
        page.limits.minutes.edit.setFocus()
        qtbot.keyClicks(page.limits.minutes.edit, "7.5")
        qtbot.keyClick(page.limits.minutes.edit, Qt.Key.Key_Escape)
        await until(lambda: not window.is_settings(), "back")
        assert desk.choices.kept["budget.minutes"] == 7.5

    play(scene)


def test_headings_are_kept_line_by_line(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "report")
        page.report.sections.edit.setFocus()
        qtbot.keyClicks(page.report.sections.edit, "Summary")
        qtbot.keyClick(page.report.sections.edit, Qt.Key.Key_Return)
        qtbot.keyClicks(page.report.sections.edit, "Costs")
        qtbot.keyClick(page.report.sections.edit, Qt.Key.Key_Tab)
        assert desk.choices.kept["report.sections"] == ["Summary", "Costs"]

    play(scene)


def test_the_theme_changes_at_once(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "appearance")
        click(qtbot, button(page.appearance, "Theme: Dark"))
        assert theme().is_dark()
        assert desk.kept_theme == "dark"
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Left)
        assert not theme().is_dark()
        click(qtbot, button(page.sidebar, "Switch theme"))
        assert theme().is_dark()
        assert page.appearance.theme.control.value() == "dark"

    play(scene)


# --- the model -----------------------------------------------------------------------------------------------


def test_a_model_is_set_up_checked_and_chosen(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        composer = window.welcome.composer
        page = await with_model(window, qtbot, desk)
        form = page.model.form
        type_into(qtbot, form.address.edit, "https://llm.example/v1")
        type_into(qtbot, form.key.edit, KEY)
        await until(lambda: form.key.stack.currentIndex() == 1, "the key is kept")
        assert desk.choices.keys == {"model-1": KEY}
        shown = [label.text() for label in form.key.findChildren(QWidget) if hasattr(label, "text")]
        assert any(text.endswith("4f2a") for text in shown)
        assert not any(KEY in text for text in shown)
        click(qtbot, page.model.checks.check)
        await until(lambda: "0.4 s" in page.model.checks.summary.text(), "the check")
        assert [line.says for line in page.model.checks.lines()] == ["The server answers"]
        form.model.make_menu().actions()[0].trigger()
        assert desk.choices.made[0].model == "large-2"
        assert "Changed" in page.model.checks.summary.text()
        type_into(qtbot, form.input.edit, "2")
        assert desk.choices.made[0].prices.input_usd_per_million == 2.0
        assert form.input.edit.text() == "$2.00"
        qtbot.keyClick(page, Qt.Key.Key_Escape)
        await until(lambda: not window.is_settings(), "back")
        assert (composer.sources_menu.value(), composer.model_menu.value()) == ("web", "model")

    play(scene)


def test_nothing_new_set_up_changes_no_choice(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        desk.choices.models.connect("openai", "https://llm.example/v1", "large-2")
        window.welcome.composer.sources_menu.pick("sample")
        await opened(window, qtbot)
        qtbot.keyClick(window, Qt.Key.Key_Escape)
        await until(lambda: not window.is_settings(), "back")
        assert window.welcome.composer.sources_menu.value() == "sample"

    play(scene)


def test_a_wrong_address_and_a_taken_name_are_said_at_their_fields(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await with_model(window, qtbot, desk)
        form = page.model.form
        type_into(qtbot, form.address.edit, "ftp://h")
        assert "cannot be asked" in form.address.problem.text()
        assert desk.choices.made[0].base_url == ""
        type_into(qtbot, form.context.edit, "12")
        assert "1,000" in form.context.problem.text()
        type_into(qtbot, form.variable.edit, "not a name")
        assert form.variable.problem.text()
        desk.choices.models.connect("ollama")
        page.show_page("model")
        type_into(qtbot, form.name.edit, "openai 1")
        assert form.name.problem.text() == "Another profile has this name."
        page.model.picker.pick("model-1")
        assert form.name.edit.text() == "openai 1"
        assert not form.name.problem.isVisible()

    play(scene)


def test_a_model_that_is_not_offered_is_mended_with_one_press(play, desk, qtbot):
    desk.choices.lines = [
        CheckLine("bad", "small-1 is not offered by this server", fixes=(
            Fix("Use mini-3", "role", "mini-3", "small-1"), Fix("Use large-2 for all roles", "model", "large-2"),
        )),
    ]  # fmt: skip

    async def scene(window: MainWindow) -> None:
        page = await with_model(window, qtbot, desk)
        page.model.form.roles["researcher"].picked.emit("small-1")
        page.model.form.roles["writer"].picked.emit("small-1")
        click(qtbot, page.model.checks.check)
        await until(lambda: "0.4 s" in page.model.checks.summary.text(), "the check")
        assert (
            page.sidebar.list.item(1).data(Qt.ItemDataRole.UserRole).warning
            == "small-1 is not offered by this server"
        )
        click(qtbot, button(page.model.checks, "Use mini-3"))
        roles = desk.choices.made[0].role_models
        assert (roles.researcher, roles.writer) == ("mini-3", "mini-3")
        await until(lambda: "0.4 s" in page.model.checks.summary.text(), "it is checked again")
        click(qtbot, button(page.model.checks, "Use large-2 for all roles"))
        assert desk.choices.made[0].model == "large-2"
        assert set(dict(desk.choices.made[0].role_models).values()) == {""}
        await until(lambda: "0.4 s" in page.model.checks.summary.text(), "it is checked once more")

    play(scene)


def test_a_check_can_be_stopped_and_ends_with_the_settings(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        desk.choices.may_answer.clear()
        page = await with_model(window, qtbot, desk)
        click(qtbot, page.model.checks.check)
        await until(lambda: page.model.checks.lines(), "the first finding")
        assert page.model.checks.check.text() == "Stop"
        click(qtbot, page.model.checks.check)
        await until(lambda: page.model.checks.summary.text() == "Stopped.", "it stops")
        click(qtbot, page.model.checks.check)
        await until(lambda: page.model.checks.lines(), "the first finding again")
        qtbot.keyClick(page, Qt.Key.Key_Escape)
        await until(lambda: not window.is_settings(), "back")

    play(scene)


def test_a_role_has_a_model_of_its_own(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await with_model(window, qtbot, desk)
        row = page.model.form.roles["planner"]
        row.picker.make_menu().actions()[-1].trigger()
        assert row.edit.isVisible()
        qtbot.keyClicks(row.edit, "tiny-1")
        qtbot.keyClick(row.edit, Qt.Key.Key_Return)
        assert desk.choices.made[0].role_models.planner == "tiny-1"
        row.picker.make_menu().actions()[-1].trigger()
        qtbot.keyClicks(row.edit, "other")
        qtbot.keyClick(row.edit, Qt.Key.Key_Escape)
        assert window.is_settings()
        assert desk.choices.made[0].role_models.planner == "tiny-1"
        row.picker.make_menu().actions()[0].trigger()
        assert desk.choices.made[0].role_models.planner == ""

    play(scene)


def test_without_a_keyring_the_user_says_where_keys_go(play, desk, qtbot):
    desk.choices.has_keyring = False

    async def scene(window: MainWindow) -> None:
        page = await with_model(window, qtbot, desk)
        field = page.model.form.key
        await until(field.place.isVisible, "the choice")
        assert "no keyring" in field.hint.text()
        click(qtbot, button(field, ": In a file"))
        await until(lambda: desk.choices.kept.get("keys.without_keyring") == "file", "the file")
        type_into(qtbot, field.edit, KEY)
        await until(lambda: "file only you can read" in field.hint.text(), "the key is kept")
        click(qtbot, field.forget)
        await until(lambda: desk.choices.keys == {}, "the key is forgotten")

    play(scene)


def test_a_key_that_is_replaced_can_be_given_up(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await with_model(window, qtbot, desk)
        field = page.model.form.key
        type_into(qtbot, field.edit, KEY)
        await until(lambda: field.stack.currentIndex() == 1, "the key is kept")
        click(qtbot, field.replace)
        qtbot.keyClicks(field.edit, "half a key")
        qtbot.keyClick(field.edit, Qt.Key.Key_Escape)
        assert window.is_settings()
        assert field.stack.currentIndex() == 1
        assert desk.choices.keys == {"model-1": KEY}

    play(scene)


def test_headers_come_and_go_and_secret_ones_are_keys(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await with_model(window, qtbot, desk)
        headers = page.model.form.headers
        for name, value, secret in (("X-Title", "Dossier", False), ("X-Team", "hidden-1", True)):
            qtbot.keyClicks(headers.name, name)
            qtbot.keyClicks(headers.value, value)
            headers.secret.setChecked(secret)
            qtbot.keyClick(headers.value, Qt.Key.Key_Return)
            await until(lambda name=name: any(one.name == name for one in desk.choices.made[0].headers), "kept")
        assert [(one.value, one.is_secret) for one in desk.choices.made[0].headers] == [
            ("Dossier", False),
            ("", True),
        ]
        assert desk.choices.keys == {"model-1.X-Team": "hidden-1"}
        qtbot.keyClicks(headers.name, "x-title")
        qtbot.keyClicks(headers.value, "again")
        click(qtbot, button(headers, "Add the header"))
        assert headers.problem.text() == "x-title is there already."
        click(qtbot, button(headers, "Take X-Team away"))
        await until(lambda: desk.choices.keys == {}, "the value is forgotten")

    play(scene)


def test_profiles_are_switched_and_deleted(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await with_model(window, qtbot, desk)
        page.model.new.make_menu().actions()[1].trigger()
        await until(lambda: len(desk.choices.made) == 2, "the second profile")
        assert desk.choices.active_id == "model-2"
        assert page.model.checks.check.hasFocus()  # a server on this computer needs nothing more
        page.model.picker.pick("model-1")
        assert desk.choices.active_id == "model-1"
        for left in (1, 0):
            click(qtbot, button(page.model.form, "Delete this profile"))
            await until(lambda left=left: len(desk.choices.made) == left, "it is gone")
        await until(page.model.presets.isVisible, "the kinds of servers")

    play(scene)


# --- search, library, sandbox --------------------------------------------------------------------------------


def test_search_providers_are_chosen_ordered_and_tested(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "search")
        await until(lambda: page.search.usual.isVisible(), "the providers")
        click(qtbot, page.search.row("duckduckgo").box)
        assert desk.choices.kept["search.providers"] == "duckduckgo"
        await until(lambda: page.search.row("duckduckgo").facts.used, "it is used")
        click(qtbot, page.search.row("tavily").box)
        await until(lambda: page.search.row("tavily").facts.used, "the second")
        row = page.search.row("tavily")
        assert not row.test.isEnabled()
        assert page.sidebar.list.item(2).data(Qt.ItemDataRole.UserRole).warning == "Tavily is not set up whole."
        type_into(qtbot, row.key.edit, KEY)
        await until(row.test.isEnabled, "the key")
        click(qtbot, row.earlier)
        await until(lambda: desk.choices.kept["search.providers"] == "tavily,duckduckgo", "the order")
        click(qtbot, row.test)
        await until(lambda: "5 results" in row.result.text(), "the answer")
        assert desk.choices.tried == ["tavily"]

    play(scene)


def test_a_provider_with_an_address_waits_for_it(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "search")
        await until(lambda: page.search.usual.isVisible(), "the providers")
        row = page.search.row("searxng")
        click(qtbot, row.box)
        assert row.url.edit.hasFocus()
        assert "search.providers" not in desk.choices.kept
        type_into(qtbot, row.url.edit, "http://")
        assert row.url.problem.text()
        type_into(qtbot, row.url.edit, "https://search.example")
        assert desk.choices.kept["search.providers"] == "searxng:https://search.example"

    play(scene)


def test_domains_that_are_none_are_said(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "search")
        field = next(field for field in page.search.fields if field.key == "search.allow_domains")
        type_into(qtbot, field.focus_target(), "example.org, what is this")
        assert "is no domain" in field.problem.text()
        assert "search.allow_domains" not in desk.choices.kept

    play(scene)


def test_folders_are_dropped_read_and_taken_away(play, desk, qtbot, tmp_path):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "library")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(tmp_path)), QUrl.fromLocalFile("/gone")])
        drop = QDropEvent(
            QPoint(5, 5).toPointF(), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        page.library.dropEvent(drop)
        assert desk.values.folders == (str(tmp_path), "/gone")
        await until(
            lambda: page.sidebar.list.item(3).data(Qt.ItemDataRole.UserRole).warning, "the missing one is told"
        )
        desk.choices.may_answer.clear()
        click(qtbot, page.library.index)
        await until(lambda: "1 of 3" in page.library.progress.text(), "reading")
        click(qtbot, page.library.stop)
        await until(lambda: "Stopped" in page.library.result.text(), "stopped")
        desk.choices.may_answer.set()
        click(qtbot, page.library.index)
        await until(lambda: "nothing had changed" in page.library.result.text(), "read")
        click(qtbot, button(page.library, f"Take {tmp_path} out of the library"))
        assert desk.values.folders == ("/gone",)
        qtbot.keyClick(page, Qt.Key.Key_Escape)
        await until(lambda: not window.is_settings(), "back")
        assert window.welcome.composer.sources_menu.value() == "library"

    play(scene)


def test_the_image_is_built_with_progress_and_failures_are_said(play, desk, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "sandbox")
        await until(page.sandbox.image.isVisible, "the image")
        desk.choices.build_fails = SandboxError("not_started", "The disk is full.", "Free some space.")
        click(qtbot, page.sandbox.build)
        await until(lambda: "The disk is full." in page.sandbox.image_words.text(), "why not")
        assert page.sandbox.build.isEnabled()
        desk.choices.build_fails = None
        click(qtbot, page.sandbox.build)
        await until(lambda: "It is there" in page.sandbox.image_words.text(), "the image is there")
        assert not page.sandbox.build.isVisible()
        click(qtbot, button(page.sandbox, "Process"))
        assert desk.choices.kept["sandbox.kind"] == "process"

    play(scene)


def test_the_key_page_and_about_are_filled(play, qtbot):
    async def scene(window: MainWindow) -> None:
        page = await opened(window, qtbot, "about")
        await until(lambda: page.about.findChildren(Button), "the facts")
        assert "Dossier 9.9" in page.about.words()
        assert "/home/me" not in page.about.words()
        page.show_page("keyboard")
        assert any("Settings" in what for what, _, _ in page.keyboard.search_words())

    play(scene)
