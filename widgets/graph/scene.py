"""The graph's scene: keeps one item per node and redraws what a new snapshot changes."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from engine.snapshot import RunSnapshot
from resources.translation import trn
from widgets.graph import nodes
from widgets.graph.card import ResearcherItem
from widgets.graph.edges import EdgesItem, LaneLabelsItem
from widgets.graph.faces import StageFace
from widgets.graph.layout import everything, lay_out, structure
from widgets.graph.loop import PillItem, ReasonItem
from widgets.graph.marks import lane_labels, loop_marks
from widgets.graph.node import NodeItem, SpinnerItem
from widgets.graph.placing import Layout
from widgets.graph.routes import routes
from widgets.graph.shapes import Folds
from widgets.graph.stage import StageItem
from widgets.graph.tray import TrayItem, tray_key
from widgets.motion import motion
from widgets.text.plain_words import plain_words
from widgets.theme import theme


class GraphScene(QGraphicsScene):
    """Draws a run's workflow: planner, waves, collectors, reviewers, loops, writer."""

    def __init__(self) -> None:
        super().__init__()
        self._items: dict[str, NodeItem] = {}
        self._reasons: dict[int, ReasonItem] = {}
        self._still, self._moving = EdgesItem(moving=False), EdgesItem(moving=True)
        self._labels = LaneLabelsItem()
        for item in (self._still, self._moving, self._labels):
            self.addItem(item)
        self._form: tuple[object, ...] = ()
        self._drawn_edges: tuple[object, ...] = ()
        self._layout: Layout | None = None
        self._chosen = self._focused = ""
        self._far, self._may_fold = False, True
        theme().changed.connect(self._draw_all_again)
        motion().beat.connect(self._move)

    def show_run(self, run: RunSnapshot, available: QSizeF, now_s: float, folds: Folds | None = None) -> None:
        """Show a run in the form that fits into a size, in pixels."""
        run = run.model_copy(update={"waves": nodes.drawn_waves(run)})
        form = (structure(run), available.toTuple(), tuple((folds or {}).items()))
        if form != self._form or self._layout is None:
            self._form = form
            self._layout = lay_out(run, available, folds)
        self._show(run, self._layout, now_s)

    def show_everything(self, run: RunSnapshot, now_s: float) -> None:
        """Show a run for a picture: every wave in full, each item drawn with lines and not from a cache."""
        run = run.model_copy(update={"waves": nodes.drawn_waves(run)})
        self._layout = everything(run)
        self._may_fold = False  # nothing can be pressed in a picture
        self._show(run, self._layout, now_s)
        for item in self._items.values():
            item.setCacheMode(QGraphicsItem.CacheMode.NoCache)

    def moves(self) -> bool:
        """Return whether anything in the graph moves."""
        return self._moving.moves() or any(spinner.isVisible() for spinner in self._spinners())

    def mark(self, *, chosen: str, focused: str) -> None:
        """Put the rings around the chosen node and around the one the keyboard is on; "" takes them away."""
        self._chosen, self._focused = chosen, focused
        for key, item in self._items.items():
            item.mark(chosen=key == chosen, focused=key == focused)

    def look_from_afar(self, far: bool) -> None:
        """Show numbers and names alone, large, or everything."""
        if far == self._far:
            return
        self._far = far
        for item in self._items.values():
            item.look_from_afar(far)
        for words in (self._labels, *self._reasons.values()):
            words.setVisible(not far)

    def node(self, key: str) -> NodeItem | None:
        """Return the node with a key."""
        return self._items.get(key)

    def nodes(self) -> list[NodeItem]:
        """Return every node one can walk to, from left to right and top to bottom."""
        found = [item for item in self._items.values() if not isinstance(item, TrayItem) or item.is_foldable]
        return sorted(found, key=lambda item: (item.pos().x(), item.pos().y()))

    def _show(self, run: RunSnapshot, layout: Layout, now_s: float) -> None:
        self.setSceneRect(QRectF(0, 0, layout.size.width(), layout.size.height()))
        marks = loop_marks(layout)
        views = {nodes.researcher_key(view) for wave in run.waves for view in wave.researchers}
        stages = nodes.faces(run, layout.unrolled.nodes, now_s)
        trays = {tray_key(wave) for wave in layout.trays}
        pills = {f"decision-{mark.wave}" for mark in marks}
        for key in self._items.keys() - views - stages.keys() - trays - pills:
            self.removeItem(self._items.pop(key))
        self._show_stages(stages, layout)
        self._show_cards(run, layout, now_s)
        self._show_trays(run, layout)
        self._show_loops(run, layout)
        self._show_edges(run, layout)

    def _show_stages(self, stages: dict[str, StageFace], layout: Layout) -> None:
        for key, face in stages.items():
            item = self._items.get(key)
            if not isinstance(item, StageItem):
                item = StageItem(key, face)
                self._add(item)
            item.show_face(face)
            item.place(layout.boxes[key])

    def _show_cards(self, run: RunSnapshot, layout: Layout, now_s: float) -> None:
        pages = run.options.plan.pages
        for wave in run.waves:
            for view in wave.researchers:
                key = nodes.researcher_key(view)
                card = self._items.get(key)
                if not isinstance(card, ResearcherItem):
                    card = ResearcherItem(view, pages, now_s)
                    self._add(card)
                card.place(layout.boxes[key])
                card.show_view(view, pages, now_s)

    def _show_trays(self, run: RunSnapshot, layout: Layout) -> None:
        for wave in run.waves:
            tray = self._items.get(tray_key(wave.wave))
            if not isinstance(tray, TrayItem):
                tray = TrayItem(wave.wave)
                self._add(tray)
            answered = sum(view.state == "done" for view in wave.researchers)
            words = trn("{got} of {n} answered", "{got} of {n} answered", len(wave.researchers), got=answered)
            is_done = wave.decision is not None or layout.trays[wave.wave].folded
            is_foldable = self._may_fold and is_done and len(run.waves) > 1
            tray.show_tray(layout.trays[wave.wave], words, is_foldable=is_foldable)

    def _show_loops(self, run: RunSnapshot, layout: Layout) -> None:
        marks = loop_marks(layout)
        for wave in self._reasons.keys() - {mark.wave for mark in marks}:
            self.removeItem(self._reasons.pop(wave))
        for mark in marks:
            pill = self._items.get(f"decision-{mark.wave}")
            if not isinstance(pill, PillItem):
                pill = PillItem(mark.wave)
                self._add(pill)
                self._reasons[mark.wave] = ReasonItem()
                self._reasons[mark.wave].setVisible(not self._far)
                self.addItem(self._reasons[mark.wave])
            decision = next(wave.decision for wave in run.waves if wave.wave == mark.wave)
            pill.show_reason(plain_words(decision.rationale) if decision else "")
            pill.stand(mark.pill)
            self._reasons[mark.wave].show_reason(mark, pill.reason)

    def _show_edges(self, run: RunSnapshot, layout: Layout) -> None:
        """Lay the edges anew when the layout is another or one of them has another state."""
        states = nodes.edge_states(run, layout.unrolled.nodes, layout.unrolled.ties)
        edges = (self._form, states, run.state)
        if edges == self._drawn_edges:
            return
        self._drawn_edges = edges
        found = routes(run, layout)
        self._still.show_routes(found)
        self._moving.show_routes(found)
        self._labels.show_labels(lane_labels(run, layout))

    def _add(self, item: NodeItem) -> None:
        self._items[item.key] = item
        item.mark(chosen=item.key == self._chosen, focused=item.key == self._focused)
        item.look_from_afar(self._far)
        self.addItem(item)

    def _spinners(self) -> list[SpinnerItem]:
        return [
            child for item in self._items.values() for child in item.childItems() if isinstance(child, SpinnerItem)
        ]

    def _move(self) -> None:
        self._moving.move()
        for spinner in self._spinners():
            if spinner.isVisible():
                spinner.update()

    def _draw_all_again(self) -> None:
        for item in self.items():
            item.update()
