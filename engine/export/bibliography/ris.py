"""RIS, as Zotero, EndNote and Mendeley read it.

Source: the RIS format of Research Information Systems: tag, two blanks, hyphen, blank, value; CR LF.
"""

from __future__ import annotations

from engine.export.bibliography.entries import Date, Entry, entries
from engine.snapshot import RunSnapshot


def ris(snapshot: RunSnapshot) -> str:
    """Return a run's sources as RIS.

    Raises:
        InputError: it has none.
    """
    return "".join(ris_entry(entry) for entry in entries(snapshot))


def ris_entry(entry: Entry) -> str:
    """Return one source."""
    fields = [("TY", "ELEC" if entry.is_page else "GEN"), ("ID", entry.key), ("TI", entry.title)]
    fields += [("AU", name) for name in entry.authors]
    fields += [("T2", entry.site)] if entry.site else []
    fields += [("PY", str(entry.published[0])), ("DA", _date(entry.published))] if entry.published else []
    fields += [("UR", entry.url)]
    fields += [("Y2", _date(entry.read))] if entry.read else []
    fields += [("N1", f"Source {entry.source_id}"), ("ER", "")]
    return "".join(f"{tag}  - {value}\r\n" for tag, value in fields)


def _date(date: Date) -> str:
    """Return `2019/03/05/`: year, month, day and a season nobody gives."""
    parts = [f"{part:02d}" for part in date] + [""] * (3 - len(date))
    return "/".join(parts) + "/"
