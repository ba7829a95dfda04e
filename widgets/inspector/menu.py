"""The menu of the inspector: what can be done with the researcher that is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QMenu, QWidget

from engine.snapshot import ENDED, ResearcherView, RunSnapshot
from resources.translation import tr
from widgets.inspector.researcher_page import may_retry


@dataclass(frozen=True)
class MenuActs:
    """What the entries do."""

    retry: Callable[[], None]
    show_activity: Callable[[], None]
    copy: Callable[[str], None]


def inspector_menu(run: RunSnapshot, view: ResearcherView, answer: str, acts: MenuActs, parent: QWidget) -> QMenu:
    """Return the menu for a researcher.

    Args:
        answer: Its answer as plain text, "" while there is none.
    """
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    retry = menu.addAction(tr("Retry this researcher"))
    retry.setObjectName("retryResearcher")
    retry.setEnabled(may_retry(run, view))
    retry.setToolTip(_retry_hint(run, view))
    retry.triggered.connect(lambda: acts.retry())
    menu.addAction(tr("Show its activity")).triggered.connect(lambda: acts.show_activity())
    menu.addSeparator()
    for text, words in (
        (tr("Copy the question"), view.question),
        (tr("Copy the answer"), answer),
        (tr("Copy the sandbox's id"), view.sandbox_id),
    ):
        action = menu.addAction(text)
        action.setEnabled(bool(words))
        action.triggered.connect(lambda _=False, words=words: acts.copy(words))
    return menu


def _retry_hint(run: RunSnapshot, view: ResearcherView) -> str:
    if not may_retry(run, view):
        return tr("It has not begun yet.")
    if run.state in ENDED:
        return tr("The run goes on: this question is researched anew, and what follows from it.")
    return tr("A new sandbox takes up the question; what was gathered so far is kept in the activity.")
