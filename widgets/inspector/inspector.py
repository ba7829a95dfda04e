"""The inspector: the chosen node of the graph, looked at closely."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMenu,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.snapshot import ResearcherView, RunSnapshot
from resources.translation import tr
from widgets import clock, phrases
from widgets.graph.nodes import drawn_waves
from widgets.inspector.head import InspectorHead
from widgets.inspector.menu import MenuActs, inspector_menu
from widgets.inspector.researcher_page import ResearcherPage
from widgets.inspector.stage_page import StagePage, stage_title
from widgets.phrases import RESEARCHER_FACES
from widgets.row_column import Typeset

WIDTH_PX = 328


class Inspector(QFrame):
    """Shows one node of a run.

    Signals:
        close_asked: The user wants it away.
        node_asked: Another node is wanted; its key.
        tab_asked: A tab is wanted: "report" or "decisions".
        source_asked: A source shall be opened in Evidence; its key.
        original_asked: A page itself is wanted; its address.
        citation_asked: A citation is wanted on the clipboard; its `Source` or `GatheredSource`.
        copy_asked: Words are wanted on the clipboard.
        activity_asked: The activity of one researcher is wanted; its number, as "2.2".
        retry_asked: A researcher shall try again; wave and number.
    """

    close_asked = Signal()
    node_asked = Signal(str)
    tab_asked = Signal(str)
    source_asked = Signal(str)
    original_asked = Signal(str)
    citation_asked = Signal(object)
    copy_asked = Signal(str)
    activity_asked = Signal(str)
    retry_asked = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inspector")
        self.setAccessibleName(tr("Inspector"))
        self.setProperty("line", "left")
        self._key, self._run = "", RunSnapshot()
        self._is_drawer = False
        self._came_from: QWidget | None = None
        self.researcher, self.stage = ResearcherPage(), StagePage()
        self._pages = QStackedWidget()
        for page in (self.researcher, self.stage):
            self._pages.addWidget(_scrolled(page))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        self.head = InspectorHead()
        column.addWidget(self.head)
        column.addWidget(self._pages, 1)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._wire()

    def key(self) -> str:
        """Return the key of the shown node, "" for none."""
        return self._key

    def set_typeset(self, typeset: Typeset) -> None:
        """Set answers and reasons with this from now on."""
        self.researcher.answer.typeset = typeset
        self.stage.rows.typeset = typeset

    def set_drawer(self, is_drawer: bool) -> None:
        """Lie over the centre, or stand beside it; a drawer takes the keyboard while it is open."""
        self._is_drawer = is_drawer

    def show_node(self, run: RunSnapshot, key: str) -> None:
        """Show a node of a run."""
        changed, self._key, self._run = (run.run_id, key) != (self._run.run_id, self._key), key, run
        view = _view(run, key)
        if view is not None:
            title = tr("Researcher {number}", number=phrases.researcher_id(view))
            self.head.show_title(title, RESEARCHER_FACES[view.state])
            self.researcher.show_view(run, view, clock.now())
            self._pages.setCurrentIndex(0)
        elif key and not key.startswith("researcher-"):
            self.head.show_title(stage_title(key), None)
            self.stage.show_stage(run, key, clock.now())
            self._pages.setCurrentIndex(1)
        if changed:
            self._area().verticalScrollBar().setValue(0)

    def make_menu(self) -> QMenu:
        """Return the menu of the researcher that is shown."""
        page = self.researcher
        number = phrases.researcher_id(page.view())
        acts = MenuActs(page.ask_retry, lambda: self._show_activity(number), self.copy_asked.emit)
        finding = page.view().finding
        answer = page.answer.words() if finding and finding.answer else ""
        return inspector_menu(self._run, page.view(), answer, acts, self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Give the keyboard to the page; a proxy would make Tab skip everything in it."""
        self._area().setFocus(event.reason())

    def showEvent(self, event: QShowEvent) -> None:
        """Take the keyboard as a drawer, and remember who had it."""
        super().showEvent(event)
        if self._is_drawer and not event.spontaneous():
            self._came_from = QApplication.focusWidget()
            self._area().setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        """Give the keyboard back."""
        super().hideEvent(event)
        came_from, self._came_from = self._came_from, None
        if came_from is not None and not event.spontaneous() and came_from.isVisible():
            came_from.setFocus(Qt.FocusReason.OtherFocusReason)

    def _area(self) -> QScrollArea:
        area = self._pages.currentWidget()
        assert isinstance(area, QScrollArea)
        return area

    def _wire(self) -> None:
        self.head.close_asked.connect(self.close_asked)
        self.head.menu_asked.connect(self._open_menu)
        self.researcher.source_asked.connect(self._open_source)
        self.researcher.original_asked.connect(self.original_asked)
        self.researcher.citation_asked.connect(self.citation_asked)
        self.researcher.retry_asked.connect(self.retry_asked)
        self.stage.asked.connect(self._on_asked)
        self.stage.link_asked.connect(self.original_asked)

    def _on_asked(self, key: str) -> None:
        kind, _, rest = key.partition(":")
        if kind == "source":
            self._open_source(rest)
        elif kind == "tab":
            self._give_way()
            self.tab_asked.emit(rest)
        else:
            self.node_asked.emit(key)

    def _open_source(self, key: str) -> None:
        self._give_way()
        self.source_asked.emit(key)

    def _show_activity(self, number: str) -> None:
        self._give_way()
        self.activity_asked.emit(number)

    def _give_way(self) -> None:
        """Close before something below is opened: a drawer lies over it."""
        if self._is_drawer:
            self.close_asked.emit()

    def _open_menu(self) -> None:
        menu = self.make_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.head.below_menu_button())


def _view(run: RunSnapshot, key: str) -> ResearcherView | None:
    views = (view for wave in drawn_waves(run) for view in wave.researchers)
    return next((view for view in views if f"researcher-{phrases.researcher_id(view)}" == key), None)


def _scrolled(page: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    area.setWidget(page)
    area.setAccessibleName(tr("Inspector"))
    return area
