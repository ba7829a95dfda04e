"""Sandbox: where researchers work, what each kind protects, what works here, and the image."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from engine.values import SandboxKind
from resources.translation import mark, tr
from widgets.button import Button
from widgets.glyph import Glyph
from widgets.label import Label
from widgets.radio import Radio
from widgets.settings.field import ChoiceField, NumberField, TextField
from widgets.settings.frame import SettingsFrame
from widgets.value_picker import Choice

RUNTIMES = ("", "runc", "runsc", "kata")
_RUNTIME_WORDS = {
    "": mark("The engine's own"),
    "runc": mark("runc: the usual one"),
    "runsc": mark("runsc: gVisor, a kernel of its own in front of yours"),
    "kata": mark("kata: a small virtual machine for each sandbox"),
}
_KINDS: tuple[tuple[str, str, str], ...] = (
    ("auto", mark("Automatic"), mark("The safest kind that works here: Docker, then bubblewrap, then a process.")),
    (
        "docker",
        mark("Docker"),
        mark("Isolated: no network, none of your files, no key, limits on memory, processors and processes."),
    ),
    (
        "bubblewrap",
        mark("Bubblewrap"),
        mark(
            "Isolated on Linux: no network, none of your files, no key. It shares the system's kernel and programs."
        ),
    ),
    (
        "process",
        mark("Process"),
        mark(
            "Not isolated: a hostile page could reach your files and the network. Keys are not handed over, but a "
            "hostile program could look for them. Web pages need your consent."
        ),
    ),
)


@dataclass(frozen=True)
class KindFacts:
    """How a kind of sandbox stands here.

    Attributes:
        words: in a sentence.
        advice: what to do, "" when nothing needs doing.
        needs_image: it works once its image is built.
        runtimes: the engine knows; () when that is not known.
    """

    kind: SandboxKind
    usable: bool
    words: str
    advice: str = ""
    needs_image: bool = False
    has_image: bool = False
    runtimes: tuple[str, ...] = ()


class SandboxPage(SettingsFrame):
    """Chooses a kind and tells how each stands.

    Signals:
        look_asked: It shall be looked again what works.
        build_asked: The image shall be built now.
    """

    look_asked = Signal()
    build_asked = Signal()

    def __init__(self) -> None:
        super().__init__(
            "sandbox", tr("Sandbox"), tr("Where researchers work and documents are read, away from you.")
        )
        self._kinds: dict[str, Radio] = {}
        self._states: dict[str, tuple[Glyph, Label]] = {}
        self.look = Button(tr("Look again"), "outline", "retry")
        self.look.clicked.connect(self.look_asked)
        self.header.addWidget(self.look)
        self.column.addWidget(self._make_kinds())
        self.column.addWidget(self._make_image())
        self._add_fields()
        self.end()

    def show_values(self, values: dict[str, object]) -> None:
        """Show the chosen kind, too."""
        super().show_values(values)
        if (kind := values.get("sandbox.kind")) in self._kinds:
            self._kinds[str(kind)].setChecked(True)

    def show_kinds(self, kinds: tuple[KindFacts, ...]) -> None:
        """Show how the kinds stand."""
        for facts in kinds:
            glyph, label = self._states[facts.kind]
            icon, role = ("verified", "ok") if facts.usable else ("cancelled", "text3")
            if facts.usable and facts.kind == "process":
                icon, role = "warning", "warn"
            glyph.show_glyph(icon, role)
            glyph.show()
            label.show_text(f"{facts.words} {facts.advice}".strip())
        docker = next((facts for facts in kinds if facts.kind == "docker"), None)
        self.image.setVisible(docker is not None and docker.usable)
        if docker is not None and docker.usable:
            self._show_image(docker)
        usable = [facts.kind for facts in kinds if facts.usable]
        self.warned.emit("" if set(usable) - {"process"} else tr("No kind that isolates works here."))

    def show_build(self, text: str, percent: int | None) -> None:
        """Show how far the build is; percent None while it is not known."""
        self.build.setEnabled(False)
        self.bar.show()
        self.bar.setRange(0, 0 if percent is None else 100)
        self.bar.setValue(percent or 0)
        self.image_words.setText(text)

    def show_build_end(self, sentence: str) -> None:
        """Show how the build ended."""
        self.bar.hide()
        self.build.setEnabled(True)
        self.image_words.setText(sentence)

    def _make_kinds(self) -> QFrame:
        card = QFrame()
        card.setProperty("card", "plain")
        column = QVBoxLayout(card)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        group = QButtonGroup(card)
        for place, (kind, name, protects) in enumerate(_KINDS):
            frame = QFrame()
            if place < len(_KINDS) - 1:
                frame.setProperty("line", "bottom")
            row = QVBoxLayout(frame)
            row.setContentsMargins(16, 10, 16, 10)
            row.setSpacing(2)
            radio = Radio(tr(name))
            radio.setAccessibleDescription(tr(protects))
            radio.clicked.connect(lambda _=False, kind=kind: self.changed.emit("sandbox.kind", kind))
            group.addButton(radio)
            self._kinds[kind] = radio
            row.addWidget(radio)
            row.addLayout(_indented(Label(tr(protects), "small", "text3", wraps=True)))
            if kind != "auto":
                row.addLayout(self._make_state(kind))
            column.addWidget(frame)
        return card

    def _make_state(self, kind: str) -> QHBoxLayout:
        glyph, label = Glyph("queued", "text3", 14), Label("", "small", "text2", wraps=True)
        self._states[kind] = (glyph, label)
        glyph.hide()
        row = QHBoxLayout()
        row.setContentsMargins(23, 2, 0, 0)
        row.setSpacing(8)
        row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label, 1)
        return row

    def _make_image(self) -> QFrame:
        self.image = QFrame()
        self.image.setProperty("card", "plain")
        self.image.hide()
        column = QVBoxLayout(self.image)
        column.setContentsMargins(16, 12, 12, 12)
        column.setSpacing(8)
        row = QHBoxLayout()
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Label(tr("Image of the Docker sandbox"), "body_strong"))
        self.image_words = Label("", "small", "text3", wraps=True)
        words.addWidget(self.image_words)
        row.addLayout(words, 1)
        self.build = Button(tr("Build now"), "outline")
        self.build.clicked.connect(self.build_asked)
        row.addWidget(self.build)
        column.addLayout(row)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Building the image"))
        self.bar.hide()
        column.addWidget(self.bar)
        return self.image

    def _show_image(self, docker: KindFacts) -> None:
        if not self.bar.isHidden():
            return
        self.build.setVisible(not docker.has_image)
        there = tr("It is there and fits this version of Dossier.")
        missing = tr("It is not built yet. Building takes a minute or two; a web research does it by itself.")
        self.image_words.setText(there if docker.has_image else missing)
        self.runtime.show_choices(tuple(_runtime(name, docker.runtimes) for name in RUNTIMES))

    def _add_fields(self) -> None:
        self.add_heading(tr("Limits of one sandbox"), tr("They hold for what begins from now on."))
        self.memory = NumberField("sandbox.memory_mb", tr("Memory"), unit=tr("MB"))
        self.cpus = NumberField("sandbox.cpus", tr("Processors (Docker)"), whole=False, unit=tr("processors"))
        self.add(self.memory, self.cpus)
        self.add_heading(tr("Docker"))
        self.endpoint = TextField(
            "sandbox.docker_endpoint",
            tr("Address of the engine"),
            tr("Empty: found as the docker command finds it."),
            "unix:///var/run/docker.sock",
        )
        self.runtime = ChoiceField(
            "sandbox.docker_runtime",
            tr("Runtime of the containers"),
            tuple(_runtime(name, ()) for name in RUNTIMES),
            tr("A stronger wall costs some time at each start."),
            menu=True,
        )
        self.add(self.endpoint, self.runtime)


def _runtime(name: str, known: tuple[str, ...]) -> Choice:
    is_missing = bool(name and known and name not in known)
    return Choice(name, tr(_RUNTIME_WORDS[name]), tr("not installed in this engine") if is_missing else "")


def _indented(label: Label) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(23, 0, 0, 0)
    row.addWidget(label)
    return row
