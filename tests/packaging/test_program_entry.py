"""What the packaged app's entry sets right before anything else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.__main__ import give_back_library_path

ECHO = (sys.executable, "-I", "-c", "import os; print(os.environ.get('LD_LIBRARY_PATH', 'none'))")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this variable")
@pytest.mark.parametrize(("before", "given"), [("", "none"), ("/own/libraries", "/own/libraries")])
def test_what_is_started_loads_the_systems_libraries(
    monkeypatch: pytest.MonkeyPatch, before: str, given: str
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    # As PyInstaller leaves them.
    monkeypatch.setenv("LD_LIBRARY_PATH", "/packaged/libraries")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    give_back_library_path()
    assert subprocess.run(ECHO, capture_output=True, text=True, check=True).stdout.strip() == given
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ


def test_an_installed_app_leaves_the_variable_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/own/libraries")
    give_back_library_path()
    assert os.environ["LD_LIBRARY_PATH"] == "/own/libraries"
