"""The outline of a page, and the section a model means by what it wrote."""

from __future__ import annotations

import pytest

from researcher_container.contract import Block, Document
from researcher_container.researcher import outline

HEADINGS = (
    (1, "Tide tables"),
    (2, "1. Method of measuring"),
    (3, "1.1 Gauges"),
    (2, "2. Results"),
    (3, "2.1 Spring tides"),
    (3, "2.2 Neap tides"),
    (2, "Notes"),
    (2, "Copyright"),
    (3, "Notes"),
    (2, "1999"),
)


def page(*headings):
    blocks = [Block(kind="paragraph", text="What stands above.")]
    for level, text in headings:
        blocks += [Block(kind="heading", text=text, level=level), Block(kind="paragraph", text=f"Of {text}." * 3)]
    return Document(blocks=tuple(blocks))


def test_lines_have_numbers_levels_and_lengths():
    lines = outline.outline(page(*HEADINGS)).splitlines()
    assert lines[0].startswith("#1 Tide tables (")
    assert lines[2].startswith("    #3 1.1 Gauges (")
    assert len(lines) == len(HEADINGS)


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ("#5", 5),
        ("#5 2.1 Spring tides (39)", 5),
        ("5", 5),
        ("2.1 Spring tides", 5),
        ("2.1 SPRING  tides.", 5),
        ("spring tides", 5),
        ("## Spring tides", 5),
        ("- #3 1.1 Gauges", 3),
        ("1.1", 3),
        ("2", 4),
        ("2.", 4),
        ("2.2", 6),
        ("1999", 10),
        ("measuring method", 2),
        ("how the method of measuring works", 2),
        ("Copyrigth", 8),
        ("Spirng tydes", 5),
    ],
)
def test_a_section_is_found_by_number_words_part_or_nearly_the_letters(asked, number):
    assert outline.named(page(*HEADINGS), asked)[0].number == number


@pytest.mark.parametrize("asked", ["", "#0", "#11", "#999999", "77", "2.7", "The price of fish", "# ", "§§§"])
def test_what_is_not_there_is_not_found(asked):
    assert outline.named(page(*HEADINGS), asked) == []


def test_a_section_ends_with_its_last_subsection():
    document = page(*HEADINGS)
    section = outline.named(document, "2. Results")[0]
    text = document.text()[section.start : section.end]
    assert text.startswith("2. Results")
    assert "Of 2.2 Neap tides." in text
    assert "Of Notes." not in text


def test_headings_of_the_same_name_are_all_returned():
    assert [section.number for section in outline.named(page(*HEADINGS), "notes")] == [7, 9]


def test_a_long_outline_leaves_out_the_deepest_and_says_how_many():
    many = [(2 if number % 10 else 1, f"Chapter about the matter {number}") for number in range(400)]
    shown = outline.outline(page(*many), 2_000)
    assert len(shown) < 2_200
    assert "#1 Chapter about the matter 0" in shown
    assert "#11 Chapter about the matter 10" in shown
    assert "matter 11 " not in shown
    assert "(360 more headings; " in shown


def test_a_flat_outline_that_is_too_long_shows_its_beginning():
    shown = outline.outline(page(*((2, f"Chapter about the matter {number}") for number in range(400))), 2_000)
    assert shown.startswith("#1 Chapter about the matter 0 (")
    assert "more headings" in shown
    assert 1_500 < len(shown) < 2_200


def test_a_page_without_headings_has_no_outline():
    assert outline.outline(page()) == ""
