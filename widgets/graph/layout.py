"""Where everything stands in the graph: chooses the most telling form that fits."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSizeF

from engine.declaration import WORKFLOW, Declaration
from engine.snapshot import RunSnapshot
from widgets.graph.placing import Layout, Placing
from widgets.graph.shapes import COMPACT, OPENING, ROOMY, Folds, Spacing, shapes
from widgets.graph.unrolled import Unrolled, unroll

# Cards that would have to shrink below this are pips in full size instead.
SMALLEST_CARDS = 0.8
PICTURE_HEIGHT_PX = 1_000
REASON_ROOM_PX = 60  # for three lines of a reason on its loop


def lay_out(
    run: RunSnapshot, available: QSizeF, folds: Folds | None = None, declaration: Declaration = WORKFLOW
) -> Layout:
    """Return the first form that fits into a size; the one that must shrink least when none does.

    Args:
        run: With `drawn_waves` as its waves.
        folds: Waves the user wants to see as pips or as cards.
    """
    unrolled = unroll(declaration, run.waves)
    wanted = folds or {}
    if not run.waves:
        return Placing(unrolled, next(shapes(())), OPENING, wanted, available).layout()
    found = _best(_placings(unrolled, COMPACT, wanted, available), SMALLEST_CARDS)
    if found is None:
        found = _best(_placings(unrolled, COMPACT, wanted, available, pips=True), 0.0)
    assert found is not None  # there is always a form of pips
    roomy = Placing(unrolled, found.shape, ROOMY, wanted, available)
    return (roomy if roomy.scale() >= 1 else found).layout()


def structure(run: RunSnapshot) -> tuple[object, ...]:
    """Return what a layout depends on, beside the room."""
    return tuple(
        (
            wave.wave,
            tuple(view.researcher for view in wave.researchers),
            "" if wave.decision is None else wave.decision.status,
        )
        for wave in run.waves
    )


def everything(run: RunSnapshot) -> Layout:
    """Return the layout of a picture: every wave in full, whatever the window shows."""
    unrolled = unroll(WORKFLOW, run.waves)
    folds = {wave.wave: False for wave in run.waves}
    if not run.waves:
        return lay_out(run, QSizeF(1_000, 400))
    # As many columns as keep the picture to a page's height.
    found = _best(_placings(unrolled, ROOMY, folds, QSizeF(float("inf"), PICTURE_HEIGHT_PX)), 0.0)
    assert found is not None  # there is always a form
    tight = Placing(unrolled, found.shape, ROOMY, folds, QSizeF(0, 0)).layout()
    room = QSizeF(0, tight.size.height() + REASON_ROOM_PX)
    return Placing(unrolled, found.shape, ROOMY, folds, room).layout()


def _placings(
    unrolled: Unrolled, spacing: Spacing, folds: Folds, available: QSizeF, *, pips: bool = False
) -> Iterator[Placing]:
    for shape in shapes(unrolled.waves, pips=pips):
        yield Placing(unrolled, shape, spacing, folds, available)


def _best(placings: Iterator[Placing], smallest: float) -> Placing | None:
    """Return the first that fits; else the largest, unless it would be smaller than `smallest`."""
    largest: tuple[float, Placing] | None = None
    for placing in placings:
        scale = placing.scale()
        if scale >= 1:
            return placing
        if scale >= smallest and (largest is None or scale > largest[0]):
            largest = (scale, placing)
    return largest[1] if largest else None
