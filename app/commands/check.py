"""One thing the doctor has looked at."""

from __future__ import annotations

from typing import Literal

from engine.values import Value

Mark = Literal["ok", "note", "bad"]


class Check(Value):
    """What it is, how it stands, and what to do."""

    name: str
    mark: Mark
    says: str
    advice: str = ""
