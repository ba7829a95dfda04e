"""The rows of a timeline: a time, an icon on the line, and what was done."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.snapshot import Step
from resources.translation import tr, trn
from widgets import phrases
from widgets.fonts import font, grown_px
from widgets.glyph import Glyph
from widgets.label import ElidedLabel, Label
from widgets.text.emphasis import html, plain, strong
from widgets.theme import theme

TIME_WIDTH_PX = 34
GAP_PX, ICON_PX = 8, 16
_ICONS = {
    "searched": "search", "opened": "source", "failed": "warning", "quoted": "quote", "waiting": "clock",
    "attempt": "retry", "refused": "refused",
}  # fmt: skip
_READABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse
    | Qt.TextInteractionFlag.LinksAccessibleByMouse
    | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
)


class TimelineRow(QWidget):
    """One row; its icon hangs on the timeline's line.

    Signals:
        page_asked: The page is wanted; its reference and its address.
    """

    page_asked = Signal(str, str)

    def __init__(self, time: str, icon: str, role: str, content: QWidget) -> None:
        super().__init__()
        self.content = content
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_PX)
        self._time = Label(time, "small", "text3")
        self._time.setFixedWidth(grown_px(TIME_WIDTH_PX))
        self._time.setAlignment(Qt.AlignmentFlag.AlignRight)
        row.addWidget(self._time, 0, Qt.AlignmentFlag.AlignTop)
        sign = Glyph(icon, role, ICON_PX)
        sign.setFixedHeight(grown_px(ICON_PX))  # as high as a line of the words
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(content, 1)

    def show_words(self, sentence: str) -> None:
        """Say something else."""
        if isinstance(self.content, Words):
            self.content.show_sentence(sentence)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line below the icon."""
        x = self._time.width() + GAP_PX + ICON_PX // 2
        painter = QPainter(self)
        painter.setPen(theme().color("border"))
        painter.drawLine(x, grown_px(ICON_PX) + 3, x, self.height())


class Words(QLabel):
    """A sentence with words that stand out; it can be selected, and a link in it opened."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__()
        self._sentence = ""
        self._link: tuple[str, str] | None = None
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setFont(font("small"))
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.setTextInteractionFlags(_READABLE)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        theme().changed.connect(self._set)
        self.show_sentence(sentence)

    def show_sentence(self, sentence: str, link: tuple[str, str] | None = None) -> None:
        """Show a sentence.

        Args:
            link: The words that stand out become a link: its target and its tooltip.
        """
        if sentence == self._sentence:
            return
        self._sentence, self._link = sentence, link
        if link is not None:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setToolTip(link[1])
        self.setAccessibleName(plain(sentence))
        self._set()

    def _set(self) -> None:
        text = html(self._sentence)
        if self._link is not None:
            anchor = f'<a href="{escape(self._link[0])}" style="color:{theme().css("accent")}; text-decoration:none">'
            text = text.replace("<b>", anchor).replace("</b>", "</a>")
        self.setText(text)


def now_row() -> TimelineRow:
    """Return the row of what a researcher does now."""
    return TimelineRow("", "running", "accent", Words())


def step_row(step: Step, time: str) -> TimelineRow:
    """Return the row of a step."""
    icon = _ICONS[step.what]
    if step.what == "refused":
        return TimelineRow(time, icon, "warn", _refusal(step))
    if step.what == "opened":
        return _page_row(step, time)
    return TimelineRow(time, icon, "warn" if step.what == "failed" else "text2", Words(_sentence(step)))


def _sentence(step: Step) -> str:
    what = strong(phrases.address(step.text))
    if step.what == "searched":
        if step.results is None:
            return tr("Searched {words} · {result}", words=what, result=step.detail)
        return trn("Searched {words} · {n} result", "Searched {words} · {n} results", step.results, words=what)
    if step.what == "quoted":
        return tr("Quoted “{words}”", words=" ".join(step.text.split()))
    if step.what == "waiting":
        return tr("The model's server asked to wait: {why}", why=step.text)
    if step.what == "attempt":
        return tr("Began attempt {n} in a new sandbox", n=step.attempt)
    if step.call == "search":
        return tr("Could not search {what}: {why}", what=what, why=step.detail)
    if step.call == "model.respond":
        return tr("No answer from {what}: {why}", what=what, why=step.detail)
    return tr("Could not open {what}: {why}", what=what, why=step.detail)


def _page_row(step: Step, time: str) -> TimelineRow:
    place = strong(phrases.host(step.detail) or step.text)
    if step.size_bytes:
        sentence = tr("Opened {page} · {size}", page=place, size=phrases.size(step.size_bytes))
    else:
        sentence = tr("Opened {page}", page=place)
    words = Words()
    words.show_sentence(sentence, ("page", f"{step.text}\n{step.detail}\n{step.note}".strip()))
    row = TimelineRow(time, "source", "text2", words)
    words.linkActivated.connect(lambda _: row.page_asked.emit(step.ref, step.detail))
    row.setAccessibleName(tr("Opened {page}", page=step.text))
    return row


def _refusal(step: Step) -> QWidget:
    frame = QFrame()
    frame.setProperty("card", "refusal")
    column = QVBoxLayout(frame)
    column.setContentsMargins(8, 6, 8, 6)
    column.setSpacing(1)
    column.addWidget(Label(tr("Refused by the broker"), "small", "warn"))
    if step.text:
        column.addWidget(ElidedLabel(phrases.address(step.text), "mono"))
    why = step.detail.rstrip(". ") + "."
    told = why if "request was sent" in why else tr("{why} No request was sent.", why=why)
    column.addWidget(Label(told, "small", "text2", wraps=True))
    frame.setAccessibleName(tr("Refused by the broker: {what}. {why}", what=step.text, why=step.detail))
    return frame
