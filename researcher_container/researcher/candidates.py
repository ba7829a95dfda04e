"""Takes out of a document every sentence that may be quoted, with what it shares with the question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from researcher_container.contract import BLOCK_SEPARATOR, Block, Document
from researcher_container.researcher import quotable, sentences, words
from researcher_container.researcher.question import Question


@dataclass(frozen=True)
class Passage:
    """A stretch of a document that a search named, with its share of the best one's score."""

    start: int
    end: int
    share: float


@dataclass(frozen=True)
class Page:
    """A fetched document as the ranking sees it; `rank` is 1 for the best hit of the searches."""

    ref: str
    document: Document
    rank: int
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """A stretch of a document that may be quoted."""

    page: Page
    text: str
    heading: str
    member: str  # the function or class whose signature stands right above
    start: int  # in `document.text()`
    place_in_section: int  # 0 for the first sentence below its heading
    own: frozenset[str]  # question stems in the quote
    context: frozenset[str]  # question stems in heading, signature and title only
    before: frozenset[str]  # question stems of the sentence before
    stems: frozenset[str]
    phrases: int  # question phrases in the quote
    length: int  # in stems
    lead: str = ""  # the sentence that introduces the list this item stands in


@dataclass(frozen=True)
class Section:
    """How often the question's stems occur below one heading of a page."""

    counts: Counter[str]
    length: int


@dataclass(frozen=True)
class Extract:
    """What a page offers for a question."""

    candidates: tuple[Candidate, ...]
    sections: dict[tuple[str, str], Section]  # by (page reference, heading)


def extract(page: Page, question: Question) -> Extract:
    """Return every quotable sentence that touches the question, and how often each section does."""
    wanted = question.stems
    found: list[Candidate] = []
    sections: dict[tuple[str, str], Section] = {}
    position = 0
    member = lead = ""
    for block in page.document.blocks:
        if block.kind in ("paragraph", "list_item"):
            key = (page.ref, block.heading or "")
            section = sections.setdefault(key, Section(Counter(), 0))
            stems = words.stems(block.text)
            counts = section.counts + Counter(stem for stem in stems if stem in wanted)
            sections[key] = Section(counts, section.length + len(stems))
            lead = lead if block.kind == "list_item" else ""
            if not wanted.isdisjoint(stems) or (section.length == 0 and names_all(block.heading or "", question)):
                found.extend(_of_block(page, block, position, member, section.length, question, lead))
            lead = _lead(block) or lead
        # A signature names what the paragraphs below it describe, up to the next code, note or heading.
        member = member if block.kind in ("paragraph", "list_item") else _member(block)
        position += len(block.text) + len(BLOCK_SEPARATOR)
    return Extract(tuple(found), sections)


def names_all(heading: str, question: Question) -> bool:
    """Tell whether a heading names the question's whole matter and little else, as a glossary's term does."""
    named = words.stems_of_name(heading)
    return bool(named) and len(named) <= len(question.matter) + 1 and question.share(named, question.matter) > 0.99


def _lead(block: Block) -> str:
    """Return the sentence of a paragraph that introduces the list below it."""
    if block.kind != "paragraph" or not block.text.rstrip().endswith(":"):
        return ""
    start, end = sentences.split(block.text)[-1]
    return block.text[start:end]


_SIGNATURE = re.compile(
    r"^(?:(?:async|abstract|class|coroutine|awaitable|static|classmethod|method|exception|with|final|"
    r"property|decorator)\s+)*@?"
    r"(?P<name>[A-Za-z_][\w.]*)(?P<call>\()?"
)
MAX_SIGNATURE_CHARS = 300
# A document this small is a note: all it says may be quoted.
NOTE_BLOCKS, NOTE_CHARS = 3, 300


def _member(block: Block) -> str:
    """Return the name a signature introduces, "sleep()" of "coroutine sleep(delay)"; "" for other code."""
    if block.kind != "code" or "\n" in block.text or len(block.text) > MAX_SIGNATURE_CHARS:
        return ""
    match = _SIGNATURE.match(block.text)
    if not match or (not match["call"] and "." not in match["name"]):
        return ""
    return match["name"] + ("()" if match["call"] else "")


def _of_block(
    page: Page, block: Block, position: int, member: str, before_chars: int, question: Question, lead: str
) -> Iterable[Candidate]:
    text, heading, wanted = block.text, block.heading or "", question.stems
    context = words.stems_of_name(f"{heading} {member} {lead} {page.document.title}") & wanted
    is_term = before_chars == 0 and names_all(heading, question)
    # Below a signature, or a heading that names a thing of code, "Specifies the size" has its subject.
    is_note = len(page.document.blocks) <= NOTE_BLOCKS and len(page.document.text()) <= NOTE_CHARS
    is_described = is_note or bool(member) or is_term or bool(re.search(r"\w_\w|\(|^[a-z]+$|[A-Z]{3}", heading))
    spans = sentences.split(text)
    before: frozenset[str] = frozenset()
    for index, (start, end) in enumerate(spans):
        here = frozenset(words.stems(text[start:end])) & wanted
        begin = _quote_start(text, spans, index, is_note) if here or (is_term and index == 0) else None
        if begin is not None and (is_described or not quotable.lacks_subject(text[begin:end])):
            stems = words.stems(text[begin:end])
            own = frozenset(stems) & wanted
            yield Candidate(
                page, text[begin:end], heading, member, position + begin, before_chars + index, own, context - own,
                before - own, frozenset(stems), _phrases_in(stems, question), len(stems), lead,
            )  # fmt: skip
        before = here


def _phrases_in(stems: Sequence[str], question: Question) -> int:
    return len(question.phrases & set(pairwise(stems)))


def _quote_start(text: str, spans: Sequence[tuple[int, int]], index: int, is_note: bool) -> int | None:
    """Return where a quote that ends with this sentence begins: here, or one sentence before when this one leans."""
    start, end = spans[index]
    sentence = text[start:end]
    if is_note and quotable.is_note(sentence) and not quotable.is_forbidden(sentence):
        return start
    if not quotable.is_complete(sentence) or quotable.is_forbidden(sentence):
        return None
    if not quotable.leans(sentence):
        return start
    if index == 0:
        return None
    before_start, before_end = spans[index - 1]
    before = text[before_start:before_end]
    fits = end - before_start <= quotable.MAX_CHARS
    sound = quotable.is_complete(before) and not quotable.is_forbidden(before) and not quotable.leans(before)
    return before_start if fits and sound else None
