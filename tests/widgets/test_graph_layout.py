"""Layouts of any run in any room: nothing overlaps, no edge runs through a box, every declared tie is drawn."""

from __future__ import annotations

from itertools import combinations, pairwise

import example_runs as runs
import pytest
from graph_cases import STATES, drawn, mixed, run_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSizeF

from engine.declaration import WORKFLOW, Declaration
from engine.snapshot import RunSnapshot
from engine.values import ReviewDecision
from widgets.graph.edges import label_box
from widgets.graph.grid import TAB_PX
from widgets.graph.layout import everything, lay_out
from widgets.graph.loop import PILL_HEIGHT_PX, PillItem
from widgets.graph.marks import lane_labels, loop_marks
from widgets.graph.placing import Layout
from widgets.graph.routes import routes
from widgets.graph.unrolled import unroll

DECISIONS = st.sampled_from([None, runs.MORE, runs.APPROVED])
WAVES = st.lists(st.lists(st.sampled_from(STATES), min_size=1, max_size=16), min_size=1, max_size=4)
SIZES = st.tuples(st.integers(300, 2_000), st.integers(160, 1_200))
FOLDS = st.dictionaries(st.integers(1, 4), st.booleans(), max_size=3)
ANY_LAYOUT = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def check(run: RunSnapshot, layout: Layout) -> None:
    apart(layout)
    clear(run, layout)
    assert layout.boxes.keys() == {node.key for node in layout.unrolled.nodes}
    tied = {ends for route in routes(run, layout) for ends in route.ties}
    assert tied == {tie.ends for tie in layout.unrolled.ties}


def apart(layout: Layout) -> None:
    """No box lies on another, cards lie in their tray, and trays lie apart from each other and from stages."""
    for (name, box), (other_name, other) in combinations(layout.boxes.items(), 2):
        assert not box.intersects(other), (name, other_name)
    stages = [box for key, box in layout.boxes.items() if not key.startswith("researcher-")]
    trays = [tray.box.adjusted(0, 0 if tray.folded else -TAB_PX, 0, 0) for tray in layout.trays.values()]
    for one, other in combinations(trays, 2):
        assert not one.intersects(other)
    assert not any(tray.intersects(stage) for tray in trays for stage in stages)
    for key, box in layout.boxes.items():
        if key.startswith("researcher-"):
            assert layout.trays[int(key.split("-")[1].split(".")[0])].box.contains(box), key
    everywhere = QRectF(0, 0, layout.size.width(), layout.size.height())
    assert all(everywhere.contains(box) for box in (*layout.boxes.values(), *trays))


def stretches(run: RunSnapshot, layout: Layout) -> list[QRectF]:
    """Return every piece of every edge as a thin box: all edges are right-angled, curves are cut corners."""
    found = []
    for route in routes(run, layout):
        polygon = route.path.toSubpathPolygons()[0]
        points = [polygon.at(place) for place in range(polygon.count())]
        found += [QRectF(start, end).normalized().adjusted(-0.5, -0.5, 0.5, 0.5) for start, end in pairwise(points)]
    return found


def clear(run: RunSnapshot, layout: Layout) -> None:
    """No edge runs through a box; pills, reasons and labels lie on no box, and reasons on no edge either."""
    lines = stretches(run, layout)
    for name, box in layout.boxes.items():
        inside = box.adjusted(3, 3, -3, -3)
        assert not any(line.intersects(inside) for line in lines), name
    marks = loop_marks(layout)
    pill_width = PillItem(1).box.width()
    pills = [QRectF(mark.pill.x(), mark.pill.y() - 12, pill_width, PILL_HEIGHT_PX) for mark in marks]
    reasons = [mark.reason for mark in marks if mark.has_room()]
    labels = [label_box(label) for label in lane_labels(run, layout)]
    for words in (*pills, *reasons, *labels):
        assert not any(words.intersects(box) for box in layout.boxes.values()), words
    for one, other in combinations([*pills, *reasons, *labels], 2):
        assert not one.intersects(other), (one, other)
    for reason in reasons:
        inside = reason.adjusted(2, 2, -2, -2)
        assert not any(line.intersects(inside) for line in lines), reason


@ANY_LAYOUT
@given(waves=WAVES, last=DECISIONS, size=SIZES)
def test_any_run_in_any_room_lies_clear(qapp, waves, last, size):
    run = drawn(run_of(waves, last))
    check(run, lay_out(run, QSizeF(*size)))


@ANY_LAYOUT
@given(waves=WAVES, last=DECISIONS, size=SIZES, folds=FOLDS)
def test_folding_any_wave_keeps_it_clear(qapp, waves, last, size, folds):
    run = drawn(run_of(waves, last))
    check(run, lay_out(run, QSizeF(*size), folds))


@ANY_LAYOUT
@given(waves=WAVES, last=DECISIONS)
def test_pictures_lie_clear_and_show_every_card(qapp, waves, last):
    run = drawn(run_of(waves, last))
    layout = everything(run)
    check(run, layout)
    assert not any(tray.folded for tray in layout.trays.values())


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("size", [(728, 424), (852, 306), (1_290, 620)])
def test_waves_of_sixteen_lie_clear_in_windows_of_usual_sizes(qapp, count, size):
    run = drawn(run_of([mixed(16)] * count))
    layout = lay_out(run, QSizeF(*size))
    check(run, layout)
    # Large enough to be told apart.
    assert min(size[0] / layout.size.width(), size[1] / layout.size.height()) > 0.5


@pytest.mark.parametrize("state", [runs.planning, runs.broken, runs.stopped, runs.finished, runs.three_waves])
def test_the_edges_are_those_of_the_declaration(qapp, state):
    run = drawn(state())
    declared = {(link.source, link.target) for link in WORKFLOW.links if link.carries != "plan"}
    layout = lay_out(run, QSizeF(1_000, 500))
    stages = {node.key: node.stage for node in layout.unrolled.nodes}
    found = {(stages[source], stages[target]) for route in routes(run, layout) for source, target in route.ties}
    assert found <= declared
    asked = any(wave.decision == runs.MORE for wave in run.waves)
    assert found == (declared if asked else declared - {("reviewer", "planner")})


def without_review() -> Declaration:
    """Return another workflow: the collector's dossier goes to the writer at once."""
    stages = tuple(stage for stage in WORKFLOW.stages if stage.name != "reviewer")
    links = tuple(link for link in WORKFLOW.links if "reviewer" not in (link.source, link.target))
    hand_over = WORKFLOW.links[-1].model_copy(update={"source": "collector"})
    return Declaration(stages=stages, links=(*links, hand_over))


@pytest.mark.parametrize("state", [runs.planning, runs.broken])
def test_another_declaration_gives_another_graph(qapp, state):
    run = drawn(state())
    layout = lay_out(run, QSizeF(1_000, 500), declaration=without_review())
    assert not any("reviewer" in key for key in layout.boxes)
    assert ("collector-1", "writer") in {ends for route in routes(run, layout) for ends in route.ties}
    apart(layout)


def test_a_loop_is_there_for_a_wave_that_asked_for_more_and_for_no_other(qapp):
    asked = unroll(WORKFLOW, run_of([mixed(3), mixed(2)]).waves)
    assert [tie.ends for tie in asked.ties if tie.link.carries == "follow_ups"] == [("reviewer-1", "planner")]
    assert [tie.source for tie in asked.ties if tie.target == "writer"] == ["reviewer-2"]


@pytest.mark.parametrize("last", [None, ReviewDecision(status="approved", rationale="All is answered.")])
def test_a_finished_wave_folds_first_its_cards_then_its_stages(qapp, last):
    run = drawn(run_of([mixed(5), mixed(4), mixed(2)], last))
    roomy, narrow = lay_out(run, QSizeF(2_400, 700)), lay_out(run, QSizeF(728, 424))
    assert roomy.shape.finished == "cards"
    assert not roomy.trays[1].folded
    assert narrow.shape.finished == "icons"
    assert narrow.trays[1].folded
    assert not narrow.trays[3].folded
    assert narrow.boxes["reviewer-1"].width() < narrow.boxes["reviewer-3"].width()
