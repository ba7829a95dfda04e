"""Turning the ids a writer cites into numbered citations, by first use and without gaps.

Numbers are given by code alone. What the writer made up is made harmless here: lists of references are taken
out, addresses that are not in the dossier become words, ids that do not exist are said to be unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.evidence.catalogue import Catalogue
from engine.evidence.cited import CitedReport
from engine.evidence.dialect import plain_lines, regions
from engine.evidence.numbering import Numbering
from engine.evidence.written_lists import without_lists
from engine.values import Source


def number_citations(markdown: str, sources: Sequence[Source], own_part: str = "") -> CitedReport:
    """Number the citations of a report; code and fences are never touched.

    Args:
        markdown: What a writer wrote.
        sources: What may be cited.
        own_part: Markdown that code wrote and that follows the writer's: its headings are taken as they are.
    """
    catalogue = Catalogue(sources)
    lists = without_lists(regions(plain_lines(markdown)), catalogue)
    work = Numbering(catalogue, lists)
    text = "".join(work.region(region, place) for place, region in enumerate(lists.kept))
    if own_part:
        text += work.gap(text)
        own = regions(plain_lines(own_part))
        text += "".join(work.own_region(region, len(lists.kept) + place) for place, region in enumerate(own))
    for address in lists.addresses:
        if catalogue.at(address) is None:
            work.flag_link(address)
    return CitedReport(
        markdown=text,
        order=tuple(work.numbers),
        sentences=tuple(work.sentences),
        marks=tuple(work.marks),
        unknown_ids=tuple(dict.fromkeys(work.unknown)),
        foreign_links=tuple(dict.fromkeys(work.foreign)),
        removed_lists=lists.removed,
        renamed_headings=tuple(dict.fromkeys(work.renamed)),
    )
