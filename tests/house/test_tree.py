"""What must never stand in the tree."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
_FORBIDDEN = re.compile(
    "|".join(
        (
            r"sk-[A-Za-z0-9]{20,}",  # keys
            "python" r"hosted\.org",  # registries
            r"pypi\." "org",
            r"\bTO" r"DO\b",
            r"\bFIX" r"ME\b",
            r"/wo" r"rk/",
            r"/ro" r"ot/",
        )
    )
)


def _files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name]


def test_no_key_no_registry_no_unfinished_mark_and_no_path_of_a_machine():
    found = []
    for path in _files():
        try:
            text = path.read_text("utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in _FORBIDDEN.finditer(text)]
    assert found == []


def test_requirements_are_locked_with_hashes():
    for name in ("app.txt", "dev.txt"):
        lines = (ROOT / "requirements" / name).read_text().splitlines()
        pins = [line for line in lines if line and line[0].isalnum()]
        assert pins
        assert all("==" in line and line.rstrip().endswith("\\") for line in pins)
