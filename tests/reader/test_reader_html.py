"""Blocks of HTML pages: exact words, and what is not text of the page tagged."""

from __future__ import annotations

import pytest

SPHINX = """<!DOCTYPE html><html lang="en"><head><title>Tides &#8212; Harbour 2.1 documentation</title></head><body>
<div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="genindex.html">index</a></li></ul></div>
<div class="document"><div class="body" role="main"><section id="tides">
<h1>Tides<a class="headerlink" href="#tides" title="Permalink">¶</a></h1>
<p><strong>Source code:</strong> <a href="https://code.example/tides.py">Lib/tides.py</a></p>
<p>The <code><span class="pre">range</span></code> at
<a href="alder.html"><span>Alder</span></a> is 4.2<span> m</span>.</p>
<dl class="py function">
<dt class="sig sig-object py" id="tides.high"><span>tides.</span><span>high</span>(<em>port</em>)
<a class="headerlink" href="#tides.high">¶</a></dt>
<dd><p>Return the height of high water.</p>
<div class="admonition note"><p class="admonition-title">Note</p><p>Heights are above chart datum.</p></div>
<div class="versionchanged"><p><span>Changed in version 2.0: </span>Metres instead of feet.</p></div></dd></dl>
<div class="highlight"><pre><span></span><span>&gt;&gt;&gt; </span>high("Alder")
<span>    4.2</span>
</pre></div></section></div></div>
<div class="sphinxsidebar" role="navigation"><h4>Previous topic</h4><p class="topless"><a href="a.html">Ports</a></p>
<h4>Next topic</h4><p><a href="b.html">Weather</a></p><ul><li><a href="src.txt">Show Source</a></li></ul></div>
<div class="footer">&copy; Copyright 2019, Harbour Board. Created using Sphinx.</div></body></html>"""


def test_documentation_page_gives_its_text_and_nothing_of_its_frame(reading, shown):
    document = reading(SPHINX)
    assert document.title == "Tides — Harbour 2.1 documentation"
    assert (document.site, document.language, document.quality.status) == ("Harbour 2.1 documentation", "en", "ok")
    assert shown(document) == [
        ("heading", "Tides"),
        ("caption", "Source code: Lib/tides.py"),
        ("paragraph", "The range at Alder is 4.2 m."),
        ("code", "tides.high(port)"),
        ("paragraph", "Return the height of high water."),
        ("caption", "Note"),
        ("paragraph", "Heights are above chart datum."),
        ("caption", "Changed in version 2.0: Metres instead of feet."),
        ("code", '>>> high("Alder")\n    4.2'),
    ]
    frame = " ".join(block.text for block in document.blocks if block.kind == "navigation")
    assert "Previous topic" in frame
    assert "Show Source" in frame
    assert "Copyright 2019" in frame


def test_blocks_know_the_nearest_heading_above(reading):
    document = reading("<h1>A</h1><p>one</p><h2>B</h2><p>two</p>")
    assert [(block.text, block.level, block.heading) for block in document.blocks] == [
        ("A", 1, None),
        ("one", None, "A"),
        ("B", 2, "A"),
        ("two", None, "B"),
    ]


def test_terms_head_their_explanations_and_end_with_their_list(reading):
    document = reading(
        "<h2>Options</h2><dl><dt>full</dt><dd><p>Reclaims all the room that is left in the table, and takes long."
        "</p></dd><dt>quick</dt><dd><p>Short.</p></dd></dl><p>After the list.</p>"
    )
    assert [(block.kind, block.text[:8], block.heading) for block in document.blocks] == [
        ("heading", "Options", None),
        ("heading", "full", "Options"),
        ("paragraph", "Reclaims", "full"),
        ("heading", "quick", "full"),
        ("paragraph", "Short.", "quick"),
        ("paragraph", "After th", "Options"),
    ]


def test_terms_of_a_short_list_are_no_headings(reading, shown):
    document = reading("<h1>P</h1><dl><dt>&lt; 0</dt><dd>never</dd><dt>1..99</dt><dd>sometimes</dd></dl>")
    assert shown(document)[1:] == [
        ("caption", "< 0"),
        ("paragraph", "never"),
        ("caption", "1..99"),
        ("paragraph", "sometimes"),
    ]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>un<b>break</b>able <i>words</i></p>", "unbreakable words"),
        ("<p>one<!-- x -->two</p>", "onetwo"),
        ("<p>  many \n\t spaces&nbsp;here </p>", "many spaces here"),
        ("<p>line one<br>line two</p>", "line one\nline two"),
        ("<p>soft&shy;hyphen and zero\u200bwidth</p>", "softhyphen and zerowidth"),
        ("<p>می\u200cخواهم</p>", "می\u200cخواهم"),
        ("<p>H<sub>2</sub>O at 10<sup>3</sup></p>", "H2O at 103"),
        ("<p>a<wbr>b &amp; c &lt;d&gt;</p>", "ab & c <d>"),
        ("<p>\ufdd0marks\ufdd1 are text\ufdd3</p>", "\ufffdmarks\ufffd are text\ufffd"),
    ],
)
def test_inline_text_is_joined_as_a_browser_shows_it(reading, markup, text):
    assert reading(markup).text() == text


def test_two_line_breaks_make_paragraphs(reading, shown):
    assert shown(reading("<div>first<br><br>second</div>")) == [("paragraph", "first"), ("paragraph", "second")]


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>secret</p>",
        "<p style='color:red; display : none'>secret</p>",
        "<div aria-hidden='true'>secret</div>",
        "<script>secret</script>",
        "<style>secret</style>",
        "<template><p>secret</p></template>",
        "<noscript>secret</noscript>",
        "<dialog>secret</dialog>",
        "<select><option>secret</option></select>",
        "<span class='linenos'>secret</span>",
        "<h2>Title<span class='mw-editsection'>[<a href='/e'>secret</a>]</span></h2>",
    ],
)
def test_what_nobody_sees_is_not_text(reading, hidden):
    document = reading(f"<p>before</p>{hidden}<p>after</p>")
    assert "secret" not in document.text()
    assert document.text().startswith("before")
    assert document.text().endswith("after")


def test_a_page_kept_hidden_until_its_scripts_run_is_read(reading):
    document = reading("<body style='display:none'><div aria-hidden='true'><h1>Tides</h1><p>Text.</p></div></body>")
    assert document.text() == "Tides\n\nText."


def test_data_tables_become_rows_and_layout_tables_do_not(reading, shown):
    rows = "<tr><th>Port</th><th>Range</th></tr><tr><td>Alder</td><td>4.2 m</td></tr>"
    data = f"<table><caption>Heights</caption>{rows}</table>"
    assert shown(reading(data)) == [("caption", "Heights"), ("table", "Port | Range\nAlder | 4.2 m")]
    layout = "<table><tr><td><h1>Tides</h1><p>Text.</p></td><td><p>More.</p></td></tr></table>"
    assert shown(reading(layout)) == [("heading", "Tides"), ("paragraph", "Text."), ("paragraph", "More.")]


def test_code_keeps_its_lines(reading, shown):
    assert shown(reading("<pre>\n  if a:\n\n      b<br>c\n</pre>")) == [("code", "  if a:\n\n      b\nc")]


def test_lists_quotes_and_captions_have_their_kinds(reading, shown):
    document = reading(
        "<ul><li>one <b>1</b><ul><li>inner</li></ul></li><li><p>two</p></li></ul>"
        "<blockquote><p>said</p></blockquote><figure><img src=x><figcaption>shown</figcaption></figure>"
    )
    assert shown(document) == [
        ("list_item", "one 1"),
        ("list_item", "inner"),
        ("list_item", "two"),
        ("quote", "said"),
        ("caption", "shown"),
    ]


@pytest.mark.parametrize(
    "frame",
    [
        "<nav>Home Ports</nav>",
        "<header><a href='/'>Harbour Board</a></header>",
        "<footer>Imprint and contact</footer>",
        "<aside>Other stories</aside>",
        "<div class='site-nav'>Home</div>",
        "<ol class='breadcrumb'><li>Home</li></ol>",
        "<div id='cookie-banner'>We use cookies.</div>",
        "<div class='sidebar'><a href='/1'>Storm</a> <a href='/2'>Fog</a></div>",
        "<ul class='docnav'><li>Prev</li></ul>",
        "<div role='search'>Search</div>",
        "<button>Accept</button>",
        "<p>Skip to main content</p>",
        "<p><i>This page last modified on 2018-11-26</i></p>",
    ],
)
def test_the_frame_of_a_page_is_tagged(reading, shown, frame):
    document = reading(f"<body>{frame}<main><h1>Tides</h1><p>The range is 4.2 m.</p></main>{frame}</body>")
    assert shown(document) == [("heading", "Tides"), ("paragraph", "The range is 4.2 m.")]
    assert sum(block.kind == "navigation" for block in document.blocks) >= 2


@pytest.mark.parametrize(
    "text",
    [
        "<div class='sidebar'><p class='title'>TIP</p><p>The aim of the command is to fetch the list. "
        "It takes long when the last update is old, and cannot be interrupted.</p></div>",
        "<div class='page-with-sidebar'><p>The range is 4.2 m.</p></div>",
        "<article><header><p>By A. Kent, harbour master.</p></header><p>The range is 4.2 m.</p></article>",
        "<aside class='admonition warning'><p>Do not moor at low water.</p></aside>",
        "<div class='navigator'><p>" + "The navigator measured the range of the tide. " * 60 + "</p></div>",
        "<div id='site-menu-layout'><p>The range is 4.2 m.</p></div>",
    ],
)
def test_text_in_elements_named_like_a_frame_stays_text(reading, shown, text):
    document = reading(f"<body><h1>Tides</h1>{text}</body>")
    assert all(block.kind != "navigation" for block in document.blocks)


def test_lists_of_links_within_the_page_are_contents(reading, shown):
    contents = "<ul><li><a href='#a'>Ports</a></li><li><a href='#b'>Range</a></li><li><a href='#c'>Time</a></li></ul>"
    assert shown(reading(f"<h1>Tides</h1>{contents}<p>Text.</p>")) == [("heading", "Tides"), ("paragraph", "Text.")]
    facts = contents.replace("#", "/wiki/")
    assert ("list_item", "Ports") in shown(reading(f"<h1>Tides</h1>{facts}<p>Text.</p>"))
    assert ("list_item", "Ports") not in shown(reading(f"<h1>Tides</h1><h2>See also</h2>{facts}"))


def test_links_are_absolute_once_each_and_text_comes_before_frame(reading):
    document = reading(
        "<nav><a href='/home'>Home</a></nav><p><a href='alder.html#range'>Alder</a> <a href='alder.html'>again</a>"
        "<a href='mailto:a@b.example'>mail</a><a href='javascript:x()'>js</a><a href='ftp://x.example/'>ftp</a>"
        "<a href='//other.example/x?a=1&amp;b=2'>other</a><a href='#here'>here</a><a href='file:///etc/passwd'>f</a></p>",
        url="https://tides.example/ports/",
    )
    assert [(link.text, link.url) for link in document.links] == [
        ("Alder", "https://tides.example/ports/alder.html"),
        ("other", "https://other.example/x?a=1&b=2"),
        ("Home", "https://tides.example/home"),
    ]


def test_library_pages_link_to_files_and_bases_are_followed(reading):
    document = reading("<base href='sub/'><p><a href='b.html'>B</a></p>", url="file:///docs/a.html")
    assert [link.url for link in document.links] == ["file:///docs/sub/b.html"]


def test_a_refresh_target_is_the_first_link(reading):
    document = reading("<meta http-equiv=refresh content='0; url=/moved'><p><a href='/x'>x</a></p>")
    assert document.links[0].url == "https://tides.example/moved"


def test_links_are_bounded(reading):
    document = reading("".join(f"<p><a href='/{number}'>{number}</a></p>" for number in range(2_500)))
    assert len(document.links) == 2_000


def test_metadata_comes_from_the_page(reading):
    document = reading(
        "<html lang='en-GB'><head><meta property='og:title' content='Tides'><meta name=author content='A. Kent'>"
        "<meta property='og:site_name' content='Harbour Board'></head><script type='application/ld+json'>"
        '{"@graph":[{"headline":"x","datePublished":"2019-03-04T10:00:00Z","author":[{"name":"B. Lee"}]}]}</script>'
        "<p>Text.</p>"
    )
    assert (document.title, document.site, document.author) == ("Tides", "Harbour Board", "A. Kent")
    assert (document.date, document.language) == ("2019-03-04", "en-GB")


def test_self_closed_elements_of_xhtml_do_not_swallow_the_page(reading, shown):
    document = reading(
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head>'
        '<body><p><a id="here"/>Text of the <b/>page.</p></body></html>'
    )
    assert shown(document) == [("paragraph", "Text of the page.")]


def test_formulas_are_their_tex(reading):
    document = reading(
        "<p>Height <math><mi>h</mi><annotation encoding='application/x-tex'>h_0 + a</annotation></math>"
        " above datum.</p>"
    )
    assert document.text() == "Height h_0 + a above datum."


def test_reading_twice_gives_the_same(reading):
    assert reading(SPHINX) == reading(SPHINX)


def test_right_to_left_text_is_kept_as_written(reading):
    text = "يبلغ المدّ في الميناء 4.2 متر حسب جدول عام 2019"
    document = reading(f"<html lang=ar><body dir=rtl><article><p>{text}</p></article></body></html>")
    assert (document.text(), document.language) == (text, "ar")
