"""The graph under the hand: dragging, zooming, walking, folding, its tools, and what a screen reader hears."""

from __future__ import annotations

import example_runs as runs
import pytest
from graph_cases import mixed, run_of
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QNativeGestureEvent,
    QPointingDevice,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from widgets.fonts import set_text_scale
from widgets.graph.canvas import ZOOM_MAX, ZOOM_MIN
from widgets.graph.view import FAR_BELOW, GraphView

NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def view(qtbot):
    made = GraphView()
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def wheel(view: GraphView, degrees: QPoint, modifiers=NONE) -> None:
    at = QPointF(view.viewport().rect().center())
    event = QWheelEvent(at, view.viewport().mapToGlobal(at), QPoint(), degrees * 8, Qt.MouseButton.NoButton,
                        modifiers, Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def drag(view: GraphView, start: QPoint, way: QPoint) -> None:
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, NONE, start)
    for part in range(1, 6):
        QTest.mouseMove(view.viewport(), start + way * part / 5)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, NONE, start + way)


def scrolled(view: GraphView) -> tuple[int, int]:
    return view.horizontalScrollBar().value(), view.verticalScrollBar().value()


def names(view: GraphView) -> dict[str, QAccessible.Role]:
    """Return what a screen reader finds in the graph: names with their roles."""
    steps = next(child for child in view.findChildren(QWidget) if child.accessibleName() == "Steps of the workflow")
    interface = QAccessible.queryAccessibleInterface(steps)
    children = [interface.child(place) for place in range(interface.childCount())]
    assert not any(child.state().invisible for child in children)
    return {child.text(QAccessible.Text.Name): child.role() for child in children}


# --- pan and zoom -----------------------------------------------------------------------------------------


def test_dragging_pans_and_opens_nothing(view, qtbot):
    view.show_run(runs.running_second())
    for _ in range(4):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    begun = scrolled(view)
    with qtbot.assertNotEmitted(view.node_asked):
        drag(view, view.node_center("researcher-2.2"), QPoint(-60, -40))
    assert scrolled(view) == (begun[0] + 60, begun[1] + 40)


def test_control_and_wheel_zoom_within_bounds_and_the_wheel_alone_scrolls(view, qtbot):
    view.show_run(runs.running_second())
    for _ in range(12):
        wheel(view, QPoint(0, 15), CONTROL)
    assert view.scale_now() == pytest.approx(ZOOM_MAX)
    begun = scrolled(view)
    wheel(view, QPoint(0, -15))
    assert scrolled(view)[1] > begun[1]
    wheel(view, QPoint(-15, 0))
    assert scrolled(view)[0] > begun[0]
    for _ in range(30):
        wheel(view, QPoint(0, -15), CONTROL)
    assert view.scale_now() == pytest.approx(ZOOM_MIN)


def test_what_is_under_the_pointer_stays_there_while_zooming(view):
    view.show_run(runs.running_second())
    at = QPointF(view.viewport().rect().center())
    QTest.mouseMove(view.viewport(), at.toPoint())
    for _ in range(3):
        wheel(view, QPoint(0, 15), CONTROL)
    before = view.mapToScene(at.toPoint())
    wheel(view, QPoint(0, 15), CONTROL)
    after = view.mapToScene(at.toPoint())
    assert (after - before).manhattanLength() < 6


def test_two_fingers_zoom(view):
    view.show_run(runs.running_second())
    at = QPointF(view.viewport().rect().center())
    pinch = QNativeGestureEvent(Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
                                at, at, at, 0.25, QPointF())  # fmt: skip
    QApplication.sendEvent(view.viewport(), pinch)
    assert view.scale_now() == pytest.approx(1.25)


def test_the_wheel_goes_sideways_where_nothing_scrolls_upright(view):
    view.show_run(run_of([mixed(3)] * 3))
    view.resize(560, 500)
    view.zoom(1.2)
    assert not view.verticalScrollBar().maximum()
    wheel(view, QPoint(0, -15))
    assert scrolled(view)[0] > 0


@pytest.mark.parametrize("key", [Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0])
def test_zoom_keys_belong_to_the_graph_while_it_has_the_keyboard(view, key):
    override = QKeyEvent(QEvent.Type.ShortcutOverride, key, CONTROL)
    override.ignore()
    QApplication.sendEvent(view.focusProxy(), override)
    assert override.isAccepted()
    other = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_K, CONTROL)
    other.ignore()
    QApplication.sendEvent(view.focusProxy(), other)
    assert not other.isAccepted()


def test_control_plus_minus_and_0_zoom_and_fit(view, qtbot):
    view.show_run(runs.running_second())
    fitted = view.scale_now()
    qtbot.keyClick(view, Qt.Key.Key_Plus, CONTROL)
    assert view.scale_now() == pytest.approx(fitted * 1.1)
    qtbot.keyClick(view, Qt.Key.Key_Minus, CONTROL)
    qtbot.keyClick(view, Qt.Key.Key_Minus, CONTROL)
    assert view.scale_now() < fitted
    qtbot.keyClick(view, Qt.Key.Key_0, CONTROL)
    assert view.scale_now() == pytest.approx(fitted)


def test_from_afar_cards_show_numbers(view, qtbot):
    view.show_run(runs.running_second())
    assert not view.scene().node("researcher-2.2").far
    while view.scale_now() >= FAR_BELOW:
        qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert all(node.far for node in view.scene().nodes())
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert not any(node.far for node in view.scene().nodes())


def test_the_drawing_grows_with_the_users_text(view, qtbot):
    set_text_scale(1.5)
    try:
        view.show_run(runs.running_first())
        view.fit()
        assert view.scale_now() == pytest.approx(1.0)
        assert view.transform().m11() == pytest.approx(1.5)
        for key in ("planner", "researcher-1.1", "writer"):
            node = view.scene().node(key)
            assert view.viewport().rect().contains(view.mapFromScene(node.mapRectToScene(node.box)).boundingRect())
    finally:
        set_text_scale(1.0)


# --- walking ----------------------------------------------------------------------------------------------


def test_home_and_end_go_to_the_first_and_the_last_node(view, qtbot):
    view.show_run(runs.running_second())
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.current() == "writer"
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.current() == "planner"


def test_arrows_reach_every_node(view, qtbot):
    view.show_run(runs.running_second())
    wanted = {node.key for node in view.scene().nodes()}
    reached, todo = {view.current()}, [view.current()]
    while todo:
        start = todo.pop()
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            view.choose(start)
            qtbot.keyClick(view, key)
            if view.current() not in reached:
                reached.add(view.current())
                todo.append(view.current())
    assert reached == wanted


def test_the_ring_is_there_for_the_keyboard_and_not_for_the_mouse(view, qtbot):
    view.show_run(runs.running_second())
    node = view.scene().node("planner")
    QApplication.sendEvent(view.focusProxy(), QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert node.focused
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert not node.focused
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.scene().node(view.current()).focused
    QApplication.sendEvent(view.focusProxy(), QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.TabFocusReason))
    assert not any(item.focused for item in view.scene().nodes())


def test_the_chosen_node_keeps_its_ring_while_one_walks_on(view, qtbot):
    view.show_run(runs.running_second())
    view.choose("researcher-2.2")
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.scene().node("researcher-2.2").chosen
    assert view.scene().node("researcher-2.3").focused
    view.choose("")
    assert not view.scene().node("researcher-2.2").chosen
    assert view.current() == "researcher-2.3"


@pytest.mark.parametrize("reason", [Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason])
def test_the_ring_is_still_there_after_another_window_or_a_menu_had_the_keyboard(view, qtbot, reason):
    view.show_run(runs.running_second())
    qtbot.keyClick(view, Qt.Key.Key_End)
    for kind in (QEvent.Type.FocusOut, QEvent.Type.FocusIn):
        QApplication.sendEvent(view.focusProxy(), QFocusEvent(kind, reason))
    assert view.scene().node("writer").focused


def test_another_run_is_fitted_anew_and_walked_from_its_begin(view, qtbot):
    view.show_run(runs.running_second())
    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    view.show_run(runs.broken())
    assert view.current() == "planner"
    assert view.scale_now() <= 1


# --- folding ----------------------------------------------------------------------------------------------


def test_the_head_of_a_finished_wave_unfolds_it_and_folds_it_again(view, qtbot):
    view.resize(728, 424)
    view.show_run(runs.running_second())
    card = view.scene().node("researcher-1.2")
    assert card.is_pip()
    with qtbot.assertNotEmitted(view.node_asked):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.node_center("wave-1"))
    assert not card.is_pip()
    assert view.scale_now() >= FAR_BELOW  # what was unfolded is to be read
    view.choose("wave-1")
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert card.is_pip()


def test_a_pip_leads_to_its_researcher(view, qtbot):
    view.resize(728, 424)
    view.show_run(runs.running_second())
    with qtbot.waitSignal(view.node_asked) as asked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.node_center("researcher-1.3"))
    assert asked.args == ["researcher-1.3"]


def test_a_wave_at_work_cannot_be_folded(view):
    view.show_run(runs.running_second())
    keys = [node.key for node in view.scene().nodes()]
    assert "wave-1" in keys
    assert "wave-2" not in keys


# --- what a screen reader hears ---------------------------------------------------------------------------


def test_every_node_has_a_row_of_its_own(view):
    view.show_run(runs.running_second())
    found = names(view)
    assert len(found) == len(view.scene().nodes())
    assert set(found.values()) == {QAccessible.Role.ListItem}
    spoken = "\n".join(found)
    for words in (
        "Planner: 5 questions, then 4 more",
        "Wave 1: 5 of 5 answered. Show the questions of this wave",
        "Researcher 2.2, Reading: When must a 100 A panel be replaced",
        "1 refused call",
        "Researcher 2.3, Failed: No usable answer twice",
        "confidence 0.82",
        "Wave 1: asked for more. Field data below −15 °C is missing",
        "Reviewer: Waits for all 4",
        "Report writer: After approval",
    ):
        assert words in spoken, words


def test_names_are_those_of_this_moment(view):
    view.show_run(runs.running_second())
    view.show_run(runs.stopped())
    assert any(name.startswith("Researcher 2.2, Stopped") for name in names(view))


def test_the_row_of_the_current_node_is_the_current_one_and_lies_where_the_node_is(view, qtbot):
    view.show_run(runs.running_second())
    qtbot.keyClick(view, Qt.Key.Key_End)
    steps = view.focusProxy()
    row = steps.currentIndex()
    assert row.data() == "Report writer: After approval"
    assert steps.visualRect(row).contains(view.node_center("writer"))
    assert steps.indexAt(view.node_center("planner")).data().startswith("Planner")


def test_a_row_that_a_screen_reader_goes_to_becomes_the_current_node(view):
    view.show_run(runs.running_second())
    steps = view.focusProxy()
    rows = [steps.model().index(row, 0) for row in range(steps.model().rowCount())]
    steps.setCurrentIndex(next(row for row in rows if row.data().startswith("Researcher 2.4")))
    assert view.current() == "researcher-2.4"


def test_keys_that_reach_the_list_walk_the_graph(view, qtbot):
    view.show_run(runs.running_second())
    view.choose("researcher-2.1")
    qtbot.keyClick(view.focusProxy(), Qt.Key.Key_Down)
    assert view.current() == "researcher-2.2"


# --- tools ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["copy", "png", "svg"])
def test_the_menu_asks_for_pictures(view, qtbot, kind):
    view.show_run(runs.finished())
    qtbot.mouseClick(view.findChild(QWidget, "graphPicture"), Qt.MouseButton.LeftButton)
    menu = view.findChild(QMenu)
    qtbot.waitUntil(menu.isVisible)
    action = next(action for action in menu.actions() if action.objectName() == f"picture-{kind}")
    with qtbot.waitSignal(view.picture_asked) as asked:
        action.trigger()
    assert asked.args == [kind]
    menu.close()


def test_the_menu_opens_under_the_pointer_too(view, qtbot):
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(40, 40), view.mapToGlobal(QPoint(40, 40)))
    QApplication.sendEvent(view.viewport(), event)
    menu = view.findChild(QMenu)
    qtbot.waitUntil(menu.isVisible)
    menu.close()


def test_tools_are_reached_by_tab_and_work_by_key(view, qtbot):
    view.show_run(runs.running_second())
    tools = [
        child for child in view.findChildren(QWidget) if child.accessibleName() in ("Zoom out", "Zoom in", "Fit")
    ]
    assert len(tools) == 3
    assert all(tool.focusPolicy() & Qt.FocusPolicy.TabFocus for tool in tools)
    larger = next(tool for tool in tools if tool.accessibleName() == "Zoom in")
    before = view.scale_now()
    qtbot.keyClick(larger, Qt.Key.Key_Space)
    assert view.scale_now() == pytest.approx(before * 1.1)


def test_tools_lie_on_no_node(view, qtbot):
    tools = view.findChild(QWidget, "graphPicture").parentWidget()
    for size in ((728, 424), (852, 306), (900, 600), (1_290, 620)):
        view.resize(*size)
        for run in (runs.running_first(), runs.running_second(), runs.three_waves(), runs.broken()):
            view.show_run(run)
            for node in view.scene().nodes():
                place = view.mapFromScene(node.mapRectToScene(node.box)).boundingRect()
                assert not place.intersects(tools.geometry()), (size, node.key)


def test_tooltips_hold_the_whole_question_and_what_the_card_has_no_room_for(view):
    view.show_run(runs.running_second())
    tip = view.scene().node("researcher-2.2").toolTip()
    assert runs.SECOND[1] in tip
    assert "1 refused call" in tip
    assert "3 sources" in tip
    assert "Splits the topic" in view.scene().node("planner").toolTip()
    hostile = runs.working().model_copy(update={"question": "Is <b>this</b> a tag?"})
    wave = runs.running_second().waves[1].model_copy(update={"researchers": (hostile,)})
    view.show_run(runs.running_second().model_copy(update={"waves": (runs.first_wave(runs.MORE), wave)}))
    assert "Is &lt;b&gt;this" in view.scene().node("researcher-2.2").toolTip()
