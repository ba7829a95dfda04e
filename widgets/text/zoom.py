"""The sizes a reader can choose between, in percent, and the wheel that chooses."""

from __future__ import annotations

STEPS_PERCENT = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200)
USUAL_PERCENT = 100
_NOTCH = 120  # eighths of a degree a mouse wheel turns at once; a touchpad sends many small turns


def next_step(percent: int, step: int) -> int:
    """Return the next larger (1) or smaller (-1) size; the largest and the smallest stay."""
    if step > 0:
        return min((size for size in STEPS_PERCENT if size > percent), default=STEPS_PERCENT[-1])
    return max((size for size in STEPS_PERCENT if size < percent), default=STEPS_PERCENT[0])


class WheelSteps:
    """Makes whole steps of a wheel's turns."""

    def __init__(self) -> None:
        self._turned = 0

    def turned(self, angle: int) -> int:
        """Return the step a turn completes: 1, -1, or 0 for none yet."""
        if angle * self._turned < 0:
            self._turned = 0
        self._turned += angle
        if abs(self._turned) < _NOTCH:
            return 0
        step = 1 if self._turned > 0 else -1
        self._turned = 0
        return step
