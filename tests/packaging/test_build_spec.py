"""What build.spec names exists, and what the code reads by name is in it."""

from __future__ import annotations

import ast
import fnmatch
import importlib.util
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "build.spec"


def constants() -> dict[str, Any]:
    """Return what the spec says before it begins to work."""
    head = SPEC.read_text(encoding="utf-8").split("\n\n\ndef ")[0]
    found: dict[str, Any] = {"SPECPATH": str(ROOT)}
    exec(compile(head, "build.spec", "exec"), found)
    return found


NAMED = constants()


def covered(path: Path) -> bool:
    return any(path in set(ROOT.glob(pattern)) for pattern in NAMED["FILES"])


def test_the_spec_compiles() -> None:
    compile(SPEC.read_text(encoding="utf-8"), "build.spec", "exec")


@pytest.mark.parametrize("pattern", NAMED["FILES"])
def test_every_pattern_finds_files(pattern: str) -> None:
    assert any(path.is_file() for path in ROOT.glob(pattern))


def test_every_data_file_of_the_code_goes_along() -> None:
    listed = subprocess.run(
        ["git", "ls-files", *NAMED["FLOORS"]], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    left_out = {name for name in listed if not name.endswith((".py", ".po")) and not covered(ROOT / name)}
    # What documents, locks and catalogues are made of; nothing reads it at run time.
    assert {name for name in left_out if not name.startswith("resources/sample_library/")} == {
        "researcher_container/requirements.in"
    }
    assert not any("/documents/" in name or name.endswith(".json") for name in left_out)


def test_every_late_module_exists() -> None:
    for name in (*NAMED["LATE"], *NAMED["LATE_PUBLIC"], *NAMED["WITH_DATA"]):
        assert importlib.util.find_spec(name) is not None, name


def sources() -> Iterator[Path]:
    """Yield our own modules that go along."""
    for floor in NAMED["FLOORS"]:
        for path in (ROOT / floor).rglob("*.py"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if not any(fnmatch.fnmatchcase(module, pattern) for pattern in NAMED["NOT_LATE"]):
                yield path


def imported() -> set[str]:
    """Return what our own code imports."""
    found: set[str] = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_nothing_excluded_is_imported() -> None:
    names = imported()
    assert "PySide6.QtWidgets" in names
    excluded = set(NAMED["EXCLUDED"])
    assert {name for name in names if name in excluded or name.partition(".")[0] in excluded} == set()
