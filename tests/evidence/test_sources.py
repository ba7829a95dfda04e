"""Ids of sources: their order, what merges them, and that later waves change nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.evidence.quotes import NOT_FETCHED, NOT_STORED
from engine.evidence.sources import number_sources
from engine.texts import TextStore
from engine.values import Finding, GatheredSource
from researcher_container.contract import Block, Document, QualityStatus

A, B, C, D = "r0000000a", "r0000000b", "r0000000c", "r0000000d"


@pytest.fixture
def texts(tmp_path: Path) -> TextStore:
    return TextStore(tmp_path / "texts")


def stored(texts: TextStore, *paragraphs: str) -> str:
    return texts.put(Document(blocks=tuple(Block(kind="paragraph", text=text) for text in paragraphs)))


def finding(answer: str, *sources: GatheredSource, wave: int = 1, researcher: int = 1) -> Finding:
    return Finding(wave=wave, researcher=researcher, question="q", answer=answer, sources=sources)


def gathered(ref: str, url: str = "", quotes: tuple[str, ...] = (), **fields: object) -> GatheredSource:
    return GatheredSource(ref=ref, url=url or f"https://{ref}.example/", quotes=quotes, **fields)


def test_order_is_wave_researcher_first_cited(texts: TextStore) -> None:
    first = finding(f"Two [{B}]. One [{A}].", gathered(A), gathered(B), gathered(C, quotes=("words",)))
    second = finding(f"Other [{D}].", gathered(D), researcher=2)
    sources, numbered = number_sources([second, first], texts)
    assert [source.refs for source in sources] == [(B,), (A,), (C,), (D,)]
    assert [source.id for source in sources] == ["S1", "S2", "S3", "S4"]
    assert [f.answer for f in numbered] == ["Other [S4].", "Two [S1]. One [S2]."]


def test_what_nobody_cites_is_no_source(texts: TextStore) -> None:
    sources, _ = number_sources(
        [finding(f"Only [{A}].", gathered(A), gathered(B), gathered(C, quotes=(" ",)))], texts
    )
    assert [source.refs for source in sources] == [(A,)]


def test_pages_that_are_no_evidence_are_not_cited(texts: TextStore) -> None:
    blocked = gathered(A, quality=QualityStatus.BLOCKED, quotes=("Just a moment",))
    sources, numbered = number_sources([finding(f"It says so [{A}].", blocked)], texts)
    assert sources == ()
    assert numbered[0].answer == "It says so (unknown source)."


def test_unknown_references_are_told(texts: TextStore) -> None:
    answer = f"Known [{A}, rffffffff]. Made up[{B}]. Words [like this] stay, `x[0]` too."
    _, numbered = number_sources([finding(answer, gathered(A))], texts)
    assert numbered[0].answer == (
        "Known [S1] (unknown source). Made up (unknown source). Words [like this] stay, `x[0]` too."
    )


def test_marks_may_be_joined_or_name_a_quote(texts: TextStore) -> None:
    source = gathered(A, quotes=("one", "two"))
    _, numbered = number_sources([finding(f"X [{A}.2; {B}] and [{A}][{B}].", source, gathered(B))], texts)
    assert numbered[0].answer == "X [S1.2][S2] and [S1][S2]."


def test_merged_by_address_and_by_content(texts: TextStore) -> None:
    first = finding(
        "",
        gathered(A, "https://tides.example/alder?utm_source=x", ("high tide",), title="Alder"),
        gathered(B, "https://mirror.example/copy", ("low tide",), sha256="f" * 64),
    )
    second = finding(
        "",
        gathered(C, "https://TIDES.example/alder#top", ("high  tide", "spring tide"), author="NN", sha256="e" * 64),
        gathered(D, "https://other.example/same-bytes", sha256="f" * 64, quotes=("low tide",)),
        researcher=2,
    )
    sources, _ = number_sources([first, second], texts)
    assert [(source.id, source.refs) for source in sources] == [("S1", (A, C)), ("S2", (B, D))]
    assert sources[0].url == "https://tides.example/alder?utm_source=x"
    assert (sources[0].title, sources[0].author, sources[0].sha256) == ("Alder", "NN", "e" * 64)
    assert [(quote.id, quote.text) for quote in sources[0].quotes] == [("S1.1", "high tide"), ("S1.2", "spring tide")]
    assert [quote.id for quote in sources[1].quotes] == ["S2.1"]


def test_equal_titles_do_not_merge(texts: TextStore) -> None:
    pages = [
        gathered(A, "https://s.example/?id=7", title="Survey"),
        gathered(B, "https://s.example/?id=8", title="Survey"),
    ]
    sources, _ = number_sources([finding(f"[{A}][{B}]", *pages)], texts)
    assert len(sources) == 2


def test_quotes_are_checked_in_their_stored_text(texts: TextStore) -> None:
    key = stored(texts, "The spring tide reaches 4.5 m.", "The quay floods.")
    quotes = ("tide reaches 4.5 m", "The  quay floods", "The quay is dry")
    sources, _ = number_sources([finding("", gathered(A, text_sha256=key, quotes=quotes))], texts)
    assert [quote.status for quote in sources[0].quotes] == ["found", "found_folded", "not_found"]
    text = texts.text(key) or ""
    first = sources[0].quotes[0]
    assert text[first.start : first.end] == "tide reaches 4.5 m"


def test_what_has_no_text_is_not_checked_and_says_why(texts: TextStore) -> None:
    hosted = gathered(A, origin="hosted", quotes=("words",))
    missing = gathered(B, text_sha256="0" * 64, quotes=("words",))
    sources, _ = number_sources([finding("", hosted, missing)], texts)
    assert [(quote.status, quote.why) for source in sources for quote in source.quotes] == [
        ("not_checked", NOT_FETCHED),
        ("not_checked", NOT_STORED),
    ]


def test_a_page_that_changed_between_two_reads_keeps_both_checks(texts: TextStore) -> None:
    old, new = stored(texts, "The old words."), stored(texts, "The new words.")
    first = finding("", gathered(A, "https://a.example/", ("The old words",), text_sha256=old, sha256="1" * 64))
    second = finding(
        "", gathered(A, "https://a.example/", ("The new words",), text_sha256=new, sha256="2" * 64), wave=2
    )
    sources, _ = number_sources([first, second], texts)
    assert len(sources) == 1
    assert [(quote.status, quote.start) for quote in sources[0].quotes] == [("found", 0), ("found", None)]


_REFS = st.sampled_from([A, B, C, D])
_FINDINGS = st.lists(st.lists(st.tuples(_REFS, st.sampled_from(["", "one", "two", "three"])), max_size=4), max_size=4)


@given(_FINDINGS, _FINDINGS)
def test_a_later_wave_changes_no_id(first: list, second: list) -> None:
    class Nothing:
        def document(self, key: str) -> None:
            return None

    def wave(number: int, shape: list) -> list[Finding]:
        return [
            finding(
                "".join(f"x [{ref}]" for ref, _ in citing),
                *(gathered(ref, quotes=(quote,) if quote else ()) for ref, quote in citing),
                wave=number,
                researcher=index,
            )
            for index, citing in enumerate(shape, start=1)
        ]

    alone, _ = number_sources(wave(1, first), Nothing())
    both, _ = number_sources(wave(1, first) + wave(2, second), Nothing())
    assert [source.id for source in both[: len(alone)]] == [source.id for source in alone]
    for before, after in zip(alone, both, strict=False):
        assert before.url == after.url
        assert before.quotes == after.quotes[: len(before.quotes)]
    assert [source.id for source in both] == [f"S{number}" for number in range(1, len(both) + 1)]
