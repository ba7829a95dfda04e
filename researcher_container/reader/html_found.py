"""What the walk over a page finds, and what it keeps while it walks."""

from __future__ import annotations

from dataclasses import dataclass

from researcher_container.contract import BlockKind
from researcher_container.reader.chrome import Chrome
from researcher_container.reader.html_tables import Table


@dataclass(slots=True)
class Found:
    """A block as the walk meets it; `region` is the frame region it stands in, or None."""

    kind: BlockKind
    text: str
    level: int | None = None
    region: Region | None = None
    link_chars: int = 0
    is_term: bool = False
    lists: tuple[int, ...] = ()  # the definition lists open around it, by number


@dataclass(slots=True)
class Region:
    """A part of the page that its names call navigation; whether it is turns out at the end."""

    verdict: Chrome
    by_name: bool
    chars: int = 0
    link_chars: int = 0
    is_contents: bool = False  # a list that leads on, within the text; not the frame of every page
    is_navigation: bool = False  # decided by `html_blocks.finish`


@dataclass(slots=True)
class FoundLink:
    """A link with the block it starts in."""

    href: str
    text: str
    region: Region | None

    @property
    def is_navigation(self) -> bool:
        """Whether it stands in the frame of the page."""
        return self.region is not None and self.region.is_navigation


@dataclass(slots=True)
class Frame:
    """An open block element and what its own text would be."""

    tag: str
    kind: BlockKind
    region: Region | None
    is_inside_article: bool
    level: int | None = None
    is_signature: bool = False
    is_signature_list: bool = False
    is_term: bool = False
    table: Table | None = None
    list_start: int = -1  # index of the first block of an outermost list
