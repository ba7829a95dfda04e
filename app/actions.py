"""The window's actions as a table: id, text, shortcut. Menus, buttons and keys share them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True)
class ActionSpec:
    """One action; `shortcut` is written for Linux and Windows, Qt makes Ctrl Cmd on macOS."""

    id: str
    text: str
    shortcut: str


ACTIONS = (
    ActionSpec("new", "New research", "Ctrl+N"),
    ActionSpec("research", "Research, or start with this plan", "Ctrl+Return"),
    ActionSpec("tab_report", "Report", "Ctrl+1"),
    ActionSpec("tab_evidence", "Evidence", "Ctrl+2"),
    ActionSpec("tab_decisions", "Decisions", "Ctrl+3"),
    ActionSpec("tab_activity", "Activity", "Ctrl+4"),
    ActionSpec("search_history", "Search the history", "Ctrl+K"),
    ActionSpec("toggle_history", "Fold or show the history", "Ctrl+B"),
    ActionSpec("toggle_inspector", "Close or open the inspector", "Ctrl+I"),
    ActionSpec("toggle_graph", "Graph or strip", "Ctrl+G"),
    ActionSpec("back", "Back to the citation", "Alt+Left"),
    ActionSpec("resume", "Resume", "Ctrl+R"),
    ActionSpec("stop", "Stop", "Ctrl+."),
    ActionSpec("export", "Export", "Ctrl+E"),
    ActionSpec("settings", "Settings", "Ctrl+,"),
    ActionSpec("next_pane", "Next pane", "F6"),
    ActionSpec("escape", "Close what is in the way", "Esc"),
    ActionSpec("quit", "Quit", "Ctrl+Q"),
)


def add_actions(window: QWidget, acts: dict[str, Callable[[], object]]) -> dict[str, QAction]:
    """Give a window its actions.

    Args:
        acts: What each action does, by id; every id of the table must be there.
    """
    made = {}
    for spec in ACTIONS:
        action = QAction(spec.text, window)
        action.setObjectName(f"action-{spec.id}")
        action.setShortcut(QKeySequence(spec.shortcut))
        action.triggered.connect(lambda _=False, act=acts[spec.id]: act())
        window.addAction(action)
        made[spec.id] = action
    return made
