"""Labels in a role of the type scale and a tone of the theme, and one that ends in an ellipsis."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from widgets.fonts import Role, font, scaled_px
from widgets.theme import set_state, theme

# Qt gives labels no line height; rich text has one, so wrapped labels are rich text with everything escaped.
_LINE_PX: dict[Role, int] = {"meta": 16, "small": 16, "strong": 20, "heading": 26, "hero": 32, "mono": 18}


class Label(QLabel):
    """A piece of plain text; `tone` is a colour role, "text" by default."""

    def __init__(self, text: str = "", role: Role = "body", tone: str = "text", *, wraps: bool = False) -> None:
        super().__init__()
        self._plain, self._wraps, self._line_px = "", wraps, scaled_px(_LINE_PX.get(role, 20))
        self.setTextFormat(Qt.TextFormat.RichText if wraps else Qt.TextFormat.PlainText)
        self.setFont(font(role))
        self.setWordWrap(wraps)
        if wraps:
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.set_tone(tone)
        self.setText(text)

    def text(self) -> str:
        """Return the plain text."""
        return self._plain

    def setText(self, text: str) -> None:
        """Show a plain text."""
        self._plain = text
        self.setAccessibleName(text)
        if not self._wraps:
            super().setText(text)
            return
        lines = escape(text).replace("\n", "<br>")
        style = f"margin:0; line-height:{self._line_px}px; -qt-line-height-type:fixed"
        super().setText(f'<p style="{style}">{lines}</p>' if text else "")

    def set_tone(self, tone: str) -> None:
        """Colour the text by a role of the theme."""
        set_state(self, "tone", tone)

    def show_text(self, text: str) -> None:
        """Show a text; the label is not there while it is empty."""
        if text != self._plain:
            self.setText(text)
        self.setVisible(bool(text))


class ElidedLabel(QWidget):
    """One line of text that ends in an ellipsis when it does not fit; the tooltip holds all of it."""

    def __init__(self, text: str = "", role: Role = "body", tone: str = "text") -> None:
        super().__init__()
        self._text, self._tone, self._tip = text, tone, ""
        self.setFont(font(role))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)

    def show_text(self, text: str, tone: str = "", tip: str = "") -> None:
        """Show another text, in another tone when one is given; a `tip` is its tooltip in place of the whole text."""
        if (text, tone or self._tone, tip) == (self._text, self._tone, self._tip):
            return
        self._text, self._tone, self._tip = text, tone or self._tone, tip
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def sizeHint(self) -> QSize:
        """Ask for the width of the whole text."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Need little width: the rest is an ellipsis."""
        return QSize(24, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, cut where it does not fit."""
        shown = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        self.setToolTip(self._tip or (self._text if shown != self._text else ""))
        painter = QPainter(self)
        painter.setPen(theme().color(self._tone))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
