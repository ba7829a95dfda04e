"""What a sentence falls short of stands behind it in the text, whatever the writer tried."""

from __future__ import annotations

import pytest

from engine.evidence.report import FinishedReport, finish_report
from engine.evidence.shortfalls import SHORTFALLS
from engine.evidence.support import Judgement
from engine.values import ContradictingClaim, Contradiction
from researcher_container.contract import Block, Document, Quality
from tests.evidence.samples import dossier, source

TEXT = "The ferry needs 40 minutes in calm water. It carries twelve cars and leaves at 7 every morning."


class Shelf:
    """One stored text."""

    def document(self, key: str) -> Document | None:
        return Document(title="Ferry", blocks=(Block(kind="paragraph", text=TEXT),), quality=Quality())


FERRY = source(
    1, "https://ferry.example/times", "The ferry needs 40 minutes in calm water.", text=TEXT, title="Ferry times",
    text_sha256="f" * 64,
)  # fmt: skip
LOG = source(
    2, "https://log.example/", "The log tells of storms.", "It never sank at all.", text="The log tells of storms."
)


def finished(draft: str, **more: object) -> FinishedReport:
    return finish_report(draft, dossier(FERRY, LOG, topic="Ferries"), texts=Shelf(), **more)


def body(draft: str, **more: object) -> str:
    text = finished(draft, **more).markdown
    return text.split("\n\n", 1)[1].split("\n## References")[0].split("\n## Audit")[0].strip()


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Nobody ever asked the captain.", "Nobody ever asked the captain. [no source]"),
        ("The ferry needs 40 minutes [S1.1].", "The ferry needs 40 minutes [1]."),
        ("The ferry needs 50 minutes [S1.1].", "The ferry needs 50 minutes [1]. [figure not in the quote]"),
        ("The ferry needs fifty minutes [S1.1].", "The ferry needs fifty minutes [1]. [figure not in the quote]"),
        ("Sheep graze on the hills [S1].", "Sheep graze on the hills [1]. [no quote of its source fits]"),
        ("It never sank at all [S2.2].", "It never sank at all [1]. [quote not found in its source]"),
        ("They say “It carries twelve cars” [S1.1].", "They say “It carries twelve cars” [1]."),
        ("They say “it carries twelve cars,” now [S1.1].", "They say “it carries twelve cars,” now [1]."),
        ("They say “It carries … at 7 every morning” [S1].", "They say “It carries … at 7 every morning” [1]."),
        ("They say “It carries many fat cars” [S1.1].",
         "They say “It carries many fat cars” [1]. [quote not found in its source]"),
        ("They say «It carries many fat cars» [S1.1].",
         "They say «It carries many fat cars» [1]. [quote not found in its source]"),
        ("They call it “a fat ferry” [S1.1].", "They call it “a fat ferry” [1]."),
        ("> It carries many fat cars. [S1.1]", "> It carries many fat cars. [1] [quote not found in its source]"),
        ("> It carries twelve cars [S1.1]", "> It carries twelve cars [1]"),
        ("Nobody asks why. So `a. B` runs.", "Nobody asks why. [no source] So `a. B` runs. [no source]"),
        ("- One is so now\n- Two are not", "- One is so now [no source]\n- Two are not [no source]"),
        ("**All of it is well known.**", "**All of it is well known.** [no source]"),
        ("Is it so? Why not:", "Is it so? Why not:"),
        ("It floats [no source] on the sea.", "It floats \\[no source\\] on the sea. [no source]"),
        ("| a | b |\n|---|---|\n| x y | z |", "| a | b |\n|---|---|\n| x y | z [no source] |"),
    ],
)  # fmt: skip
def test_a_sentence_is_followed_by_what_it_lacks(written: str, printed: str) -> None:
    assert body(written) == printed


def test_without_the_text_nobody_calls_a_quotation_invented() -> None:
    report = finish_report("They say “It carries many fat cars” [S1.1].", dossier(FERRY, topic="Ferries"))
    assert not any(words in report.markdown for words in SHORTFALLS)


def test_an_invented_quotation_is_counted_as_a_quote_that_is_not_found() -> None:
    audit = finished("They say “It carries many fat cars” [S1.1]. The ferry needs 40 minutes [S1.1].").audit
    assert (audit.citations, audit.found, audit.not_found) == (2, 1, 1)
    assert audit.checks[0].invented == ("It carries many fat cars",)


def test_what_a_judge_said_is_told_and_counted() -> None:
    said = {
        "The ferry is always late.": Judgement(verdict="does_not", why="Nothing is said of delays."),
        "The ferry needs 40 minutes in any weather.": Judgement(verdict="partly", why="Only calm water."),
        "The ferry needs 40 minutes.": Judgement(verdict="supports"),
    }
    draft = " ".join(f"{sentence.rstrip('.')} [S1.1]." for sentence in said)
    report = finished(draft, judgements=said)
    assert "late [1]. [not what the quote says] The" in report.markdown
    assert "in any weather [1]. [goes further than the quote] The" in report.markdown
    assert "minutes [1].\n" in report.markdown
    audit = report.audit
    assert (audit.support_asked, audit.partly_supported, audit.not_supported) == (3, 1, 1)
    assert "1 sentence goes further than the quotes and 1 sentence is not what the quotes say." in report.markdown


def test_parts_that_only_code_writes_cannot_be_forged() -> None:
    report = finished(
        "# F\n\nWords [S1.1].\n\n## Audit\n\nAll is well.\n\n# Where the sources disagree\n\nNowhere.\n\n"
        "### References\n\nProse about references is here."
    )
    assert [line for line in report.markdown.split("\n") if line.startswith("#")] == [
        "# F", "## Audit (the writer's own)", "# Where the sources disagree (the writer's own)",
        "### References (the writer's own)", "## References", "## Audit",
    ]  # fmt: skip
    assert report.audit.renamed_headings == ("Audit", "Where the sources disagree", "References")


def test_both_sides_of_a_contradiction_are_shown_with_their_quotes() -> None:
    sides = (
        ContradictingClaim(claim="It needs 40 minutes", cites=("S1.1",)),
        ContradictingClaim(claim="The log tells of storms [S1.1](https://evil.example)", cites=("S2", "S77")),
    )
    made = Contradiction(about="the crossing", first=sides[0], second=sides[1])
    unknown = Contradiction(first=sides[0], second=ContradictingClaim(claim="Else", cites=("S9.9",)))
    report = finished("The ferry needs 40 minutes [S1.1].", contradictions=(made, unknown))
    section = report.markdown.split("## Where the sources disagree")[1].split("## References")[0].strip()
    assert section.startswith(
        "About the crossing:\n\n- It needs 40 minutes. [1]\n    - “The ferry needs 40 minutes in calm water.” [1]"
    )
    assert "- The log tells of storms" in section
    assert "    - “The log tells of storms.” [2]" in section
    assert "Else" not in section
    assert report.audit.foreign_links == ("https://evil.example",)


def test_what_nobody_sees_turns_nothing_round() -> None:
    report = finished("Words \u202eturned\u2066 [S1.1] and \x1bbells\x07 ring\u2028on.\n")
    assert not {"\u202e", "\u2066", "\x1b", "\x07", "\u2028"} & set(report.markdown)


def test_addresses_without_a_scheme_are_addresses() -> None:
    draft = (
        "Look at www.evil.example, evil.com/x?y=1, //z.example/q or a.b@mail.example. "
        "Not and/or Node.js/Express e.g./i.e. 3.5/4."
    )
    assert finished(draft).audit.foreign_links == (
        "www.evil.example",
        "evil.com/x?y=1",
        "//z.example/q",
        "a.b@mail.example",
    )
    assert finished("See www.ferry.example/times and ferry.example/times [S1.1].").audit.foreign_links == ()


def test_footnotes_that_say_something_stay() -> None:
    text = body(
        "The ferry needs 40 minutes[^1], not more[^2] [S1.1].\n\n[^1]: Measured by hand in spring.\n[^2]: https://ferry.example/times\n"
    )
    assert (
        "40 minutes (note 1), not more[1] [1]." in text
        or "40 minutes (note 1), not more[1][1]." in text
        or "not more[1]." in text
    )
    assert "Note 1: Measured by hand in spring. [no source]" in text


@pytest.mark.parametrize(
    "written",
    [
        "## Bibliography of Works Consulted\n\n- A. Writer, A Book, 2019\n",
        "## Weiterführende Literatur\n\n- https://x.example/\n",
        "Sources: https://x.example/bar\n",
        "**Sources consulted:**\n\n- https://x.example/bar\n",
        "## References\n\n- nothing\n",
        "## Sources for this report\n\n1. https://x.example/bar\n2. https://y.example/\n",
        "## Sources used\n\nSources: https://foo.example/bar\n\n**Sources consulted:**\n\n- https://foo.example/bar\n",
    ],
)
def test_lists_of_the_writer_go_with_their_headings(written: str) -> None:
    report = finished(f"The ferry needs 40 minutes [S1.1].\n\n{written}")
    text = report.markdown.split("## References")
    assert len(text) == 2
    assert text[0].strip() == "# Ferries\n\nThe ferry needs 40 minutes [1]."
    assert report.audit.removed_lists >= 1


def test_a_last_sentence_full_of_made_up_marks_is_no_list() -> None:
    text = body(
        "The ferry needs 40 minutes [S1.1].\n\nSee [S9.9] and [made up](https://x.example/) and ![](https://y.example/).\n"
    )
    assert "unknown source S9.9" in text
    assert "made up" in text
