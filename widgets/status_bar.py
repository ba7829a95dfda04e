"""The status bar: sandbox, model, tokens, cost and time; Finish now and Stop while a run works."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from engine.snapshot import ENDED, RunSnapshot
from widgets import clock, phrases
from widgets.button import Button
from widgets.glyph import Glyph
from widgets.label import Label
from widgets.theme import theme

HEIGHT_PX = 40
# Kinds of trouble that say the model's server is not there, or does not want to speak with us.
_SILENT = frozenset(("unreachable", "timeout", "server_error", "bad_key", "unknown_model", "no_credit"))


@dataclass(frozen=True)
class Health:
    """How something the program needs is doing: its words, and the colour role of its dot."""

    words: str
    role: str = "text3"


class StatusBar(QFrame):
    """Shows what the program uses and what a run costs.

    Signals:
        finish_now_asked: The user wants the report from what there is.
        stop_asked: The user wants the run to stop.
    """

    finish_now_asked = Signal()
    stop_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "window")
        self.setProperty("line", "top")
        self.setFixedHeight(HEIGHT_PX)
        self._run: RunSnapshot | None = None
        self._health = Health("")
        self._narrow = False
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 12, 0)
        row.setSpacing(0)
        self._sandbox, self.model = _Segment("docker", is_first=True), _Segment("model")
        self._tokens, self._cost, self._time = _Segment(""), _Segment(""), _Segment("clock")
        for segment in (self._sandbox, self.model, self._tokens, self._cost, self._time):
            row.addWidget(segment)
        row.addStretch(1)
        self.finish_now = Button("Finish now", "outline", "finish", compact=True)
        self.finish_now.setObjectName("finishNow")
        self.finish_now.setToolTip("Write the report from what there is")
        self.finish_now.clicked.connect(self.finish_now_asked)
        self.stop = Button("Stop", "danger", "stop", compact=True)
        self.stop.setObjectName("stop")
        self.stop.setToolTip("Stop the run and keep what was gathered (Ctrl+.)")
        self.stop.clicked.connect(self.stop_asked)
        for button in (self.finish_now, self.stop):
            # Both vanish when pressed; a click must not send the keyboard to whatever comes next.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row.addWidget(self.finish_now)
        row.addSpacing(8)
        row.addWidget(self.stop)
        self.show_run(None)

    def show_health(self, sandbox: Health, model: Health) -> None:
        """Show how sandbox and model are doing; of the model more is known once a run has asked it."""
        self._sandbox.show_words(sandbox.words, sandbox.role)
        self._health = model
        self._show_model()

    def show_run(self, run: RunSnapshot | None) -> None:
        """Show what a run has used; None when no run is open."""
        live = run is not None and run.state not in ENDED
        may_finish = live and run is not None and run.state not in ("writing", "planning", "waiting_for_plan")
        self._run = run
        self._show_model()
        self.finish_now.setVisible(may_finish)
        self.finish_now.setEnabled(run is not None and not run.finish_now)
        self.stop.setVisible(live)
        if run is None:
            for segment in (self._tokens, self._cost, self._time):
                segment.hide()
            return
        used = run.usage.input_tokens + run.usage.output_tokens
        about = "about " if run.usage.estimated else ""
        self._tokens.show_words(about + phrases.tokens(used) if used and not self._narrow else "")
        cost = run.usage.cost_usd
        self._cost.show_words(about + phrases.money(cost) if cost is not None and not self._narrow else "")
        self._time.show_words(phrases.clock_face(phrases.run_elapsed_s(run, clock.now())))

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
                health = Health(f"{model}: no answer", "danger")
            elif run.usage.calls:
                health = Health(model, "ok")
        self.model.show_words("" if self._narrow else health.words, health.role)


class _Segment(QWidget):
    """An icon, words and a dot, with a line before all but the first."""

    def __init__(self, icon: str, *, is_first: bool = False) -> None:
        super().__init__()
        self._dot, self._is_first = "", is_first
        row = QHBoxLayout(self)
        row.setContentsMargins(9 if is_first else 15, 0, 14, 0)
        row.setSpacing(6)
        if icon:
            row.addWidget(Glyph(icon, "text2", 14))
        self._words = Label("", "small", "text2")
        row.addWidget(self._words)
        row.addSpacing(2)
        self._dot_room = QWidget()
        self._dot_room.setFixedSize(8, 8)
        row.addWidget(self._dot_room)
        self.setFixedHeight(HEIGHT_PX - 1)

    def words(self) -> str:
        """Return the words that are shown."""
        return self._words.text()

    def dot(self) -> str:
        """Return the colour role of the dot, "" without one."""
        return self._dot

    def show_words(self, words: str, dot: str = "") -> None:
        """Show words and a dot in a colour role; nothing at all without words."""
        self._words.setText(words)
        self._dot = dot
        self._dot_room.setVisible(bool(dot))
        self.setVisible(bool(words))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot and the line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._is_first:
            painter.setPen(theme().color("border"))
            painter.drawLine(0, 12, 0, self.height() - 12)
        if self._dot:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color(self._dot))
            painter.drawEllipse(QPointF(self._dot_room.geometry().center()) + QPointF(0.5, 0.5), 3.5, 3.5)
