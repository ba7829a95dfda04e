"""What the audit found wanting, in groups a reader can walk through."""

from __future__ import annotations

from dataclasses import dataclass

from engine.values import Audit, CitationCheck, QuoteStatus
from resources.translation import mark, tr
from widgets.phrases import Face
from widgets.report.citation_notes import STATUS_FACES
from widgets.text.plain_words import plain_words


@dataclass(frozen=True)
class AuditEntry:
    """One exception and where to look for it in the report."""

    text: str
    check: int = -1  # index of the citation's check, -1 for none
    words: str = ""  # what stands in the report
    number: str = ""  # the printed number of its source, "" without one


@dataclass(frozen=True)
class AuditGroup:
    """Exceptions of one kind."""

    face: Face
    entries: tuple[AuditEntry, ...]


_NOT_FOUND = Face(mark("Quotes not in the stored page"), "not-found", "warn", "warnSoft")
_NOT_CHECKED = Face(mark("Quotes not checked"), "unchecked", "text3", "hover")
_FIGURES = Face(mark("Figures not in the quote"), "warning", "warn", "warnSoft")
_BEYOND = Face(mark("Sentences beyond their quotes"), "warning", "warn", "warnSoft")
_UNSUPPORTED = Face(mark("Statements without a citation"), "quote", "text2", "hover")
_UNKNOWN = Face(mark("Cited, but not a source of this report"), "not-found", "warn", "warnSoft")
_FOREIGN = Face(mark("Addresses that are not among the sources"), "external-link", "text2", "hover")


def audit_groups(audit: Audit) -> tuple[AuditGroup, ...]:
    """Return the exceptions of an audit by kind, the weightiest kind first; kinds without any are left out."""
    groups = (
        AuditGroup(_NOT_FOUND, _by_status(audit, "not_found")),
        AuditGroup(_FIGURES, _figures(audit)),
        AuditGroup(_BEYOND, _beyond(audit)),
        AuditGroup(_UNKNOWN, tuple(AuditEntry(name, words=name) for name in audit.unknown_ids)),
        AuditGroup(_FOREIGN, tuple(AuditEntry(address, words=address) for address in audit.foreign_links)),
        AuditGroup(_NOT_CHECKED, _by_status(audit, "not_checked")),
        AuditGroup(_UNSUPPORTED, tuple(AuditEntry(plain_words(words), words=words) for words in audit.unsupported)),
    )
    return tuple(group for group in groups if group.entries)


def _by_status(audit: Audit, status: QuoteStatus) -> tuple[AuditEntry, ...]:
    return tuple(
        AuditEntry(_words(check), place, check.sentence, str(check.number))
        for place, check in enumerate(audit.checks)
        if check.status == status
    )


def _words(check: CitationCheck) -> str:
    sentence = check.sentence or tr("a heading or a cell without words")
    if check.status != "not_checked" or not check.why:
        return sentence
    return tr("{sentence} ({why})", sentence=sentence, why=check.why.rstrip("."))


def why_doubtful(check: CitationCheck) -> str:
    """Return in a few words what is wrong with a citation; why a quote was not found only repeats that."""
    says_more = check.status == "not_checked" and check.why
    return check.why.rstrip(".") if says_more else tr(STATUS_FACES[check.status].word)


def _beyond(audit: Audit) -> tuple[AuditEntry, ...]:
    """Return each sentence that goes further than its quotes, or says something else, at its first citation."""
    found: dict[str, AuditEntry] = {}
    for place, check in enumerate(audit.checks):
        if check.support in ("partly", "does_not"):
            why = check.support_why.rstrip(".")
            words = tr("{sentence} ({why})", sentence=check.sentence, why=why) if why else check.sentence
            found.setdefault(check.sentence, AuditEntry(words, place, check.sentence, str(check.number)))
    return tuple(found.values())


def _figures(audit: Audit) -> tuple[AuditEntry, ...]:
    return tuple(
        AuditEntry(
            tr("{figures} in: {sentence}", figures=", ".join(check.figures), sentence=check.sentence),
            place,
            check.sentence,
            str(check.number),
        )
        for place, check in enumerate(audit.checks)
        if check.figures
    )
