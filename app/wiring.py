"""Every connection between window, presenter and session, in one list."""

from __future__ import annotations

from collections.abc import Callable

from app import messages
from app.actions import add_actions, shortcuts
from app.attention import Attention, TrayDesktop
from app.beginnings import Beginnings
from app.bundles import Bundles
from app.crash import CrashDialog, CrashReporter
from app.deciding import Deciding
from app.going_on import GoingOn
from app.history_keeper import HistoryKeeper
from app.history_search import HistorySearch
from app.inspecting import Inspecting
from app.main_window import MainWindow
from app.outside import Outside
from app.panes import next_pane
from app.picture_files import PictureFiles
from app.preferences import Preferences
from app.presenter import Presenter
from app.reading import Reading
from app.reading_wires import reading_acts, wire_reading
from app.run_deleting import RunDeleting
from widgets.beginning.dropping import Dropping
from widgets.shortcut_sheet import ShortcutSheet


def wire(
    presenter: Presenter,
    outside: Outside,
    preferences: Preferences,
    beginnings: Beginnings,
    reporter: CrashReporter,
) -> None:
    """Connect everything."""
    deciding, keeper = Deciding(presenter), HistoryKeeper(presenter)
    search, inspecting = HistorySearch(presenter), Inspecting(presenter, outside)
    reading = Reading(presenter, outside)
    _wire_window(presenter, outside, preferences)
    bundles = Bundles(presenter, keeper)
    _wire_beginnings(presenter, preferences, beginnings, bundles)
    _wire_history(presenter, keeper, search)
    presenter.window.history.bundle_asked.connect(bundles.ask)
    _wire_page(presenter, outside, preferences, keeper)
    wire_reading(presenter, outside, inspecting, reading)
    GoingOn(presenter, outside).begin()
    _wire_inspecting(presenter, outside, inspecting)
    _wire_pictures(presenter)
    _wire_session(presenter, reporter)
    _wire_deciding(presenter, deciding, keeper)
    preferences.kept.connect(lambda key: reading.begin() if key == "appearance.report_zoom" else None)
    _wire_actions(presenter, preferences, deciding, keeper, search, reading, bundles)


def _wire_window(presenter: Presenter, outside: Outside, preferences: Preferences) -> None:
    window = presenter.window
    window.welcome.composer.research_asked.connect(presenter.research)
    window.welcome.composer.changed.connect(presenter.warm)
    window.history.new_asked.connect(presenter.show_new)
    window.history.settings_asked.connect(preferences.open_settings)
    window.history.theme_asked.connect(preferences.switch_theme)
    window.rail.new_asked.connect(presenter.show_new)
    window.rail.settings_asked.connect(preferences.open_settings)
    window.rail.theme_asked.connect(preferences.switch_theme)


def _wire_history(presenter: Presenter, keeper: HistoryKeeper, search: HistorySearch) -> None:
    window, session, deleting = presenter.window, presenter.session, RunDeleting(presenter, keeper)
    window.history.run_asked.connect(keeper.open_run)
    window.history.search_asked.connect(search.search)
    window.rail.search_asked.connect(search.begin)
    window.history.list.resume_asked.connect(keeper.resume)
    window.history.list.duplicate_asked.connect(keeper.duplicate)
    window.history.list.rename_asked.connect(keeper.rename)
    window.history.list.delete_asked.connect(deleting.delete)
    window.history.list.undo_asked.connect(deleting.take_back)
    window.notices.action_asked.connect(deleting.act_on_notice)
    window.close_asked.connect(keeper.keep_view)
    presenter.page_turning.connect(keeper.keep_view)
    presenter.begun.connect(keeper.reload)
    presenter.followed.connect(keeper.reload)
    presenter.begun.connect(deleting.begin)
    presenter.begun.connect(search.begin_later)
    session.changed.connect(keeper.show_live)
    session.ended.connect(lambda _: keeper.reload())
    keeper.listed.connect(search.again)


def _wire_beginnings(
    presenter: Presenter, preferences: Preferences, beginnings: Beginnings, bundles: Bundles
) -> None:
    window, composing, library = presenter.window, beginnings.composing, beginnings.library
    window.welcome.begin_asked.connect(beginnings.begin_with)
    window.welcome.offer_asked.connect(beginnings.accept)
    window.welcome.opened.connect(beginnings.look_around)
    window.welcome.composer.changed.connect(composing.on_changed)
    window.welcome.composer.files_given.connect(library.give)
    Dropping(window).given.connect(bundles.sorted_out(library.give))
    window.notices.action_asked.connect(library.act_on_notice)
    window.close_asked.connect(composing.keep)
    presenter.session.ended.connect(composing.tell_again)
    presenter.followed.connect(library.stop_reading)
    beginnings.settings_asked.connect(preferences.open_model)
    beginnings.model_changed.connect(preferences.show_ready)


def _wire_page(presenter: Presenter, outside: Outside, preferences: Preferences, keeper: HistoryKeeper) -> None:
    page = presenter.window.run_page
    page.header.resume_asked.connect(presenter.resume)
    page.failure.resume_asked.connect(presenter.resume)
    page.failure.write_asked.connect(presenter.write_now)
    page.ending.write_asked.connect(presenter.write_now)
    page.failure.consent_asked.connect(presenter.allow_and_resume)
    page.failure.again_asked.connect(lambda: keeper.duplicate())
    page.failure.copy_asked.connect(outside.copy)
    page.failure.settings_asked.connect(lambda: preferences.open_settings("model"))


def _wire_deciding(presenter: Presenter, deciding: Deciding, keeper: HistoryKeeper) -> None:
    page, status, session = presenter.window.run_page, presenter.window.status, presenter.session
    session.changed.connect(deciding.show_live)
    session.ended.connect(deciding.show_ended)
    status.stop_asked.connect(deciding.stop)
    status.finish_now_asked.connect(deciding.finish_now)
    status.work_asked.connect(keeper.open_run)
    page.plan.start_asked.connect(deciding.start_wave)
    page.plan.skip_asked.connect(deciding.skip_wave)
    page.plan.discard_asked.connect(deciding.stop)
    page.plan.changed.connect(deciding.keep_plan)
    page.decisions.overruled.connect(presenter.overrule)


def _wire_inspecting(presenter: Presenter, outside: Outside, inspecting: Inspecting) -> None:
    inspector = presenter.window.run_page.inspector
    inspector.retry_asked.connect(presenter.retry)
    presenter.window.run_page.decisions.link_asked.connect(inspecting.open_original)
    inspector.original_asked.connect(inspecting.open_original)
    inspector.citation_asked.connect(inspecting.copy_citation)
    inspector.copy_asked.connect(outside.copy)
    inspector.activity_asked.connect(inspecting.show_activity)
    inspector.tab_asked.connect(inspecting.open_tab)


def _wire_pictures(presenter: Presenter) -> None:
    window, pictures = presenter.window, PictureFiles(presenter)
    window.run_page.graph.picture_asked.connect(pictures.ask)
    window.notices.action_asked.connect(pictures.act_on_notice)


def _wire_session(presenter: Presenter, reporter: CrashReporter) -> None:
    session = presenter.session
    session.changed.connect(presenter.show_live)
    session.changed.connect(Attention(presenter.window, TrayDesktop(presenter.window)).show_run)
    session.ended.connect(presenter.show_ended)
    session.trouble.connect(presenter.show_trouble)
    session.bug.connect(reporter.report)
    reporter.bug.connect(CrashDialog(presenter.window, presenter.desk.log_path).show_bug)
    messages.connect(presenter.show_message)


def _wire_actions(
    presenter: Presenter,
    preferences: Preferences,
    deciding: Deciding,
    keeper: HistoryKeeper,
    search: HistorySearch,
    reading: Reading,
    bundles: Bundles,
) -> None:
    window, page = presenter.window, presenter.window.run_page
    acts: dict[str, Callable[[], object]] = {
        "new": presenter.show_new,
        "research": lambda: _research(presenter),
        "search_history": search.begin,
        "toggle_history": lambda: window.fold_history(not window.is_history_folded()),
        "toggle_inspector": lambda: page.inspect("" if page.inspected() else "planner"),
        "toggle_graph": page.toggle_graph,
        "resume": keeper.resume,
        "finish_now": deciding.finish_now,
        "stop": deciding.stop,
        "open_bundle": bundles.ask,
        "settings": preferences.open_settings,
        "next_pane": lambda: next_pane(presenter.window),
        "shortcuts": lambda: _show_shortcuts(window),
        "quit": window.close,
        **reading_acts(presenter, reading),
    }
    add_actions(window, {name: _over_settings(preferences, name, act) for name, act in acts.items()})


# What is the same whether the settings are open or not, and what leaves them first; the rest is for below them.
_EVERYWHERE = ("settings", "shortcuts", "finish_now", "stop", "quit")
_LEAVING = (
    "new",
    "open_bundle",
    "search_history",
    "resume",
    "tab_report",
    "tab_evidence",
    "tab_decisions",
    "tab_activity",
)


def _over_settings(preferences: Preferences, name: str, act: Callable[[], object]) -> Callable[[], object]:
    """Return an action that minds the settings, which cover what it works on."""
    if name in _EVERYWHERE:
        return act
    if name in _LEAVING:
        return lambda: (preferences.leave(), act())
    own: dict[str, Callable[[], bool]] = {
        "escape": preferences.escape,
        "back": preferences.leave,
        "find": preferences.find,
        "next_pane": preferences.next_pane,
    }
    covered = own.get(name, preferences.is_open)
    return lambda: covered() or act()


def _show_shortcuts(window: MainWindow) -> None:
    sheet = window.findChild(ShortcutSheet) or ShortcutSheet(shortcuts(), window)
    sheet.open()


def _research(presenter: Presenter) -> None:
    """Start what is on the page: the composed topic, or the plan that waits."""
    if presenter.window.is_welcome():
        presenter.window.welcome.composer.ask()
    elif presenter.window.run_page.plan.isVisible():
        presenter.window.run_page.plan.ask_start()
