"""Holds a report to the sections that were asked for: their words, their order, and nothing beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.evidence.dialect import Region, plain_lines, regions
from engine.evidence.list_names import bare_name, names_limits, names_references

LIMITATIONS = "Limitations"
_MISSING = "The section “{heading}” was asked for and is not there: the model did not write it."
_BOLD_LINE = re.compile(r"\s*(?:\*\*|__)[^\n]+(?:\*\*|__):?\s*")


@dataclass
class Sections:
    """A report cut at its sections; a section holds what stands below its heading."""

    wanted: tuple[str, ...]
    title: str = ""
    lead: str = ""  # between the title and the first section
    found: dict[str, str] = field(default_factory=dict)  # wanted heading -> text
    limits: str = ""
    limits_heading: str = f"## {LIMITATIONS}"
    tail: str = ""  # a list of references, which the finishing takes out

    @classmethod
    def of(cls, markdown: str, wanted: Sequence[str]) -> Sections:
        """Cut a report; other headings than the wanted ones stay as parts of the section they stand in."""
        cut = cls(tuple(wanted))
        names = {bare_name(heading): heading for heading in wanted}
        place: str | None = None  # a wanted heading, or "" for the limitations, or "#" for the tail
        for region in regions(plain_lines(markdown)):
            if _is_heading(region):
                name = names.get(bare_name(region.text))
                moved = cut._begun(region, name, has_wanted_limits=any(map(names_limits, wanted)))
                if moved is not None:
                    place = moved
                    continue
                if place is None and region.kind == "heading":
                    if region.level == 1 and not cut.title:
                        cut.title = region.text.strip()
                    continue  # "Executive summary" above the first section: its text is the lead
            cut._add(place, _lowered(region))
        return cut

    def missing(self) -> tuple[str, ...]:
        """Return the wanted sections that are not there, or hold nothing."""
        return tuple(heading for heading in self.wanted if not self.found.get(heading, "").strip())

    def filled(self, other: Sections) -> None:
        """Take the sections that are missing here from another text."""
        for heading in self.missing():
            if text := other.found.get(heading, "").strip():
                self.found[heading] = text

    def markdown(self) -> str:
        """Return the report: the sections in their order, and among the limitations what is missing."""
        lacking = [_MISSING.format(heading=heading) for heading in self.missing()]
        parts = [self.title, self.lead.strip()]
        for heading in self.wanted:
            text = self.found.get(heading, "").strip()
            if text or (lacking and names_limits(heading)):
                notes = lacking if names_limits(heading) else []
                lacking = [] if notes else lacking
                parts += [f"## {heading}", _with_notes(text, notes)]
        if self.limits.strip() or lacking:
            parts += [self.limits_heading, _with_notes(self.limits.strip(), lacking)]
        return "\n\n".join(part for part in (*parts, self.tail.strip()) if part) + "\n"

    def _begun(self, region: Region, name: str | None, *, has_wanted_limits: bool) -> str | None:
        """Return the place that a heading begins, None when it begins none."""
        if name is not None:
            self.found.setdefault(name, "")
            return name
        if region.kind != "heading":
            return None
        if names_references(region.text):
            self.tail += region.text
            return "#"
        if names_limits(region.text) and region.level <= 2 and not has_wanted_limits:
            self.limits_heading = f"## {region.text.strip().lstrip('#').strip()}"
            return ""
        return None

    def _add(self, place: str | None, text: str) -> None:
        if place is None:
            self.lead += text
        elif place == "":
            self.limits += text
        elif place == "#":
            self.tail += text
        else:
            self.found[place] += text


def _is_heading(region: Region) -> bool:
    """Tell whether a region may head a section; a bold line does where its words are a section's."""
    if region.is_quote or region.is_item:
        return False
    return region.kind == "heading" or (region.kind == "paragraph" and bool(_BOLD_LINE.fullmatch(region.text)))


def _lowered(region: Region) -> str:
    """Return a region's text; a heading of the model's own stands below the sections that were asked for."""
    if region.kind == "heading" and region.level <= 2:
        return "### " + region.text.lstrip().lstrip("#").lstrip()
    return region.text


def _with_notes(text: str, notes: Sequence[str]) -> str:
    return "\n\n".join(part for part in (text, "\n".join(f"- {note}" for note in notes)) if part)
