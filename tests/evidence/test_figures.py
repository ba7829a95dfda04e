"""Numbers, units and dates of a sentence, against its quotes."""

from __future__ import annotations

import pytest

from engine.evidence.figures import figures, unmatched


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("It reaches 4.2 m.", "reaches 4.2 m at noon"),
        ("It reaches 4.2 m.", "erreicht 4,2 Meter"),
        ("It costs $3,500.", "a price of $3,500 or more"),
        ("Some 3.5 million people", "3,500,000 people"),
        ("Some 3 500 000 people", "3.5 million people"),
        ("It grew by 45 percent.", "grew by 45%"),
        ("On 5 March 2019 it rose.", "2019-03-05: it rose"),
        ("In March 2019 it rose.", "on March 5, 2019 it rose"),
        ("In 2019 it rose.", "on 5. März 2019"),
        ("Of 12 harbours two agree.", "twelve harbours"),
        ("Python 3.11.7 mends it.", "fixed in version 3.11.7"),
        ("The range 10-20 km holds.", "from 10 to 20 km"),
        ("The 2nd gauge fails.", "gauge 2 fails"),
        ("It fell to -5 °C.", "minimum −5 °C"),
        ("COVID-19 and x86 spread.", "nothing with figures"),
        ("No figure at all.", ""),
        ("`timeout=30` is the default.", "timeout=30"),
        ("It is 1,000 m deep.", "1 000 m"),
        ("一九年の潮位は4.2 m。", "潮位は4.2 m"),
    ],
)
def test_held(sentence: str, quote: str) -> None:
    assert unmatched(sentence, [quote]) == ()


@pytest.mark.parametrize(
    ("sentence", "quote", "missing"),
    [
        ("It reaches 4.2 m.", "reaches 4.2 feet", ("4.2 m",)),
        ("It reaches 4.2 m.", "reaches 42 m", ("4.2 m",)),
        ("It reaches 4.2 m.", "reaches 14.2 m", ("4.2 m",)),
        ("It rose in 2018 by 45 %.", "in 2019 by 45 %", ("2018",)),
        ("On 6 March 2019 it rose.", "on 5 March 2019", ("6 March 2019",)),
        ("It costs $3,500.", "it costs €3,500", ("$3,500",)),
        ("Some 3.5 million people", "3.5 billion people", ("3.5 million",)),
        ("It fell to -5 °C.", "it rose to 5 °C", ("-5 °C",)),
        ("Python 3.11.7 mends it.", "fixed in 3.11.8", ("3.11.7",)),
        ("Between 10 and 20.", "between 10 and 30", ("20",)),
        ("It is 5 and 5.", "", ("5",)),
        ("It holds 4 KB.", "It holds 4 KiB.", ("4 KB",)),
    ],
)
def test_missing(sentence: str, quote: str, missing: tuple[str, ...]) -> None:
    assert unmatched(sentence, [quote]) == missing


def test_any_quote_of_the_sentence_may_hold_a_figure() -> None:
    assert unmatched("From 10 to 20.", ["ten first", "then 20"]) == ()


def test_figures_are_shown_as_written() -> None:
    shown = [figure.shown for figure in figures("On 5 March 2019, 4,2 m or $3.5 million.")]
    assert shown == ["5 March 2019", "4,2 m", "$3.5 million"]
