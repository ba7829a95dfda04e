"""Which files are taken into the library, and what is said about the others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.errors import LibraryError
from engine.library.scan import require_roots, resolve_roots, scan_roots
from researcher_container.contract import MAX_DOCUMENT_BYTES


def names(folder: Path) -> list[str]:
    return [os.path.relpath(path, folder) for path in scan_roots(resolve_roots([folder])).candidates]


def skipped(folder: Path) -> list[str]:
    return scan_roots(resolve_roots([folder])).skipped


def test_takes_documents_by_suffix_in_all_subfolders(folder: Path) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    for name in (
        "a.html",
        "b.HTM",
        "c.md",
        "d.markdown",
        "deep/e.txt",
        "deep/er/f.rst",
        "g.pdf",
        "h.docx",
        "i.xhtml",
    ):
        (folder / name).write_text("x")
    for name in ("photo.jpg", "program.py", "html", "a.html.bak"):
        (folder / name).write_text("x")
    assert sorted(names(folder)) == [
        "a.html", "b.HTM", "c.md", "d.markdown", "deep/e.txt", "deep/er/f.rst", "g.pdf", "h.docx", "i.xhtml",
    ]  # fmt: skip


def test_leaves_out_hidden_files_and_generated_folders(folder: Path) -> None:
    for name in (".git/a.md", ".hidden.md", "_sources/page.rst.txt", "node_modules/pkg/README.md"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    (folder / "page.html").write_text("x")
    assert names(folder) == ["page.html"]


def test_follows_no_link_and_reports_those_that_lead_out(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "private.md").write_text("x")
    (folder / "inner").mkdir()
    (folder / "inner" / "a.md").write_text("x")
    (folder / "loop").symlink_to(folder)
    (folder / "inner" / "up").symlink_to(folder)
    (folder / "again.md").symlink_to(folder / "inner" / "a.md")
    (folder / "out").symlink_to(tmp_path / "secret")
    (folder / "private.md").symlink_to(tmp_path / "secret" / "private.md")
    assert names(folder) == ["inner/a.md"]
    reason = "a link that leads out of the folder"
    assert sorted(skipped(folder)) == [f"{folder / 'out'}: {reason}", f"{folder / 'private.md'}: {reason}"]


def test_reports_empty_and_huge_files_without_reading_them(folder: Path) -> None:
    (folder / "empty.txt").write_text("")
    with open(folder / "huge.pdf", "wb") as file:
        file.truncate(MAX_DOCUMENT_BYTES + 1)
    assert names(folder) == []
    assert sorted(skipped(folder)) == [f"{folder}/empty.txt: empty", f"{folder}/huge.pdf: larger than 20 MB"]


def test_passes_over_what_is_not_a_plain_file(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    (folder / "folder.md").mkdir()
    assert names(folder) == []


def test_reports_a_name_that_is_not_valid_text(folder: Path) -> None:
    with open(os.fsencode(folder) + b"/caf\xe9.txt", "wb") as file:
        file.write(b"x")
    assert names(folder) == []
    assert skipped(folder)[0].endswith(": its name is not valid text")
    skipped(folder)[0].encode()


def test_a_single_file_may_be_a_root(folder: Path) -> None:
    (folder / "a.md").write_text("x")
    (folder / "b.md").write_text("x")
    assert list(scan_roots(resolve_roots([folder / "a.md"])).candidates) == [str(folder / "a.md")]


def test_nested_roots_are_folded_into_the_outer_one(folder: Path) -> None:
    (folder / "inner").mkdir()
    (folder / "inner-not").mkdir()
    assert resolve_roots([folder / "inner", folder, folder]) == [str(folder)]
    assert resolve_roots([folder / "inner", folder / "inner-not"]) == [f"{folder}/inner", f"{folder}/inner-not"]


def test_a_missing_folder_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match=r"no-such-folder does not exist"):
        require_roots(resolve_roots([tmp_path / "no-such-folder"]))
