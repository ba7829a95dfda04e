"""The words of a line of Activity, with its icon and colours."""

from __future__ import annotations

from typing import NamedTuple


class LineWords(NamedTuple):
    """What a line says; `text` may hold marks of `widgets.text.emphasis`."""

    icon: str
    role: str  # the colour of the icon
    text: str
    right: str = ""  # the result, at the right end
    ground: str = ""  # the colour behind the line
    ref: str = ""  # the reference of the source it is about
    quote: str = ""  # the words that were quoted
    address: str = ""  # of the page it is about
