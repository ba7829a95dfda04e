"""Names of exported files, the file manager that shows them, and the desk behind the report's reader."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.composition import Composition
from app.desk import EngineDesk
from app.file_names import MAX_CHARS, file_name
from app.home import Home
from app.revealing import Revealing
from engine.events import ReportFinished, WritingStarted
from engine.values import Audit, RunOptions, Source


@pytest.mark.parametrize(
    ("topic", "name"),
    [
        ("Heat pumps in old houses", "Heat pumps in old houses.html"),
        ('What is A/B testing?: "a\\b" <c>|*', "What is A B testing a b c.html"),
        ("  line one\n\tline two ", "line one line two.html"),
        ("...hidden...", "hidden.html"),
        ("con", "report.html"),
        ("LPT1", "report.html"),
        ("???", "report.html"),
        ("", "report.html"),
        ("潮位と海面上昇", "潮位と海面上昇.html"),
        ("Ein\u202eeltit", "Ein eltit.html"),
        ("word " * 40, f"{('word ' * 13).strip()}.html"),
        ("x" * 200, f"{'x' * MAX_CHARS}.html"),
    ],
)
def test_a_file_is_named_by_its_topic(topic, name, tmp_path):
    assert file_name(topic, ".html") == name
    (tmp_path / name).write_text("can be written", "utf-8")


REVEALING = """
import sys
from pathlib import Path
from PySide6.QtCore import ClassInfo, QObject, QTimer, Slot
from PySide6.QtDBus import QDBusConnection
from PySide6.QtWidgets import QApplication
from app.revealing import Revealing

app = QApplication([])

@ClassInfo({"D-Bus Interface": "org.freedesktop.FileManager1"})
class FileManager(QObject):
    @Slot("QStringList", "QString")
    def ShowItems(self, addresses, startup_id):
        print(*addresses)
        app.quit()

bus = QDBusConnection.connectToBus(sys.argv[1], "files")
manager = FileManager()
assert bus.registerService("org.freedesktop.FileManager1")
everything = QDBusConnection.RegisterOption.ExportAllSlots
assert bus.registerObject("/org/freedesktop/FileManager1", manager, everything)
revealing = Revealing()
revealing.reveal(Path(sys.argv[2]))
QTimer.singleShot(10_000, app.quit)
app.exec()
"""


@pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="needs dbus-daemon")
def test_the_file_manager_is_asked_to_show_a_file(tmp_path):
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--print-address", "--nofork", "--nosyslog"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert daemon.stdout is not None
        address = daemon.stdout.readline().strip()
        environ = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": address, "QT_QPA_PLATFORM": "offscreen"}
        path = tmp_path / "a report.html"
        told = subprocess.run(
            [sys.executable, "-c", REVEALING, address, str(path)], env=environ, capture_output=True, text=True,
            timeout=30, check=True, cwd=Path(__file__).parents[2],
        )  # fmt: skip
    finally:
        daemon.kill()
        daemon.communicate()
    assert told.stdout.strip() == path.as_uri()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="those have a file manager of their own")
def test_where_no_file_manager_answers_the_folder_is_opened(qapp, tmp_path, monkeypatch, qtbot):
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    Revealing().reveal(tmp_path / "report.html")
    qtbot.waitUntil(lambda: bool(opened))
    assert opened == [QUrl.fromLocalFile(str(tmp_path))]


# --- the desk ---------------------------------------------------------------------------------------------


@pytest.fixture
def composition(tmp_path, monkeypatch):
    monkeypatch.setenv("DOSSIER_HOME", str(tmp_path / "home"))
    made = Composition(Home.find(), lives_long=True)
    yield made
    made.journal.close()


def test_what_a_reader_chose_is_kept(composition, tmp_path):
    desk = EngineDesk(composition)
    assert (desk.reading.zoom_percent(), desk.exports.folder()) == (100, None)
    desk.reading.keep_zoom(175)
    desk.exports.keep_folder(tmp_path)
    again = EngineDesk(Composition(Home.find(), lives_long=True))
    assert (again.reading.zoom_percent(), again.exports.folder()) == (175, tmp_path)


def test_earlier_versions_are_read_from_the_journal(composition):
    source = Source(id="S1", url="https://a.example/", title="A page")
    run = composition.journal.create_run("Heat pumps", RunOptions())
    for version in (1, 2):
        markdown = f"# Version {version}\n\nWords. [1]\n"
        finished = ReportFinished(version=version, markdown=markdown, audit=Audit(marks=("S1",)), sources=(source,))
        run.append([WritingStarted(version=version), finished])
    desk = EngineDesk(composition)
    first, second = desk.reading.version(run.run_id, 1), desk.reading.version(run.run_id, 2)
    assert first is not None
    assert second is not None
    assert (first.report.markdown[:11], first.versions, first.state) == ("# Version 1", 1, "done")
    assert second.report.markdown.startswith("# Version 2")
    assert desk.reading.version(run.run_id, 3) is None
    assert desk.exports.markdown(first) == "# Version 1\n\nWords. [1]\n"
    assert (
        desk.exports.rich_text(first)
        == '<h1 id="h-version-1" dir="auto">Version 1</h1>\n<p dir="auto">Words. [1]</p>\n'
    )
