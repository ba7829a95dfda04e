"""The planner, a collector, a reviewer or the writer in the graph."""

from __future__ import annotations

from html import escape
from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from resources.translation import tr
from widgets.fonts import drawing_font
from widgets.glyph import draw_glyph
from widgets.graph.card import draw_progress
from widgets.graph.faces import StageFace
from widgets.graph.node import NodeItem, SpinnerItem
from widgets.graph.stage_looks import STAGE_LOOKS
from widgets.text.elided_text import draw_lines, first_that_fits
from widgets.theme import theme

LINE_PX = 17


class StageItem(NodeItem):
    """The planner, a collector, a reviewer or the writer."""

    _EDGES: ClassVar[dict[str, str]] = {
        "waiting": "strong", "live": "accent", "user": "accent", "done": "border", "review": "review",
        "approved": "ok", "failed": "danger", "stopped": "border",
    }  # fmt: skip
    _LOUD: ClassVar[dict[str, str]] = {"review": "review", "approved": "ok", "failed": "danger", "user": "accent"}
    _ICONS: ClassVar[dict[str, str]] = {"user": "waiting", "failed": "failed", "stopped": "cancelled"}

    def __init__(self, key: str, face: StageFace) -> None:
        super().__init__(key)
        self.face = face
        self._spinner = SpinnerItem(self)
        self._take(face)

    def show_face(self, face: StageFace) -> None:
        """Show a stage as it is now; draws again only when something shown is different."""
        if face != self.face:
            self._take(face)
            self.update()

    def name(self) -> str:
        """Return title and words."""
        return tr("{stage}: {words}", stage=self.face.titles()[0], words=self.face.words())

    def place(self, box: QRectF) -> None:
        """Stand in a box, the spinner where the icon is."""
        super().place(box)
        self._place_spinner()

    def look_from_afar(self, far: bool) -> None:
        """Show the title alone, large, or everything."""
        super().look_from_afar(far)
        self._place_spinner()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the box with icon, title and words."""
        state = self.face.state
        waits = state == "waiting"
        self.draw_frame(painter, self._EDGES[state], dashed=waits, filled=not waits)
        loud = self._LOUD.get(state, "text2")
        icon = "" if state == "live" else self._ICONS.get(state, STAGE_LOOKS[self.face.stage].icon)
        if self.is_icon():
            if icon:
                draw_glyph(painter, icon, loud, QPointF(self.box.center().x() - 9, self.box.center().y() - 9), 18)
            return
        if self.far:
            self.draw_from_afar(painter, icon, loud, self.face.titles()[1])
            return
        if icon:
            draw_glyph(painter, icon, loud, QPointF(9, 9), 14)
        self._draw_title(painter, "text2" if waits else loud if loud != "text2" else "text")
        painter.setFont(drawing_font("meta", 400))
        painter.setPen(theme().color("text3" if waits else "text2"))
        self._draw_lines(painter)
        if self.face.percent is not None:
            draw_progress(painter, self.box, self.face.percent / 100)

    def _take(self, face: StageFace) -> None:
        self.face = face
        self._place_spinner()
        task = tr(STAGE_LOOKS[face.stage].task)
        lines = (f"<b>{escape(face.titles()[0])}</b>", escape(task), escape(face.words()))
        self.setToolTip("".join(f"<p style='margin:0 0 4px 0'>{line}</p>" for line in lines))

    def is_icon(self) -> bool:
        """Return whether there is room for the icon alone."""
        return self.box.width() < 60

    def _place_spinner(self) -> None:
        if self.is_icon():
            self._spinner.setVisible(self.face.state == "live")
            self._spinner.place(self.box.center() - QPointF(9, 9), 18)
            return
        far = self.far_icon(self.face.titles()[1]) if self.far else None
        self._spinner.setVisible(self.face.state == "live" and not (self.far and far is None))
        if far is not None:
            self._spinner.place(far.topLeft(), far.width())
        else:
            self._spinner.place(QPointF(9, 9), 14)

    def _draw_title(self, painter: QPainter, role: str) -> None:
        painter.setFont(drawing_font("small_strong"))
        painter.setPen(theme().color(role))
        room = self.box.width() - 38
        title = first_that_fits(self.face.titles(), painter.font(), room)
        painter.drawText(QRectF(30, 8, room, 16), Qt.AlignmentFlag.AlignVCenter, title)
        if self.face.percent is None:
            return
        painter.setFont(drawing_font("meta"))
        painter.setPen(theme().color("text3"))
        percent = tr("{number} %", number=self.face.percent)
        painter.drawText(
            QRectF(30, 8, room, 16), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, percent
        )

    def _draw_lines(self, painter: QPainter) -> None:
        """Draw the lines; one alone may take two, where the box is high enough."""
        box = QRectF(9, 26, self.box.width() - 18, LINE_PX)
        if len(self.face.lines) == 1 and self.box.height() > 64:
            line = self.face.lines[0]
            wide = QFontMetricsF(painter.font()).horizontalAdvance(line[0]) <= 2 * box.width() * 0.9
            draw_lines(painter, line[0] if wide or len(line) == 1 else line[-1], box, 2, LINE_PX)
            return
        for line in self.face.lines:
            draw_lines(painter, first_that_fits(line, painter.font(), box.width()), box, 1, LINE_PX)
            box.translate(0, LINE_PX)
