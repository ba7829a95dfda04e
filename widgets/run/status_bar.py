"""The status bar: sandbox, model, tokens, cost and time; Finish now and Stop while a run works."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from engine.snapshot import RunSnapshot
from resources.translation import tr
from widgets import clock, phrases
from widgets.ending.limits import limit_words
from widgets.run.status_segment import HEIGHT_PX, StatusSegment
from widgets.run.work_strip import WorkStrip

# Kinds of trouble that say the model's server is not there, or does not want to speak with us.
_SILENT = frozenset(("unreachable", "timeout", "server_error", "bad_key", "unknown_model", "no_credit"))


@dataclass(frozen=True)
class Health:
    """How something the program needs is doing: its words, and the colour role of its dot."""

    words: str
    role: str = "text3"


class StatusBar(QFrame):
    """Shows what the program uses, what the shown run costs, and how far the run at work is.

    Signals:
        finish_now_asked: The user wants the report from what there is.
        stop_asked: The user wants the run at work to stop.
        work_asked: The user wants to see the run at work; its id.
    """

    finish_now_asked = Signal()
    stop_asked = Signal()
    work_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("statusBar")
        self.setAccessibleName(tr("Status"))
        self.setProperty("ground", "window")
        self.setProperty("line", "top")
        self.setFixedHeight(HEIGHT_PX)
        self._run: RunSnapshot | None = None
        self._health = Health("")
        self._narrow = False
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 12, 0)
        row.setSpacing(0)
        self._sandbox, self.model = StatusSegment("docker", is_first=True), StatusSegment("model")
        self._tokens, self._cost, self._time = StatusSegment(""), StatusSegment(""), StatusSegment("clock")
        for segment in (self._sandbox, self.model, self._tokens, self._cost, self._time):
            row.addWidget(segment)
        self.work = WorkStrip()
        self.stop, self.finish_now = self.work.stop, self.work.finish_now
        self.work.stop.clicked.connect(self.stop_asked)
        self.work.finish_now.clicked.connect(self.finish_now_asked)
        self.work.work_asked.connect(self.work_asked)
        row.addWidget(self.work, 1)
        self.show_run(None)

    def show_health(self, sandbox: Health, model: Health) -> None:
        """Show how sandbox and model are doing; of the model more is known once a run has asked it."""
        self._sandbox.show_words(sandbox.words, sandbox.role)
        self._health = model
        self._show_model()

    def show_work(self, run: RunSnapshot | None) -> None:
        """Show the run at work, whichever page is open; None when none is."""
        self.work.show_run(run)

    def show_stopping(self) -> None:
        """Show that the run at work is being stopped."""
        self.work.show_stopping()

    def show_run(self, run: RunSnapshot | None) -> None:
        """Show what the run of the open page has used; None on the page of a new research."""
        self._run = run
        self.work.show_page(run.run_id if run else "")
        self._show_model()
        if run is None:
            for segment in (self._tokens, self._cost, self._time):
                segment.hide()
            return
        used = run.usage.input_tokens + run.usage.output_tokens
        tokens = phrases.tokens(used) if used and not self._narrow else ""
        role = {run.limit_reached: "warn"} if run.limit_reached else {}
        words = tr("about {figure}", figure=tokens) if tokens and run.usage.estimated else tokens
        self._tokens.show_words(words, role.get("tokens", ""))
        cost = phrases.money(run.usage.cost_usd) if run.usage.cost_usd is not None and not self._narrow else ""
        words = tr("about {figure}", figure=cost) if cost and run.usage.estimated else cost
        self._cost.show_words(words, role.get("usd", ""))
        words = phrases.clock_face(phrases.run_elapsed_s(run, clock.now()))
        self._time.show_words(words, role.get("minutes", ""))
        for segment, limit in ((self._tokens, "tokens"), (self._cost, "usd"), (self._time, "minutes")):
            segment.setToolTip(limit_words(run) if limit == run.limit_reached else "")

    def tick(self) -> None:
        """Show the time that has passed."""
        self.show_run(self._run)
        self.work.tick()

    def show_narrow(self, narrow: bool) -> None:
        """Keep only engine, time and buttons when there is little room."""
        if narrow != self._narrow:
            self._narrow = narrow
            self.show_run(self._run)

    def _show_model(self) -> None:
        run, health = self._run, self._health
        if run is not None and run.options.model:
            model = run.options.model
            if run.error is not None and run.error.kind in _SILENT:
                health = Health(tr("{model}: no answer", model=model), "danger")
            elif run.usage.calls:
                health = Health(model, "ok")
        self.model.show_words("" if self._narrow else health.words, health.role)
