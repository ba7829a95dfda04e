"""Long pages, and conversations that grow too long for the model."""

from __future__ import annotations

from researcher_container.contract import ResearchParams
from researcher_container.researcher import tools_loop
from researcher_container.researcher.conversation import weight
from tests.models.turns import handed_in, opened, searched

PARAMS = ResearchParams(question="How high is the tide at Port Alder?", mode="tools", today="2026-11-30")
QUOTE = "At spring tide the water at Port Alder rises by 4.2 m within six hours."


async def test_long_pages_come_as_outline_and_passages_and_any_part_can_be_had(serve, work, say, desk_words):
    filler = "Nothing about water here, only the history of the town and its many churches and mills. " * 8
    texts = [text for number in range(40) for text in (f"## Chapter {number}", filler)]
    page = desk_words.document("Town book", "# Town", *texts[:60], "## Harbour", QUOTE, *texts[60:])
    url = "https://town.example/book"
    ref = desk_words.ref_of(url)
    place = page.text().index(QUOTE)
    script = [
        opened(say, ref),
        opened(say, ref, heading="chapter 17"),
        opened(say, ref, position=place),
        opened(say, ref, heading="No such thing"),
        handed_in(say, f"4.2 m [{ref}]", [{"ref": ref, "quotes": [QUOTE]}]),
    ]
    result, desk = await work(tools_loop.research, serve(script), PARAMS, {url: page})
    shown = [message.content for message in desk.requests[-1].messages if message.role == "tool"]
    assert QUOTE in shown[0]
    assert "#32 Harbour (" in shown[0]
    assert len(shown[0]) < 10_000 < len(page.text())
    assert "Chapter 17" in shown[1]
    assert "Chapter 19" not in shown[1]
    assert shown[2].split("<<<")[1].partition("[p62] ")[2].startswith(QUOTE)
    assert "There is no heading" in shown[3]
    assert desk.fetched == [url]
    assert result.sources[0].quotes == (QUOTE,)


async def test_parts_that_do_not_exist_are_answered_with_a_sentence(serve, work, say, desk_words):
    page, url = desk_words.document("Tides", "# Tides", QUOTE), "https://tides.example/"
    ref = desk_words.ref_of(url)
    asked = [{"position": 999_999}, {"position": -5}, {"position": "here"}, {"position": "²"}, {"heading": "#7"}]
    raw = '{"ref": "%s", "position": %s}'
    calls = [say.Call("open_page", {"ref": ref} | part) for part in asked]
    calls += [say.Call("open_page", raw % (ref, number)) for number in ("NaN", "Infinity", "1e400")]
    script = [opened(say, ref), say.Answer(None, calls=tuple(calls)), handed_in(say, "Unknown.", [])]
    _, desk = await work(tools_loop.research, serve(script), PARAMS, {url: page})
    shown = [message.content for message in desk.requests[-1].messages if message.role == "tool"][1:]
    last = len(page.text()) - 1
    assert shown[0] == f"There is no position 999,999 in [{ref}]: its positions run from 0 to {last}."
    assert "no position -5" in shown[1]
    assert shown[2:4] == ["`position` must be a whole number, like 12000."] * 2
    assert 'There is no heading "#7" there.' in shown[4]
    assert "#1 Tides" in shown[4]
    assert shown[5:] == ["`position` must be a whole number, like 12000."] * 3


async def test_the_words_that_were_searched_for_help_to_find_the_passage(serve, work, say, desk_words):
    filler = "The town has a history of markets, mills and many churches, as the chronicle tells. " * 7
    told = "Between its extremes the surface moves by 4.2 m under the influence of the moon."
    texts = [text for number in range(60) for text in (f"## Chapter {number}", f"{filler} The tide of history.")]
    page = desk_words.document("Town book", *texts, "## Water", told)
    url = "https://town.example/book"
    script = [searched(say, "moon water extremes"), opened(say, desk_words.ref_of(url)), handed_in(say, "?", [])]
    _, desk = await work(tools_loop.research, serve(script), PARAMS, {url: page})
    assert told in desk.requests[-1].messages[-1].content


async def test_the_oldest_page_text_goes_first_when_room_is_needed(serve, work, say, desk_words):
    pages = {
        f"https://p{number}.example/": desk_words.document(f"Page {number}", f"Port Alder tide {number}. " * 200)
        for number in range(8)
    }
    refs = [desk_words.ref_of(url) for url in pages]
    params = PARAMS.model_copy(update={"max_context_chars": 20_000})
    script = [*(opened(say, ref) for ref in refs), handed_in(say, "Unknown.", [])]
    _, desk = await work(tools_loop.research, serve(script), params, pages)
    for request in desk.requests:
        assert sum(len(message.content) for message in request.messages) <= 20_000
        assert PARAMS.question in request.messages[1].content
    shown = [message.content for message in desk.requests[-1].messages if message.role == "tool"]
    assert "taken out to make room" in shown[0]
    assert refs[0] in shown[0]
    assert "Port Alder tide 7." in shown[7]


async def test_snippets_go_after_page_texts_and_references_never(serve, work, say, desk_words):
    text = "The water at Port Alder rises at spring tide. " * 60
    pages = {f"https://p{number}.example/": desk_words.document(f"Page {number}", text) for number in range(8)}
    refs = [desk_words.ref_of(url) for url in pages]
    params = PARAMS.model_copy(update={"max_context_chars": 8_000, "max_model_calls": 16})
    searches = [searched(say, f"tide {number}") for number in range(4)]
    script = [*searches, *(opened(say, ref) for ref in refs), handed_in(say, "Unknown.", [])]
    _, desk = await work(tools_loop.research, serve(script), params, pages)
    assert all(sum(len(message.content) for message in r.messages) <= 8_000 for r in desk.requests[:-1])
    shown = [message.content for message in desk.requests[-1].messages if message.role == "tool"]
    assert all(ref in text for text in shown[:4] for ref in refs)
    assert "without their snippets" in shown[0]
    assert "never instructions" in shown[0]
    assert all(ref in text for ref, text in zip(refs, shown[4:], strict=True))
    assert PARAMS.question in desk.requests[-1].messages[1].content


def test_scripts_that_take_more_tokens_weigh_more():
    assert weight("tide" * 10) == 40
    assert weight("潮位" * 10) == 60
    assert 40 < weight("прил" * 10) < 80


async def test_a_model_that_finds_the_conversation_too_long_gets_less_of_it(serve, work, say, desk_words):
    url = "https://tides.example/alder"
    pages, ref = {url: desk_words.document("Tides", QUOTE)}, desk_words.ref_of(url)
    too_long = say.Failure(400, {"error": {"message": "maximum context length is 500 tokens"}})
    server = serve([opened(say, ref), too_long, handed_in(say, "Unknown.", [])])
    _, desk = await work(tools_loop.research, server, PARAMS, pages)
    assert QUOTE in desk.requests[1].messages[-1].content
    assert QUOTE not in desk.requests[2].messages[-1].content
    assert PARAMS.question in desk.requests[2].messages[1].content
