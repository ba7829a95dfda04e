"""Passages are exact slices of the stored text, of a length that can be quoted, under their heading."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from engine.library.passages import MAX_CHARS, Cut, cut_passages, prose_share
from researcher_container.contract import Block, Document

SENTENCE = "The flow temperature decides how well a heat pump works in an older house. "


def paragraph(chars: int) -> Block:
    return Block(kind="paragraph", text=(SENTENCE * (chars // len(SENTENCE) + 1))[:chars].strip())


def heading(text: str, level: int) -> Block:
    return Block(kind="heading", text=text, level=level)


def slices(document: Document) -> list[str]:
    return [document.text()[cut.start : cut.end] for cut in cut_passages(document)]


def test_short_blocks_under_one_heading_make_one_passage() -> None:
    document = Document(blocks=(heading("Sizes", 1), paragraph(200), paragraph(300), paragraph(150)))
    assert slices(document) == [document.text()[len("Sizes\n\n") :]]


def test_a_heading_ends_a_passage_and_gives_its_path() -> None:
    document = Document(
        blocks=(
            heading("Manual", 1), paragraph(300),
            heading("Settings", 2), paragraph(300),
            heading("Curve", 3), paragraph(300),
            heading("Noise", 2), paragraph(300),
        )
    )  # fmt: skip
    cuts = cut_passages(document)
    assert [cut.heading for cut in cuts] == ["Manual", "Settings", "Curve", "Noise"]
    assert [cut.heading_path for cut in cuts] == [
        "Manual", "Manual › Settings", "Manual › Settings › Curve", "Manual › Noise",
    ]  # fmt: skip


def test_navigation_is_in_no_passage() -> None:
    menu = Block(kind="navigation", text="Home | Contents | Next")
    document = Document(blocks=(menu, paragraph(100), menu, paragraph(100), menu))
    assert slices(document) == [paragraph(100).text, paragraph(100).text]


def test_long_text_is_cut_at_the_ends_of_sentences() -> None:
    document = Document(blocks=(paragraph(9_000),))
    parts = slices(document)
    assert all(len(part) <= MAX_CHARS for part in parts[:-1])
    assert all(part.endswith("house.") for part in parts)


def test_code_is_cut_at_lines_and_counts_as_no_prose() -> None:
    code = Block(kind="code", text="\n".join(f"value_{number} = compute({number})" for number in range(200)))
    document = Document(blocks=(code,))
    assert all(not part.startswith("_") and part.endswith(")") for part in slices(document))
    assert {prose_share(cut) for cut in cut_passages(document)} == {0.0}


def test_text_without_a_single_space_is_cut_all_the_same() -> None:
    document = Document(blocks=(Block(kind="paragraph", text="x" * 10_000),))
    assert "".join(slices(document)) == "x" * 10_000


blocks = st.builds(
    Block,
    kind=st.sampled_from(["heading", "paragraph", "list_item", "code", "table", "quote", "caption", "navigation"]),
    text=st.one_of(
        st.text(max_size=50),
        st.text(alphabet="ab .\n。", min_size=1, max_size=400).map(lambda text: text * 12),
    ),
    level=st.sampled_from([None, 1, 2, 6]),
)


@given(st.lists(blocks, max_size=12))
def test_every_visible_word_is_in_exactly_one_passage(made: list[Block]) -> None:
    document = Document(blocks=tuple(made))
    text = document.text()
    cuts: list[Cut] = cut_passages(document)
    assert all(0 <= cut.start < cut.end <= len(text) for cut in cuts)
    assert all(before.end <= after.start for before, after in itertools.pairwise(cuts))
    assert all(cut.end - cut.start <= MAX_CHARS * 1.25 for cut in cuts)
    assert all(0 <= prose_share(cut) <= 1 for cut in cuts)
    body = [block.text for block in made if block.kind not in ("heading", "navigation")]
    assert "".join("".join(body).split()) == "".join("".join(text[cut.start : cut.end].split()) for cut in cuts)
