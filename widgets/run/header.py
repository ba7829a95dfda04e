"""The run's header: its title, one line about it, its state, and Export when it is done."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout

from engine.snapshot import ENDED, RunSnapshot
from resources.translation import tr, trn
from widgets import clock, phrases
from widgets.button import Button
from widgets.chip import Chip
from widgets.ending.limits import run_face
from widgets.fonts import font, grown_px
from widgets.label import ElidedLabel

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
        self.setFixedHeight(grown_px(HEIGHT_PX))
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
        self.resume = Button(tr("Resume"), "primary", "resume", key="Ctrl R")
        self.resume.setObjectName("resume")
        self.resume.clicked.connect(self.resume_asked)
        row.addWidget(self.resume)
        self._formats: tuple[tuple[str, str], ...] = ()
        self._titles: Mapping[str, str] = {}
        self.export = Button(tr("Export"), "outline", "export", opens_menu=True)
        self.export.setObjectName("exportMenu")
        self.export.setAccessibleName(tr("Export"))
        self.export.setToolTip(tr("Export the report (Ctrl+E)"))
        self.export.clicked.connect(self._open_menu)
        row.addWidget(self.export)

    def show_formats(self, formats: tuple[tuple[str, str], ...]) -> None:
        """Offer export formats: each a name the program knows, and a word."""
        self._formats = formats

    def show_titles(self, titles: Mapping[str, str]) -> None:
        """Call runs by titles of the user's own, by their ids; all others are called by their topics."""
        self._titles = titles

    def title(self) -> str:
        """Return what the run is called."""
        return self._title.text()

    def show_run(self, run: RunSnapshot) -> None:
        """Show a run."""
        topic = " ".join(run.topic.split())
        title = self._titles.get(run.run_id, "")
        self._title.show_text(title or topic, tip=topic if title else "")
        self._meta.show_text(_meta(run))
        self.state.show_face(run_face(run))
        self.export.setVisible(run.state in ENDED and bool(run.report.markdown))
        self.export.set_kind("primary" if run.state == "done" else "outline")
        self.resume.setVisible(run.state in ("cancelled", "interrupted"))

    def open_export(self) -> None:
        """Offer the formats, where there is something to export."""
        if self.export.isVisible():
            self._open_menu()

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
    took = phrases.duration(phrases.run_elapsed_s(run, clock.now()))
    got, total = phrases.answered(run)
    kept = [trn("{got} of {n} answer kept", "{got} of {n} answers kept", total, got=got)] if total else []
    if run.state == "done":
        parts = [
            tr("Done in {time}", time=took),
            trn("{n} wave", "{n} waves", len(run.waves)),
            trn("{n} researcher", "{n} researchers", total),
            trn("{n} source", "{n} sources", len(run.sources)),
        ]
    elif run.state == "failed":
        parts = [tr("Failed after {time}", time=took), *kept]
    elif run.state == "cancelled":
        parts = [tr("Stopped after {time}", time=took), *kept]
    elif run.state == "interrupted":
        parts = [tr("Interrupted after {time}", time=took), *kept]
    else:
        parts = _at_work(run)
    if run.state in ENDED and run.usage.cost_usd:
        parts.append(phrases.money(run.usage.cost_usd))
    return " · ".join(parts)


def _at_work(run: RunSnapshot) -> list[str]:
    depth = tr("{depth} depth", depth=tr(phrases.DEPTH_WORDS[run.options.depth]))
    parts = [depth, phrases.source_words(run.options)]
    if run.waves:
        count = max(len(run.waves), run.options.max_waves)
        parts.insert(0, tr("Wave {n} of {count}", n=len(run.waves), count=count))
    if run.started_at:
        parts.append(tr("started {time}", time=phrases.time_of_day(run.started_at)))
    if run.waiting_until and run.waiting_until > clock.now():
        wait = phrases.duration(run.waiting_until - clock.now())
        parts.append(tr("the model's server asked to wait {time}", time=wait))
    return parts
