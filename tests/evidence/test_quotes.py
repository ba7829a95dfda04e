"""Looking for quotes in stored texts."""

from __future__ import annotations

import random
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evidence.folding import FoldedText
from engine.evidence.quotes import StoredText, check_quotes
from researcher_container.contract import Block, Document, Quality

TEXT = (
    "Port Alder – the tide gauge\n\nThe spring tide reaches 4.5 m; the neap tide 1.2 m. It is a well-known "
    "harbour, and the “old quay” floods. Figures for 2019 – 2020 were con- firmed. The oﬃce measures −3 °C. "
    "Task.cancel() doesn’t stop it."
)


def status(quote: str, text: str = TEXT) -> str:
    return StoredText(text).check(quote).status


@pytest.mark.parametrize(
    "quote",
    [
        "The spring tide reaches 4.5 m; the neap tide 1.2 m.",
        "“old quay” floods",
        "Task.cancel() doesn’t stop it.",
        "  The spring tide  ".strip(),
        "The spring tide … the “old quay” floods.",
        "The spring tide ... harbour [...] floods",
        '"a well-known harbour"',
    ],
)
def test_word_for_word(quote: str) -> None:
    assert status(quote) == "found"


@pytest.mark.parametrize(
    "quote",
    [
        "The spring  tide\nreaches 4.5 m",
        'the "old quay" floods',
        "Figures for 2019-2020 were confirmed",
        "Figures for 2019 — 2020 were con-firmed",
        "The office measures",
        "a well‑known harbour",
        "a well known harbour",
        "Task.cancel() doesn't stop it.",
        "The spring tide … were confirmed",
        "The spring\u00a0tide reaches",
        "The spring ti\u00adde reaches",
    ],
)
def test_folded(quote: str) -> None:
    found = StoredText(TEXT).check(quote)
    assert found.status == "found_folded"
    assert found.start is not None
    assert found.end is not None
    shown = TEXT[found.start : found.end]
    assert shown[0] == quote[0]
    assert shown.rstrip(".")[-1] == quote.rstrip(".")[-1]


@pytest.mark.parametrize(
    "quote",
    [
        "the spring tide reaches 4.5 m",  # letter case counts
        "The spring tide reaches 4 m",
        "The spring tide reaches 4",  # cuts a number
        "5 m; the neap tide",  # begins inside a number
        "The spring tide reaches 45 m",
        "measures 3 °C",  # loses a sign
        "3 °C",
        "The spring tid",  # cuts a word
        "pring tide",
        "floods … The spring tide",  # parts in the wrong order
        "Figures for 20192020",
        "The spring tide reaches 4.5 m, the neap tide",  # other punctuation
        "",
        "…",
        "“”",
    ],
)
def test_not_found(quote: str) -> None:
    found = StoredText(TEXT).check(quote)
    assert found.status == "not_found"
    assert found.why
    assert found.start is None


def test_positions_are_code_points_and_pages_are_named() -> None:
    blocks = (
        Block(kind="paragraph", text="🌊 first page", page=1),
        Block(kind="paragraph", text="Second 🌊 page", page=2),
    )
    document = Document(blocks=blocks)
    found = StoredText.of(document).check("🌊 page")
    assert document.text()[found.start : found.end] == "🌊 page"
    assert found.page == 2
    assert StoredText.of(document).check("first page").page == 1


def test_unspaced_scripts_need_no_word_borders() -> None:
    assert status("高潮", "港の高潮は四メートル。") == "found"
    assert status("高潮 は四", "港の高潮は四メートル。") == "found_folded"


def test_composed_and_decomposed_accents_are_the_same_words() -> None:
    text = "Le marégraphe mesure la marée à Åland."
    decomposed = unicodedata.normalize("NFD", text)
    quote = "marégraphe mesure la marée à Åland"
    found = StoredText(decomposed).check(quote)
    assert found.status == "found_folded"
    assert unicodedata.normalize("NFC", decomposed[found.start : found.end]) == quote
    assert status(unicodedata.normalize("NFD", quote), text) == "found_folded"


def test_a_quote_missing_from_a_cut_text_is_not_checked() -> None:
    document = Document(blocks=(Block(kind="paragraph", text="the beginning"),), quality=Quality(truncated=True))
    assert StoredText.of(document).check("the end").status == "not_checked"
    assert StoredText.of(document).check("the beginning").status == "found"


def test_the_mark_covers_the_nearest_parts() -> None:
    text = "tide one. tide two. The gauge says so."
    found = StoredText(text).check("tide … The gauge")
    assert text[found.start : found.end] == "tide two. The gauge"


def test_four_megabytes_are_quick() -> None:
    rng = random.Random(7)
    words = ["tide", "well-known", "“quoted”", "task", "3.5", "10", "20", "ﬁne", "it's", "—", "the", "a"]
    text = " ".join(rng.choice(words) for _ in range(950_000))[:4_000_000] + " the very-last “words” here"
    quotes = ["the very‐last 'words' here"] + [f"nowhere to be found {i}" for i in range(50)]
    started = time.process_time()
    found = check_quotes(text, quotes)
    assert time.process_time() - started < 8
    assert [check.status for check in found] == ["found_folded"] + ["not_found"] * 50


@given(st.text(max_size=300), st.integers(0, 300), st.integers(1, 80))
def test_whatever_stands_between_spaces_is_found(text: str, start: int, length: int) -> None:
    full = f"  {text}  "
    piece = full[start : start + length]
    if f" {piece} " not in full or not any(character.isalnum() for character in piece):
        return
    found = StoredText(full).check(piece)
    if "-" in piece or "−" in piece or piece != piece.strip():
        assert found.status in ("found", "found_folded", "not_found")
    else:
        assert found.status in ("found", "found_folded")


_CHARACTERS = st.text(alphabet="ab1 \n-–'“”ﬁ…é\u0301\u00ad.,5", max_size=60)


@settings(max_examples=300)
@given(_CHARACTERS)
def test_folded_positions_lead_back_in_order(text: str) -> None:
    folded = FoldedText(text)
    last = 0
    for position in range(len(folded.text)):
        start, end = folded.start_of(position), folded.end_of(position + 1)
        assert 0 <= start <= end <= len(text)
        assert start >= last
        last = start


@pytest.mark.parametrize("quote", ["Die H\u00f6he", "Die Ho\u0308he"])
def test_a_hit_never_ends_between_a_letter_and_its_marks(quote: str) -> None:
    text = "Sie sagt: Die Ho\u0308he\u0301 steigt."
    found = StoredText(text).check(quote + "\u0301-")
    assert text[found.start : found.end] == "Die Ho\u0308he\u0301"


@settings(max_examples=300)
@given(_CHARACTERS, _CHARACTERS)
def test_a_hit_folds_to_the_quote(text: str, quote: str) -> None:
    found = StoredText(text).check(quote)
    if found.status == "found_folded" and "…" not in quote and "..." not in quote:
        hit = FoldedText(text[found.start : found.end]).text
        wanted = FoldedText(quote.strip()).text
        assert wanted.strip("'- ") in hit or hit in wanted
