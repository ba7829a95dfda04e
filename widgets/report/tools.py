"""The tools of the tabs: search, contents as a menu, the report's version, what can be copied."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from resources.translation import tr
from widgets.button import Button, IconButton
from widgets.fonts import font
from widgets.report.contents import Contents


class ReportTools(QWidget):
    """A row of small buttons.

    Signals:
        find_asked: The user wants to find words in what is open.
        copy_asked: The user wants the whole report on the clipboard: "markdown" or "rich".
        version_asked: The user wants to read a version of the report; its number.
    """

    find_asked = Signal()
    copy_asked = Signal(str)
    version_asked = Signal(int)

    def __init__(self, contents: Contents) -> None:
        super().__init__()
        self._contents = contents
        self._shown = self._versions = 0
        self.version = Button("", "soft", compact=True, opens_menu=True)
        self.version.setObjectName("reportVersion")
        self.version.setAccessibleName(tr("Read another version of the report"))
        self.version.setToolTip(self.version.accessibleName())
        self.headings = Button(tr("Contents"), "soft", compact=True, opens_menu=True)
        self.headings.setObjectName("contentsMenu")
        self.finder = IconButton(tr("Find (Ctrl+F)"), "search")
        self.copy = IconButton(tr("Copy the report"), "copy")
        self.copy.setObjectName("copyMenu")
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 0, 0)
        row.setSpacing(4)
        for button in (self.version, self.headings, self.finder, self.copy):
            row.addWidget(button)
        self.finder.clicked.connect(self.find_asked)
        self.headings.clicked.connect(lambda: _pop_up(self._contents.make_menu(self), self.headings))
        self.copy.clicked.connect(lambda: _pop_up(self.make_copy_menu(), self.copy))
        self.version.clicked.connect(lambda: _pop_up(self.make_version_menu(), self.version))
        self.version.hide()

    def show_versions(self, shown: int, versions: int) -> None:
        """Show which of how many versions of the report is open; nothing while there is one."""
        self._shown, self._versions = shown, versions
        self.version.setText(tr("Version {n}", n=shown))
        self.version.setAccessibleName(tr("Version {n} of {versions}", n=shown, versions=versions))

    def versions(self) -> int:
        """Return how many versions there are."""
        return self._versions

    def show_for(self, *, is_report: bool, has_report: bool, has_text: bool, has_side: bool) -> None:
        """Show the tools that can act.

        Args:
            is_report: the report is open.
            has_report: it is written, wholly.
            has_text: what is open can be searched.
            has_side: the contents stand beside the report.
        """
        self.version.setVisible(is_report and self._versions > 1)
        self.headings.setVisible(is_report and self._contents.has_any() and not has_side)
        self.finder.setVisible(has_text)
        self.copy.setVisible(is_report and has_report)

    def make_copy_menu(self) -> QMenu:
        """Return the menu of ways to copy."""
        menu = QMenu(self)
        menu.setFont(font("small"))
        menu.addAction(tr("Copy report as rich text")).triggered.connect(lambda: self.copy_asked.emit("rich"))
        menu.addAction(tr("Copy report as Markdown")).triggered.connect(lambda: self.copy_asked.emit("markdown"))
        return menu

    def make_version_menu(self) -> QMenu:
        """Return the menu of versions, the newest first."""
        menu = QMenu(self)
        menu.setFont(font("small"))
        for version in range(self._versions, 0, -1):
            is_newest = version == self._versions
            words = tr("Version {n}, the newest", n=version) if is_newest else tr("Version {n}", n=version)
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(version == self._shown)
            action.triggered.connect(lambda _=False, version=version: self.version_asked.emit(version))
        return menu


def _pop_up(menu: QMenu, button: QPushButton) -> None:
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(button.mapToGlobal(QPoint(0, button.height() + 4)))
