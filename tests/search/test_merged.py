"""Several providers as one."""

from __future__ import annotations

import asyncio

import pytest

from engine.errors import SearchError
from engine.search.endpoint import search_error
from engine.search.merged import MergedSearch
from engine.search.port import Hit


class Scripted:
    """Answers with the same addresses, or error, every time."""

    def __init__(self, name: str, *answers: str | SearchError) -> None:
        self.name, self.answers, self.asked, self.closed = name, answers, 0, False

    async def search(self, query: str, limit: int) -> list[Hit]:
        self.asked += 1
        for answer in self.answers:
            if isinstance(answer, SearchError):
                raise answer
        return [Hit(url=str(url), title=self.name) for url in self.answers]

    async def aclose(self) -> None:
        self.closed = True


async def test_turn_by_turn_and_each_page_once() -> None:
    one = Scripted("one", "https://a.example/1?utm_source=openai", "https://a.example/2", "https://a.example/3")
    two = Scripted("two", "http://www.a.example/1/", "https://a.example/2?id=7", "https://b.example/")
    hits = await MergedSearch([one, two]).search("x", 10)
    assert [one.url for one in hits] == [
        "https://a.example/1?utm_source=openai",
        "https://a.example/2",
        "https://a.example/2?id=7",
        "https://a.example/3",
        "https://b.example/",
    ]
    assert len(await MergedSearch([one, two]).search("x", 2)) == 2


async def test_a_failing_provider_hands_over_with_one_note() -> None:
    notes: list[str] = []
    broken = Scripted("broken", search_error("timeout", "Broken did not answer in time."))
    search = MergedSearch([broken, Scripted("two", "https://b.example/")], notes.append)
    for _ in range(4):
        assert [one.url for one in await search.search("x", 5)] == ["https://b.example/"]
    assert len(notes) == 1
    assert "Broken did not answer" in notes[0]
    assert broken.asked == 2  # then it rests


async def test_a_wrong_key_rests_at_once() -> None:
    broken = Scripted("broken", search_error("bad_key", "No."))
    search = MergedSearch([broken, Scripted("two")])
    assert await search.search("x", 5) == []
    await search.search("x", 5)
    assert broken.asked == 1


async def test_all_failing_is_an_error_that_names_each() -> None:
    one = Scripted("one", search_error("timeout", "One is slow."))
    two = Scripted("two", search_error("bad_key", "Two has no key.", "Enter it."))
    search = MergedSearch([one, two])
    for _ in range(3):
        with pytest.raises(SearchError) as caught:
            await search.search("x", 5)
    assert "One is slow." in str(caught.value)
    assert one.asked == 3  # with nobody else left, those that may recover are asked still


async def test_providers_are_asked_at_the_same_time() -> None:
    meeting = asyncio.Barrier(2)

    class Meets(Scripted):
        async def search(self, query: str, limit: int) -> list[Hit]:
            async with asyncio.timeout(5):
                await meeting.wait()
            return await super().search(query, limit)

    hits = await MergedSearch([Meets("one", "https://a.example/"), Meets("two", "https://b.example/")]).search("x", 5)
    assert len(hits) == 2


async def test_closing_closes_each() -> None:
    one, two = Scripted("one"), Scripted("two")
    await MergedSearch([one, two]).aclose()
    assert one.closed
    assert two.closed
