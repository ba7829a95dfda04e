"""Activity: every step of the run on a line of its own, newest first, read from its journal as far as one looks."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engine.activity import EVERYTHING, ActivityFilter
from engine.snapshot import RunSnapshot
from resources.translation import tr, trn
from widgets import phrases
from widgets.activity.lines import ActivityLine
from widgets.activity.list import ActivityList
from widgets.activity.model import ActivityModel, EntrySource
from widgets.button import Button
from widgets.empty import Empty
from widgets.value_picker import Choice, ValuePicker


class Activity(QWidget):
    """Lists a run's steps; `scope` is the menu that narrows them down, placed by whoever holds this.

    Signals:
        node_asked: A line was chosen; the key of its node.
        source_asked: A line's source shall be opened; its key, as "S3.1".
    """

    node_asked = Signal(str)
    source_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("activity")
        self.setAccessibleName(tr("Activity"))
        self._run = RunSnapshot()
        self._unseen = 0
        self.model = ActivityModel()
        self.list = ActivityList(self.model)
        self.list.chosen.connect(self._choose)
        self.list.opened.connect(self._open)
        self.list.only_asked.connect(self.show_only)
        self.list.left_top.connect(self._on_left_top)
        self.scope = ValuePicker(tr("Show"), self._choices(), "all")
        self.scope.setObjectName("activityScope")
        self.scope.picked.connect(lambda _: self._show_again())
        self.scope.hide()
        self._empty = Empty("", "")
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.list)
        self.newer = Button("", "outline", "chevron-up", compact=True)
        self.newer.setParent(self)
        self.newer.clicked.connect(self.list.go_to_top)
        self.newer.setAccessibleName(tr("Show new lines"))
        self.newer.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 0)
        column.addWidget(self._stack)
        self.setFocusProxy(self.list)

    def read_from(self, source: EntrySource) -> None:
        """Take lines from a source from now on."""
        self.model.read_from(source)
        self._show_stack()

    def show_run(self, run: RunSnapshot) -> int:
        """Show a run; return how many lines its whole activity has. Lines are read only while they are in sight."""
        is_other = run.run_id != self._run.run_id
        self._run = run
        self.scope.show_choices(self._choices(), "all" if is_other else self.scope.value())
        if self.isVisible():
            self._follow()
        return run.activity

    def show_only(self, who: str) -> None:
        """Show the lines of one researcher ("2.2"), or those of everybody ("all")."""
        self.scope.pick(who)

    def showEvent(self, event: QShowEvent) -> None:
        """Read what is looked at now."""
        self.scope.show()
        self._follow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Take the menu away, too."""
        self.scope.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button above the list in the middle."""
        self._place_newer()

    def _follow(self) -> None:
        if self.model.run.run_id != self._run.run_id or self.model.wanted != self._wanted():
            self._show_again()
            return
        more = self.model.show_more(self._run)
        if more and self.list.verticalScrollBar().value() > 0:
            self._unseen += more
            self._show_newer()
        self._show_stack()

    def _show_again(self) -> None:
        self.model.show_lines(self._run, self._wanted())
        self.list.go_to_top()
        self._on_left_top(False)
        self._show_stack()

    def _wanted(self) -> ActivityFilter:
        value = self.scope.value()
        if value in ("refusals", "errors"):
            return ActivityFilter(scope=value)  # type: ignore[arg-type]
        wave, _, researcher = value.partition(".")
        if not researcher:
            return EVERYTHING
        return ActivityFilter(scope="researcher", wave=int(wave), researcher=int(researcher))

    def _choices(self) -> tuple[Choice, ...]:
        views = [view for wave in self._run.waves for view in wave.researchers if view.attempt]
        refused = len(self._run.refusals)
        return (
            Choice("all", tr("All researchers")),
            *(
                Choice(number, tr("Researcher {number}", number=number))
                for number in map(phrases.researcher_id, views)
            ),
            Choice("refusals", tr("Refusals"), str(refused) if refused else ""),
            Choice("errors", tr("Errors")),
        )

    def _show_stack(self) -> None:
        if self.model.rowCount():
            self._stack.setCurrentWidget(self.list)
            return
        if self.scope.value() == "refusals":
            self._empty.show_words(tr("Nothing was refused"), tr("What the broker refuses is listed here, with why."))
        elif self.scope.value() == "errors":
            self._empty.show_words(tr("Nothing went wrong"), tr("What fails is listed here, with why."))
        else:
            advice = tr("Each search, page and refusal is listed here.")
            self._empty.show_words(tr("Nothing has happened yet"), advice)
        self._stack.setCurrentWidget(self._empty)

    def _on_left_top(self, is_away: bool) -> None:
        if not is_away:
            self._unseen = 0
            self.newer.hide()

    def _show_newer(self) -> None:
        self.newer.setText(trn("{n} new line", "{n} new lines", self._unseen))
        self.newer.adjustSize()
        self.newer.show()
        self.newer.raise_()
        self._place_newer()

    def _place_newer(self) -> None:
        self.newer.move((self.width() - self.newer.width()) // 2, 10)

    def _choose(self, line: ActivityLine) -> None:
        if line.node:
            self.node_asked.emit(line.node)

    def _open(self, line: ActivityLine) -> None:
        """Open the source a line is about, else whoever the line is about."""
        source = next((one for one in self._run.sources if line.words.ref and line.words.ref in one.refs), None)
        if source is None:
            self._choose(line)
            return
        quote = next((one for one in source.quotes if one.text == line.words.quote), None)
        self.source_asked.emit(quote.id if quote else source.id)
