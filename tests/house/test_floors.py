"""The import floors hold, and every rule catches what it is there to catch."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("app", "widgets", "engine", "researcher_container", "resources")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]

# One violation per contract: the file that breaks it, and the line that does.
PLANTED = {
    "engine knows no Qt, no window, no app": ("engine/planted.py", "import PySide6.QtCore"),
    "widgets draw values and emit wishes": ("widgets/planted.py", "import engine.journal.journal"),
    "resources know nothing above them": ("resources/planted.py", "import engine.values"),
    "the sandbox stands alone": ("researcher_container/planted.py", "import engine.values"),
    "of the sandbox's code the engine imports only its contract": (
        "engine/planted.py",
        "import researcher_container.channel",
    ),
    "only engine.workflow imports agent_framework": ("engine/broker/planted.py", "import agent_framework"),
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=110,
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__", "wheels", "*.svg", "*.png", "*.pdf", "*.docx")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_every_contract_has_a_planted_violation():
    assert {contract["name"] for contract in CONTRACTS} == set(PLANTED)


def test_the_tree_keeps_every_contract(copy: Path):
    done = lint(copy)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_violation_is_caught(copy: Path, name: str):
    path, line = PLANTED[name]
    planted = copy / path
    planted.write_text(f'"""Planted."""\n\n{line}\n')
    try:
        done = lint(copy)
    finally:
        planted.unlink()
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{name} BROKEN" in done.stdout
