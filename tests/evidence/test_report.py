"""The finished report: title, references, audit, and that it can be cut apart again."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evidence.report import finish_report, split_report
from engine.evidence.sentences import spans
from engine.values import RunOptions
from tests.evidence.samples import dossier, source

NOON = 1_700_000_000.0
WEB = source(
    1, "https://tides.example/a?id=7&utm_source=x", "high tide", title="Alder *tides* [2019]", site="Tides",
    author="N. N.", date="2019-03-05", fetched_at=NOON,
)  # fmt: skip
FILE = source(2, "file:///docs/old%20quay.html", "old quay", title="", origin="library", fetched_at=NOON)


def test_references_are_written_from_what_was_fetched() -> None:
    report = finish_report("High tide [S2]. Old quay [S1].", dossier(WEB, FILE))
    assert split_report(report.markdown).references == (
        "1. **old quay.html**. <file:///docs/old%20quay.html>, read 2023-11-14.\n"
        r"2. **Alder \*tides\* \[2019\]**. N. N. Tides. 2019-03-05. "
        "<https://tides.example/a?id=7>, fetched 2023-11-14."
    )
    assert [made.id for made in report.sources] == ["S2", "S1"]


def test_sources_that_are_not_cited_come_last() -> None:
    report = finish_report("Old quay [S2].", dossier(WEB, FILE))
    assert [made.id for made in report.sources] == ["S2", "S1"]
    assert "tides.example" not in report.markdown


def test_a_title_is_given_where_there_is_none() -> None:
    assert finish_report("Words here.", dossier(topic="How *high*?\nThe tide")).markdown.startswith(
        "# How \\*high\\*? The tide\n\nWords here."
    )
    assert finish_report("# Mine\n\nWords.", dossier()).markdown.startswith("# Mine\n\nWords.")
    assert finish_report("## Part\n\nWords.", dossier()).markdown.startswith("# Tides at Port Alder\n\n## Part")


def test_an_open_fence_does_not_swallow_the_references() -> None:
    for draft in ("# T\n\nHigh tide [S1].\n\n```py\nx = 1", "# T\n\n- High tide [S1].\n\n  ~~~~\n  x\n  ~~~"):
        parts = split_report(finish_report(draft, dossier(WEB)).markdown)
        assert parts.references.startswith("1. ")
        assert parts.audit.startswith("- 1 citation")


def test_an_offline_report_says_that_nothing_was_rephrased() -> None:
    offline = finish_report("> “high tide” [S1.1]\n", dossier(WEB), RunOptions(mode="offline"))
    assert "No language model was used" in offline.markdown
    assert "No language model" not in finish_report("High tide [S1].", dossier(WEB)).markdown


def test_an_audit_of_the_writers_own_is_not_taken_for_ours() -> None:
    parts = split_report(
        finish_report("# T\n\n## Audit\n\nAll is perfect.\n\n## More\n\nHigh tide [S1].", dossier(WEB)).markdown
    )
    assert "All is perfect." in parts.body
    assert parts.audit.startswith("- 1 citation")


def test_sentences() -> None:
    def cut(text: str) -> list[str]:
        return [text[start:end].strip() for start, end in spans(text)]

    assert cut("Dr. Smith saw 4.5 m, i.e. much. Then J. Doe left! Why? See Fig. 3. End") == [
        "Dr. Smith saw 4.5 m, i.e. much.", "Then J. Doe left!", "Why?", "See Fig. 3.", "End",
    ]  # fmt: skip
    assert cut("潮位は高い。次も。") == ["潮位は高い。", "次も。"]
    assert cut("Use asyncio.run() here. It ends.") == ["Use asyncio.run() here.", "It ends."]
    assert cut("") == []


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab .\n#>-*`[]()S1|:~!é潮", max_size=200))
def test_finishing_never_fails_and_is_the_same_each_time(draft: str) -> None:
    first = finish_report(draft, dossier(WEB, FILE))
    assert first == finish_report(draft, dossier(WEB, FILE))
    parts = split_report(first.markdown)
    assert parts.audit
    assert bool(parts.references) == bool(first.audit.checks)
