"""BibTeX as biblatex reads it, in UTF-8.

Source: the biblatex manual, entry types `online` and `misc`; classic BibTeX styles read `howpublished` and `note`.
"""

from __future__ import annotations

from engine.export.bibliography.entries import Date, Entry, entries
from engine.snapshot import RunSnapshot

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip


def bibtex(snapshot: RunSnapshot) -> str:
    """Return a run's sources as BibTeX.

    Raises:
        InputError: it has none.
    """
    return "\n".join(bibtex_entry(entry) for entry in entries(snapshot))


def bibtex_entry(entry: Entry) -> str:
    """Return one source; braces around a name keep programs from taking it apart."""
    fields = {
        "title": "{" + _escaped(entry.title) + "}",
        "author": " and ".join("{" + _escaped(name) + "}" for name in entry.authors),
        "organization": _escaped(entry.site),
        "year": str(entry.published[0]) if entry.published else "",
        "date": _iso(entry.published),
        "url": _url(entry.url),
        "urldate": _iso(entry.read),
        "note": f"Source {entry.source_id}",
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{'online' if entry.is_page else 'misc'}{{{entry.key},", *lines, "}", ""])


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)


def _url(url: str) -> str:
    # Read verbatim: only what would end the field may not stand in it.
    return url.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C").replace(" ", "%20")


def _iso(date: Date) -> str:
    return "-".join(f"{part:02d}" for part in date)
