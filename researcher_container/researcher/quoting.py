"""What a model gave as a quote becomes the page's own words, or a complaint that says exactly where it differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from researcher_container.researcher import near_miss, paragraphs, sentences
from researcher_container.researcher.fence import one_line
from researcher_container.researcher.passages import best_of
from researcher_container.researcher.shelf import OpenedPage

# A paragraph of this length is a quote as it is; of a longer one the sentences that carry the claim are.
WHOLE_PARAGRAPH_CHARS = 500
SENTENCES_OF_PARAGRAPH = 2
QUOTE_SHOWN_CHARS = 200


@dataclass(frozen=True)
class Quoted:
    """The page's words for a quote; when there are none, why, and the page's words that were probably meant."""

    words: tuple[str, ...] = ()
    complaint: str = ""
    meant: str = ""


def quoted(page: OpenedPage, quote: str, claims: Sequence[str], *, is_last_chance: bool) -> Quoted:
    """Find a quote on its page.

    Args:
        claims: what the page is cited for; they choose among the sentences of a long paragraph.
        is_last_chance: take the sentence that was nearly quoted rather than ask again.
    """
    if not quote.strip():
        return Quoted()
    ref, shown = page.reply.ref, one_line(quote, QUOTE_SHOWN_CHARS)
    if paragraphs.is_pointer(quote):
        paragraph = paragraphs.pointed_at(page.document, quote)
        if not paragraph:
            return Quoted(complaint=f"There is no such paragraph in [{ref}]: {shown}")
        return Quoted(_of_paragraph(paragraph, claims or [paragraph]))
    bare = paragraphs.without_marks(quote)
    if found := page.checked.words_of(quote) or page.checked.words_of(bare):
        return Quoted(tuple(found))
    if same := near_miss.same_words(page.text, bare):
        return Quoted((same,))
    nearest = near_miss.nearest(page.document, bare)
    if nearest is None:
        return Quoted(complaint=f'This is not word for word in [{ref}], nor is anything like it: "{shown}"')
    if is_last_chance and nearest.is_as_good:
        return Quoted((nearest.text,))
    differs = "; ".join(nearest.differences[: near_miss.MAX_DIFFERENCES])
    place = f"[p{nearest.block}]"
    return Quoted(
        complaint=f'This is not word for word in [{ref}]: "{shown}". The nearest there is {place}, see below.',
        meant=f"[{ref}] {place} {one_line(nearest.text, WHOLE_PARAGRAPH_CHARS)}\n    (Yours: {one_line(differs)}.)",
    )


def _of_paragraph(paragraph: str, claims: Sequence[str]) -> tuple[str, ...]:
    if len(paragraph) <= WHOLE_PARAGRAPH_CHARS:
        return (paragraph,)
    spans = sentences.split(paragraph)
    found = best_of([paragraph[start:end] for start, end in spans], " ".join(claims), SENTENCES_OF_PARAGRAPH)
    return tuple(found or [paragraph[: spans[0][1]]])
