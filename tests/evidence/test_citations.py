"""From ids to numbers: marks, links, made-up lists, and what must never be touched."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evidence.citations import CitedReport, number_citations
from engine.evidence.dialect import plain_lines, regions
from engine.evidence.inline import pieces, trimmed_address
from engine.evidence.list_names import names_references
from engine.evidence.marks import ids_of, numbers_of
from tests.evidence.samples import source

TIDES = source(1, "https://tides.example/alder", "The spring tide at Alder reaches 4.5 m.", title="Alder tide tables")
SURVEY = source(
    2, "https://survey.example/2019?id=7", "The survey of 2019 agrees.", "It was a long survey.", title="Survey"
)
QUAY = source(3, "file:///docs/old%20quay.html", "The old quay floods twice a year.", title="The old quay")
SOURCES = (TIDES, SURVEY, QUAY)


def cited(markdown: str) -> CitedReport:
    return number_citations(markdown, SOURCES)


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Floods [S3.1].", "Floods [1]."),
        ("Floods [S3].", "Floods [1]."),
        ("Floods [S3.1, S1.1].", "Floods [1][2]."),
        ("Floods [S3; S1 and S2.1].", "Floods [1][2][3]."),
        ("Floods [S1-S3].", "Floods [1][2][3]."),
        ("Floods [S2.1-S2.2].", "Floods [1]."),
        ("Floods [S2.1-2].", "Floods [1]."),
        ("Floods [S3][S1].", "Floods [1][2]."),
        ("Floods [S3.1][S3].", "Floods [1]."),
        ("Floods 【S3.1】.", "Floods [1]."),
        ("Floods [[S3]].", "Floods [1]."),
        ("Floods [Source: S3].", "Floods [1]."),
        ("Floods [^S3].", "Floods [1]."),
        ("Floods (S3.1).", "Floods [1]."),
        ("Floods [S3.1, p. 4].", "Floods [1]."),
        ("Floods [s3.1].", "Floods [1]."),
        ("Storage (S3) is a service.", "Storage (S3) is a service."),
        (r"As printed \[S3\] there.", r"As printed \[S3\] there."),
        ("Floods [S3](https://tides.example/alder).", "Floods [1]."),
        ("Floods ([quay](file:///docs/old%20quay.html)).", "Floods (quay [1])."),
        ("Rises ([tides.example](https://tides.example/alder?utm_source=openai)).", "Rises [1]."),
        ("Rises [1](https://tides.example/alder#top).", "Rises [1]."),
        ("Rises, see https://tides.example/alder.", "Rises, see [1]."),
        ("Rises <https://tides.example/alder>.", "Rises [1]."),
        ("Rises [S1](see below).", "Rises [1] (see below)."),
        ("[S1]: the tide.", "[1] : the tide."),
    ],
)
def test_marks_become_numbers(written: str, printed: str) -> None:
    assert cited(written).markdown == printed


def test_numbers_follow_first_use_without_gaps() -> None:
    report = cited("A b c [S3]. D e f [S1.1][S3].\n\n- G h i [S2.2]\n\n| x | y |\n|---|---|\n| j [S1] | k |\n")
    assert report.order == ("S3", "S1", "S2")
    assert re.findall(r"\[(\d)\]", report.markdown) == ["1", "2", "1", "3", "2"]
    assert report.marks == ("S3", "S1.1", "S3", "S2.2", "S1")


def test_a_source_as_a_whole_takes_the_quote_that_shares_most_words() -> None:
    report = cited("In 2019 the survey agrees with the tables [S2]. Bread is baked early [S2].")
    first, second = (sentence.checks[0] for sentence in report.sentences)
    assert first.quotes == ("S2.1",)
    assert first.status == "found"
    assert second.quotes == ()
    assert (second.status, bool(second.why)) == ("not_checked", True)


def test_one_sentence_and_one_source_are_one_citation() -> None:
    report = cited("The survey [S2.1] was long [S2.2].")
    assert [check.quotes for check in report.sentences[0].checks] == [("S2.1", "S2.2")]
    assert report.marks == ("S2.1", "S2.2")


def test_the_weakest_quote_speaks_for_a_citation() -> None:
    lying = source(1, "https://a.example/", "words that stand", "words that do not", text="words that stand here")
    report = number_citations("Words stand and do not [S1.1, S1.2].", [lying])
    assert report.sentences[0].checks[0].status == "not_found"


def test_marks_behind_the_full_stop_belong_to_the_sentence_before() -> None:
    report = cited("The tide is high. [S1.1] The quay, e.g. the old one, floods. [S3.1] Nobody knows why.")
    assert [(s.text, [c.source for c in s.checks]) for s in report.sentences] == [
        ("The tide is high.", ["S1"]),
        ("The quay, e.g. the old one, floods.", ["S3"]),
        ("Nobody knows why.", []),
    ]


def test_a_quotation_is_one_sentence() -> None:
    report = cited("It says: “First this. Then that.” [S1.1]\n\n> One thing. Another thing. [S3.1]\n")
    assert [(sentence.is_statement, len(sentence.checks)) for sentence in report.sentences] == [(True, 1), (True, 1)]


def test_unknown_ids_are_told_and_their_words_stay() -> None:
    report = cited("Tides double [S9]. More [S1.7, S8.1]. Odd [12].")
    assert report.markdown == "Tides double (unknown source S9). More [1] (unknown source S8.1). Odd."
    assert report.unknown_ids == ("S9", "S1.7", "S8.1", "12")


def test_addresses_outside_the_dossier_become_words() -> None:
    report = cited(
        "Demand [doubled](https://demand.example/a_(b)?x=`|). See https://made-up.example/x, "
        "![chart](https://evil.example/p.png?d=secret) and [a](javascript:alert(1)) [b][c]; [top](#x).\n\n"
        "[c]: https://def.example/y\n"
    )
    assert report.foreign_links == (
        "https://demand.example/a_(b)?x=`|", "https://made-up.example/x", "https://evil.example/p.png?d=secret",
        "javascript:alert(1)", "https://def.example/y",
    )  # fmt: skip
    assert "doubled (`https://demand.example/a_(b)?x=%60%7C`, not among the sources)" in report.markdown
    assert "chart (`https://evil.example/p.png?d=secret`, not among the sources)" in report.markdown
    assert "](" not in report.markdown
    assert report.order == ()


def test_code_is_never_touched() -> None:
    code = (
        "Use `x[1]` and ``a`[S1]`` here.\n\n```py\n[S1] https://evil.example/ [2]\n## Sources\n```\n\n"
        "~~~\n[S2]\n~~~\n"
    )
    assert cited(code).markdown == code


def test_numbers_mean_what_the_written_list_says() -> None:
    report = cited(
        "# T\n\nRange is 4.5 m [2]. It agrees [1][2], see [3].\n\n## References\n\n"
        "1. Survey, https://survey.example/2019?id=7&utm_source=x\n2. https://tides.example/alder\n"
        "3. https://lie.example/\n"
    )
    assert report.markdown.strip() == "# T\n\nRange is 4.5 m [1]. It agrees [2][1], see."
    assert report.order == ("S1", "S2")
    assert (report.unknown_ids, report.foreign_links) == (("3",), ("https://lie.example/",))


def test_without_a_list_a_number_is_an_id_only_where_a_quote_fits() -> None:
    report = cited("The old quay floods twice each year [3]. Something else altogether [1].")
    assert report.order == ("S3",)
    assert report.markdown == "The old quay floods twice each year [1]. Something else altogether."
    assert report.unknown_ids == ("1",)


def test_adjacent_numbers_with_definitions_are_marks_of_their_own() -> None:
    report = cited(
        "Costs rose [1][2][3]. Then fell [2, 3] and [1-3].\n\n## Sources\n\n"
        "[1]: https://tides.example/alder\n[2]: https://survey.example/2019?id=7\n[3]: file:///docs/old%20quay.html\n"
    )
    assert report.markdown.strip() == "Costs rose [1][2][3]. Then fell [2][3] and [1][2][3]."


@pytest.mark.parametrize(
    "listing",
    [
        "## Sources\n\n- https://tides.example/alder\n- A made-up book, 2019\n",
        "## 7. References:\n\n[1] Alder - https://tides.example/alder\n[2] Survey - https://survey.exam",
        "**References**\n\n1. https://tides.example/alder\n\n## Sources\n\n[2] Survey - https://survey.exam",
        "**Quellen:**\n- https://tides.example/alder\n",
        "Sources:\n1. https://tides.example/alder\n2. https://x.example\n",
        "### 参考文献\n\n1. 潮位 https://tides.example/alder\n",
        "## Références et sources\n\n* Alder\n* Survey\n",
        "## المراجع\n\n1. ألدر\n",
        "# Список литературы\n\n1. Tides\n",
        "## References",
        "## Sources\n\n| # | Link |\n|---|---|\n| 1 | https://tides.example/alder |\n",
        "[1] Alder tide tables https://tides.example/alder\n[2] Survey https://survey.example/2019?id=7\n",
        "[S1]: https://tides.example/alder\n",
    ],
)
def test_written_lists_are_removed(listing: str) -> None:
    report = cited(f"# Tides\n\nThe spring tide at Alder is high [S1.1].\n\n{listing}")
    assert report.markdown.strip() == "# Tides\n\nThe spring tide at Alder is high [1]."
    assert report.removed_lists >= 1 or listing.startswith("[S1]:")


@pytest.mark.parametrize(
    "section",
    [
        "## Sources of error\n\n- The gauge drifts\n",
        "## Data sources\n\nThe gauge was read by hand for many years by several keepers.\n",
        "## Findings\n\n1. The tide is high\n2. The quay floods\n",
        "**Sources** of the river lie in the hills.\n",
        "Sources differ: one says 4.5 m.\n",
    ],
)
def test_other_sections_stay(section: str) -> None:
    assert cited(section).markdown == section


def test_prose_inside_a_list_of_sources_stays() -> None:
    report = cited(
        "## Sources\n\nThe keepers wrote down every tide by hand and kept their books.\n\n- https://x.example/\n"
    )
    assert "The keepers wrote down every tide" in report.markdown
    assert "x.example" not in report.markdown


def test_a_section_goes_on_behind_the_list() -> None:
    report = cited(
        "# T\n\n**Sources**\n\n- https://tides.example/alder\n\nThe text goes on here.\n\n## More\n\nAnd on.\n"
    )
    assert "The text goes on here." in report.markdown
    assert "And on." in report.markdown


@pytest.mark.parametrize(
    "name",
    [
        "References",
        "7. Sources",
        "**Sources & References**",
        "Quellenverzeichnis",
        "資料來源",
        "출처 (2)",
        "📚 Sources",
    ],
)
def test_names_of_lists(name: str) -> None:
    assert names_references(name)


def test_ranges_are_spelled_out_within_reason() -> None:
    assert ids_of("S1-S3") == ["S1", "S2", "S3"]
    assert ids_of("S2.1–S2.3") == ["S2.1", "S2.2", "S2.3"]
    assert ids_of("S9-S2") == ["S9", "S2"]
    assert numbers_of("1-3, 7") == [1, 2, 3, 7]
    assert numbers_of("1-900") == [1, 900]


@pytest.mark.parametrize(
    ("address", "trimmed"),
    [
        ("https://w.example/Set_(mathematics)),", "https://w.example/Set_(mathematics)"),
        ("https://d.example/10.1016/0092-8674(94)90302-6,", "https://d.example/10.1016/0092-8674(94)90302-6"),
        ("https://t.example/a.", "https://t.example/a"),
        ("https://t.example/a?b=c)", "https://t.example/a?b=c"),
        ("https://t.example/a/", "https://t.example/a/"),
    ],
)
def test_addresses_end_where_the_sentence_goes_on(address: str, trimmed: str) -> None:
    assert trimmed_address(address) == trimmed


# --- whatever comes ---------------------------------------------------------------------------------------

_BITS = st.sampled_from(
    [
        *("[S1]", "[S1.1]", "[S3", "S2.1]", "[9]", "[1][2]", "](", "(", ")", "`", "```\n", "~~~", "\n", "\n\n", "# "),
        *("## Sources\n", "- ", "1. ", "> ", "| a | b |\n|---|---|\n", "**", "_", "![", "[", "]", "<", ">", "word"),
        *(
            "https://tides.example/alder",
            "https://evil.example/x",
            "tide ",
            ". ",
            "? ",
            "\\",
            "    ",
            "\t",
            "潮",
            "é",
        ),
        *("[x]: https://d.example/\n", "\r\n", "\0", "\ue0f0"),
    ]
)
_MARKDOWN = st.lists(_BITS, max_size=40).map("".join)


@settings(max_examples=300, deadline=None)
@given(_MARKDOWN)
def test_regions_and_pieces_join_to_the_whole(markdown: str) -> None:
    text = plain_lines(markdown)
    assert "".join(region.text for region in regions(text)) == text
    assert "".join(piece.raw for piece in pieces(text)) == text


@settings(max_examples=400, deadline=None)
@given(_MARKDOWN)
def test_numbers_have_no_gaps_whatever_is_written(markdown: str) -> None:
    report = cited(markdown)
    shown = [check.number for sentence in report.sentences for check in sentence.checks]
    assert set(shown) == set(range(1, len(report.order) + 1))
    assert list(dict.fromkeys(shown)) == sorted(set(shown))
    assert all(mark.partition(".")[0] in report.order for mark in report.marks)
    assert "\ue0f0" not in report.markdown
    assert report == cited(markdown)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(["alpha", "beta", "*gamma*", "`delta`", "[S1]", "[S9]", "—", "4.5 m", "~5~", "a_b_c", "<b>"]),
        max_size=30,
    )
)
def test_no_word_is_lost(tokens: list[str]) -> None:
    report = cited(" ".join(tokens))
    kept = [token for token in tokens if not token.startswith("[")]
    shown = re.sub(r"\[\d+\]|\(unknown source S9\)", " ", report.markdown).split()
    assert shown == " ".join(kept).split()


def test_hostile_lengths_take_no_time() -> None:
    for text in (
        "[" * 20_000,
        "`" * 9_999 + " " + "`" * 9_998,
        "[S1" * 5_000,
        "(" * 20_000,
        "![](" * 5_000,
        "> " * 5_000 + "x",
    ):
        assert cited(text) is not None
