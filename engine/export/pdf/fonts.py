"""The fonts a PDF is set in, and which characters none of them has."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any

# The first comes inside Typst, so that a report looks the same everywhere; the others serve the scripts it lacks,
# as far as they are installed.
BODY = (
    "Libertinus Serif", "Noto Serif", "Noto Sans", "Noto Naskh Arabic", "Noto Sans Arabic", "Noto Serif Hebrew",
    "Noto Sans Hebrew", "Noto Serif Devanagari", "Noto Sans Devanagari", "Noto Serif CJK SC", "Noto Sans CJK SC",
    "Noto Sans CJK JP", "Noto Sans CJK KR", "Droid Sans Fallback", "Noto Color Emoji", "Noto Emoji",
    "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Sans Math", "DejaVu Sans",
)  # fmt: skip
MONO = ("DejaVu Sans Mono", "Noto Sans Mono", *BODY)
_UNDRAWN = re.compile(r'the text `("(?:[^"\\]|\\.)*")` could not')
_CHECK = b'#set document(title: "x")\n#let found = json("characters.json")\n#set text(font: found.fonts)\n'
_CHECK += b"#for one in found.characters [#one \\ ]\n"


@cache
def fonts() -> Any:
    """Return this computer's fonts with those inside Typst; looking for them takes a moment, once."""
    import typst

    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=True)


@cache
def families() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the families for text and for code that are there; a name that is not there would be warned of."""
    there = set(fonts().families())
    return tuple(name for name in BODY if name in there), tuple(name for name in MONO if name in there)


def worth_checking(text: str) -> set[str]:
    """Return the characters of a text that a font may lack."""
    return {
        character
        for character in set(text)
        if character > "\x7e"
        and unicodedata.category(character)[0] not in "MZ"
        and unicodedata.category(character) != "Cf"
    }


def undrawn(characters: Iterable[str]) -> frozenset[str]:
    """Return those characters that no font here can draw."""
    asked = frozenset(characters)
    return _undrawn(asked) if asked else frozenset()


@cache
def _undrawn(characters: frozenset[str]) -> frozenset[str]:
    """Set every character by itself under a standard that refuses what cannot be drawn, and read the refusals."""
    import json
    import tempfile
    from pathlib import Path

    import typst

    with tempfile.TemporaryDirectory(prefix="dossier-pdf-") as folder:
        data = {"characters": sorted(characters), "fonts": families()[0]}
        (Path(folder) / "characters.json").write_text(json.dumps(data), encoding="utf-8")
        main = Path(folder) / "main.typ"
        main.write_bytes(_CHECK)
        try:
            typst.compile(main, format="pdf", pdf_standards="a-2u", font_paths=fonts())
        except typst.TypstError as error:
            return frozenset(
                character
                for found in _UNDRAWN.findall(error.diagnostic)
                for character in json.loads(_as_json(found))
                if character in characters
            )
    return frozenset()


def _as_json(quoted: str) -> str:
    """Return a Rust string literal as JSON; characters above 16 bits are written in another way there."""

    def escaped(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if int(match[1], 16) > 0x1F else f"\\u{int(match[1], 16):04x}"

    return re.sub(r"\\u\{([0-9a-f]+)\}", escaped, quoted).replace("\\'", "'").replace("\\0", "\\u0000")
