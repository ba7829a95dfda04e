"""The status bar's part about the run at work: how far it is, Finish now and Stop."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.snapshot import ENDED, RunSnapshot
from resources.translation import tr
from widgets import clock
from widgets.button import Button
from widgets.label import ElidedLabel
from widgets.run.progress_estimate import progress_words

TOPIC_MAX_CHARS = 28  # of a run that is not on the page; the button leads to it
FINISH_KEY, STOP_KEY = "Ctrl+Shift+F", "Ctrl+."


class WorkStrip(QWidget):
    """Shows the run at work; without one there is nothing to see.

    Signals:
        work_asked: The user wants to see the run at work; its id.
    """

    work_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._run: RunSnapshot | None = None
        self._page_id = ""
        self._is_stopping = False
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 0, 0)
        row.setSpacing(8)
        self.elsewhere = Button("", "link", compact=True)
        self.elsewhere.setObjectName("runAtWork")
        self.elsewhere.setToolTip(tr("Show the research at work"))
        self.elsewhere.setAccessibleName(tr("Show the research at work"))
        self.elsewhere.clicked.connect(lambda: self.work_asked.emit(self._run.run_id if self._run else ""))
        self._progress = ElidedLabel("", "small", "text2")
        self.finish_now = Button(tr("Finish now"), "outline", "finish", compact=True)
        self.finish_now.setObjectName("finishNow")
        self.stop = Button(tr("Stop"), "danger", "stop", compact=True)
        self.stop.setObjectName("stop")
        for button in (self.finish_now, self.stop):
            # Both vanish when pressed; a click must not send the keyboard to whatever comes next.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row.addWidget(self.elsewhere)
        row.addWidget(self._progress, 1)
        row.addWidget(self.finish_now)
        row.addWidget(self.stop)
        self.show_run(None)

    def show_run(self, run: RunSnapshot | None) -> None:
        """Show the run at work, None when none is."""
        live = run if run is not None and run.state not in ENDED else None
        if live is None or self._run is None or live.run_id != self._run.run_id:
            self._is_stopping = False
        self._run = live
        for part in (self.finish_now, self.stop, self._progress):
            part.setVisible(live is not None)
        self.show_page(self._page_id)
        if live is not None:
            self._show_buttons(live)
            self.tick()

    def show_page(self, run_id: str) -> None:
        """Note which run's page is open; another one at work is named."""
        self._page_id = run_id
        is_elsewhere = self._run is not None and self._run.run_id != run_id
        self.elsewhere.setVisible(is_elsewhere)
        if self._run is not None and is_elsewhere:
            topic = " ".join(self._run.topic.split())
            short = topic if len(topic) <= TOPIC_MAX_CHARS else f"{topic[:TOPIC_MAX_CHARS].rstrip()}…"
            self.elsewhere.setText(short)
            self.elsewhere.setAccessibleName(tr("At work: {topic}", topic=topic))
            self.elsewhere.updateGeometry()

    def show_stopping(self) -> None:
        """Show that the run is being stopped: its sandboxes take a moment to end."""
        if self._run is not None:
            self._is_stopping = True
            self._show_buttons(self._run)
            self.tick()

    def tick(self) -> None:
        """Show the time that has passed."""
        if self._run is not None:
            self._progress.show_text("" if self._is_stopping else progress_words(self._run, clock.now()))

    def progress(self) -> str:
        """Return the words that say how far the run is."""
        return self._progress.text()

    def _show_buttons(self, run: RunSnapshot) -> None:
        self.stop.setText(tr("Stopping…") if self._is_stopping else tr("Stop"))
        self.stop.setEnabled(not self._is_stopping)
        self.stop.setToolTip(tr("Stop the research and keep what was gathered ({key})", key=STOP_KEY))
        self.stop.updateGeometry()
        why_not = tr("The research is being stopped.") if self._is_stopping else why_not_finish(run)
        self.finish_now.setEnabled(not why_not)
        usual = tr("Write the report from what there is ({key})", key=FINISH_KEY)
        self.finish_now.setToolTip(why_not or usual)
        self.finish_now.setAccessibleDescription(why_not)


def why_not_finish(run: RunSnapshot) -> str:
    """Return why a run cannot be finished now, "" when it can."""
    if run.finish_now:
        return tr("The report is being finished already.")
    if run.state == "writing":
        return tr("The report is being written already.")
    has_answers = any(wave.collected for wave in run.waves)
    if run.state in ("planning", "preparing", "waiting_for_plan") and not has_answers:
        return tr("Nothing has been researched yet.")
    return ""
