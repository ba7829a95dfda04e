"""The inspector: the chosen node of the graph, looked at closely."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from engine.snapshot import ResearcherView, RunSnapshot
from widgets import phrases
from widgets.button import IconButton
from widgets.chip import Chip
from widgets.graph_nodes import drawn_waves, researcher_key
from widgets.label import Label
from widgets.phrases import RESEARCHER_FACES
from widgets.researcher_page import ResearcherPage
from widgets.stage_page import StagePage, stage_title

WIDTH_PX = 328


class Inspector(QFrame):
    """Shows one node of a run.

    Signals:
        close_asked: The user wants it away.
        source_asked: A source shall be opened in Evidence; its key.
        retry_asked: A researcher shall try again; wave and number.
    """

    close_asked = Signal()
    source_asked = Signal(str)
    retry_asked = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inspector")
        self.setAccessibleName("Inspector")
        self.setProperty("line", "left")
        self._key = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        self.researcher, self._stage = ResearcherPage(), StagePage()
        self.researcher.source_asked.connect(self.source_asked)
        self.researcher.retry_asked.connect(self.retry_asked)
        self._pages = QStackedWidget()
        for page in (self.researcher, self._stage):
            self._pages.addWidget(_scrolled(page))
        column.addWidget(self._pages, 1)

    def key(self) -> str:
        """Return the key of the shown node, "" for none."""
        return self._key

    def show_node(self, run: RunSnapshot, key: str) -> None:
        """Show a node of a run."""
        changed = key != self._key
        self._key = key
        view = _view(run, key)
        if view is not None:
            self._title.setText(f"Researcher {phrases.researcher_id(view)}")
            self._state.show_face(RESEARCHER_FACES[view.state])
            self.researcher.show_view(run, view)
            self._pages.setCurrentIndex(0)
        elif key and not key.startswith("researcher-"):
            self._title.setText(stage_title(key))
            self._state.show_face(None)
            self._stage.show_stage(run, key)
            self._pages.setCurrentIndex(1)
        if changed:
            area = self._pages.currentWidget()
            if isinstance(area, QScrollArea):
                area.verticalScrollBar().setValue(0)

    def _make_head(self) -> QFrame:
        head = QFrame()
        head.setProperty("line", "bottom")
        head.setFixedHeight(44)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 0, 10, 0)
        row.setSpacing(8)
        self._title = Label("", "body_strong")
        self._state = Chip()
        close = IconButton("Close the inspector", "close")
        close.clicked.connect(self.close_asked)
        row.addWidget(self._title)
        row.addWidget(self._state)
        row.addStretch(1)
        row.addWidget(close)
        return head


def _view(run: RunSnapshot, key: str) -> ResearcherView | None:
    views = (view for wave in drawn_waves(run) for view in wave.researchers)
    return next((view for view in views if researcher_key(view) == key), None)


def _scrolled(page: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(page)
    return area
