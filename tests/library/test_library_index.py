"""The index: incremental, exact, restricted to a run's folders, and alive after whatever happened to it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import LibraryError, SandboxError
from engine.library.index import LibraryIndex
from engine.library.port import IndexProgress
from engine.library.prepared import SELDOM_STANDING, prepare
from engine.texts import TextStore
from researcher_container.contract import Block, Document, ReadParams

PUMPS = "# Heat pumps\n\nA heat pump moves heat from the outdoor air into the heating water of a house.\n"
NOISE = "# Noise\n\nThe outdoor unit of a heat pump causes 33 decibels at a distance of five metres.\n"
BREAD = "# Sourdough\n\nThe dough for a rye bread rests for twelve hours before it is baked.\n"


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text)


async def titles(index: LibraryIndex, folder: Path, query: str) -> list[str]:
    return [passage.title for passage in await index.view([folder]).search(query, 10)]


async def test_finds_the_document_that_answers_first(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS, noise=NOISE, bread=BREAD)
    counts = await index.update([folder], reader)
    assert (counts.documents, counts.added, counts.unreadable) == (3, 3, ())
    assert await titles(index, folder, "How many decibels does the outdoor unit of a heat pump cause?") == [
        "Noise",
        "Heat pumps",
    ]
    assert await titles(index, folder, "baking rye breads") == ["Sourdough"]
    assert await titles(index, folder, "zeppelin") == []
    assert await titles(index, folder, "") == []


async def test_nothing_is_read_when_nothing_changed(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS, noise=NOISE)
    await index.update([folder], reader)
    reader.urls.clear()
    counts = await index.update([folder], reader)
    assert reader.urls == []
    assert (counts.documents, counts.added, counts.changed, counts.removed) == (2, 0, 0, 0)


async def test_only_what_changed_is_read_again(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS, noise=NOISE, bread=BREAD)
    await index.update([folder], reader)
    reader.urls.clear()
    write(folder, noise=BREAD.replace("rye", "spelt"), fresh="# New\n\nA borehole is a hundred metres deep.\n")
    (folder / "bread.md").unlink()
    counts = await index.update([folder], reader)
    assert sorted(reader.urls) == [(folder / "fresh.md").as_uri(), (folder / "noise.md").as_uri()]
    assert (counts.documents, counts.added, counts.changed, counts.removed) == (3, 1, 1, 1)
    assert await titles(index, folder, "rye") == []
    assert await titles(index, folder, "decibels") == []
    assert await titles(index, folder, "spelt") == ["Sourdough"]


async def test_a_touched_file_is_not_parsed_again(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS)
    await index.update([folder], reader)
    os.utime(folder / "pumps.md", (1, 1))
    counts = await index.update([folder], reader)
    assert (len(reader.urls), counts.changed) == (1, 1)
    assert (await index.update([folder], reader)).changed == 0


async def test_passages_are_exact_slices_of_the_document(index: LibraryIndex, folder: Path, reader) -> None:
    sections = "".join(
        f"## Part {number}\n\n" + f"Sentence {number} about valves and pumps. " * 40 for number in range(8)
    )
    write(folder, long=f"# Valves — “quoted”\n\n{sections}")
    await index.update([folder], reader)
    view = index.view([folder])
    passages = await view.search("valves", 5)
    assert len(passages) == 5
    assert len({passage.start for passage in passages}) == 5
    for passage in passages:
        opened = await view.document(passage.document_id)
        assert opened is not None
        assert opened.document.text()[passage.start : passage.end] == passage.text
        assert opened.url == passage.url == (folder / "long.md").as_uri()
    assert [passage.score for passage in passages] == sorted((passage.score for passage in passages), reverse=True)


async def test_each_document_comes_once_before_further_passages(index: LibraryIndex, folder: Path, reader) -> None:
    valves = "".join(f"## Valve {number}\n\n" + "A valve opens and closes a valve seat. " * 30 for number in range(5))
    write(folder, valves=valves, mention="# Heating\n\nThe radiator has one valve below its cover.\n")
    await index.update([folder], reader)
    passages = await index.view([folder]).search("valve", 4)
    assert {passage.title for passage in passages[:2]} == {"Valve 0", "Heating"}
    assert [passage.title for passage in passages[2:]] == ["Valve 0", "Valve 0"]


async def test_chinese_is_found_and_quoted_exactly(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, zh="# 热泵\n\n热泵从室外空气中吸收热量。\n", other="# 面包\n\n面团需要休息十二个小时。\n")
    await index.update([folder], reader)
    passages = await index.view([folder]).search("室外空气", 5)
    assert [passage.text for passage in passages] == ["热泵从室外空气中吸收热量。"]


async def test_a_view_sees_nothing_outside_its_folders(index: LibraryIndex, tmp_path: Path, reader) -> None:
    for name in ("mine", "mine-not"):
        (tmp_path / name).mkdir()
    write(tmp_path / "mine", pumps=PUMPS)
    write(tmp_path / "mine-not", secret=NOISE)
    await index.update([tmp_path / "mine", tmp_path / "mine-not"], reader)
    assert await titles(index, tmp_path / "mine", "heat pump") == ["Heat pumps"]
    (hidden,) = await index.view([tmp_path / "mine-not"]).search("decibels", 1)
    assert await index.view([tmp_path / "mine"]).document(hidden.document_id) is None
    assert [title for title, _, _ in await index.view([tmp_path / "mine"]).outline("heat pump", 9)] == ["Heat pumps"]


async def test_equal_files_share_a_text_and_keep_their_addresses(index: LibraryIndex, tmp_path: Path, reader) -> None:
    linked = PUMPS + "\nSee [noise](noise.md).\n"
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, pumps=linked)
    await index.update([tmp_path / "first"], reader)
    await index.update([tmp_path / "second"], reader)
    assert len(reader.urls) == 1
    opened = []
    for name in ("first", "second"):
        (passage,) = await index.view([tmp_path / name]).search("outdoor air", 5)
        document = await index.view([tmp_path / name]).document(passage.document_id)
        assert document is not None
        assert document.url == (tmp_path / name / "pumps.md").as_uri()
        assert [link.url for link in document.document.links] == [(tmp_path / name / "noise.md").as_uri()]
        opened.append(document)
    assert opened[0].text_sha256 == opened[1].text_sha256
    assert len(await index.view([tmp_path / "first", tmp_path / "second"]).search("outdoor air", 5)) == 1
    shutil.rmtree(tmp_path / "first")
    (tmp_path / "first").mkdir()
    await index.update([tmp_path / "first"], reader)
    assert len(await index.view([tmp_path / "second"]).search("outdoor air", 5)) == 1


async def test_broken_files_are_named_and_not_tried_again(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS)
    (folder / "broken.pdf").write_bytes(b"\x00\x01\x02 not a pdf \xff" * 50)
    (folder / "blank.txt").write_text(" \n \n")
    counts = await index.update([folder], reader)
    assert counts.documents == 1
    assert [reason.split(": ")[0] for reason in counts.unreadable] == [f"{folder}/blank.txt", f"{folder}/broken.pdf"]
    assert all(len(reason.split(": ", 1)[1]) > 10 for reason in counts.unreadable)
    reader.urls.clear()
    again = await index.update([folder], reader)
    assert reader.urls == []
    assert again.unreadable == counts.unreadable


async def test_pages_of_links_are_no_evidence(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS)
    rows = "".join(f'<li><a href="p{number}.html">Heat pump number {number}</a></li>' for number in range(80))
    (folder / "contents.html").write_text(f"<html><title>Index</title><body><ul>{rows}</ul></body></html>")
    await index.update([folder], reader)
    assert await titles(index, folder, "heat pump") == ["Heat pumps"]


async def test_a_changelog_stands_behind_the_page_it_speaks_of(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, CHANGELOG="# Changelog\n\nValve curve: the valve curve is new. The valve curve was renamed.\n")
    write(folder, curve="# Settings\n\nThe valve curve sets how far the valve opens at a given temperature.\n")
    await index.update([folder], reader)
    assert await titles(index, folder, "valve curve") == ["Settings", "Changelog"]


@pytest.mark.parametrize(
    ("name", "title", "standing"),
    [
        ("whatsnew", "New things", SELDOM_STANDING),
        ("3.12", "What’s New In Example 3.12 — Example documentation", SELDOM_STANDING),
        ("release-15-3", "E.12. Release 15.3", SELDOM_STANDING),
        ("license", "Terms", SELDOM_STANDING),
        ("copy", "Copying objects", 1.0),
        ("history-of-asia", "History of Asia", 1.0),
        ("changes-of-state", "Changes of state", 1.0),
    ],
)
def test_standing_by_name_and_title(name: str, title: str, standing: float) -> None:
    document = Document(title=title, blocks=(Block(kind="paragraph", text="Some text."),))
    assert prepare(document, "0" * 64, f"/library/{name}.html").standing == standing


async def test_progress_is_told_for_each_file_that_is_read(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS, noise=NOISE, bread=BREAD)
    told: list[IndexProgress] = []
    await index.update([folder], reader, on_progress=told.append)
    assert [(progress.done, progress.total) for progress in told] == [(1, 3), (2, 3), (3, 3)]


async def test_reads_at_most_as_many_at_once_as_asked(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, **{f"d{number}": f"# Document {number}\n\nText number {number}.\n" for number in range(30)})
    await index.update([folder], reader, concurrency=4)
    assert 2 <= reader.most_at_once <= 4


async def test_the_outline_names_sections(index: LibraryIndex, folder: Path, reader) -> None:
    write(
        folder,
        pumps=f"{PUMPS}\n## Defrosting\n\nIce melts.\n\n## Sizing a pump\n\nThe pump must fit the heat load.\n",
    )
    await index.update([folder], reader)
    sections = await index.view([folder]).outline("size of the pump", 5)
    assert ("Heat pumps", "Sizing a pump") in [(title, heading) for title, heading, _ in sections]
    assert len({section[:2] for section in sections}) == len(sections)


async def test_a_cancelled_update_keeps_what_was_read_and_the_next_one_ends_it(
    index: LibraryIndex, folder: Path, reader
) -> None:
    write(folder, **{f"d{number}": f"# Document {number}\n\nText number {number}.\n" for number in range(40)})
    begun = asyncio.Event()

    async def slow(content: bytes, params: ReadParams) -> Document:
        if len(reader.urls) >= 20:
            begun.set()
            await asyncio.Event().wait()
        return await reader(content, params)

    update = asyncio.ensure_future(index.update([folder], slow, concurrency=2))
    await asyncio.wait_for(begun.wait(), 20)
    update.cancel()
    with pytest.raises(asyncio.CancelledError):
        await update
    kept = len(await index.view([folder]).search("text", 40))
    assert 19 <= kept <= 20  # one may have been on its way
    counts = await index.update([folder], reader)
    assert (counts.documents, counts.added) == (40, 40 - kept)


async def test_without_a_sandbox_the_update_ends_with_the_reason(index: LibraryIndex, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS)

    async def none_to_be_had(content: bytes, params: ReadParams) -> Document:
        raise SandboxError("not_started", "The sandbox could not be started.")

    with pytest.raises(SandboxError, match="could not be started"):
        await index.update([folder], none_to_be_had)
    assert (await index.update([folder], reader)).added == 1


async def test_a_lost_stored_text_is_read_again(index: LibraryIndex, tmp_path: Path, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS)
    await index.update([folder], reader)
    (passage,) = await index.view([folder]).search("outdoor air", 1)
    shutil.rmtree(tmp_path / "data" / "texts")
    assert await index.view([folder]).document(passage.document_id) is None
    await index.update([folder], reader)
    assert await index.view([folder]).document(passage.document_id) is not None
    assert len(await index.text_keys()) == 1


async def test_a_folder_that_went_away_ends_the_update_and_keeps_what_was_known(
    index: LibraryIndex, folder: Path, reader
) -> None:
    write(folder, pumps=PUMPS)
    await index.update([folder], reader)
    shutil.rmtree(folder)
    with pytest.raises(LibraryError, match="does not exist"):
        await index.update([folder], reader)
    assert await titles(index, folder, "heat pump") == ["Heat pumps"]


@pytest.mark.parametrize("damage", [b"this is no database" * 500, b""])
async def test_a_damaged_index_is_built_again(tmp_path: Path, folder: Path, reader, damage: bytes) -> None:
    write(folder, pumps=PUMPS)
    path = tmp_path / "library.db"
    path.write_bytes(damage)
    index = LibraryIndex(path, TextStore(tmp_path / "texts"))
    assert (await index.update([folder], reader)).added == 1
    await index.aclose()


async def test_an_index_of_another_version_is_built_again(tmp_path: Path, folder: Path, reader) -> None:
    write(folder, pumps=PUMPS)
    path = tmp_path / "library.db"
    for _ in range(2):
        index = LibraryIndex(path, TextStore(tmp_path / "texts"))
        assert (await index.update([folder], reader)).added == 1
        await index.aclose()
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 99")
        connection.close()


async def test_a_data_folder_that_cannot_be_used_is_an_error(tmp_path: Path, folder: Path, reader) -> None:
    (tmp_path / "file").write_text("x")
    index = LibraryIndex(tmp_path / "file" / "library.db", TextStore(tmp_path / "texts"))
    with pytest.raises(LibraryError, match="cannot be opened"):
        await index.update([folder], reader)
    await index.aclose()


PROGRAM = """
import asyncio, sys
from pathlib import Path
from engine.library.index import LibraryIndex
from engine.texts import TextStore
from researcher_container.reader.reading import read

async def read_bytes(content, params):
    return await asyncio.to_thread(read, content, params)

async def main(data, folder):
    index = LibraryIndex(data / "library.db", TextStore(data / "texts"))
    print("begun", flush=True)
    counts = await index.update([folder], read_bytes, on_progress=lambda progress: print(progress.done, flush=True))
    await index.aclose()
    print("documents", counts.documents, flush=True)

asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
"""

Start = Callable[[Path, Path], "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Start:
    def run(data: Path, folder: Path) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(data), str(folder)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )

    return run


async def test_a_killed_update_leaves_a_usable_index(
    index: LibraryIndex, tmp_path: Path, folder: Path, reader, start: Start
) -> None:
    write(folder, **{f"d{number}": f"# Document {number}\n\nText number {number}.\n" for number in range(400)})
    with start(tmp_path / "data", folder) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == "100":
                process.send_signal(signal.SIGKILL)
                break
        process.stdout.read()
    kept = len(await index.view([folder]).search("text", 400))
    assert 64 <= kept < 400
    counts = await index.update([folder], reader)
    assert (counts.documents, counts.added) == (400, 400 - kept)


async def test_two_processes_update_the_same_index(
    index: LibraryIndex, tmp_path: Path, folder: Path, reader, start: Start
) -> None:
    write(folder, **{f"d{number}": f"# Document {number}\n\nText number {number}.\n" for number in range(120)})
    with start(tmp_path / "data", folder) as process:
        assert process.stdout is not None
        await asyncio.to_thread(process.stdout.readline)
        counts = await index.update([folder], reader)
        printed = await asyncio.to_thread(process.stdout.read)
    assert (process.returncode, printed.split("\n")[-2]) == (0, "documents 120")
    assert counts.documents == 120
    assert len(await index.view([folder]).search("text", 200)) == 120
