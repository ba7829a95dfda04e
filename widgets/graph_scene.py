"""The graph's scene: keeps one item per node and redraws what a new snapshot changes."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtWidgets import QGraphicsScene

from engine.snapshot import ENDED, RunSnapshot
from widgets import graph_nodes as nodes
from widgets.graph_card import ResearcherItem
from widgets.graph_edges import EdgesItem, LaneLabelsItem
from widgets.graph_layout import Layout, lay_out
from widgets.graph_loop import PillItem, ReasonItem
from widgets.graph_marks import lane_labels, loop_marks
from widgets.graph_node import NodeItem
from widgets.graph_nodes import Stage
from widgets.graph_routes import routes
from widgets.graph_stage import StageItem
from widgets.graph_tray import TrayItem
from widgets.motion import motion
from widgets.theme import theme


class GraphScene(QGraphicsScene):
    """Draws a run's workflow: planner, waves, collectors, reviewers, loops, writer."""

    def __init__(self) -> None:
        super().__init__()
        self._items: dict[str, NodeItem] = {}
        self._trays: dict[int, TrayItem] = {}
        self._still, self._moving = EdgesItem(moving=False), EdgesItem(moving=True)
        self._labels, self._reason = LaneLabelsItem(), ReasonItem()
        for item in (self._still, self._moving, self._labels, self._reason):
            self.addItem(item)
        self._form: tuple[object, ...] = ()
        self._layout: Layout | None = None
        self._chosen = ""
        theme().changed.connect(self._draw_all_again)
        motion().beat.connect(self._move)

    def show_run(self, run: RunSnapshot, available: QSizeF, now_s: float) -> None:
        """Show a run in the form that fits into a size, in pixels."""
        run = run.model_copy(update={"waves": nodes.drawn_waves(run)})
        form = (_structure(run), available.toTuple())
        if form != self._form or self._layout is None:
            self._form = form
            self._layout = lay_out(run, available)
            self.setSceneRect(QRectF(0, 0, self._layout.size.width(), self._layout.size.height()))
        self._show_nodes(run, self._layout, now_s)
        self._show_trays(run, self._layout)
        self._show_loops(run, self._layout)
        self._still.show_routes(found := routes(run, self._layout))
        self._moving.show_routes(found)
        self._labels.show_labels(lane_labels(run, self._layout))

    def moves(self) -> bool:
        """Return whether anything in the graph moves."""
        return self._moving.moves() or any(
            isinstance(item, ResearcherItem) and nodes.is_working(item.view) for item in self._items.values()
        )

    def choose(self, key: str) -> None:
        """Put the ring around a node; "" takes it away."""
        self._chosen = key
        for name, item in self._items.items():
            item.choose(name == key)

    def chosen(self) -> NodeItem | None:
        """Return the chosen node."""
        return self._items.get(self._chosen)

    def nodes(self) -> list[NodeItem]:
        """Return every node, from left to right and top to bottom."""
        return sorted(self._items.values(), key=lambda item: (item.pos().x(), item.pos().y()))

    def _show_nodes(self, run: RunSnapshot, layout: Layout, now_s: float) -> None:
        wanted = _stages(run)
        views = {nodes.researcher_key(view): view for wave in run.waves for view in wave.researchers}
        pills = {mark.wave for mark in loop_marks(run, layout)}
        keep = {stage.key for stage in wanted} | views.keys() | {f"decision-{wave}" for wave in pills}
        for key in self._items.keys() - keep:
            self.removeItem(self._items.pop(key))
        for stage in wanted:
            item = self._items.get(stage.key)
            if not isinstance(item, StageItem):
                item = StageItem(stage)
                self._add(item)
            item.show_stage(stage)
            item.place(layout.boxes[stage.key])
        for key, view in views.items():
            card = self._items.get(key)
            if not isinstance(card, ResearcherItem):
                card = ResearcherItem(view, run.options.plan.pages)
                self._add(card)
            card.place(layout.boxes[key])
            card.show_view(view, run.options.plan.pages, now_s)

    def _show_trays(self, run: RunSnapshot, layout: Layout) -> None:
        for number in self._trays.keys() - layout.trays.keys():
            self.removeItem(self._trays.pop(number))
        for wave in run.waves:
            if wave.wave not in self._trays:
                self._trays[wave.wave] = TrayItem()
                self.addItem(self._trays[wave.wave])
            answered = sum(view.state == "done" for view in wave.researchers)
            words = f"{answered} of {len(wave.researchers)} answered"
            self._trays[wave.wave].show_tray(layout.trays[wave.wave], words)

    def _show_loops(self, run: RunSnapshot, layout: Layout) -> None:
        marks = loop_marks(run, layout)
        self._reason.setVisible(bool(marks))
        for mark in marks:
            pill = self._items.get(f"decision-{mark.wave}")
            if not isinstance(pill, PillItem):
                pill = PillItem(mark.wave)
                self._add(pill)
            decision = next(wave.decision for wave in run.waves if wave.wave == mark.wave)
            pill.setToolTip(decision.rationale if decision else "")
            pill.stand(mark.pill)
            self._reason.show_reason(mark, pill.toolTip())

    def _add(self, item: NodeItem) -> None:
        self._items[item.key] = item
        item.choose(item.key == self._chosen)
        self.addItem(item)

    def _move(self) -> None:
        self._moving.update()
        for item in self._items.values():
            for child in item.childItems():
                if child.isVisible():
                    child.update()

    def _draw_all_again(self) -> None:
        for item in self.items():
            item.update()


def _stages(run: RunSnapshot) -> list[Stage]:
    found = [nodes.planner(run), nodes.writer(run)]
    if not run.waves:
        line = "Not reached" if run.state in ENDED else "Wait for the plan"
        found.append(Stage("researchers", "Researchers", "researcher", line))
    for wave in run.waves or (None,):
        found += [nodes.collector(run, wave), nodes.reviewer(run, wave)]
    return found


def _structure(run: RunSnapshot) -> tuple[object, ...]:
    """Return what the layout depends on."""
    return tuple((wave.wave, len(wave.researchers), wave.decision is not None and wave.decision.status)
                 for wave in run.waves)  # fmt: skip
