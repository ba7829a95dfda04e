"""The run's header: its title, one line about it, its state, and Export when it is done."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout

from engine.snapshot import ENDED, RunSnapshot
from widgets import clock, phrases
from widgets.button import Button
from widgets.chip import Chip
from widgets.fonts import font
from widgets.label import ElidedLabel
from widgets.phrases import RUN_FACES

HEIGHT_PX = 56


class RunHeader(QFrame):
    """Shows what run this is.

    Signals:
        export_asked: The user wants a file; its format: "html", "md", "pdf" or "json".
        resume_asked: The user wants a stopped run to go on.
    """

    export_asked = Signal(str)
    resume_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("line", "bottom")
        self.setFixedHeight(HEIGHT_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(1)
        self._title = ElidedLabel("", "run_title")
        self._meta = ElidedLabel("", "small", "text3")
        words.addWidget(self._title)
        words.addWidget(self._meta)
        row.addLayout(words, 1)
        self.state = Chip()
        row.addWidget(self.state)
        self.resume = Button("Resume", "outline", "resume", key="Ctrl R")
        self.resume.setObjectName("resume")
        self.resume.clicked.connect(self.resume_asked)
        row.addWidget(self.resume)
        self._formats: tuple[tuple[str, str], ...] = (("html", "Web page"), ("md", "Markdown"), ("json", "All data"))
        self.export = Button("Export", "outline", "export")
        self.export.setObjectName("exportMenu")
        self.export.setAccessibleName("Export")
        self.export.clicked.connect(self._open_menu)
        row.addWidget(self.export)

    def show_formats(self, formats: tuple[tuple[str, str], ...]) -> None:
        """Offer export formats: each a name the program knows, and a word."""
        self._formats = formats

    def show_run(self, run: RunSnapshot) -> None:
        """Show a run."""
        title = " ".join(run.topic.split())
        self._title.show_text(title)
        self._meta.show_text(_meta(run))
        self.state.show_face(RUN_FACES[run.state])
        self.export.setVisible(run.state in ENDED and bool(run.report.markdown))
        self.resume.setVisible(run.state in ("cancelled", "interrupted"))

    def make_menu(self) -> QMenu:
        """Return the menu of formats."""
        menu = QMenu(self)
        menu.setFont(font("small"))
        for name, word in self._formats:
            action = QAction(word, menu)
            action.triggered.connect(lambda _=False, name=name: self.export_asked.emit(name))
            menu.addAction(action)
        return menu

    def _open_menu(self) -> None:
        menu = self.make_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.export.mapToGlobal(QPoint(0, self.export.height() + 4)))


def _meta(run: RunSnapshot) -> str:
    depth = f"{phrases.DEPTH_WORDS[run.options.depth]} depth"
    where = phrases.source_words(run.options)
    took = phrases.duration(phrases.run_elapsed_s(run, clock.now()))
    got, total = phrases.answered(run)
    kept = [f"{got} of {phrases.count(total, 'answer')} kept"] if total else []
    if run.state == "done":
        parts = [f"Done in {took}", phrases.count(len(run.waves), "wave"), phrases.count(total, "researcher"),
                 phrases.count(len(run.sources), "source")]  # fmt: skip
    elif run.state == "failed":
        parts = [f"Failed after {took}", *kept]
    elif run.state in ("cancelled", "interrupted"):
        parts = [f"{'Stopped' if run.state == 'cancelled' else 'Interrupted'} after {took}", *kept]
    elif run.waves:
        parts = [f"Wave {len(run.waves)} of {max(len(run.waves), run.options.max_waves)}", depth, where]
    else:
        parts = [depth, where]
    if run.state in ENDED and run.usage.cost_usd:
        parts.append(phrases.money(run.usage.cost_usd))
    elif run.state not in ENDED and run.started_at:
        parts.append(f"started {phrases.time_of_day(run.started_at)}")
    if run.state not in ENDED and run.waiting_until and run.waiting_until > clock.now():
        seconds = phrases.duration(run.waiting_until - clock.now())
        parts.append(f"the model's server asked to wait {seconds}")
    return " · ".join(parts)
