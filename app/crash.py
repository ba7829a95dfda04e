"""Bugs: every place where one could vanish leads to the log and to one dialog, and the program goes on."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from resources.translation import mark, tr
from widgets.button import Button
from widgets.fonts import font
from widgets.label import Label

_LOG = logging.getLogger(__name__)


class CrashReporter(QObject):
    """Catches what nobody caught: in slots, in tasks, in threads.

    Signals:
        bug: A bug happened; its traceback. Emitted from any thread.
    """

    bug = Signal(str)

    def install(self, loop: asyncio.AbstractEventLoop) -> None:
        """Catch from now on."""
        sys.excepthook = self._on_exception  # Qt slots end here, too
        threading.excepthook = lambda arguments: self._on_exception(
            arguments.exc_type, arguments.exc_value, arguments.exc_traceback
        )
        loop.set_exception_handler(self._on_loop)

    def remove(self) -> None:
        """Catch no longer."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__

    def report(self, error: BaseException) -> None:
        """Report a bug that somebody caught."""
        self._on_exception(type(error), error, error.__traceback__)

    def _on_exception(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, (KeyboardInterrupt, SystemExit, asyncio.CancelledError)):
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        _LOG.error("a bug: %s", text)
        self.bug.emit(text)

    def _on_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.report(error)
        else:
            _LOG.warning("the event loop says: %s", context.get("message"))


_KEPT = mark("Your runs are kept and you can go on working. The log holds the details:")


class CrashDialog(QDialog):
    """Says that something went wrong inside Dossier; never stops anything."""

    def __init__(self, parent: QWidget, log_path: Path) -> None:
        super().__init__(parent)
        self.setObjectName("crash")
        self.setWindowTitle(tr("Something went wrong"))
        self.setModal(False)
        self.setMinimumSize(560, 320)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(8)
        column.addWidget(Label(tr("Something unexpected happened inside Dossier"), "heading", wraps=True))
        column.addWidget(Label(tr(_KEPT), "body", "text2", wraps=True))
        path = Label(str(log_path), "mono", "text2")
        path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(path)
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setFont(font("mono"))
        self._text.setAccessibleName(tr("Details"))
        column.addWidget(self._text, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        close = Button(tr("Go on"), "primary")
        close.clicked.connect(self.accept)
        row.addWidget(close)
        column.addLayout(row)

    def show_bug(self, text: str) -> None:
        """Show a traceback; a second one is added below the first."""
        if self.isVisible():
            self._text.appendPlainText(text)
        else:
            self._text.setPlainText(text)
            self.open()

    def shown(self) -> str:
        """Return what is shown."""
        return self._text.toPlainText()
