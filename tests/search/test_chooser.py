"""The search setting."""

from __future__ import annotations

import pytest

from engine.errors import InputError
from engine.search.chooser import providers_from
from engine.search.merged import MergedSearch
from engine.search.searxng import SearXng


def test_one_name_is_one_provider() -> None:
    choice = providers_from("searxng:http://localhost:8080")
    assert isinstance(choice.provider, SearXng)
    assert (choice.hosted, choice.names) == (False, ("searxng",))


def test_several_are_merged_and_hosted_stands_apart() -> None:
    keys = {"tavily": "k", "brave": "k"}
    choice = providers_from(" searxng:search.example:8080/x , Tavily,brave,duckduckgo,hosted", keys)
    assert isinstance(choice.provider, MergedSearch)
    assert choice.provider.name == "searxng + tavily + brave + duckduckgo"
    assert choice.hosted
    assert providers_from(["hosted"]).provider is None


@pytest.mark.parametrize("setting", ["", " , ", []])
def test_nothing_is_no_search(setting: str | list[str]) -> None:
    assert providers_from(setting) == providers_from("")
    assert providers_from("").provider is None


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("gogle", ["gogle", "searxng:URL", "tavily", "brave", "duckduckgo", "hosted"]),
        ("searxng", ["address"]),
        ("searxng:ftp://x.example", ["http"]),
        ("searxng:http://user:secret@x.example", ["user name"]),
        ("tavily", ["key", "TAVILY_API_KEY"]),
        ("brave", ["key", "BRAVE_API_KEY"]),
    ],
)
def test_what_cannot_be_used_is_said(setting: str, words: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        providers_from(setting, {"brave": " "})
    assert all(word in str(caught.value) for word in words)
    assert "secret" not in str(caught.value)
