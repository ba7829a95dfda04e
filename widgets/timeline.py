"""A researcher's timeline: what it searched for and opened, and what the broker refused."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.snapshot import ResearcherView, Step
from widgets import phrases
from widgets.fonts import font
from widgets.glyph import Glyph
from widgets.graph_nodes import is_working
from widgets.label import ElidedLabel, Label
from widgets.theme import theme

TIME_WIDTH_PX = 34


class Timeline(QWidget):
    """Shows a researcher's steps in their order; steps that stand already are not made again."""

    def __init__(self) -> None:
        super().__init__()
        self._steps: tuple[Step, ...] = ()
        self._start = 0.0
        self._last = ""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)

    def show_view(self, view: ResearcherView) -> None:
        """Show a researcher's steps."""
        start = view.started_at or 0.0
        now = f"{view.state} {view.activity}" if is_working(view) else ""
        if (view.steps, start, now) == (self._steps, self._start, self._last):
            return
        kept = len(self._steps) if view.steps[: len(self._steps)] == self._steps and start == self._start else 0
        while self._column.count() > kept:  # the row of what it does now goes too
            item = self._column.takeAt(self._column.count() - 1)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._steps, self._start, self._last = view.steps, start, now
        for step in view.steps[kept:]:
            self._column.addWidget(_row(step, start))
        if now:
            self._column.addWidget(_now_row(view))


def _row(step: Step, start: float) -> QWidget:
    if step.what == "refused":
        return _line(step.at - start, "refused", "warn", _refusal(step))
    detail = f" · {escape(step.detail)}" if step.what == "searched" and step.detail else ""
    text = escape(phrases.address(step.text))
    words = {
        "searched": f"Searched <b>{text}</b>{detail}",
        "opened": f"Opened <b>{text}</b>" + (f" · {escape(phrases.host(step.detail))}" if step.detail else ""),
        "failed": f"Could not open {text}: {escape(step.detail)}",
        "quoted": f"Quoted “{text}”",
    }[step.what]
    icon = {"searched": "search", "opened": "source", "failed": "warning", "quoted": "quote"}[step.what]
    role = "warn" if step.what == "failed" else "text2"
    return _line(step.at - start, icon, role, _words(words))


def _now_row(view: ResearcherView) -> QWidget:
    face = phrases.RESEARCHER_FACES[view.state]
    what = f" <b>{escape(view.activity)}</b>" if view.activity else ""
    return _line(None, "running", "accent", _words(face.word + what))


def _line(seconds: float | None, icon: str, role: str, content: QWidget) -> QWidget:
    line = _Line()
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    time = Label("" if seconds is None else phrases.minutes_seconds(seconds), "small", "text3")
    time.setFixedWidth(TIME_WIDTH_PX)
    time.setAlignment(Qt.AlignmentFlag.AlignRight)
    row.addWidget(time, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(Glyph(icon, role, 16), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(content, 1)
    return line


class _Line(QWidget):
    """A row whose icon hangs on the timeline's line."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line below the icon."""
        painter = QPainter(self)
        x = TIME_WIDTH_PX + 8 + 8
        painter.setPen(theme().color("border"))
        painter.drawLine(x, 19, x, self.height())


def _words(html: str) -> QLabel:
    label = QLabel(html)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setFont(font("small"))
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
    return label


def _refusal(step: Step) -> QWidget:
    frame = QFrame()
    frame.setProperty("card", "refusal")
    column = QVBoxLayout(frame)
    column.setContentsMargins(8, 6, 8, 6)
    column.setSpacing(1)
    column.addWidget(Label("Refused by the broker", "small", "warn"))
    column.addWidget(ElidedLabel(phrases.address(step.text), "mono"))
    ending = "" if "request was sent" in step.detail else " No request was sent."
    column.addWidget(Label(step.detail.rstrip(". ") + "." + ending, "small", "text2", wraps=True))
    frame.setAccessibleName(f"Refused by the broker: {step.text}. {step.detail}")
    return frame
