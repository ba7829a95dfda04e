"""The page of a run that failed: what happened, what was kept, what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot
from resources.translation import tr, trn
from widgets import phrases
from widgets.button import Button
from widgets.ending.failure_columns import FailureColumns
from widgets.ending.failure_lines import CHOICE_KINDS, MODEL_KINDS, may_write
from widgets.glyph import Glyph
from widgets.label import Label
from widgets.theme import set_state


class Failure(QWidget):
    """Shows why a run failed; its buttons stay in view, however little room there is.

    Signals:
        resume_asked: The run shall go on where it stopped.
        consent_asked: The run shall go on, and what it needed a yes for is allowed.
        write_asked: The report shall be written from what there is.
        again_asked: The topic shall be put into a new composer.
        kept_asked: What was kept shall be shown.
        draft_asked: What the writer wrote before it failed shall be shown.
        copy_asked: The details shall go to the clipboard; the words.
        settings_asked: The user wants to change the model or the sandbox.
    """

    resume_asked = Signal()
    consent_asked = Signal()
    write_asked = Signal()
    again_asked = Signal()
    kept_asked = Signal()
    draft_asked = Signal()
    copy_asked = Signal(str)
    settings_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("failure")
        self.setAccessibleName(tr("What happened"))
        self._shown: RunSnapshot | None = None
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._buttons: QWidget = QFrame()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._buttons)
        column.addStretch(0)
        self._column = column

    def show_run(self, run: RunSnapshot) -> None:
        """Show a failed run."""
        if run is self._shown or run.error is None:
            return
        self._shown = run
        self._scroll.setWidget(self._page(run))
        buttons = self._make_buttons(run)
        self._column.replaceWidget(self._buttons, buttons)
        self._buttons.hide()
        self._buttons.deleteLater()
        self._buttons = buttons
        buttons.show()
        self._fit()

    def take_keyboard(self) -> None:
        """Put the keyboard on what helps most."""
        first = self._buttons.findChild(Button, "goOn")
        if first is not None:
            first.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the buttons follow the words while there is room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        page = self._scroll.widget()
        if page is not None and (words := page.layout()) is not None:
            height = words.totalHeightForWidth(max(400, self.width()))
            page.setMinimumHeight(height)  # else wrapped words ask for more than they take
            self._scroll.setMaximumHeight(height)
            # What is cut off ends at a line.
            set_state(
                self._buttons, "line", "top" if height > self.height() - self._buttons.sizeHint().height() else ""
            )

    def _page(self, run: RunSnapshot) -> QWidget:
        assert run.error is not None
        page = QWidget()
        page.setProperty("scrolled", "true")
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 22, 24, 8)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(Glyph("error", "danger", 24), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(Label(run.error.title.rstrip("."), "heading", wraps=True))
        lost = tr("Nothing you have is lost.")
        if run.ended_at:
            lost = tr("It stopped at {time}. Nothing you have is lost.", time=phrases.time_of_day(run.ended_at))
        words.addWidget(Label(lost, "body", "text2"))
        head.addLayout(words, 1)
        column.addLayout(head)
        column.addSpacing(10)
        columns = FailureColumns(run)
        columns.kept_asked.connect(self.kept_asked)
        columns.draft_asked.connect(self.draft_asked)
        column.addWidget(columns)
        column.addLayout(self._make_details(run))
        return page

    def _make_details(self, run: RunSnapshot) -> QVBoxLayout:
        assert run.error is not None
        error = run.error
        box = QVBoxLayout()
        box.setSpacing(4)
        links = QHBoxLayout()
        links.setSpacing(24)
        box.addLayout(links)
        copy = Button(tr("Copy details"), "link", "copy", compact=True)
        copy.setObjectName("copyDetails")
        words = f"{error.title} {error.advice}\n{error.kind}\n{error.detail}"
        copy.clicked.connect(lambda: self.copy_asked.emit(words))
        if error.detail:
            self._add_details(box, links, error.detail)
        links.addWidget(copy)
        links.addStretch(1)
        return box

    def _add_details(self, box: QVBoxLayout, links: QHBoxLayout, detail: str) -> None:
        details = Label(detail, "mono", "text2", wraps=True)
        details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        details.hide()
        button = Button(tr("Technical details"), "link", "chevron-right", compact=True)
        button.setObjectName("technicalDetails")

        def toggle() -> None:
            details.setVisible(details.isHidden())
            button.set_icon("chevron-right" if details.isHidden() else "chevron-down")
            self._fit()

        button.clicked.connect(toggle)
        links.addWidget(button)
        box.addWidget(details)

    def _make_buttons(self, run: RunSnapshot) -> QWidget:
        assert run.error is not None
        kind = run.error.kind
        box = QFrame()
        set_state(box, "ground", "surface")
        row = QHBoxLayout(box)
        row.setContentsMargins(24, 8, 24, 16)
        row.setSpacing(8)
        row.addWidget(self._first_button(kind))
        if kind in MODEL_KINDS:
            settings = Button(tr("Another model…"), "outline", "model")
        else:
            settings = Button(tr("Settings…"), "outline", "settings")
        self._add(row, settings, self.settings_asked, "otherSettings")
        if answers := may_write(run):
            write = Button(trn("Write from {n} answer", "Write from {n} answers", answers), "outline", "writer")
            self._add(row, write, self.write_asked, "writeNow")
        row.addStretch(1)
        if kind not in CHOICE_KINDS:
            self._add(row, Button(tr("Start anew"), "quiet", "retry"), self.again_asked, "startAnew")
        return box

    def _first_button(self, kind: str) -> Button:
        if kind == "consent":
            first = Button(tr("Allow it and go on"), "primary", "resume")
            first.clicked.connect(self.consent_asked)
        elif kind in CHOICE_KINDS:
            first = Button(tr("Start anew"), "primary", "retry")
            first.clicked.connect(self.again_asked)
        else:
            first = Button(tr("Resume"), "primary", "resume", key="Ctrl R")
            first.clicked.connect(self.resume_asked)
        first.setObjectName("goOn")
        return first

    def _add(self, row: QHBoxLayout, button: Button, asked: SignalInstance, name: str) -> None:
        button.setObjectName(name)
        button.clicked.connect(asked)
        row.addWidget(button)
