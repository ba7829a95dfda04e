"""Plain words become a query that cannot break, and that finds words however they are written."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.library.query import parse
from engine.library.words import joined_names, same_family, subject_words


def test_stop_words_are_dropped_and_neighbours_kept() -> None:
    query = parse("How does asyncio handle task cancellation and timeouts?")
    assert query.terms == ("asyncio", "handle", "task", "cancellation", "timeouts")
    assert ("task", "cancellation") in query.pairs
    assert query.near == (("cancellation", "timeouts"),)


def test_names_in_code_are_searched_whole_and_split() -> None:
    query = parse("What does asyncio.wait_for() raise?")
    assert query.names == ("asyncio wait for",)
    assert query.terms == ("asyncio", "wait", "raise")
    assert parse("ThreadPoolExecutor").names == ("thread pool executor",)


def test_neighbours_are_also_tried_as_one_word() -> None:
    assert "backup" in parse("How do I back up a database?").compounds


def test_a_query_of_stop_words_only_is_searched_as_it_stands() -> None:
    assert parse("How to be").terms == ("how", "to", "be")
    assert not parse("?! ...")


def test_a_stop_word_in_capitals_is_the_name_of_something() -> None:
    assert "explain" in parse("How do I read the output of EXPLAIN?").terms
    assert "explain" not in parse("Explain the output of a query").terms
    assert "with" not in parse("WORK WITH TABLES").terms


def test_chinese_and_japanese_are_split_into_characters() -> None:
    assert parse("数据库").names == ("数 据 库",)


def test_words_of_one_family() -> None:
    assert same_family("partition", "partitioning")
    assert same_family("file", "files")
    assert not same_family("test", "text")
    assert not same_family("internal", "international")


def test_subject_is_the_title_without_number_and_site() -> None:
    assert subject_words("14.1. Using EXPLAIN") == ["explain"]
    assert subject_words("Coroutines and Tasks — Example 3.11 documentation") == ["coroutines", "tasks"]


def test_joined_names_are_told_apart() -> None:
    assert joined_names("a ThreadPoolExecutor and getItem, HTTPServer, plain Word") == (
        "Thread Pool Executor get Item HTTP Server"
    )


@pytest.fixture(scope="module")
def words() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5 (body, tokenize = 'porter unicode61')")
    return connection


@given(st.text(max_size=300))
def test_no_text_makes_a_broken_query(words: sqlite3.Connection, text: str) -> None:
    for phrase in parse(text).phrases():
        words.execute("SELECT * FROM words WHERE words MATCH ?", (f'"{phrase}"',)).fetchall()
    for first, second in parse(text).pairs + parse(text).near:
        words.execute("SELECT * FROM words WHERE words MATCH ?", (f'NEAR("{first}" "{second}", 6)',)).fetchall()
