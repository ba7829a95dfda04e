"""Finishing a report: numbered citations, a list of references and an audit, all written by code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.evidence.audit import audited, checked_sentences
from engine.evidence.audit_words import audit_section
from engine.evidence.citations import number_citations
from engine.evidence.dialect import plain_lines, regions
from engine.evidence.disagreements import disagreements_section
from engine.evidence.headings import AUDIT_HEADING, REFERENCES_HEADING
from engine.evidence.quotations import Texts, Witnesses
from engine.evidence.references import copies_words, escaped, plain, references_section
from engine.evidence.shortfalls import marked
from engine.evidence.support import Judgements
from engine.values import Audit, Contradiction, ResearchDossier, RunOptions, Source

_MAX_TITLE_CHARS = 200
_NO_OPTIONS = RunOptions(mode="model")


@dataclass(frozen=True)
class FinishedReport:
    """A report as it is journalled; `sources` are the cited ones in the order of their numbers, then the others."""

    markdown: str
    audit: Audit
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class ReportParts:
    """A finished report, cut at the headings that code wrote; a part that is not there is empty."""

    body: str  # with the section on disagreements
    references: str = ""
    audit: str = ""


def finish_report(
    draft_markdown: str,
    dossier: ResearchDossier,
    options: RunOptions = _NO_OPTIONS,
    *,
    is_fallback: bool = False,
    texts: Texts | None = None,
    judgements: Judgements | None = None,
    contradictions: Sequence[Contradiction] = (),
) -> FinishedReport:
    """Turn a writer's draft into the report: the same for offline and model drafts, and the same each time.

    Args:
        draft_markdown: What the writer wrote, citing `[S3.2]` and `[S3]`.
        dossier: Its sources are what may be cited; its topic becomes the title of a report that has none.
        options: Of the run; an offline run's audit says that its sentences are quotes.
        is_fallback: It was written without the model, whose writer failed; the audit says so.
        texts: Where quotations are looked for; None = only in the dossier's quotes.
        judgements: Whether quotes support sentences, where a model was asked.
        contradictions: Named by the reviewer; both sides are shown in a section of their own.
    """
    sources, topic = dossier.sources, dossier.topic
    own_part = disagreements_section(contradictions, sources)
    cited = number_citations(_with_closed_fence(plain_lines(draft_markdown)), sources, own_part)
    sentences = checked_sentences(cited, sources, Witnesses(texts), judgements or {})
    by_id = {source.id: source for source in sources}
    ordered = tuple(by_id[source_id] for source_id in cited.order)
    rest = tuple(source for source in sources if source.id not in cited.order)
    audit = audited(cited, sentences, sources).model_copy(update={"is_fallback": is_fallback})
    parts = [_titled(marked(cited, sentences).strip("\n"), topic)]
    if ordered:
        copies = escaped(copies_words(ordered))
        parts.append(f"{REFERENCES_HEADING}\n\n{references_section(ordered)}" + (f"\n\n{copies}" if copies else ""))
    parts.append(f"{AUDIT_HEADING}\n\n{audit_section(audit, is_offline=options.mode == 'offline')}")
    return FinishedReport("\n\n".join(part for part in parts if part) + "\n", audit, ordered + rest)


def split_report(markdown: str) -> ReportParts:
    """Cut a finished report into body, references and audit (without their headings)."""
    found = list(regions(markdown))
    headings = {REFERENCES_HEADING: len(found), AUDIT_HEADING: len(found)}
    for index, region in enumerate(found):
        if region.kind == "heading" and region.text.strip() in headings:
            headings[region.text.strip()] = index
    references, audit = headings[REFERENCES_HEADING], headings[AUDIT_HEADING]
    if references > audit:
        references = audit

    def text(start: int, end: int) -> str:
        return "".join(region.text for region in found[start:end]).strip("\n")

    return ReportParts(text(0, references), text(references + 1, audit), text(audit + 1, len(found)))


def _titled(markdown: str, topic: str) -> str:
    """Put a title above a report that begins without one."""
    first = next((region for region in regions(markdown) if region.text.strip()), None)
    if first is not None and first.kind == "heading" and first.level == 1:
        return markdown
    title = " ".join(topic.split())
    if len(title) > _MAX_TITLE_CHARS:
        title = title[: _MAX_TITLE_CHARS - 1].rstrip() + "…"
    return f"# {plain(title)}\n\n{markdown}".rstrip("\n") if title else markdown


def _with_closed_fence(markdown: str) -> str:
    """A fence that never closes would swallow the references behind it."""
    found = regions(markdown)
    if not found or found[-1].kind != "code":
        return markdown
    lines = found[-1].text.rstrip("\n").split("\n")
    opening = re.search(r"(`{3,}|~{3,})", lines[0])
    fence = opening.group(1) if opening else "```"
    is_closed = len(lines) > 1 and re.fullmatch(rf"[\s>]*{re.escape(fence[0])}{{{len(fence)},}}\s*", lines[-1])
    indent = re.match(r"[ >]*", lines[-1] if len(lines) > 1 else "")
    return markdown if is_closed else f"{markdown.rstrip()}\n{indent.group() if indent else ''}{fence}"
