"""Evidence bundles from elsewhere: chosen or dropped, checked, taken in, and opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from app.history_keeper import HistoryKeeper
from app.presenter import Presenter
from engine.snapshot import Notice
from resources.translation import tr

KEY = "bundle"  # of the notice
SUFFIX = ".zip"


class Bundles(QObject):
    """Takes bundles into the history."""

    def __init__(self, presenter: Presenter, keeper: HistoryKeeper) -> None:
        super().__init__(presenter)
        self._presenter, self._keeper = presenter, keeper

    def ask(self) -> None:
        """Ask which bundle, then take it in."""
        chooser = QFileDialog(self._presenter.window, tr("Open an evidence bundle"))
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.setNameFilter(tr("Evidence bundles") + f" (*{SUFFIX})")
        chooser.finished.connect(chooser.deleteLater)
        chooser.fileSelected.connect(lambda name: self.take_in(Path(name)))
        chooser.open()

    def take_in(self, path: Path) -> None:
        """Take a bundle in and open its run; what is wrong with it is told, and nothing is taken in."""

        async def work() -> None:
            run_id, is_new = await asyncio.to_thread(self._presenter.desk.shelf.take_in, path)
            self._keeper.reload()
            self._keeper.open_run(run_id)
            if is_new:
                text = tr(
                    "{name} is in the history now. Its quotes stand in the texts that came with it.", name=path.name
                )
            else:
                text = tr("This research was in the history already.")
            self._presenter.window.notices.show_notice(Notice(level="info", text=text, key=KEY))

        self._presenter.session.do(work())

    def sorted_out(self, give: Callable[[tuple[str, ...]], None]) -> Callable[[tuple[str, ...]], None]:
        """Return what takes dropped paths: bundles for itself, everything else for another."""

        def take(paths: tuple[str, ...]) -> None:
            bundles = [path for path in paths if path.casefold().endswith(SUFFIX)]
            for path in bundles:
                self.take_in(Path(path))
            if others := tuple(path for path in paths if path not in bundles):
                give(others)

        return take
