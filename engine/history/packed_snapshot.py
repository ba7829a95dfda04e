"""A snapshot as compressed lines: the run without its timelines, then pieces of timelines.

Whoever reads or writes a long one in a thread lets the others work between two pieces; in one go it would hold them
up for as long as the whole takes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from pydantic import TypeAdapter

from engine.snapshot import ResearcherView, RunSnapshot, Step, WaveView

_PIECE = 500  # steps: two milliseconds
_STEPS: TypeAdapter[tuple[Step, ...]] = TypeAdapter(tuple[Step, ...])


def packed(run: RunSnapshot) -> bytes:
    """Return a snapshot as bytes."""
    press = zlib.compressobj(1)
    return b"".join([*(press.compress(line + b"\n") for line in _lines(run)), press.flush()])


def unpacked(body: bytes) -> RunSnapshot:
    """Return the snapshot that was packed.

    Raises:
        ValueError, zlib.error: the bytes are none.
    """
    lines = zlib.decompress(body).split(b"\n")
    run = RunSnapshot.model_validate_json(lines[0])
    steps: dict[tuple[int, int], list[Step]] = {}
    for line in lines[1:-1]:
        wave, researcher, piece = line.split(b" ", 2)
        steps.setdefault((int(wave), int(researcher)), []).extend(_STEPS.validate_json(piece))
    return run.model_copy(update={"waves": tuple(_with_steps(wave, steps) for wave in run.waves)})


def _lines(run: RunSnapshot) -> Iterator[bytes]:
    bare = tuple(_with_steps(wave, {}) for wave in run.waves)
    yield run.model_copy(update={"waves": bare}).model_dump_json(exclude_defaults=True).encode()
    for wave in run.waves:
        for view in wave.researchers:
            for start in range(0, len(view.steps), _PIECE):
                piece = _STEPS.dump_json(view.steps[start : start + _PIECE], exclude_defaults=True)
                yield b"%d %d %s" % (wave.wave, view.researcher, piece)


def _with_steps(wave: WaveView, steps: dict[tuple[int, int], list[Step]]) -> WaveView:
    def with_steps(view: ResearcherView) -> ResearcherView:
        return view.model_copy(update={"steps": tuple(steps.get((wave.wave, view.researcher), ()))})

    return wave.model_copy(update={"researchers": tuple(with_steps(view) for view in wave.researchers)})
