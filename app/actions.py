"""The window's actions as a table: id, text, shortcut. Menus, buttons and keys share them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from resources.translation import mark, tr


@dataclass(frozen=True)
class ActionSpec:
    """One action; `shortcut` is written for Linux and Windows, Qt makes Ctrl Cmd on macOS."""

    id: str
    text: str  # in English, marked for translation
    shortcut: str
    group: str = mark("Window")


@dataclass(frozen=True)
class LocalKey:
    """A key that works where the keyboard is, and is the widget's own business; the shortcut sheet lists it."""

    text: str
    keys: str
    group: str


ACTIONS = (
    ActionSpec("new", mark("New research"), "Ctrl+N", mark("Research")),
    ActionSpec("research", mark("Research, or start with this plan"), "Ctrl+Return", mark("Research")),
    ActionSpec("tab_report", mark("Report"), "Ctrl+1", mark("Report")),
    ActionSpec("tab_evidence", mark("Evidence"), "Ctrl+2", mark("Report")),
    ActionSpec("tab_decisions", mark("Decisions"), "Ctrl+3", mark("Report")),
    ActionSpec("tab_activity", mark("Activity"), "Ctrl+4", mark("Report")),
    ActionSpec("search_history", mark("Search the history"), "Ctrl+K"),
    ActionSpec("toggle_history", mark("Fold or show the history"), "Ctrl+B"),
    ActionSpec("toggle_inspector", mark("Close or open the inspector"), "Ctrl+I"),
    ActionSpec("toggle_graph", mark("Graph or strip"), "Ctrl+G"),
    ActionSpec("back", mark("Back to the citation"), "Alt+Left", mark("Report")),
    ActionSpec("next_citation", mark("Next citation"), "N", mark("Report")),
    ActionSpec("previous_citation", mark("Previous citation"), "Shift+N", mark("Report")),
    ActionSpec("find", mark("Find in the open text"), "Ctrl+F", mark("Report")),
    ActionSpec("find_next", mark("Next place"), "F3", mark("Report")),
    ActionSpec("find_previous", mark("Previous place"), "Shift+F3", mark("Report")),
    ActionSpec("zoom_in", mark("Larger text"), "Ctrl++", mark("Report")),
    ActionSpec("zoom_out", mark("Smaller text"), "Ctrl+-", mark("Report")),
    ActionSpec("zoom_usual", mark("Text as it was"), "Ctrl+0", mark("Report")),
    ActionSpec("copy_rich", mark("Copy report as rich text"), "Ctrl+Shift+C", mark("Report")),
    ActionSpec("copy_markdown", mark("Copy report as Markdown"), "Ctrl+Shift+M", mark("Report")),
    ActionSpec("resume", mark("Resume"), "Ctrl+R", mark("Research")),
    ActionSpec("finish_now", mark("Finish now: write from what there is"), "Ctrl+Shift+F", mark("Research")),
    ActionSpec("stop", mark("Stop"), "Ctrl+.", mark("Research")),
    ActionSpec("export", mark("Export"), "Ctrl+E", mark("Report")),
    ActionSpec("open_bundle", mark("Open an evidence bundle"), "Ctrl+O", mark("Research")),
    ActionSpec("settings", mark("Settings"), "Ctrl+,"),
    ActionSpec("next_pane", mark("Next pane"), "F6"),
    ActionSpec("escape", mark("Close what is in the way"), "Esc"),
    ActionSpec("shortcuts", mark("This list of keys"), "F1"),
    ActionSpec("quit", mark("Quit"), "Ctrl+Q"),
)

LOCAL_KEYS = (
    LocalKey(mark("Open the chosen citation in Evidence"), mark("Enter"), mark("Report")),
    LocalKey(mark("Larger or smaller text"), mark("Ctrl+wheel"), mark("Report")),
    LocalKey(mark("Next, previous place while searching"), mark("Enter / Shift+Enter"), mark("Report")),
    LocalKey(mark("Open the source of a line"), mark("Enter"), mark("Activity")),
    LocalKey(mark("Inspect whoever a line is about"), mark("Space"), mark("Activity")),
    LocalKey(mark("Copy lines"), "Ctrl+C", mark("Activity")),
    LocalKey(mark("Edit the question"), "F2", mark("Plan")),
    LocalKey(mark("Move the question up, down"), "Alt+Up / Alt+Down", mark("Plan")),
    LocalKey(mark("Delete the question"), mark("Del"), mark("Plan")),
    LocalKey(mark("Take a change back, make it again"), "Ctrl+Z / Ctrl+Shift+Z", mark("Plan")),
    LocalKey(mark("Open the run"), mark("Enter"), mark("History")),
    LocalKey(mark("Rename the run"), "F2", mark("History")),
    LocalKey(mark("Delete the runs that are chosen"), mark("Del"), mark("History")),
    LocalKey(mark("Take the deletion back"), "Ctrl+Z", mark("History")),
    LocalKey(mark("Menu of the run"), mark("Menu key or Shift+F10"), mark("History")),
    LocalKey(mark("From the search to what it found"), mark("Arrow down"), mark("History")),
    LocalKey(mark("Clear the search"), "Esc", mark("History")),
    LocalKey(mark("From card to card"), mark("Arrow keys"), mark("Graph")),
    LocalKey(mark("First card, last card"), mark("Home / End"), mark("Graph")),
    LocalKey(mark("Inspect a card, fold or unfold a wave"), mark("Enter"), mark("Graph")),
    LocalKey(mark("Larger, smaller, as it was"), "Ctrl++ / Ctrl+- / Ctrl+0", mark("Graph")),
)


def add_actions(window: QWidget, acts: dict[str, Callable[[], object]]) -> dict[str, QAction]:
    """Give a window its actions.

    Args:
        acts: What each action does, by id; every id of the table must be there.
    """
    made = {}
    for spec in ACTIONS:
        action = QAction(tr(spec.text), window)
        action.setObjectName(f"action-{spec.id}")
        action.setShortcut(QKeySequence(spec.shortcut))
        action.triggered.connect(lambda _=False, act=acts[spec.id]: act())
        window.addAction(action)
        made[spec.id] = action
    return made


def shortcuts() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return every key by group, in words: what the sheet of keys shows."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for spec in ACTIONS:
        groups.setdefault(tr(spec.group), []).append((tr(spec.text), spec.shortcut))
    for key in LOCAL_KEYS:
        groups.setdefault(tr(key.group), []).append((tr(key.text), tr(key.keys)))
    return tuple((name, tuple(keys)) for name, keys in groups.items())
