"""What the lines of a build say: how far it is, and whether it has failed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from engine.errors import DockerError
from engine.sandbox.docker_errors import docker_error, kind_of

_STEP = re.compile(r"Step (\d+)/(\d+) : (\w+)")
_TELLING = {"FROM": "Getting the base image", "COPY": "Copying", "RUN": "Installing what the sandbox needs"}
BUILDING = "Building the image for the sandbox"
DOWNLOADING = "Downloading the base image"


class BuildProgress:
    """Follows a build line by line; the first `errorDetail` is its failure."""

    def __init__(self) -> None:
        self.failure: DockerError | None = None
        self._layers: dict[str, tuple[int, int]] = {}
        self._log: list[str] = []

    def follow(self, lines: Iterable[dict[str, Any]]) -> Iterator[tuple[str, int | None]]:
        """Yield what can be told, to the very last line: an engine reports failures inside a good reply."""
        for line in lines:
            if self.failure is None:
                told = self._take(line)
                if told is not None:
                    yield told

    def _take(self, line: dict[str, Any]) -> tuple[str, int | None] | None:
        if "errorDetail" in line or "error" in line:
            self._fail(line)
            return None
        if isinstance(text := line.get("stream"), str):
            self._log = [*self._log[-40:], text]
            return _step(text)
        if line.get("status") == "Downloading":
            return self._downloaded(str(line.get("id", "")), line.get("progressDetail"))
        return None

    def _downloaded(self, layer: str, detail: Any) -> tuple[str, int | None] | None:
        if not isinstance(detail, dict) or not detail.get("total"):
            return None  # a layer of unknown size says nothing about the whole
        self._layers[layer] = (int(detail.get("current", 0)), int(detail["total"]))
        done, total = (sum(figures) for figures in zip(*self._layers.values(), strict=True))
        return DOWNLOADING, min(100, done * 100 // total)

    def _fail(self, line: dict[str, Any]) -> None:
        detail = line.get("errorDetail")
        message = detail.get("message") if isinstance(detail, dict) else None
        text = str(message or line.get("error") or "no reason was given")
        # A step's own complaint stands in its output, the engine's only in its error.
        output = "".join(self._log)
        kind = kind_of(text) if kind_of(text) in ("disk_full", "no_permission") else "build_failed"
        if kind == "build_failed" and kind_of(output) == "disk_full":
            kind = "disk_full"
        self.failure = docker_error(kind, reason=text, detail=f"{text}\n{output[-1_500:]}".strip())


def parse_lines(body: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield the objects of a reply that holds one JSON object per line, however it is cut into chunks."""
    buffer = b""
    for chunk in body:
        *lines, buffer = (buffer + chunk).split(b"\n")
        for line in lines:
            yield from _object(line)
    yield from _object(buffer)


def _object(line: bytes) -> Iterator[dict[str, Any]]:
    if line.strip():
        try:
            value = json.loads(line)
        except ValueError:
            value = {"stream": line.decode(errors="replace")}
        if isinstance(value, dict):
            yield value


def _step(text: str) -> tuple[str, int | None] | None:
    found = _STEP.match(text)
    if found is None:
        return None
    number, count, what = int(found[1]), int(found[2]), found[3]
    return _TELLING.get(what, BUILDING), (number - 1) * 100 // count
