"""Reading a page costs a small multiple of parsing it, whatever machine this is."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from lxml import etree

from researcher_container.reader.encoding import decode

SECTION = """<section id="s{n}"><h2>Port {n}<a class="headerlink" href="#s{n}">¶</a></h2>
<p>The <code><span class="pre">range</span></code> at <a class="reference internal" href="p{n}.html"><span>port
{n}</span></a> is <em>4.2 m</em> at springs, as the table of the harbour board has it since 2019.</p>
<ul class="simple"><li><p>neap tides</p></li><li><p>spring tides</p></li></ul>
<div class="highlight"><pre><span></span><span class="k">read</span><span class="p">(</span><span>{n}</span>
</pre></div></section>"""


def best_cpu_s(work: Callable[[], object]) -> float:
    """Return the least processor time of five runs, without garbage collection, as in the children of the reader."""
    taken = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            start = time.process_time()
            work()
            taken.append(time.process_time() - start)
    finally:
        gc.enable()
    return min(taken)


def test_a_megabyte_of_html_costs_a_small_multiple_of_its_parsing(reading) -> None:
    sections = "".join(SECTION.format(n=number) for number in range(2_200))
    page = f"<html><body><main>{sections}</main></body></html>".encode()
    assert 1_000_000 < len(page) < 1_500_000
    parse = best_cpu_s(lambda: etree.fromstring(page, etree.HTMLParser(encoding="utf-8", huge_tree=True)))
    assert best_cpu_s(lambda: reading(page)) < 15 * parse


def test_deciding_the_encoding_of_a_page_costs_less_than_parsing_it() -> None:
    page = b"<html><head><meta charset=utf-8></head><body>" + "<p>naïve – 4.2 m</p>".encode() * 50_000
    parse = best_cpu_s(lambda: etree.fromstring(page, etree.HTMLParser(encoding="utf-8", huge_tree=True)))
    assert best_cpu_s(lambda: decode(page, "", is_markup=True)) < parse
