"""A run's report as a Word document."""

from __future__ import annotations

import io
from typing import Any

from engine.evidence.audit_words import badge
from engine.evidence.headings import AUDIT_HEADING, REFERENCES_HEADING
from engine.evidence.references import safe_address, title_of, when_read
from engine.export.citing import Citing
from engine.export.content import ReportContent, content_of
from engine.export.direction import direction
from engine.export.means import Made, Means, Paper
from engine.export.nodes import Node, nodes, plain_text
from engine.export.word import markup
from engine.export.word.blocks import BlockWriter, bookmark_name
from engine.export.word.inline import InlineWriter, Look
from engine.export.word.numbering import Numbering
from engine.export.word.styles import LINK, prepare
from engine.fetching.canonical import display_url
from engine.snapshot import RunSnapshot
from engine.values import Source

_LEAST_FOR_CONTENTS = 4
_MOST_BACK = 9


def word_file(snapshot: RunSnapshot, means: Means) -> Made:
    """Return the report of a run as a Word document."""
    return report_docx(content_of(snapshot), means.paper)


def report_docx(content: ReportContent, paper: Paper = "a4") -> Made:
    """Return a report as a Word document."""
    import docx

    document: Any = docx.Document()
    prepare(document, paper, content.language)
    document.core_properties.title = content.title[:255]
    document.core_properties.author = "Dossier"
    document.core_properties.language = content.language
    citing = Citing(content.sources, content.audit.marks)
    body = nodes(content.body, citing, content.files)
    writer = BlockWriter(document, InlineWriter(frozenset(range(1, len(content.cited) + 1))), Numbering(document))
    lead = 1 if body and body[0].kind == "heading" and body[0].level == 1 else 0
    writer.write(body[:lead])
    _contents(writer, body[lead:], content)
    writer.write(body[lead:])
    if content.cited:
        _heading(writer, REFERENCES_HEADING, "references")
        for number, source in enumerate(content.cited, start=1):
            _reference(writer, number, source, citing.printed.get(source.id, 0), content.files)
    if content.copies:
        document.add_paragraph(content.copies)
    if content.audit_section:
        _heading(writer, AUDIT_HEADING, "audit")
        if content.audit.citations:
            document.add_paragraph().add_run(badge(content.audit)).bold = True
        writer.write(nodes(content.audit_section, Citing()))
    file = io.BytesIO()
    document.save(file)
    return Made(file.getvalue(), tuple(writer.inline.remarks))


def _heading(writer: BlockWriter, heading: str, anchor: str) -> None:
    words = Node("text", text=heading.removeprefix("## "))
    writer.write([Node("heading", (words,), level=2, anchor=anchor)])


def _contents(writer: BlockWriter, body: tuple[Node, ...], content: ReportContent) -> None:
    """Write links to the sections; Word's own field would ask the reader to be brought up to date."""
    entries = [(node.level, node.anchor, plain_text(node.children)) for node in body
               if node.kind == "heading" and node.level in (2, 3)]  # fmt: skip
    entries += [(2, "references", REFERENCES_HEADING.removeprefix("## "))] if content.cited else []
    entries += [(2, "audit", AUDIT_HEADING.removeprefix("## "))] if content.audit_section else []
    if len(entries) < _LEAST_FOR_CONTENTS:
        return
    for level, anchor, words in entries:
        paragraph = writer.document.add_paragraph(style="List Paragraph")
        paragraph.paragraph_format.space_after = 0
        if direction(words) == "rtl":
            markup.set_right_to_left(paragraph)
        link = markup.inner_link(paragraph, bookmark_name(anchor))
        writer.inline.run(paragraph, ("    " if level == 3 else "") + words, Look(style=LINK, parent=link))


def _reference(writer: BlockWriter, number: int, source: Source, marks: int, files: frozenset[str]) -> None:
    inline = writer.inline
    paragraph = writer.document.add_paragraph()
    markup.bookmark(paragraph, f"ref_{number}", next(inline.bookmarks))
    if direction(title_of(source)) == "rtl":
        markup.set_right_to_left(paragraph)
    inline.run(paragraph, f"[{number}] ", Look())
    inline.run(paragraph, f"{title_of(source)}. ", Look(is_bold=True))
    details = [
        " ".join(part.split()).rstrip(".") for part in (source.author, source.site, source.date) if part.strip()
    ]
    inline.run(paragraph, "".join(f"{part}. " for part in details), Look())
    shown = display_url(source.url)
    if shown.casefold().startswith(("http://", "https://")) or source.url in files:
        link = markup.hyperlink(paragraph, safe_address(shown))
        inline.run(paragraph, shown, Look(style=LINK, parent=link))
    else:
        inline.run(paragraph, shown, Look())
    inline.run(paragraph, f", {when_read(source)}. ", Look())
    for mark in range(1, min(marks, _MOST_BACK) + 1):
        link = markup.inner_link(paragraph, f"cite_{number}_{mark}")
        inline.run(paragraph, f"↩{mark if marks > 1 else ''} ", Look(style=LINK, parent=link))
