"""Every text on the screen is in the catalogue, and every catalogue is whole."""

from __future__ import annotations

import ast
import io
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo, write_mo

from resources import translation
from resources.translation import SOURCE_LANGUAGE, languages, tr, trn, use_language
from resources.translations.make import KEYWORDS, ROOMS, read, texts_in_code

ROOT = Path(__file__).parents[2]
TRANSLATED = tuple(code for code in languages() if code != SOURCE_LANGUAGE)


def calls() -> Iterator[tuple[Path, ast.Call]]:
    """Yield every call of `tr`, `trn` and `mark`."""
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
                    yield path, node


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_a_translation_ships() -> None:
    assert "de" in TRANSLATED


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated(code: str) -> None:
    entries = {
        (tuple(entry.id) if isinstance(entry.id, (tuple, list)) else entry.id): entry
        for entry in read(code)
        if entry.id
    }
    wanted = texts_in_code()
    assert not wanted - set(entries), "not in the catalogue: make translations"
    assert not set(entries) - wanted, "no longer in the code: make translations"
    empty = [key for key, entry in entries.items() if not (all(entry.string) if entry.string else False)]
    assert not empty


@pytest.mark.parametrize("code", TRANSLATED)
def test_names_to_be_filled_in_are_kept(code: str) -> None:
    wrong = []
    for entry in read(code):
        said = entry.id if isinstance(entry.id, (tuple, list)) else (entry.id,)
        translated = entry.string if isinstance(entry.string, (tuple, list)) else (entry.string,)
        wanted = set().union(*(names(text) for text in said))
        wrong += [text for text in translated if entry.id and not names(text) <= wanted]
        wrong += [text for text in translated[-1:] if entry.id and names(text) | {"n"} != wanted | {"n"}]
    assert not wrong


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_compiled_is_what_is_written(code: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, read(code))
    compiled.seek(0)
    with (ROOT / "resources" / "translations" / f"{code}.mo").open("rb") as file:
        shipped = [(entry.id, entry.string) for entry in read_mo(file) if entry.id]
    assert shipped == [(entry.id, entry.string) for entry in read_mo(compiled) if entry.id], "make translations"


def test_texts_stand_whole_in_their_calls() -> None:
    """A text put together at run time has no entry, so nobody would see that it stays English."""
    pieced = []
    for path, call in calls():
        texts = call.args[: 2 if call.func.id == "trn" else 1]  # type: ignore[attr-defined]
        for text in texts:
            if isinstance(text, (ast.JoinedStr, ast.BinOp)) or (
                isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute) and text.func.attr == "format"
            ):
                pieced.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert not pieced


@pytest.fixture
def _english():
    yield
    use_language(SOURCE_LANGUAGE)


@pytest.mark.usefixtures("_english")
def test_the_language_is_found_by_its_code() -> None:
    assert [use_language(code) for code in ("de_AT.UTF-8", "de", "DE-ch", "tlh", "")] == [
        "de",
        "de",
        "de",
        "en",
        "en",
    ]


@pytest.mark.usefixtures("_english")
def test_texts_are_filled_in() -> None:
    assert tr("{one} of {two}", one=1, two="{x}") == "1 of {x}"
    assert [trn("{n} thing", "{n} things", n) for n in (0, 1, 2)] == ["0 things", "1 thing", "2 things"]
    assert tr("") == ""
    use_language("de")
    assert translation.language() == "de"
    assert tr("no entry equals this") == "no entry equals this"
