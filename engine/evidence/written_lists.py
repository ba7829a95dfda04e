"""Lists of references that the writer made: taken out, and read for what its numbers were meant to say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.evidence.catalogue import Catalogue
from engine.evidence.dialect import Region
from engine.evidence.footnotes import with_notes
from engine.evidence.inline import addresses
from engine.evidence.list_names import names_references, resembles_references
from engine.evidence.marks import ids_of

_DEFINITION = re.compile(
    r"^[ >]{0,8}\[(?P<label>[^\]\n]{1,80})\]:[ \t]*<?(?P<address>[a-z][a-z0-9+.-]*:[^\s>]+)>?[^\n]*$", re.I
)
_ENTRY = re.compile(
    r"^[\s>]*(?:[-*+]\s+)?(?:\\?\[\^?(?P<bracket>\d{1,3})\\?\]:?|(?P<plain>\d{1,3})[.):]|"
    r"\\?\[?(?P<id>S\d{1,4})\\?\]?(?:[:.)–—-]|\s))\s*(?P<rest>.*)$",
    re.I,
)
# Told by its bracket or id alone; "1. " may be any list.
_NAMED_ENTRY = re.compile(r"^[\s>]*(?:[-*+]\s+|\d{1,3}[.)]\s+)?\\?\[?\^?(?:\d{1,3}\\?\]|S\d{1,4}\b)", re.I)
_LEAD = re.compile(r"^[\s>]*(?:\*\*|__)?[^\n*_]{2,60}(?:\*\*|__)?\s*[:：]?\s*(?:\*\*|__)?$")


@dataclass
class WrittenLists:
    """A report without its written lists, and what they said."""

    kept: list[Region] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)  # casefolded label -> address
    addresses: list[str] = field(default_factory=list)  # that stood in the lists
    removed: int = 0
    notes: dict[str, str] = field(default_factory=dict)  # footnotes that say something: label -> what it is called
    cut_address: str = ""  # an address at the very end of the report: it may be cut in its middle
    _numbers: list[tuple[int, dict[int, str]]] = field(default_factory=list)

    def meaning(self, number: int, place: int) -> str | None:
        """Return the source id a number meant in the kept region at `place`: by the next list, else the last one."""
        after = [table[number] for at, table in self._numbers if at >= place and number in table]
        before = [table[number] for at, table in self._numbers if at < place and number in table]
        return after[0] if after else before[-1] if before else None

    @property
    def has_numbers(self) -> bool:
        """Say whether any list gave numbers a meaning."""
        return bool(self._numbers)

    def learn(self, lines: Sequence[str], catalogue: Catalogue) -> None:
        """Read the lines of a removed list."""
        table: dict[int, str] = {}
        for line in lines:
            if definition := _DEFINITION.match(line):
                self.definitions.setdefault(definition["label"].strip().casefold(), definition["address"])
            found = list(addresses(line))
            found += [definition["address"]] if definition and definition["address"] not in found else []
            self.addresses.extend(address for address in found if not self._is_cut(address, catalogue))
            entry = _ENTRY.match(line)
            number = int(entry["bracket"] or entry["plain"] or 0) if entry else 0
            if number and (source_id := self._source_of_entry(line, found, catalogue)):
                table.setdefault(number, source_id)
        if table:
            self._numbers.append((len(self.kept), table))

    def _is_cut(self, address: str, catalogue: Catalogue) -> bool:
        return address == self.cut_address and catalogue.cut_off(address) is not None

    def _source_of_entry(self, line: str, found: Sequence[str], catalogue: Catalogue) -> str | None:
        for address in found:
            source = catalogue.at(address)
            if source is None and self._is_cut(address, catalogue):
                source = catalogue.cut_off(address)
            if source:
                return source.id
        for source_id in ids_of(line):
            if catalogue.source(source_id):
                return source_id.partition(".")[0]
        titled = None if found else catalogue.titled(line)
        return titled.id if titled else None


def without_lists(regions: Sequence[Region], catalogue: Catalogue) -> WrittenLists:
    """Take every written list and every link definition out of a report."""
    last = list(addresses("".join(region.text for region in regions[-3:])))
    is_cut = bool(last) and bool(regions) and regions[-1].text.rstrip().endswith(last[-1])
    regions, notes = with_notes(regions, catalogue)
    lists = WrittenLists(cut_address=last[-1] if is_cut else "", notes=notes)
    position = 0
    while position < len(regions):
        region = regions[position]
        end = _section_end(regions, position)
        if region.kind == "heading" and _announces_list(region, regions[position + 1 : end]):
            _take_section(regions[position:end], lists, catalogue)
            position = end
        elif region.kind == "paragraph" and _is_lead(region):
            position = _take_led(regions, position, end, lists, catalogue)
        else:
            kept = _without_entries(region, lists, catalogue) if region.kind == "paragraph" else region
            if kept is not None:
                lists.kept.append(kept)
            position += 1
    return lists


def _announces_list(heading: Region, body: Sequence[Region]) -> bool:
    """Say whether a list of references stands under a heading: by its name, or by a like name and what is there."""
    if names_references(heading.text):
        return True
    full = [region for region in body if region.text.strip()]
    return (
        resembles_references(heading.text)
        and bool(full)
        and all(_is_reference(region) and _looks_like_entry(region.text) for region in full)
    )


def _section_end(regions: Sequence[Region], start: int) -> int:
    level = regions[start].level or 6
    for position in range(start + 1, len(regions)):
        if regions[position].kind == "heading" and regions[position].level <= level:
            return position
    return len(regions)


def _take_section(section: Sequence[Region], lists: WrittenLists, catalogue: Catalogue) -> None:
    """Remove a section that is called a list of references; prose that stands in it stays, under its heading."""
    body = section[1:]
    has_prose = any(r.kind == "code" or (r.kind in ("paragraph", "table_row") and _is_prose(r)) for r in body)
    # Beside prose an item is an entry only if it looks like one; alone, every item is.
    taken = [r for r in body if not has_prose or (_is_reference(r) and (not r.is_item or _looks_like_entry(r.text)))]
    if has_prose:
        lists.kept.extend(region for region in section if region not in taken)
    lists.learn([line for region in taken for line in region.text.splitlines()], catalogue)
    lists.removed += bool(taken) or not has_prose


def _is_prose(region: Region) -> bool:
    return not _is_reference(region) and not _is_lead(region)


def _is_reference(region: Region) -> bool:
    if region.kind == "paragraph":
        return region.is_item or (_looks_like_entry(region.text) and _words_beside(region.text) < 40)
    return region.kind == "table_row" and next(addresses(region.text), None) is not None


def _looks_like_entry(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    entries = sum(bool(_NAMED_ENTRY.match(line) or next(addresses(line), None)) for line in lines)
    return 2 * entries >= len(lines)


def _words_beside(text: str) -> int:
    """Return how many words stand beside the addresses; an entry has few, prose that links has many."""
    lines = [line for line in text.splitlines() if line.strip()]
    for address in addresses(text):
        text = text.replace(address, " ")
    words = [word for word in text.split() if any(map(str.isalpha, word)) and not ids_of(word)]
    return len(words) // max(len(lines), 1)


def _is_lead(region: Region) -> bool:
    """Say whether a paragraph announces a list of references, or is one in a line: `Sources: https://...`."""
    name, colon, said = region.text.strip().partition(":")
    if colon and names_references(name) and (next(addresses(said), None) or ids_of(said)) and not _words_beside(said):
        return True
    first, _, rest = region.text.strip().partition("\n")
    is_marked = first.rstrip().endswith((":", "：")) or first.lstrip(" >").startswith(("**", "__"))
    if not (is_marked and _LEAD.match(first) and names_references(first)):
        return False
    return not rest or all(_ENTRY.match(line) or next(addresses(line), None) for line in rest.splitlines())


def _take_led(regions: Sequence[Region], start: int, end: int, lists: WrittenLists, catalogue: Catalogue) -> int:
    """Remove a list under a bold line or `Sources:`; it ends where something other than an entry begins."""
    position = start + 1
    while position < end and regions[position].kind != "heading":
        region = regions[position]
        if region.kind != "other" and not _is_reference(region):
            break
        if region.kind == "other" and region.text.strip():
            break
        position += 1
    lists.learn([line for r in regions[start:position] for line in r.text.splitlines()], catalogue)
    lists.removed += 1
    return position


def _without_entries(region: Region, lists: WrittenLists, catalogue: Catalogue) -> Region | None:
    """Remove link definitions, and whole paragraphs made of `[1] Title https://...` lines."""
    lines = region.text.splitlines(keepends=True)
    full = [line for line in lines if line.strip()]
    entries = [match for line in full if (match := _ENTRY.match(line)) and next(addresses(line), None)]
    if full and len(entries) == len(full) and all(entry["bracket"] or entry["id"] for entry in entries):
        lists.learn(full, catalogue)
        lists.removed += 1
        return None
    kept: list[str] = []
    taken: list[str] = []
    for line in lines:
        if match := _DEFINITION.match(line):
            lists.definitions[match["label"].strip().casefold()] = match["address"]
            taken.append(line)
        else:
            kept.append(line)
    if not taken:
        return region
    lists.learn(taken, catalogue)
    if not "".join(kept).strip():
        return None
    return Region(region.kind, "".join(kept), region.level, region.is_quote, region.is_item)
