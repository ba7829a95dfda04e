"""A researcher in the graph: a card, one line, or a pip, by the room it has."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.snapshot import ResearcherView
from widgets import phrases
from widgets.fonts import drawing_font
from widgets.glyph import draw_glyph
from widgets.graph import card_words as words
from widgets.graph import nodes
from widgets.graph.node import RADIUS_PX, NodeItem, SpinnerItem
from widgets.text.elided_text import draw_lines, first_that_fits
from widgets.theme import theme

ICON_PX = 14
LEAST_SHARE = 0.06  # of the progress, so that it is seen to have begun
ANSWERING_SHARE = 0.85


class ResearcherItem(NodeItem):
    """A researcher as a card, as one line, or as a pip, by the size of its box."""

    def __init__(self, view: ResearcherView, max_pages: int, now_s: float) -> None:
        super().__init__(nodes.researcher_key(view))
        self.view, self._max_pages = view, max_pages
        self._meta = words.meta_words(view, now_s, has_foot=self.is_tall())
        self._spinner = SpinnerItem(self)
        self._take(view)

    def show_view(self, view: ResearcherView, max_pages: int, now_s: float) -> None:
        """Show a researcher as it is now; draws again only when something shown is different."""
        meta = words.meta_words(view, now_s, has_foot=self.is_tall())
        if (view is self.view or view == self.view) and (meta, max_pages) == (self._meta, self._max_pages):
            return
        self._meta, self._max_pages = meta, max_pages
        self._take(view)
        self.update()

    def name(self) -> str:
        """Return id, state, question and figures."""
        return words.spoken(self.view)

    def is_tall(self) -> bool:
        """Return whether the card has a foot."""
        return self.box.height() > 80

    def is_pip(self) -> bool:
        """Return whether there is room for the id alone."""
        return self.box.width() < 100

    def place(self, box: QRectF) -> None:
        """Stand in a box; a pip has its icon lower."""
        super().place(box)
        self._place_spinner()

    def look_from_afar(self, far: bool) -> None:
        """Show the id alone, large, or the whole card."""
        super().look_from_afar(far)
        self._place_spinner()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the card."""
        waits = self.view.state == "waiting"
        edge = "danger" if self.view.state == "failed" else "accent" if nodes.is_working(self.view) else "border"
        self.draw_frame(painter, "strong" if waits else edge, dashed=waits, filled=not waits)
        face = phrases.RESEARCHER_FACES[self.view.state]
        if self.far:
            icon = "" if face.icon == "running" else face.icon
            self.draw_from_afar(painter, icon, face.role, phrases.researcher_id(self.view))
        elif self.is_pip():
            self._draw_pip(painter)
        else:
            self._draw_card(painter)
        self._draw_progress(painter)

    def _take(self, view: ResearcherView) -> None:
        self.view = view
        self._place_spinner()
        self.setToolTip(words.tooltip(view))

    def _place_spinner(self) -> None:
        far = self.far_icon(phrases.researcher_id(self.view)) if self.far else None
        self._spinner.setVisible(nodes.is_working(self.view) and not (self.far and far is None))
        if far is not None:
            self._spinner.place(far.topLeft(), far.width())
        elif self.is_pip():
            self._spinner.place(QPointF(9, (self.box.height() - ICON_PX) / 2), ICON_PX)
        else:
            self._spinner.place(QPointF(10, 9), ICON_PX)

    def _draw_card(self, painter: QPainter) -> None:
        self._draw_head(painter)
        painter.setFont(drawing_font("small"))
        painter.setPen(theme().color("text2" if self.view.state == "waiting" else "text"))
        inner = self.box.adjusted(10, 27, -10, 0)
        draw_lines(painter, self.view.question, inner, 1 if self.box.height() < 60 else 2, 16)
        if self.is_tall():
            self._draw_foot(painter)

    def _draw_pip(self, painter: QPainter) -> None:
        self._draw_state(painter, 9, (self.box.height() - ICON_PX) / 2)
        painter.setFont(drawing_font("meta", 600))
        painter.setPen(theme().color("text"))
        text = self.box.adjusted(28, 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, phrases.researcher_id(self.view))

    def _draw_head(self, painter: QPainter) -> None:
        self._draw_state(painter, 10, 9)
        painter.setFont(drawing_font("meta", 600))
        painter.setPen(theme().color("text"))
        name = phrases.researcher_id(self.view)
        painter.drawText(QRectF(32, 8, 60, 16), Qt.AlignmentFlag.AlignVCenter, name)
        x = 32 + QFontMetricsF(painter.font()).horizontalAdvance(name) + 9
        if self.view.refused:
            x = self._draw_refusals(painter, x)
        painter.setFont(drawing_font("meta"))
        failed_line = self.view.state == "failed" and not self.is_tall()
        painter.setPen(theme().color("danger" if failed_line else "text3"))
        right = QRectF(x, 8, self.box.width() - 10 - x, 16)
        meta = first_that_fits(self._meta, painter.font(), right.width())
        painter.drawText(right, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, meta)

    def _draw_refusals(self, painter: QPainter, x: float) -> float:
        """Draw the shield and how many calls were refused; return where the next words may begin."""
        draw_glyph(painter, "refused", "warn", QPointF(x, 9), ICON_PX)
        painter.setPen(theme().color("warn"))
        count = str(self.view.refused)
        painter.drawText(QRectF(x + 17, 8, 30, 16), Qt.AlignmentFlag.AlignVCenter, count)
        return x + 17 + QFontMetricsF(painter.font()).horizontalAdvance(count) + 6

    def _draw_state(self, painter: QPainter, x: float, y: float) -> None:
        face = phrases.RESEARCHER_FACES[self.view.state]
        if face.icon != "running":
            draw_glyph(painter, face.icon, face.role, QPointF(x, y), ICON_PX)

    def _draw_foot(self, painter: QPainter) -> None:
        left, right, role = words.foot_words(self.view)
        painter.setFont(drawing_font("meta"))
        box = QRectF(10, 63, self.box.width() - 20, 16)
        painter.setPen(theme().color("text3"))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, right)
        painter.setPen(theme().color(role))
        metrics = QFontMetricsF(painter.font())
        room = box.width() - (metrics.horizontalAdvance(right) + 8 if right else 0)
        text = metrics.elidedText(left, Qt.TextElideMode.ElideRight, room)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)

    def _draw_progress(self, painter: QPainter) -> None:
        if not nodes.is_working(self.view) or self.view.state == "starting":
            return
        share = min(1.0, max(LEAST_SHARE, self.view.pages / max(1, self._max_pages)))
        if self.view.state == "answering":
            share = max(share, ANSWERING_SHARE)
        draw_progress(painter, self.box, share)


def draw_progress(painter: QPainter, box: QRectF, share: float) -> None:
    """Draw how much of something is done along the lower edge of a box, inside its round corners."""
    inside, bar = QPainterPath(), QPainterPath()
    inside.addRoundedRect(box.adjusted(1, 1, -1, -1), RADIUS_PX - 1, RADIUS_PX - 1)
    bar.addRect(QRectF(0, box.height() - 4, box.width() * share, 3))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().color("accent"))
    painter.drawPath(inside.intersected(bar))
