"""How a page looks to the model: its outline, the passages closest to the question, or the part it asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from researcher_container.researcher import outline, paragraphs, passages, relevance, words
from researcher_container.researcher.fence import fenced, fenced_lines, one_line
from researcher_container.researcher.shelf import OpenedPage

# What one call of open_page shows; about 3,000 tokens, less where a context holds little: several pages must fit.
VIEW_CHARS, LEAST_VIEW_CHARS = 12_000, 2_000
VIEW_PART = 6
# Of a view, what title, links and marks may take, and what the outline may.
AROUND_CHARS, AROUND_PART, OUTLINE_PART = 1_500, 5, 6
MAX_LINKS, MAX_INDEX_LINKS = 12, 40
MOST_SAME_HEADINGS = 8


def view_chars(context_chars: int) -> int:
    """Return what one call of open_page may show where a conversation holds so much."""
    return max(LEAST_VIEW_CHARS, min(VIEW_CHARS, context_chars // VIEW_PART))


def first(page: OpenedPage, question: str, most_chars: int = VIEW_CHARS, searched: Sequence[str] = ()) -> str:
    """Return a page as it looks when it is opened: whole when short, else its outline and its closest passages."""
    text = paragraphs.shown(page.document, 0, len(page.text))
    if len(text) <= most_chars:
        return _framed(page, [text], question)
    lines = outline.outline(page.document, most_chars // OUTLINE_PART)
    room = most_chars - len(lines) - min(AROUND_CHARS, most_chars // AROUND_PART)
    found = passages.closest(page.document, question, room, searched) or [passages.Passage(0, room)]
    shown = [
        f"(at position {passage.start}{_below(passage)})\n"
        + paragraphs.shown(page.document, passage.start, passage.end)
        for passage in found
    ]
    before = [
        f"The page has {len(page.text):,} characters. Below are its outline (with lengths) and the passages "
        'closest to the question. Any other part: open_page with "heading" or "position".'
    ]
    return _framed(page, ([f"Outline:\n{lines}"] if lines else []) + shown, question, before)


def passages_of(page: OpenedPage, question: str, room_chars: int) -> str:
    """Return the passages of a page closest to a question, for a model that cannot ask for more."""
    text = paragraphs.shown(page.document, 0, len(page.text))
    if len(text) <= room_chars:
        return _framed(page, [text], question, with_links=False)
    found = passages.closest(page.document, question, room_chars) or [passages.Passage(0, room_chars)]
    shown = [
        f"{one_line(passage.heading)}\n{paragraphs.shown(page.document, passage.start, passage.end)}".strip()
        for passage in found
    ]
    return _framed(page, shown, question, with_links=False)


def part(page: OpenedPage, heading: str, position: int | None, question: str, most_chars: int = VIEW_CHARS) -> str:
    """Return the part of a page that a model asked for by heading or by position."""
    start, end, before = 0, len(page.text), list[str]()
    if heading:
        same = outline.named(page.document, heading)
        if not same:
            return _whole_outline(page, heading, question, most_chars)
        start, end = same[0].start, same[0].end
        before += _others(same)
        if position is not None and start < position < end:
            start, position = position, None
    if position is not None and not heading:
        if not 0 <= position < len(page.text):
            return _beyond(page, position)
        start = position
    text, stop = paragraphs.shown_from(page.document, start, end, most_chars)
    before.insert(0, f"Characters {start:,} to {stop:,} of {len(page.text):,}.")
    if stop < len(page.text):
        before.append(f"The page goes on at position {stop}.")
    if not text:
        before.append("Only links to other pages stand there.")
    return _framed(page, [text], question, before)


def short(page: OpenedPage, question: str) -> str:
    """Return what stays of a page when room is needed."""
    ours = (
        f"[{page.reply.ref}] (Its text was taken out to make room; open_page shows it again and costs no page of "
        "the allowance.)"
    )
    return fenced_lines(ours, [one_line(page.reply.url)], question)


def _whole_outline(page: OpenedPage, heading: str, question: str, most_chars: int) -> str:
    lines = outline.outline(page.document, most_chars)
    before = [] if heading.strip().casefold() == "outline" else [f'There is no heading "{one_line(heading)}" there.']
    if not lines:
        return _framed(page, [], question, [*before, "The page has no headings; use a position."])
    return _framed(page, [f"Outline:\n{lines}"], question, before)


def _others(same: Sequence[outline.Section]) -> Iterator[str]:
    if len(same) > 1:
        others = ", ".join(f"#{section.number}" for section in same[1 : 1 + MOST_SAME_HEADINGS])
        yield f"{len(same)} headings fit; this is the first (#{same[0].number}), the others are {others}."


def _beyond(page: OpenedPage, position: int) -> str:
    if not page.text:
        return f"[{page.reply.ref}] has no text."
    last = len(page.text) - 1
    return f"There is no position {position:,} in [{page.reply.ref}]: its positions run from 0 to {last:,}."


def _framed(
    page: OpenedPage, pieces: list[str], question: str, before: list[str] | None = None, *, with_links: bool = True
) -> str:
    """Put all that comes from the page between marks, its title, address and links too; ours stands before them."""
    document = page.document
    about = [f"[{page.reply.ref}]"]
    if page.why_not_evidence:
        about.append(f"This page cannot be cited: {page.why_not_evidence}.")
    facts = (
        ("Address", page.reply.url),
        ("Title", page.title),
        ("Site", document.site),
        ("Author", document.author),
        ("Date", document.date),
    )
    head = "\n".join(f"{name}: {one_line(value)}" for name, value in facts if value)
    links = "\n".join(_links(page, question)) if with_links else ""
    inside = [piece for piece in (head, *pieces, links) if piece]
    return fenced("\n".join([*about, *(before or [])]), page.fence, "\n\n".join(inside))


def _below(passage: passages.Passage) -> str:
    return f', below "{one_line(" / ".join(passage.headings[-2:]))}"' if passage.heading else ""


def _links(page: OpenedPage, question: str) -> list[str]:
    """Return the links that share words with the question; of an index more, and the first ones when none does."""
    refs = {url: ref for ref, url in page.reply.link_refs}
    ideas = relevance.ideas_of(question)
    scored: dict[str, tuple[float, str]] = {}
    for link in page.document.links:
        if link.url in refs and link.text.strip() and link.url not in scored:
            named = Counter(words.stems(f"{link.text} {link.url.rsplit('/', 1)[-1]}"))
            scored[link.url] = (sum(idea.weight * min(1.0, idea.often(named)) for idea in ideas), link.text)
    most = MAX_INDEX_LINKS if page.why_not_evidence else MAX_LINKS
    best = sorted(scored.items(), key=lambda item: -item[1][0])[:most]
    if not page.why_not_evidence or any(score for _, (score, _) in best):
        best = [item for item in best if item[1][0]]
    if not best:
        return []
    return ["Links there that may lead on:", *(f"[{refs[url]}] {one_line(text)}" for url, (_, text) in best)]
