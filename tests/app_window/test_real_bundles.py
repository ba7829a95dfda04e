"""Evidence bundles in the real window: one from another computer is dropped, opens, and its quotes can be read."""

from __future__ import annotations

from pathlib import Path

from dragging import drag
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from real_window import play_real  # noqa: F401 - a fixture
from window_waiting import until

from app.main_window import MainWindow
from engine.export import formats
from tests.export.test_bundle import filled
from widgets.run.page import EVIDENCE


def bundle_of(folder: Path) -> tuple[Path, str]:
    composition, run_id = filled(folder / "elsewhere")
    path = folder / "evidence.zip"
    formats.export(composition.snapshot(run_id), "bundle", path, composition.export_means(run_id))
    composition.journal.close()
    return path, run_id


def told(window: MainWindow) -> str:
    return " ".join(window.notices.texts())


def test_a_bundle_is_dropped_opened_and_read(play_real, tmp_path):  # noqa: F811
    path, run_id = bundle_of(tmp_path)

    async def scene(window: MainWindow) -> None:
        drag(window, str(path))
        await until(lambda: window.run_page.run.run_id == run_id, "the run of the bundle")
        assert "is in the history now" in told(window)
        assert window.run_page.run.report.markdown.startswith("# Tides")
        window.run_page.open_tab(EVIDENCE)
        text = window.run_page.evidence.text
        await until(lambda: "The quay floods in March" in text.toPlainText(), "the stored text")
        drag(window, str(path))
        await until(lambda: "in the history already" in told(window), "that it is known")

    play_real(scene)


def test_what_is_no_bundle_is_told_and_nothing_comes_in(play_real, tmp_path):  # noqa: F811
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK no zip at all")

    async def scene(window: MainWindow) -> None:
        drag(window, str(broken))
        await until(lambda: "broken.zip cannot be opened" in told(window), "what is wrong")
        assert window.history.list.model().rowCount() == 0

    play_real(scene)


def test_a_bundle_is_chosen_with_a_click(play_real, qtbot, tmp_path):  # noqa: F811
    path, run_id = bundle_of(tmp_path)

    async def scene(window: MainWindow) -> None:
        qtbot.mouseClick(window.history.bundle, Qt.MouseButton.LeftButton)
        dialogs = lambda: [one for one in QApplication.topLevelWidgets() if isinstance(one, QFileDialog)]  # noqa: E731
        await until(lambda: any(one.isVisible() for one in dialogs()), "the dialog")
        (dialog,) = [one for one in dialogs() if one.isVisible()]
        dialog.fileSelected.emit(str(path))
        dialog.reject()
        await until(lambda: window.run_page.run.run_id == run_id, "the run of the bundle")

    play_real(scene)
