"""HTML read back as a tree, as a browser reads it."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = frozenset(("br", "hr", "img", "meta", "input", "link"))


class Element:
    def __init__(self, tag: str, attrs: dict[str, str], parent: Element | None) -> None:
        self.tag, self.attrs, self.parent = tag, attrs, parent
        self.children: list[Element | str] = []

    def all(self, *tags: str) -> list[Element]:
        found: list[Element] = []
        for child in self.children:
            if isinstance(child, Element):
                if child.tag in tags or not tags:
                    found.append(child)
                found.extend(child.all(*tags))
        return found

    def first(self, tag: str) -> Element:
        return self.all(tag)[0]

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def depth(self, *tags: str) -> int:
        return (self.tag in tags) + (self.parent.depth(*tags) if self.parent else 0)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.at = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(element)
        if tag not in VOID:
            self.at = element

    def handle_endtag(self, tag: str) -> None:
        assert self.at.tag == tag, f"</{tag}> closes <{self.at.tag}>"
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)


def read(html: str) -> Element:
    """Read HTML; every element must be closed by its own tag."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.at is reader.root, f"<{reader.at.tag}> never closes"
    return reader.root
