"""The menu of chosen runs: what cannot be done now is grey and says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from engine.snapshot import ENDED
from resources.translation import tr, trn
from widgets import icons
from widgets.fonts import font
from widgets.history.rows import HistoryRow

if TYPE_CHECKING:
    from widgets.history.list import HistoryList


def make_menu(view: HistoryList, rows: tuple[HistoryRow, ...]) -> QMenu:
    """Return the menu for chosen runs."""
    menu = QMenu(view)
    menu.setFont(font("small"))
    menu.setToolTipsVisible(True)
    if len(rows) == 1:
        row = rows[0]
        _add(menu, "open", "open-page", tr("Open"), tr("Enter"), lambda: view.run_asked.emit(row.run_id))
        resume = _add(
            menu, "resume", "resume", tr("Resume"), tr("Ctrl+R"), lambda: view.resume_asked.emit(row.run_id)
        )
        _forbid(resume, why_no_resume(row))
        _add(
            menu, "duplicate", "copy", tr("Duplicate with changes"), "",
            lambda: view.duplicate_asked.emit(row.run_id),
        )  # fmt: skip
        _add(menu, "rename", "writer", tr("Rename"), tr("F2"), lambda: view.rename(row.run_id))
        menu.addSeparator()
    words = trn("Delete", "Delete {n} runs", len(rows))
    ids = tuple(row.run_id for row in rows)
    delete = _add(menu, "delete", "trash", words, tr("Del"), lambda: view.delete_asked.emit(ids))
    _forbid(delete, why_no_deletion(rows))
    return menu


def why_no_resume(row: HistoryRow) -> str:
    """Return one sentence why a run cannot go on, "" when it can."""
    if row.is_elsewhere:
        return tr("Another program works on this research. Stop it there first.")
    if row.state not in ENDED:
        return tr("This research is at work.")
    return tr("This research is done.") if row.state == "done" else ""


def why_no_deletion(rows: tuple[HistoryRow, ...]) -> str:
    """Return one sentence why runs cannot be deleted, "" when they can."""
    if all(row.state in ENDED for row in rows):
        return ""
    if len(rows) > 1:
        return tr("One of them is at work. Stop it before you delete it.")
    return tr("This research is at work. Stop it before you delete it.")


def _add(menu: QMenu, name: str, icon: str, words: str, key: str, act: Callable[[], object]) -> QAction:
    # The key is shown only: it works where the keyboard is, and a shortcut here would make it ambiguous.
    action = QAction(f"{words}\t{key}" if key else words, menu)
    action.setObjectName(f"history-{name}")
    action.setIcon(icons.icon(icon, "text2", 16))
    action.triggered.connect(lambda _=False: act())
    menu.addAction(action)
    return action


def _forbid(action: QAction, why: str) -> None:
    action.setEnabled(not why)
    action.setToolTip(why or action.text().partition("\t")[0])
