"""A researcher in the graph: a card, one line, or a pip, by the room it has."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.snapshot import ResearcherView
from widgets import graph_nodes as nodes
from widgets import icons, phrases
from widgets.elided_text import draw_lines
from widgets.fonts import font
from widgets.glyph import draw_glyph
from widgets.graph_node import RADIUS_PX, NodeItem, SpinnerItem
from widgets.theme import theme


class ResearcherItem(NodeItem):
    """A researcher as a card, as one line, or as a pip, by the size of its box."""

    def __init__(self, view: ResearcherView, max_pages: int) -> None:
        super().__init__(nodes.researcher_key(view))
        self.view, self._max_pages = view, max_pages
        self._meta = ""
        self._spinner = SpinnerItem(self)
        self._spinner.setPos(10, 9)
        self.show_view(view, max_pages, 0.0)

    def show_view(self, view: ResearcherView, max_pages: int, now_s: float) -> None:
        """Show a researcher as it is now; draws again only when something shown is different."""
        meta = _meta(view, now_s, tall=self.is_tall())
        self._spinner.setVisible(nodes.is_working(view))
        if view is self.view and meta == self._meta:
            return
        self.view, self._meta, self._max_pages = view, meta, max_pages
        self.setToolTip(view.question)
        self.update()

    def name(self) -> str:
        """Return id, state and question."""
        face = phrases.RESEARCHER_FACES[self.view.state]
        return f"Researcher {phrases.researcher_id(self.view)}, {face.word}: {self.view.question}"

    def is_tall(self) -> bool:
        """Return whether the card has a foot."""
        return self.box.height() > 80

    def is_pip(self) -> bool:
        """Return whether there is room for the id alone."""
        return self.box.width() < 100

    def place(self, box: QRectF) -> None:
        """Stand in a box; a pip has its icon lower."""
        super().place(box)
        self._spinner.setPos(9 if self.is_pip() else 10, (self.box.height() - 14) / 2 if self.is_pip() else 9)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the card."""
        waits = self.view.state == "waiting"
        edge = "danger" if self.view.state == "failed" else "accent" if nodes.is_working(self.view) else "border"
        self.draw_frame(painter, "strong" if waits else edge, dashed=waits, filled=not waits)
        if self.is_pip():
            self._draw_pip(painter)
            return
        self._draw_head(painter)
        painter.setFont(font("small"))
        painter.setPen(theme().color("text2" if waits else "text"))
        inner = self.box.adjusted(10, 27, -10, 0)
        draw_lines(painter, self.view.question, inner, 1 if self.box.height() < 60 else 2, 16)
        if self.is_tall():
            self._draw_foot(painter)
        self._draw_progress(painter)

    def _draw_pip(self, painter: QPainter) -> None:
        self._draw_state(painter, 9, (self.box.height() - 14) / 2)
        painter.setFont(font("meta", 600))
        painter.setPen(theme().color("text"))
        text = self.box.adjusted(28, 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, phrases.researcher_id(self.view))

    def _draw_head(self, painter: QPainter) -> None:
        self._draw_state(painter, 10, 9)
        painter.setFont(font("meta", 600))
        painter.setPen(theme().color("text"))
        name = phrases.researcher_id(self.view)
        painter.drawText(QRectF(32, 8, 60, 16), Qt.AlignmentFlag.AlignVCenter, name)
        x = 32 + QFontMetricsF(painter.font()).horizontalAdvance(name) + 9
        if self.view.refused:
            icons.draw(painter, "refused", "warn", x, 9, 14)
            painter.setPen(theme().color("warn"))
            painter.drawText(QRectF(x + 16, 8, 30, 16), Qt.AlignmentFlag.AlignVCenter, str(self.view.refused))
        painter.setFont(font("meta"))
        failed_line = self.view.state == "failed" and self.box.height() < 60
        painter.setPen(theme().color("danger" if failed_line else "text3"))
        right = QRectF(0, 8, self.box.width() - 10, 16)
        painter.drawText(right, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._meta)

    def _draw_state(self, painter: QPainter, x: float, y: float) -> None:
        face = phrases.RESEARCHER_FACES[self.view.state]
        if face.icon != "running":
            draw_glyph(painter, face.icon, face.role, QPointF(x, y), 14)

    def _draw_foot(self, painter: QPainter) -> None:
        left, right, role = _foot(self.view)
        painter.setFont(font("meta"))
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
        share = min(1.0, max(0.06, self.view.pages / max(1, self._max_pages)))
        if self.view.state == "answering":
            share = max(share, 0.85)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent"))
        clip = QPainterPath()
        clip.addRoundedRect(self.box.adjusted(1, 1, -1, -1), RADIUS_PX - 1, RADIUS_PX - 1)
        painter.setClipPath(clip)
        painter.drawRect(QRectF(0, self.box.height() - 4, self.box.width() * share, 3))
        painter.setClipping(False)


def _meta(view: ResearcherView, now_s: float, *, tall: bool) -> str:
    if view.state == "waiting":
        return "Waiting"
    time = phrases.minutes_seconds(phrases.elapsed_s(view, now_s) or 0.0)
    if tall:
        return time
    if view.state in ("failed", "stopped"):
        return f"{phrases.RESEARCHER_FACES[view.state].word} · {time}"
    sources = len(view.finding.sources) if view.finding else view.pages
    if sources:
        return f"{phrases.count(sources, 'source')} · {time}"
    return f"{phrases.RESEARCHER_FACES[view.state].word} · {time}"


def _foot(view: ResearcherView) -> tuple[str, str, str]:
    """Return the foot's left and right words and the colour of the left ones."""
    finding = view.finding
    if finding is not None and finding.error is not None:
        kept = f" · {phrases.count(len(finding.sources), 'source')} kept" if finding.sources else ""
        return finding.error.title.rstrip(".") + kept, "", "danger" if view.state == "failed" else "text3"
    if finding is not None:
        confidence = "" if finding.confidence is None else f"confidence {finding.confidence:.2f}"
        return phrases.count(len(finding.sources), "source"), confidence, "text3"
    word = phrases.RESEARCHER_FACES[view.state].word
    return (f"{word} {view.activity}" if view.activity and nodes.is_working(view) else word), "", "text3"
