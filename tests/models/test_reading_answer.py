"""The object in a model's answer, and what is done to make it fit: no socket, only texts."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models.reading_answer import UnreadableAnswer, read_answer
from engine.models.reasoning import ReasoningFilter, part
from engine.models.structure import strict_schema
from researcher_container.contract import read_confidence

SCHEMA = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "confidence": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "key_points": {"type": "array", "items": {"type": "string"}},
        "status": {"type": "string", "enum": ["fine", "needs_more_research"], "default": "fine"},
    },
    "required": ["answer", "confidence", "key_points"],
}
RIGHT = {"answer": "Range {3.1} m", "confidence": 0.9, "key_points": ["ebb", "flood"], "status": "fine"}
TEXT = json.dumps({key: value for key, value in RIGHT.items() if key != "status"})
DRAFT = TEXT.replace("Range {3.1} m", "draft")

WRAPPED = {
    "raw": TEXT,
    "byte order mark": "\ufeff" + TEXT,
    "fence with tag": f"```json\n{TEXT}\n```",
    "fence without tag": f"```\n{TEXT}\n```\n",
    "fence in upper case": f"```JSON\n{TEXT}\n```",
    "fence on one line": f"```json {TEXT} ```",
    "tildes": f"~~~json\n{TEXT}\n~~~",
    "prose around": f"Here you are:\n{TEXT}\nHope that helps {{really}}!",
    "foreign fence before": f"```bash\ncurl x.example/{{a,b}}\n```\nSo:\n```json\n{TEXT}\n```\nBye.",
    "foreign fence before bare object": f"```python\nd = {{'answer': 1}}\n```\n{TEXT}",
    "reasoning with a draft": f"<think>\nMaybe {DRAFT} no.\n</think>\n{TEXT}",
    "reasoning with a fenced draft": f"<thinking>```json\n{DRAFT}\n```</thinking>```json\n{TEXT}\n```",
    "closing tag only": f"So {{ answer }}.\n{DRAFT}\n</think>\n\n{TEXT}",
    "square tags": f"[THINK]{DRAFT}[/THINK]{TEXT}",
    "channels": (
        f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>{TEXT}<|return|>"
    ),
    "corrected": f"First:\n```json\n{DRAFT}\n```\nNo, corrected:\n```json\n{TEXT}\n```",
    "encoded twice": json.dumps(TEXT),
    "in a list": f"[{TEXT}]",
    "in a wrapper": f'{{"finding": {TEXT}}}',
    "as a call": f'{{"name": "finding", "arguments": {TEXT}}}',
    "trailing comma": TEXT[:-1] + ",}",
    "single quotes": "{'answer': 'Range {3.1} m', 'confidence': 0.9, 'key_points': ['ebb', 'flood']}",
    "comment": '{"answer": "Range {3.1} m", // sure\n"confidence": 0.9, "key_points": ["ebb", "flood"]}',
    "python words": TEXT.replace("0.9", "0.9, 'x': None").replace('"', '"'),
    "other key style": TEXT.replace("key_points", "keyPoints").replace("answer", "Answer"),
    "extra keys": TEXT[:-1] + ', "mood": "good"}',
}  # fmt: skip


@pytest.mark.parametrize("name", WRAPPED)
def test_the_object_is_found(name):
    assert read_answer(WRAPPED[name], SCHEMA) == RIGHT


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I could not find anything.",
        f"<think>{DRAFT}</think>\nSorry.",
        f"{DRAFT}\n</think>\nSorry.",
        f"<think>{DRAFT}",
        TEXT[:-20],
        f"```json\n{TEXT[:-20]}\n```",
        '{"answer": "x", "confidence": 1, "key_points": ["a", "b"',
        "[1, 2]",
        "null",
    ],
)
def test_a_draft_or_half_an_object_is_never_taken(text):
    with pytest.raises(UnreadableAnswer):
        read_answer(text, SCHEMA)


@given(st.integers(min_value=1, max_value=len(TEXT) - 1))
def test_no_beginning_of_an_answer_passes_as_the_whole(length):
    with pytest.raises(UnreadableAnswer):
        read_answer(TEXT[:length], SCHEMA)


@given(st.text(max_size=300))
def test_no_text_makes_the_reader_fail_otherwise(text):
    with contextlib.suppress(UnreadableAnswer):
        read_answer(text, SCHEMA)


@pytest.mark.parametrize("depth", [200, 20_000])
def test_endless_nesting_is_no_crash(depth):
    with pytest.raises(UnreadableAnswer):
        read_answer('{"a":' * depth, SCHEMA)


def test_tags_that_are_spoken_about_stay():
    text = json.dumps({"answer": "Close it with </think> at the end", "confidence": 1, "key_points": []})
    assert read_answer(text, SCHEMA)["answer"] == "Close it with </think> at the end"
    assert read_answer(f"```json\n{text}\n```", SCHEMA)["answer"] == "Close it with </think> at the end"
    assert part("The tag `</think>` ends it.").answer == "The tag `</think>` ends it."


FIELDS = [
    ("key_points", None, []),
    ("key_points", {}, []),
    ("key_points", "", []),
    ("key_points", "only one", ["only one"]),
    ("key_points", "- first\n- second", ["first", "second"]),
    ("key_points", '["a", "b"]', ["a", "b"]),
    ("key_points", ["a", None, "", {"text": "b"}, {"x": {}}, 7], ["a", "b", "7"]),
    ("confidence", "80 %", 0.8),
    ("confidence", 85, 0.85),
    ("confidence", "high", None),
    ("confidence", {"value": 1}, None),
    ("confidence", [0.5], None),
    ("status", "Needs more research", "needs_more_research"),
    ("status", None, "fine"),
    ("answer", 42, "42"),
    ("answer", ["line one", "line two"], "line one\nline two"),
    ("answer", {"text": "inside"}, "inside"),
]


@pytest.mark.parametrize(("field", "given_value", "read"), FIELDS)
def test_one_wrong_field_is_mended_and_its_siblings_stay(field, given_value, read):
    value = read_answer(json.dumps(RIGHT | {field: given_value}), SCHEMA)
    assert value == RIGHT | {field: read}


def test_what_cannot_be_mended_is_named_for_the_repair_question():
    with pytest.raises(UnreadableAnswer, match="`answer` is missing"):
        read_answer(json.dumps({"confidence": 1, "key_points": []}), SCHEMA)
    with pytest.raises(UnreadableAnswer, match='`status` must be one of "fine", "needs_more_research"'):
        read_answer(json.dumps(RIGHT | {"status": "whatever"}), SCHEMA)


def test_a_bare_list_is_the_only_field_there_is():
    schema = {"type": "object", "properties": {"questions": {"type": "array", "items": {"type": "string"}}}}
    assert read_answer('["a?", "b?"]', schema) == {"questions": ["a?", "b?"]}
    assert read_answer('{"questions": [{"question": "a?"}, "b?"]}', schema) == {"questions": ["a?", "b?"]}


def test_references_and_unions_of_a_pydantic_schema():
    schema = {
        "$defs": {"Part": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}},
        "type": "object",
        "properties": {
            "parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}},
            "one": {"anyOf": [{"$ref": "#/$defs/Part"}, {"type": "null"}]},
        },
        "required": ["parts", "one"],
    }
    value = read_answer('{"parts": [{"n": "3"}, {"m": 1}], "one": "nothing"}', schema)
    assert value == {"parts": [{"n": 3}], "one": None}


CONFIDENCES = [
    (0.42, 0.42), ("0.42", 0.42), ("42%", 0.42), ("42 %", 0.42), (42, 0.42), ("0,42", 0.42),
    ("about 42 percent", 0.42), ("very high", None), ("N/A", None), ("", None),
    (1, 1.0), ("1", 1.0), (0, 0.0), (-3, 0.0), (250, 1.0), ("8/10", 0.8), ("8 out of 10", 0.8), ("likely (0.7)", 0.7),
    (True, None), (False, None), (None, None), ([1], None), ({}, None),
    ("0.6 to 0.8", None), (float("nan"), None), (float("inf"), None), ("5/0", None), ("1.2.3", None),
]  # fmt: skip


@pytest.mark.parametrize(("written", "read"), CONFIDENCES)
def test_confidence_on_any_scale(written, read):
    assert read_confidence(written) == (None if read is None else pytest.approx(read, abs=1e-9))


@given(st.one_of(st.text(max_size=20), st.floats(), st.integers(), st.booleans(), st.none()))
def test_confidence_is_never_outside_its_range(written):
    read = read_confidence(written)
    assert read is None or 0 <= read <= 1


def test_the_strict_form_of_a_schema():
    strict = strict_schema(SCHEMA)
    assert strict["required"] == ["answer", "confidence", "key_points", "status"]
    assert strict["additionalProperties"] is False
    assert strict["properties"]["confidence"] == {"type": ["number", "null"]}
    assert "default" not in strict["properties"]["status"]


@given(st.lists(st.integers(min_value=1, max_value=9), min_size=1, max_size=40))
def test_reasoning_is_taken_out_of_a_stream_however_it_is_cut(sizes):
    thought = "<think>Plan: [S1] < b\n# no</think>\n\n"
    text = f"{thought}# Title [S1.2]\na < b and [THINKING] `</think>`.<think>again</think> End <"
    visible, position, out = ReasoningFilter(), 0, ""
    for size in sizes * 60:
        out += visible.feed(text[position : position + size])
        position += size
    out += visible.feed(text[position:]) + visible.finish()
    assert out == "# Title [S1.2]\na < b and [THINKING] `</think>`. End <"


def test_a_stream_known_to_begin_in_reasoning():
    visible = ReasoningFilter(starts_inside=True)
    assert [visible.feed(piece) for piece in ("so I", " think</th", "ink>\nYes", ".")] == ["", "", "Yes", "."]
    visible = ReasoningFilter(starts_inside=True)
    assert visible.feed("This time without.") + visible.finish() == "This time without."


def test_all_that_comes_before_a_lone_closing_tag_is_reasoning():
    parted = part("<think>one</think>two</think>three")
    assert parted.answer == "three"
    assert "two" in parted.reasoning
    assert parted.closing_only
