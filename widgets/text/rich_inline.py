"""What inline tags do to the format of text: strong, emphasis, code, links and citations."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QBrush, QFont, QTextCharFormat

from widgets import fonts
from widgets.text import rich_formats as formats
from widgets.text.rich_formats import CITE_SCHEME
from widgets.theme import theme

LACKS = "lacks"
_SAFE_LINKS = ("http://", "https://", "file:")

Attributes = dict[str, str | None]


def _strong(base: QTextCharFormat, _attrs: Attributes) -> QTextCharFormat:
    result = QTextCharFormat(base)
    result.setFontWeight(600)
    return result


def _emphasis(base: QTextCharFormat, attrs: Attributes) -> QTextCharFormat:
    if attrs.get("class") == LACKS:
        return _lacking(base)
    result = QTextCharFormat(base)
    result.setFontItalic(True)
    return result


def _lacking(base: QTextCharFormat) -> QTextCharFormat:
    """Return the format of the words that say what a sentence falls short of."""
    result = _small(base, {})
    result.setForeground(QBrush(theme().color("warn")))
    return result


def _struck(base: QTextCharFormat, _attrs: Attributes) -> QTextCharFormat:
    result = QTextCharFormat(base)
    result.setFontStrikeOut(True)
    return result


def _raised(base: QTextCharFormat, _attrs: Attributes) -> QTextCharFormat:
    result = QTextCharFormat(base)
    result.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
    return result


def _lowered(base: QTextCharFormat, _attrs: Attributes) -> QTextCharFormat:
    result = QTextCharFormat(base)
    result.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSubScript)
    return result


def _code(base: QTextCharFormat, _attrs: Attributes) -> QTextCharFormat:
    result = QTextCharFormat(base)
    result.setFontFamilies(fonts.font("mono").families())
    result.setFontFixedPitch(True)
    return result


def _small(base: QTextCharFormat, _attrs: Attributes) -> QTextCharFormat:
    result = QTextCharFormat(base)
    small, is_quote = QFont(fonts.font("small")), base.font().styleHint() == QFont.StyleHint.Serif
    zoom = base.font().pixelSize() / fonts.font("quote" if is_quote else "report").pixelSize()
    small.setPixelSize(round(small.pixelSize() * zoom))
    result.setFont(small)
    result.setForeground(QBrush(theme().color("text3")))
    return result


def _anchor(base: QTextCharFormat, attrs: Attributes) -> QTextCharFormat:
    href = attrs.get("href") or ""
    if href.startswith(CITE_SCHEME):
        return formats.chip(base, "", href.removeprefix(CITE_SCHEME))
    return formats.link(base, href) if href.startswith(_SAFE_LINKS) else QTextCharFormat(base)


INLINE: dict[str, Callable[[QTextCharFormat, Attributes], QTextCharFormat]] = {
    "strong": _strong, "b": _strong, "em": _emphasis, "i": _emphasis, "code": _code, "a": _anchor,
    "del": _struck, "s": _struck, "sup": _raised, "sub": _lowered, "small": _small,
}  # fmt: skip
