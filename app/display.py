"""Looks, before Qt starts, whether a window can be opened, and says in one sentence what is missing."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import sys
from pathlib import Path

_COMMAND_LINE = 'The command line works without one: dossier research "your topic".'

# What Qt needs on Linux beside its own wheels, and the Debian package it is in.
DEBIAN_PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}


def why_no_window() -> str:
    """Return one sentence why no window can be opened, "" when one can."""
    if importlib.util.find_spec("PySide6") is None:
        return f"PySide6 is not installed, so there is no window. {_COMMAND_LINE}"
    if not sys.platform.startswith("linux"):
        return ""
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform not in ("", "xcb"):
        return missing_library("import PySide6.QtGui", _import_gui)
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return f"There is no screen here (DISPLAY is not set). {_COMMAND_LINE}"
    return missing_library("import PySide6.QtGui", _import_gui) or missing_library("libqxcb.so", _load_xcb)


def missing_library(what: str, load: object) -> str:
    """Return one sentence about the library that keeps something from loading, "" when it loads."""
    try:
        load()  # type: ignore[operator]
    except (ImportError, OSError) as error:
        found = re.search(r"(lib[\w.+-]+\.so[.\d]*)", str(error))
        name = found.group(1) if found else what
        package = DEBIAN_PACKAGES.get(name)
        mend = f"On Debian or Ubuntu: apt install {package}" if package else f"Install what brings {name}"
        return f"The window needs {name}, which is not here. {mend}. {_COMMAND_LINE}"
    return ""


def _import_gui() -> None:
    import PySide6.QtGui
    import PySide6.QtWidgets  # noqa: F401


def _load_xcb() -> None:
    """Load Qt's own plugin as Qt would: a missing library is named by the loader."""
    import PySide6

    if os.environ.get("WAYLAND_DISPLAY") and not os.environ.get("DISPLAY"):
        return
    folder = Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms"
    ctypes.CDLL(str(folder / "libqxcb.so"))
