"""Copies of one text: told as one cluster, counted as one witness."""

from __future__ import annotations

import random

from engine.evidence.copies import with_copies
from engine.evidence.report import finish_report
from engine.evidence.sources import number_sources
from engine.evidence.themes import themes
from engine.values import Finding, GatheredSource, Source
from researcher_container.contract import Block, Document
from tests.evidence.samples import dossier, source

WORDS = [f"word{n}" for n in range(800)]


def article(seed: int, length: int = 400) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=length))


def marked(*texts: str | None) -> list[str]:
    sources = [Source(id=f"S{n}", url=f"https://site{n}.example/") for n in range(1, len(texts) + 1)]
    by_id = dict(zip([one.id for one in sources], texts, strict=True))
    return [one.same_text_as for one in with_copies(sources, lambda one: by_id[one.id])]


def test_the_same_article_on_other_sites_is_a_copy_of_the_first() -> None:
    text = article(1)
    assert marked(text, article(2), f"Home News\n\n{text}\n\nRead on", text.upper(), article(3, 100) + text) == [
        "", "", "S1", "S1", "S1",
    ]  # fmt: skip


def test_what_only_shares_a_part_or_is_short_is_no_copy() -> None:
    text = article(1)
    assert marked(text, " ".join(text.split()[:200]) + article(2, 200)) == ["", ""]
    assert marked("Please accept cookies.", "Please accept cookies.") == ["", ""]
    assert marked(None, None, "") == ["", "", ""]
    # A page that quotes a short one whole is another page.
    assert marked(" ".join(text.split()[:100]), text + article(5, 400)) == ["", ""]


def test_sources_carry_it_and_the_report_tells_it() -> None:
    documents = {
        key * 64: Document(blocks=(Block(kind="paragraph", text=words),))
        for key, words in (("a", article(1)), ("b", f"Our site. {article(1)} More."))
    }

    class Shelf:
        def document(self, key: str) -> Document | None:
            return documents.get(key)

    gathered = tuple(
        GatheredSource(
            ref=f"r0000000{key}", url=f"https://{key}.example/", text_sha256=key * 64,
            quotes=(" ".join(article(1).split()[:9]),),
        )
        for key in "ab"
    )  # fmt: skip
    finding = Finding(wave=1, researcher=1, question="q", answer="x", sources=gathered)
    sources, _ = number_sources([finding], Shelf())
    assert [one.same_text_as for one in sources] == ["", "S1"]
    quote = sources[0].quotes[0].text
    report = finish_report(f"# T\n\n## A\n\n{quote} [S1.1][S2.1].\n", dossier(*sources))
    assert "The same text, counted once: \\[1\\]\\[2\\]." in report.markdown
    assert [(theme.heading, theme.sources, theme.independent) for theme in report.audit.themes] == [("A", 2, 1)]
    assert "1 section stands on a single independent source: “A”." in report.markdown


def test_pages_of_one_site_are_one_witness() -> None:
    places = ("https://www.a.example/1", "https://a.example/2", "file:///docs/a.html", "file:///docs/b.html")
    quotes = ("One thing.", "Another thing.", "Third thing.", "Fourth thing.")
    sources = [source(n, *pair) for n, pair in enumerate(zip(places, quotes, strict=True), start=1)]
    draft = (
        "# T\n\n## A\n\nOne thing [S1.1]. Another thing [S2.1].\n\n## B\n\nThird thing [S3.1]. Fourth thing [S4.1].\n"
    )
    audit = finish_report(draft, dossier(*sources)).audit
    assert [(one.heading, one.sources, one.independent) for one in audit.themes] == [("A", 2, 1), ("B", 2, 2)]
    assert themes([], sources) == ()
