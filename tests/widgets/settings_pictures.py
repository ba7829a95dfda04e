"""Pictures of every page of the settings: `python settings_pictures.py FOLDER WIDTH HEIGHT [light,dark,high]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import example_settings as examples
from PySide6.QtWidgets import QApplication

from app.main_window import MainWindow
from widgets import fonts
from widgets.run.status_bar import Health
from widgets.settings.page import SettingsPage
from widgets.theme import theme


def take(window: MainWindow, page: SettingsPage, folder: Path, name: str) -> None:
    """Take one picture of the window as it is."""
    for _ in range(4):
        QApplication.processEvents()
    window.grab().save(str(folder / f"settings-{name}.png"))


def main() -> None:
    """Take all pictures."""
    folder, width, height = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    scale = float(sys.argv[5]) if len(sys.argv) > 5 else 1.0
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    app.setStyle("Fusion")
    fonts.set_text_scale(scale)
    for look in (sys.argv[4] if len(sys.argv) > 4 else "light,dark").split(","):
        theme().choose("dark" if look == "dark" else "light")
        theme().choose_contrast("high" if look == "high" else "normal")
        window = MainWindow()
        window.resize(width, height)
        page = window.make_settings()
        window.status.show_health(Health("Docker ready", "ok"), Health("large-2", "warn"))
        examples.fill(page)
        window.show_settings()
        window.show()
        suffix = f"{width}-{look}"
        for one in map(page.page, page.page_keys()):
            page.show_page(one.key)
            take(window, page, folder, f"{one.key}-{suffix}")
            bar = one.area.verticalScrollBar()
            if bar.maximum() > 0:
                bar.setValue(bar.maximum())
                take(window, page, folder, f"{one.key}-end-{suffix}")
        page.show_page("model")
        page.sidebar.search.setText("key")
        take(window, page, folder, f"found-{suffix}")
        page.sidebar.search.setText("")
        page.model.show_profiles((), None)
        take(window, page, folder, f"presets-{suffix}")
        window.let_close()
        window.deleteLater()


if __name__ == "__main__":
    main()
