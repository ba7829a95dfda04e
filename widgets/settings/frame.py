"""The frame every page of the settings has: a header with a sentence, and a column of fields that scrolls."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from widgets.fonts import broad_px, grown_px
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label
from widgets.settings.field import Field

HEADER_PX = 56
COLUMN_PX = 560


class SettingsFrame(QWidget):
    """One page; its fields are found by their keys.

    Signals:
        changed: The user entered a value; the key of its setting, and the value.
        warned: The page has something to say that needs looking at; a sentence, "" when it has not.
    """

    changed = Signal(str, object)
    warned = Signal(str)

    def __init__(self, key: str, title: str, sentence: str) -> None:
        super().__init__()
        self.key, self.title = key, title
        self.setObjectName(f"settings-{key}")
        self.fields: list[Field] = []
        self.setProperty("ground", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self.header = QHBoxLayout()
        whole.addWidget(self._make_header(sentence))
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole.addWidget(self.area, 1)
        self.column = self._make_column()

    def add(self, *fields: Field) -> None:
        """Put fields below what is there; those with a key tell when they change."""
        for field in fields:
            self.fields.append(field)
            self.column.addWidget(field)
            self.listen(field)

    def listen(self, field: Field) -> None:
        """Hear a field that stands somewhere else on the page."""
        if field not in self.fields:
            self.fields.append(field)
        if field.key:
            field.changed.connect(lambda value, key=field.key: self.changed.emit(key, value))

    def add_heading(self, text: str, sentence: str = "") -> None:
        """Begin a group of fields."""
        if self.column.count():
            self.column.addSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Label(text, "strong"))
        if sentence:
            words.addWidget(Label(sentence, "small", "text3", wraps=True))
        self.column.addLayout(words)

    def end(self) -> None:
        """Let the fields stand at the top."""
        self.column.addStretch(1)

    def show_values(self, values: dict[str, Any]) -> None:
        """Show kept values in the fields that have their keys."""
        for field in self.fields:
            if field.key in values:
                field.show_value(values[field.key])

    def show_helps(self, helps: dict[str, str]) -> None:
        """Explain fields by their keys."""
        for field in self.fields:
            if field.key in helps:
                field.show_help(helps[field.key])

    def show_problem(self, key: str, sentence: str) -> None:
        """Say at a field what is wrong with what was entered."""
        for field in self.fields:
            if field.key == key:
                field.show_problem(sentence)

    def commit(self) -> None:
        """Take what is entered and not taken yet."""
        for field in self.fields:
            field.commit()

    def search_words(self) -> list[tuple[str, str, QWidget]]:
        """Return what the search finds on this page: its name, all words it is found by, and the widget."""
        return [(field.label, f"{field.label} {field.hint_text}", field) for field in self.fields if field.label]

    def show_field(self, field: QWidget) -> None:
        """Bring a field into view, with the keyboard on it."""
        self.area.ensureWidgetVisible(field, 24, 48)
        target = field.focus_target() if isinstance(field, Field) else field
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_first(self) -> None:
        """Put the keyboard on the first control."""
        content = self.area.widget()
        controls = content.findChildren(QWidget) if content is not None else []
        stops = (one for one in controls if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if (first := next(stops, None)) is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)

    def _make_header(self, sentence: str) -> QFrame:
        header = QFrame()
        header.setProperty("line", "bottom")
        header.setFixedHeight(grown_px(HEADER_PX))
        self.header.setContentsMargins(16, 0, 16, 0)
        self.header.setSpacing(12)
        header.setLayout(self.header)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(Label(self.title, "run_title"))
        words.addWidget(ElidedLabel(sentence, "small", "text3"))
        words.addStretch(1)
        self.header.addLayout(words, 1)
        return header

    def _make_column(self) -> QVBoxLayout:
        body = ScrolledBody()
        body.setProperty("scrolled", "true")
        side = QHBoxLayout(body)
        side.setContentsMargins(24, 24, 24, 24)
        held = QWidget()
        held.setMaximumWidth(broad_px(COLUMN_PX))
        column = QVBoxLayout(held)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        side.addWidget(held, 1, Qt.AlignmentFlag.AlignTop)
        side.addStretch(0)
        self.area.setWidget(body)
        return column


class ScrolledBody(QWidget):
    """What a page scrolls: as high as its words need at its width, which Qt's own minimum does not know."""

    def minimumSizeHint(self) -> QSize:
        """Leave the height to the width, and the width to the window: asking every label would cost milliseconds."""
        return QSize(0, 0)


class Remark(QFrame):
    """A sentence on a soft ground, with an icon; hidden while it is empty."""

    _LOOKS = {"info": ("info", "accent"), "warning": ("warning", "warn"), "error": ("error", "danger")}  # noqa: RUF012

    def __init__(self, text: str = "", level: str = "info") -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 10, 12, 10)
        self._row.setSpacing(10)
        icon, role = self._LOOKS[level]
        self._row.addWidget(Glyph(icon, role, 16), 0, Qt.AlignmentFlag.AlignTop)
        self.setProperty("soft", level)
        self.words = Label("", "body", wraps=True)
        self._row.addWidget(self.words, 1)
        self.words.setText(text)
        if not text:
            self.hide()

    def show_text(self, text: str) -> None:
        """Show a sentence."""
        self.words.setText(text)
        self.setVisible(bool(text))


def clear(layout: QLayout) -> None:
    """Take every widget out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear(inner)
