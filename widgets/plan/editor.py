"""The field a question is edited in: it grows with its text, Enter keeps, Esc takes back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QTextEdit

from resources.translation import tr
from widgets.fonts import font, scaled_px
from widgets.plan.draft import lines_of

LINE_PX = 20
MOST_LINES = 5  # higher than that it scrolls


class PlanEditor(QTextEdit):
    """Edits one question.

    Signals:
        kept: The text shall stand.
        left: The text shall be what it was.
        lines_pasted: Several lines were pasted; the text before and behind the cursor, and the lines.
        typed: The user changed the text.
        undo_asked: There is nothing left to take back in this text.
    """

    kept = Signal()
    left = Signal()
    lines_pasted = Signal(str, str, object)
    typed = Signal()
    undo_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("kind", "bare")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFont(font("body"))
        self.setAccessibleName(tr("Question"))
        self.document().setDocumentMargin(0)
        self._is_set = False  # the text is being set, not typed
        self.textChanged.connect(self._on_text)
        self._fit()

    def begin(self, question: str) -> None:
        """Edit a question; the cursor stands at its end."""
        self._is_set = True
        self.setPlainText(question)
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        lines = QTextBlockFormat()
        lines.setLineHeight(scaled_px(LINE_PX), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.setBlockFormat(lines)
        self.document().clearUndoRedoStacks()
        self._is_set = False
        self.moveCursor(QTextCursor.MoveOperation.End)
        self._fit()
        self.setFocus()

    def question(self) -> str:
        """Return the text as one line."""
        return " ".join(self.toPlainText().split())

    def sizeHint(self) -> QSize:
        """Ask for the height of the text."""
        return QSize(200, self.height())

    def event(self, event: QEvent) -> bool:
        """Take Esc before the window does."""
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep on Enter, leave on Esc; what a question cannot hold is not typed."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.kept.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.matches(QKeySequence.StandardKey.Undo) and not self.document().isUndoAvailable():
            self.undo_asked.emit()
        elif is_enter or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()  # Ctrl+Enter starts the research, Alt+Up moves the row
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste one line into the text; several lines become several questions."""
        lines = lines_of(source.text())
        if len(lines) > 1:
            cursor, text = self.textCursor(), self.toPlainText()
            self.lines_pasted.emit(text[: cursor.selectionStart()], text[cursor.selectionEnd() :], lines)
        else:
            self.textCursor().insertText(" ".join(source.text().split()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what was typed when the keyboard goes elsewhere; a menu or another window only borrows it."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.kept.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Grow when the text breaks elsewhere."""
        super().resizeEvent(event)
        self._fit()

    def _on_text(self) -> None:
        self._fit()
        if not self._is_set:
            self.typed.emit()

    def _fit(self) -> None:
        lines = max(1, min(MOST_LINES, round(self.document().size().height() / scaled_px(LINE_PX))))
        self.setFixedHeight(lines * scaled_px(LINE_PX))
        fits = self.document().size().height() <= MOST_LINES * scaled_px(LINE_PX)
        off, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(off if fits else needed)
