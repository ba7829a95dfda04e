"""A few lines of plain words as a list whose lines hang beside their bullets."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QLabel

from widgets.label import Label


class BulletList(Label):
    """Shows the items; it is not there while there are none."""

    def __init__(self) -> None:
        super().__init__("", "body", wraps=True)

    def show_items(self, items: tuple[str, ...]) -> None:
        """Show other items."""
        self.show_text("\n".join(items))
        # Qt indents the lists of a label by 40 pixels, and no style changes that; the cells of a table hang as well.
        style = f"margin:0; line-height:{self._line_px}px; -qt-line-height-type:fixed"
        cells = (
            f'<tr><td><p style="{style}">•&nbsp;&nbsp;</p></td><td><p style="{style}">{escape(item)}</p></td></tr>'
            for item in items
        )
        if items:
            QLabel.setText(self, f'<table cellspacing="0" cellpadding="0">{"".join(cells)}</table>')
