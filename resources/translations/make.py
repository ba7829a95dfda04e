"""Takes the texts out of the code, puts new ones into the catalogues, and compiles them: `make translations`.

Babel is a developer's tool; the program itself reads only what is compiled here.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
ROOMS = ("app", "widgets", "resources")
KEYWORDS = {"tr": None, "trn": (1, 2), "mark": None}

_ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)  # in the header: else it would differ each time

Text = str | tuple[str, ...]  # a pair for a text that depends on a number


def texts_in_code() -> set[Text]:
    """Return every text the code asks for."""
    found: set[Text] = set()
    for room in ROOMS:
        for _, _, text, _, _ in extract_from_dir(ROOT / room, keywords=KEYWORDS, comment_tags=()):
            found.add(tuple(text) if isinstance(text, (tuple, list)) else text)
    return found


def read(code: str) -> Catalog:
    """Return the catalogue of a language as it is written."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def renewed(before: Catalog, texts: set[Text]) -> Catalog:
    """Return a catalogue of exactly these texts, with the translations there are."""
    known = {tuple(entry.id) if isinstance(entry.id, (tuple, list)) else entry.id: entry.string for entry in before}
    after = Catalog(
        locale=before.locale, charset="utf-8", fuzzy=False, header_comment="", project="Dossier", version="1",
        msgid_bugs_address="-", last_translator="-", language_team="-", creation_date=_ALWAYS, revision_date=_ALWAYS,
    )  # fmt: skip
    for text in sorted(texts, key=str):
        after.add(text, known.get(text) or (("", "") if isinstance(text, tuple) else ""))
    return after


def main() -> int:
    """Renew and compile every catalogue; return 1 when one has texts without a translation."""
    texts, missing = texts_in_code(), 0
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = renewed(read(path.stem), texts)
        with path.open("wb") as file:
            write_po(file, catalogue, omit_header=False, width=118)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
        empty = sum(1 for entry in catalogue if entry.id and not (entry.string and all(entry.string)))
        print(f"{path.name}: {len(catalogue)} texts, {empty} without a translation")  # noqa: T201
        missing += empty
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
