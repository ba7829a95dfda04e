"""The graph as a strip, when a run is done or waits for its plan: one mark for each step."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame

from engine.snapshot import RunSnapshot, WaveView
from resources.translation import tr, trn
from widgets import icons, phrases
from widgets.decisions.decisions import decision_face
from widgets.fonts import font
from widgets.glyph import draw_glyph
from widgets.graph.nodes import drawn_waves, is_working
from widgets.graph.stage_looks import STAGE_LOOKS
from widgets.motion import motion
from widgets.phrases import Face
from widgets.theme import theme

HEIGHT_PX = 48
ICON_PX = 14
ARROW_ROOM_PX = 52
_Detail = Literal["marks", "words", "figures", "least"]  # how much is said of a wave
_DETAILS: tuple[_Detail, ...] = ("marks", "words", "figures", "least")


class GraphStrip(QFrame):
    """Shows a run's steps in one line.

    Signals:
        graph_asked: The user wants the whole graph.
    """

    graph_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "canvas")
        self.setProperty("line", "bottom")
        self.setFixedHeight(HEIGHT_PX)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tr("Show the graph"))
        self.setAccessibleName(tr("Workflow, in short"))
        self._run = RunSnapshot()
        motion().beat.connect(self._on_beat)

    def show_run(self, run: RunSnapshot) -> None:
        """Show a run."""
        if run is not self._run:
            self._run = run
            words = _in_words(run)
            self.setAccessibleDescription(words)
            self.setToolTip("\n".join(filter(None, (words, tr("Show the graph")))))  # all, also what has no room
            motion().want(self, self.isVisible() and self._moves())
            self.update()

    def showEvent(self, event: QShowEvent) -> None:
        """Move while shown, when something is at work."""
        super().showEvent(event)
        motion().want(self, self._moves())

    def hideEvent(self, event: QHideEvent) -> None:
        """Stand still while hidden."""
        super().hideEvent(event)
        motion().want(self, False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the graph on a click."""
        self.graph_asked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the graph on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.graph_asked.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the steps from left to right."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(0, 0, self.width() - ARROW_ROOM_PX, HEIGHT_PX)
        pen = _Pen(painter, 16.0, HEIGHT_PX / 2)
        waves = drawn_waves(self._run)
        # Whatever says least gives way first, so that the report always stands at the end.
        room = self.width() - ARROW_ROOM_PX
        fitting = (one for one in _DETAILS if self._width(waves, one) <= room)
        self._draw(pen, waves, next(fitting, _DETAILS[-1]))
        painter.setClipping(False)
        icons.draw(painter, "chevron-down", "text2", self.width() - 38, HEIGHT_PX / 2 - 8, 16)

    def _width(self, waves: tuple[WaveView, ...], detail: _Detail) -> float:
        pen = _Pen(None, 16.0, HEIGHT_PX / 2)
        self._draw(pen, waves, detail)
        return pen.x

    def _draw(self, pen: _Pen, waves: tuple[WaveView, ...], detail: _Detail) -> None:
        pen.step("planner", tr(STAGE_LOOKS["planner"].title))
        for wave in waves:
            pen.dash()
            pen.word(tr("Wave {wave}", wave=wave.wave))
            if detail == "words":
                pen.word(_answered(wave), faint=True)
            elif detail != "marks":
                pen.word(_in_figures(wave), faint=True)
            for view in wave.researchers if detail == "marks" else ():
                face = phrases.RESEARCHER_FACES[view.state]
                pen.glyph(face.icon, face.role)
            if wave.decision is not None:
                pen.dash()
                face = decision_face(wave.decision)
                pen.pill(face if detail != "least" or wave is waves[-1] else face._replace(word=""))
        pen.dash()
        pen.step("writer", tr("Report"), faint=not self._run.report.markdown)

    def _moves(self) -> bool:
        return any(is_working(view) for wave in self._run.waves for view in wave.researchers)

    def _on_beat(self) -> None:
        if self.isVisible() and self._moves():
            self.update()


def _in_words(run: RunSnapshot) -> str:
    """Return what the strip shows, for screen readers."""
    said = []
    for wave in drawn_waves(run):
        said.append(tr("Wave {wave}: {words}", wave=wave.wave, words=_answered(wave)))
        if wave.decision is not None:
            said.append(decision_face(wave.decision).word)
    return ", ".join(said)


def _answered(wave: WaveView) -> str:
    got = sum(view.state == "done" for view in wave.researchers)
    return trn("{got} of {n} answered", "{got} of {n} answered", len(wave.researchers), got=got)


def _in_figures(wave: WaveView) -> str:
    got = sum(view.state == "done" for view in wave.researchers)
    return tr("{got} of {n}", got=got, n=len(wave.researchers))


class _Pen:
    """Writes one after another on a line; without a painter it only measures."""

    def __init__(self, painter: QPainter | None, x: float, middle: float) -> None:
        self._painter, self.x, self._middle = painter, x, middle

    def step(self, icon: str, word: str, *, faint: bool = False) -> None:
        if self._painter is not None:
            icons.draw(self._painter, icon, "text3" if faint else "text2", self.x, self._middle - 7, ICON_PX)
        self.x += ICON_PX + 8
        self.word(word, faint=faint)

    def word(self, word: str, *, faint: bool = False) -> None:
        width = _advance(word)
        if self._painter is not None:
            self._painter.setFont(font("small", 500))
            self._painter.setPen(theme().color("text3" if faint else "text"))
            box = QRectF(self.x, 0, width + 2, HEIGHT_PX)
            self._painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, word)
        self.x += width + 9

    def glyph(self, icon: str, role: str) -> None:
        if self._painter is not None:
            draw_glyph(self._painter, icon, role, QPointF(self.x, self._middle - 7), ICON_PX)
        self.x += ICON_PX + 5

    def dash(self) -> None:
        if self._painter is not None:
            self._painter.setPen(theme().color("strong"))
            self._painter.drawLine(QPointF(self.x, self._middle), QPointF(self.x + 12, self._middle))
        self.x += 21

    def pill(self, face: Face) -> None:
        width = _advance(face.word) + (36 if face.word else 28)
        if self._painter is not None:
            self._draw_pill(self._painter, face, QRectF(self.x, self._middle - 11, width, 22))
        self.x += width + 9

    def _draw_pill(self, painter: QPainter, face: Face, box: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color(face.ground))
        painter.drawRoundedRect(box, 4, 4)
        painter.setFont(font("small", 500))
        painter.setPen(theme().color(face.role))
        icons.draw(painter, face.icon, face.role, box.left() + 7, self._middle - 7, ICON_PX)
        painter.drawText(box.adjusted(27, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, face.word)


def _advance(word: str) -> float:
    return QFontMetricsF(font("small", 500)).horizontalAdvance(word)
