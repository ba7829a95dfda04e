"""The HTML file: one file, nothing that runs or loads, two-way citations."""

from __future__ import annotations

import base64
import hashlib
import re
import time

import pytest

from engine.evidence.report import finish_report
from engine.export.html_file import report_html
from engine.values import Source
from tests.evidence.samples import dossier, source
from tests.export.trees import Element, read

TIDES = source(
    1, "https://tides.example/a?id=7&utm_source=x", "high <tide>", "low tide",
    text="high <tide> at noon", title="Alder <b>", site="Tides",
)  # fmt: skip
QUAY = source(2, "file:///docs/old%20quay.html", "old quay", title="The quay", origin="library")
INLINE_IMAGE = "data:image/png;base64,iVBORw0KGgo="


def page(draft: str, *sources: Source, language: str = "") -> tuple[str, Element]:
    report = finish_report(draft, dossier(*sources))
    html = report_html(report.markdown, report.sources, report.audit, language)
    return html, read(html)


def test_citations_lead_there_and_back() -> None:
    _, root = page("The high tide is here [S1.1]. The old quay floods [S2]. The low tide too [S1.2].", TIDES, QUAY)
    cites = [link for link in root.all("a") if "cite" in link.attrs.get("class", "").split()]
    assert [(link.text, link.attrs["href"], link.attrs["id"]) for link in cites] == [
        ("[1]", "#ref-1", "cite-1-1"), ("[2]", "#ref-2", "cite-2-1"), ("[1]", "#ref-1", "cite-1-2"),
    ]  # fmt: skip
    assert [link.attrs["class"] for link in cites] == ["cite found", "cite found", "cite not_found"]
    backs = [link.attrs["href"] for link in root.all("a") if link.attrs.get("class") == "back"]
    assert backs == ["#cite-1-1", "#cite-1-2", "#cite-2-1"]
    ids = [element.attrs["id"] for element in root.all() if "id" in element.attrs]
    assert len(ids) == len(set(ids))
    targets = [link.attrs["href"][1:] for link in root.all("a") if link.attrs["href"].startswith("#")]
    assert set(targets) <= set(ids)


def test_references_show_source_address_and_quotes() -> None:
    _, root = page("High tide [S1.1]. Quay [S2].", TIDES, QUAY)
    first, second = root.first("ol").all("li")
    assert first.text.startswith("Alder <b>. Tides. https://tides.example/a?id=7, not fetched.")
    assert [quote.text for quote in first.all("blockquote")] == [
        "high <tide>Found word for word.", "low tideNot found.",
    ]  # fmt: skip
    assert second.all("a")[0].attrs["href"] == "file:///docs/old%20quay.html"


def test_nothing_runs_and_nothing_loads() -> None:
    html, root = page(
        "# T <script>alert(1)</script>\n\n<img src=x onerror=alert(2)> [a](javascript:alert(3)) "
        "<svg onload=alert(6)>\n\n"
        f"![chart](https://t.example/p.png?d=secret) ![in]({INLINE_IMAGE}) ![f](file:///etc/hostname)\n\n"
        "<iframe src=https://f.example></iframe> <style>@import 'https://c.example'</style> [S1.1]",
        source(1, "https://a.example/", '"><script>alert(7)</script>', title="<img src=x onerror=alert(8)>"),
    )
    assert not root.all("script", "iframe", "svg", "object", "embed", "link", "form", "base")
    assert [image.attrs["src"] for image in root.all("img")] == [INLINE_IMAGE]
    assert not [name for element in root.all() for name in element.attrs if name.startswith("on") or name == "style"]
    outside = [link.attrs["href"] for link in root.all("a") if not link.attrs["href"].startswith("#")]
    assert outside == ["https://a.example/"]
    assert "alert(1)" in root.text
    assert "chart" in root.text
    policy = root.all("meta")[1].attrs["content"]
    css = root.first("style").text
    assert f"'sha256-{base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; img-src data:;")
    assert "script-src" not in policy
    assert not re.search(r"url\(|@import", css)
    assert html.index("Content-Security-Policy") < html.index("<style>")


def test_a_page_of_raw_text_is_safe_even_without_the_evidence_pass() -> None:
    markdown = "# T\n\n[a](javascript:alert(1)) [ok](https://ok.example/) ![p](https://t.example/p.png) <b onclick=x>"
    root = read(report_html(markdown, (), finish_report("", dossier()).audit))
    assert [link.attrs["href"] for link in root.all("a")] == ["https://ok.example/", "https://t.example/p.png"]
    assert not root.all("img", "b")


def test_directions() -> None:
    _, root = page(
        "# المد\n\nيبلغ المدّ `tide` 4.2 متر.\n\n- البند\n\nEnglish.\n\n```\ncode\n```\n\n"
        "| أ | b |\n|--|--|\n| ج | d |\n"
    )
    blocks = root.all("h1", "p", "ul", "li", "table", "th", "td")
    assert {block.attrs["dir"] for block in blocks if block.attrs.get("class") not in ("badge", "status")} == {"auto"}
    assert root.first("pre").attrs["dir"] == "ltr"
    assert root.first("code").attrs["dir"] == "ltr"


def test_contents_title_and_language() -> None:
    html, root = page("# The *tide*\n\n## One\n\nHigh tide [S1.1].\n\n### Two\n\n## Three\n\nx", TIDES, language="de")
    assert root.first("title").text == "The tide"
    assert '<html lang="de"' in html
    assert [item.text for item in root.first("nav").all("a")] == ["One", "Two", "Three", "References", "Audit"]


def test_lies_are_marked() -> None:
    _, root = page(
        "It doubled [2](https://made-up.example/x). More [S9]. Tide at 99 m [S1.2].\n\n## Sources\n\n1. https://lie.example/",
        TIDES,
    )
    assert "https://made-up.example/x (not among the sources)" in root.text
    assert "(unknown source S9)" in root.text
    assert "99 m in: “Tide at 99 m.”" in root.text
    assert [
        link.attrs["href"] for link in root.all("a") if "lie" in link.attrs["href"] or "made" in link.attrs["href"]
    ] == []
    assert [heading.text for heading in root.all("h2")] == ["References", "Audit"]


def test_print_rules_wrap_code() -> None:
    html, _ = page("x")
    printed = html.partition("@media print")[2]
    assert "white-space: pre-wrap" in printed
    assert "overflow-wrap: anywhere" in printed


def test_a_large_report_is_quick() -> None:
    sources = [
        source(n, f"https://s{n}.example/page", f"Fact number {n} stands here.", title=f"Source {n}")
        for n in range(1, 201)
    ]
    parts = ["# Large\n"]
    for section in range(40):
        parts.append(f"\n## Section {section}\n\n")
        for n in range(5):
            number = section * 5 + n + 1
            parts.append(
                f"Fact number {number} stands here [S{number}.1]. "
                + "Plain words go on and on in this line. " * 11
                + "\n\n"
            )
        parts.append("| a | b |\n|---|---|\n" + f"| cell [S{section + 1}] | 2 |\n" * 5)
    draft = "".join(parts)
    assert len(draft.split()) > 18_000
    started = time.process_time()
    _, root = page(draft, *sources)
    # Two cores shared with other tests; alone it takes about a second.
    assert time.process_time() - started < 6
    assert len(root.first("ol").children) >= 200


@pytest.mark.parametrize("title", ["", "A" * 5000, "</title><script>x</script>"])
def test_titles(title: str) -> None:
    report = finish_report("words", dossier(topic=title))
    root = read(report_html(report.markdown, report.sources, report.audit))
    assert not root.all("script")
    assert 0 < len(root.first("title").text) <= 300
