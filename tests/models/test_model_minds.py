"""Planner, reviewer and writer with a language model: over a real socket, checked by code, mended once."""

from __future__ import annotations

import json

import pytest

from engine.agents.model.planner import ModelPlanner
from engine.agents.model.report_frame import ReportFrame
from engine.agents.model.reviewer import ModelReviewer
from engine.agents.model.standalone import leaning
from engine.agents.model.writer import ModelWriter
from engine.agents.port import PlanTask, ReviewTask, Rewritten, WriteTask
from engine.errors import ModelError, Trouble
from engine.events import ModelAnswered, ModelWaiting
from engine.values import (
    Finding,
    Prices,
    Quote,
    ReportStyle,
    ResearchDossier,
    ReviewDecision,
    RunOptions,
    Source,
)

GOOD = [
    "How high does the tide rise at Port Alder at spring tide?",
    "Which tide gauges have measured the water level at Port Alder since 1990?",
    "How do storms change the water level at Port Alder?",
    "What is disputed about the tide tables of Port Alder?",
]
PLAN = PlanTask(topic="Tides at Port Alder", options=RunOptions(mode="model"), min_questions=4, max_questions=6)
DOSSIER = ResearchDossier(
    topic="Tides at Port Alder",
    wave=1,
    findings=(
        Finding(wave=1, researcher=1, question=GOOD[0], answer="It rises by 4.2 m [S1].", confidence=0.8),
        Finding(wave=1, researcher=2, question=GOOD[1], error=Trouble(kind="x", title="Its sandbox was killed.")),
        Finding(wave=1, researcher=3, question=GOOD[2], answer="Up to 1 m [S2].", gaps=("Storms before 1990.",)),
    ),
    sources=(
        Source(
            id="S1",
            url="https://tides.example/alder",
            title="Tide tables",
            site="tides.example",
            quotes=(
                Quote(id="S1.1", text="The water rises by 4.2 m.", status="found", page=3),
                Quote(id="S1.2", text="It rises by 9 m.", status="not_found"),
            ),
        ),
        Source(id="S2", url="https://survey.example/"),
    ),
)
REVIEW = ReviewTask(dossier=DOSSIER, options=RunOptions(mode="model"), remaining_waves=1, asked=tuple(GOOD))
APPROVED = ReviewDecision(status="approved", rationale="Good.")
WRITE = WriteTask(dossier=DOSSIER, decision=APPROVED, options=RunOptions(mode="model"))
FOLLOW_UPS = ["Which storms raised the water at Port Alder?", "When was the gauge of Port Alder last calibrated?"]


def answered(say, **value):
    return say.Answer(json.dumps(value))


def sent(server, number=-1):
    return server.requests[number]["body"]["messages"]


# --- the planner ----------------------------------------------------------------------------------------


async def test_a_good_plan_takes_one_call_and_is_told(serve, connect, say):
    events = []
    server = serve([answered(say, questions=GOOD)])
    plan = await ModelPlanner(connect(server)).plan(PLAN, events.append)
    assert plan.questions == tuple(GOOD)
    assert [type(event) for event in events] == [ModelAnswered]
    assert events[0].role == "planner"
    assert events[0].usage.input_tokens > 0
    assert events[0].elapsed_s > 0
    assert "Topic:\nTides at Port Alder" in sent(server)[1]["content"]
    assert "between 4 and 6" in sent(server)[1]["content"]


BAD_PLANS = [
    (GOOD[:2], "There are 2 different questions; 4 to 6 are wanted."),
    ([*GOOD, GOOD[0].upper()] * 2 + ["What is x?", "What is y?", "What is z?"], "There are 7 different"),
    ([*GOOD[:3], "How does this affect the harbour?"], '"How does this affect'),
    ([*GOOD[:3], "What about it in winter?"], '"What about it'),
    ([*GOOD[:3], "Which of the above figures is the newest?"], '"the above"'),
    ([*GOOD[:3], "  "], "There are 3 different"),
]


@pytest.mark.parametrize(("questions", "complaint"), BAD_PLANS)
async def test_a_plan_that_cannot_be_used_is_mended_once(serve, connect, say, questions, complaint):
    server = serve([answered(say, questions=questions), answered(say, questions=GOOD)])
    plan = await ModelPlanner(connect(server)).plan(PLAN, lambda event: None)
    assert plan.questions == tuple(GOOD)
    assert complaint in sent(server)[-1]["content"]
    assert len(server.requests) == 2


async def test_list_marks_and_repeated_questions_are_taken_out(serve, connect, say):
    marked = [f"{number}. {question}" for number, question in enumerate(GOOD, 1)]
    server = serve([answered(say, questions=[*marked, GOOD[0] + " "])])
    plan = await ModelPlanner(connect(server)).plan(PLAN, lambda event: None)
    assert plan.questions == tuple(GOOD)


async def test_too_many_questions_are_cut_and_too_few_are_topped_up(serve, connect, say):
    many = [*GOOD, "What is a neap tide?", "What is a tide gauge?", "What is a datum?", "What is an ebb?"]
    server = serve([answered(say, questions=many)] * 2)
    plan = await ModelPlanner(connect(server)).plan(PLAN, lambda event: None)
    assert plan.questions == tuple(many[:6])
    server = serve([answered(say, questions=GOOD[:2]), answered(say, questions=GOOD[1:4])])
    plan = await ModelPlanner(connect(server)).plan(PLAN, lambda event: None)
    assert sorted(plan.questions) == sorted(GOOD)


async def test_a_planner_that_fails_twice_is_a_clear_error(serve, connect, say):
    server = serve([answered(say, questions=["Why?"])] * 2)
    with pytest.raises(ModelError, match="gave 1 questions where 4 are needed, twice"):
        await ModelPlanner(connect(server)).plan(PLAN, lambda event: None)


async def test_the_language_and_an_exact_number_are_asked_for(serve, connect, say):
    options = RunOptions(mode="model", language="German")
    task = PLAN.model_copy(update={"options": options, "max_questions": 4})
    server = serve([answered(say, questions=GOOD)])
    await ModelPlanner(connect(server)).plan(task, lambda event: None)
    assert "Write in this language: German." in sent(server)[1]["content"]
    assert "exactly 4" in sent(server)[1]["content"]


async def test_waiting_is_told(serve, connect, say, clock):
    events = []
    server = serve([say.Failure(429, "", {"Retry-After": "9"}), answered(say, questions=GOOD)])
    until = clock.time + 9
    await ModelPlanner(connect(server)).plan(PLAN, events.append)
    assert events[0] == ModelWaiting(until=until, why="The model's server asks to slow down.")


@pytest.mark.parametrize(
    "question",
    [
        "Is it true that Port Alder floods every year?",
        "What is known about the harbour of Port Alder?",
        "How does the harbour protect these ships: Alma, Berta and Cäcilie?",
        "Andorra's rivers: how long are they?",
        "Which of Python's exceptions derive from BaseException?",
    ],
)
def test_questions_that_stand_alone_are_left_alone(question):
    assert leaning(question) == ""


# --- the reviewer ---------------------------------------------------------------------------------------


async def test_an_approval(serve, connect, say):
    events = []
    server = serve([answered(say, status="Approved", rationale="Covers it.", follow_up_questions=None)])
    decision = await ModelReviewer(connect(server)).review(REVIEW, events.append)
    assert decision == ReviewDecision(status="approved", rationale="Covers it.")
    assert events[0].role == "reviewer"
    assert events[0].wave == 1
    asked = sent(server)[1]["content"]
    assert "This is wave 1. 1 more wave is possible." in asked
    assert "This researcher failed: Its sandbox was killed." in asked
    assert "Not found out: Storms before 1990." in asked
    assert '  [S1.1] "The water rises by 4.2 m." (page 3)' in asked
    assert '  [S1.2] "It rises by 9 m." (not found in its source)' in asked
    assert all(question in asked for question in GOOD)


async def test_a_wish_for_more(serve, connect, say):
    more = answered(say, status="needs_more_research", rationale="Storms.", follow_up_questions=FOLLOW_UPS)
    decision = await ModelReviewer(connect(serve([more]))).review(REVIEW, lambda event: None)
    assert decision.status == "needs_more_research"
    assert decision.follow_up_questions == tuple(FOLLOW_UPS)


BAD_FOLLOW_UPS = [
    (FOLLOW_UPS[:1], "2 to 4 are wanted"),
    ([*FOLLOW_UPS, GOOD[0].lower()], "was asked already"),
    ([FOLLOW_UPS[0], "How old is [S1]?"], "[S1]"),
]


@pytest.mark.parametrize(("follow_ups", "complaint"), BAD_FOLLOW_UPS)
async def test_follow_ups_that_cannot_be_used_are_mended_once(serve, connect, say, follow_ups, complaint):
    first = answered(say, status="needs_more_research", rationale="Storms.", follow_up_questions=follow_ups)
    second = answered(say, status="needs_more_research", rationale="Storms.", follow_up_questions=FOLLOW_UPS)
    server = serve([first, second])
    decision = await ModelReviewer(connect(server)).review(REVIEW, lambda event: None)
    assert decision.follow_up_questions == tuple(FOLLOW_UPS)
    assert complaint in sent(server)[-1]["content"]


async def test_a_wish_without_questions_twice_is_an_approval_with_gaps(serve, connect, say):
    wish = answered(say, status="needs_more_research", rationale="More!", follow_up_questions=[GOOD[0], GOOD[0]])
    decision = await ModelReviewer(connect(serve([wish, wish]))).review(REVIEW, lambda event: None)
    assert decision.status == "approved"
    assert decision.with_gaps
    assert decision.rationale.startswith("More!")


async def test_without_a_further_wave_a_wish_is_an_approval_at_the_limit(serve, connect, say):
    task = REVIEW.model_copy(update={"remaining_waves": 0})
    server = serve([answered(say, status="needs_more_research", rationale="Storms are missing.")])
    decision = await ModelReviewer(connect(server)).review(task, lambda event: None)
    assert (decision.status, decision.by, decision.with_gaps) == ("approved", "limit", True)
    assert decision.rationale == "Storms are missing."
    assert "No further wave is possible" in sent(server)[1]["content"]
    assert len(server.requests) == 1


async def test_more_follow_ups_than_four_are_cut(serve, connect, say):
    many = [*FOLLOW_UPS, "What is a neap tide?", "What is a datum?", "What is an ebb?"]
    wish = answered(say, status="needs_more_research", rationale="More.", follow_up_questions=many)
    decision = await ModelReviewer(connect(serve([wish, wish]))).review(REVIEW, lambda event: None)
    assert decision.follow_up_questions == tuple(many[:4])


# --- the writer -----------------------------------------------------------------------------------------


async def written(model, task=WRITE, events=None):
    events = [] if events is None else events
    return "".join([piece async for piece in ModelWriter(model).write(task, events.append)])


async def test_a_report_is_streamed(serve, connect, say):
    report = "# Tides\n\n## Executive summary\n\nThe water rises by 4.2 m [S1.1]."
    events = []
    server = serve([say.Answer(report, piece_chars=7)])
    pieces = [piece async for piece in ModelWriter(connect(server)).write(WRITE, events.append)]
    assert "".join(pieces) == report
    assert len(pieces) > 5
    assert [event.role for event in events] == ["writer"]
    assert server.requests[0]["stream"]
    assert "## Executive summary" in sent(server)[0]["content"]
    assert '[S1.1] "The water rises by 4.2 m."' in sent(server)[1]["content"]


@pytest.mark.parametrize("size", [1, 3, 50])
@pytest.mark.parametrize(
    "wrapped",
    [
        "Sure! Here is the report:\n\n{}",
        "```markdown\n{}\n```",
        "Here it is:\n```md\n{}\n```\n",
        "<think># Draft\nno</think>{}",
    ],
)
async def test_what_is_wrapped_around_a_report_is_taken_off(serve, connect, say, wrapped, size):
    report = "# Tides\n\nText with `code`.\n\n```python\nprint(1)\n```\n\nEnd [S1.1]."
    model = connect(serve([say.Answer(wrapped.format(report), piece_chars=size)]))
    assert (await written(model)).strip() == report


async def test_a_report_without_a_title_comes_whole(serve, connect, say):
    text = "The water rises. " * 60
    assert await written(connect(serve([say.Answer(text)]))) == text.strip() + " "
    assert await written(connect(serve([say.Answer("Short.")]))) == "Short."


async def test_a_report_that_breaks_off_is_an_error(serve, connect, say):
    frame = b'data: {"choices": [{"delta": {"content": "# Tides\\n\\nThe water"}}]}\n\n'
    events = []
    with pytest.raises(ModelError, match="broke off"):
        await written(connect(serve([say.Raw((frame,))])), events=events)
    # It was paid for: about what went out and what came.
    (event,) = events
    assert (event.role, event.is_failed, event.usage.estimated) == ("writer", True, True)
    assert event.usage.input_tokens > 100
    assert event.usage.output_tokens == 5


async def test_the_reservation_and_the_language_reach_the_writer(serve, connect, say):
    decision = ReviewDecision(status="approved", rationale="Storms are missing.", by="limit", with_gaps=True)
    task = WRITE.model_copy(update={"decision": decision, "options": RunOptions(mode="model", language="German")})
    server = serve([say.Answer("# Gezeiten")])
    await written(connect(server), task)
    asked = sent(server)[1]["content"]
    assert "Storms are missing." in asked
    assert "German" in asked


async def test_a_huge_dossier_is_shortened_evenly_and_keeps_every_id(serve, connect, say):
    sources = tuple(
        Source(
            id=f"S{number}",
            url=f"https://p{number}.example/",
            quotes=tuple(Quote(id=f"S{number}.{nth}", text="word " * 80, status="found") for nth in range(1, 7)),
        )
        for number in range(1, 151)
    )
    findings = tuple(
        Finding(wave=1, researcher=number, question=f"Question {number}?", answer="Long. " * 3_000)
        for number in range(1, 17)
    )
    dossier = ResearchDossier(topic="T", wave=1, findings=findings, sources=sources)
    server = serve([say.Answer("# T")])
    await written(connect(server), WRITE.model_copy(update={"dossier": dossier}))
    asked = sent(server)[1]["content"]
    assert len(asked) < 250_000
    assert all(f"[S{number}.1]" in asked for number in range(1, 151))
    assert all(f"Question {number}?" in asked for number in range(1, 17))


def test_the_frame_lets_headings_of_any_level_begin():
    frame = ReportFrame()
    assert frame.feed("Hello.\n") == ""
    assert frame.feed("## Summary\nx") + frame.finish() == "## Summary\nx"


# --- sections ------------------------------------------------------------------------------------------


def in_sections(*sections, **options):
    report = ReportStyle(sections=sections, length="short", tone="plain")
    return WRITE.model_copy(update={"options": RunOptions(mode="model", report=report, **options)})


async def settled(model, task, events=None):
    pieces = [piece async for piece in ModelWriter(model).write(task, (events if events is not None else []).append)]
    assert isinstance(pieces[-1], Rewritten)
    return pieces[-1].markdown


async def test_a_missing_section_is_asked_for_once_and_put_in_its_place(serve, connect, say):
    events = []
    first = "# Tides\n\nIt rises.\n\n## Storms\n\nUp to 1 m [S2].\n\n## Limitations\n\nFew sources."
    server = serve([say.Answer(first), say.Answer("## Heights\n\nIt rises by 4.2 m [S1.1].")])
    text = await settled(connect(server), in_sections("Heights", "Storms"), events)
    assert text == (
        "# Tides\n\nIt rises.\n\n## Heights\n\nIt rises by 4.2 m [S1.1].\n\n## Storms\n\nUp to 1 m [S2].\n\n"
        "## Limitations\n\nFew sources.\n"
    )
    assert len(server.requests) == 2
    assert "## Heights\n## Storms" in sent(server, 0)[0]["content"]
    assert "neither the field nor its words" in sent(server, 0)[0]["content"]
    assert "## Heights" in sent(server)[-1]["content"]
    assert "## Storms" not in sent(server)[-1]["content"]
    assert sent(server)[-2] == {"role": "assistant", "content": first}
    assert [event.role for event in events] == ["writer", "writer"]


@pytest.mark.parametrize("status", [0, 500])
async def test_a_section_that_stays_away_is_said_in_the_limitations(serve, connect, say, status):
    again = say.Failure(status, "") if status else say.Answer("I cannot.")
    replies = [say.Answer("# Tides\n\n## Storms\n\nUp to 1 m [S2]."), again, again, again]
    text = await settled(connect(serve(replies)), in_sections("Heights", "Storms"))
    assert text.endswith(
        "## Limitations\n\n- The section “Heights” was asked for and is not there: the model did not write it.\n"
    )


async def test_sections_that_are_right_take_no_second_call(serve, connect, say):
    server = serve([say.Answer("# T\n\nX.\n\n## Storms\n\nUp to 1 m [S2].")])
    await settled(connect(server), in_sections("Storms"))
    assert len(server.requests) == 1


async def test_the_planner_knows_the_sections(serve, connect, say):
    server = serve([answered(say, questions=GOOD)])
    task = PLAN.model_copy(update={"options": in_sections("Heights", "Storms", language="de").options})
    await ModelPlanner(connect(server)).plan(task, lambda event: None)
    asked = sent(server)[1]["content"]
    assert "- Heights\n- Storms" in asked
    assert "Write in this language: German (de)." in asked


async def test_a_known_context_gets_a_dossier_that_fits(serve, connect, say):
    findings = tuple(
        Finding(wave=1, researcher=number, question=f"Question {number}?", answer="Long. " * 3_000)
        for number in range(1, 9)
    )
    dossier = DOSSIER.model_copy(update={"findings": findings})
    options = RunOptions(mode="model", context_tokens=8_192)
    server = serve([say.Answer("# T"), answered(say, status="approved", rationale="Good.")])
    await written(connect(server), WRITE.model_copy(update={"dossier": dossier, "options": options}))
    review = REVIEW.model_copy(update={"dossier": dossier, "options": options})
    await ModelReviewer(connect(server)).review(review, lambda event: None)
    for number in range(2):
        assert sum(len(message["content"]) for message in sent(server, number)) < 8_192 * 3
        assert all(f"Question {n}?" in sent(server, number)[1]["content"] for n in range(1, 9))


# --- what was used and cannot be used -----------------------------------------------------------------------


async def test_answers_that_cannot_be_used_are_counted_and_priced(serve, connect, say):
    events = []
    server = serve([say.Answer("No."), say.Answer("Still no.")])
    options = RunOptions(mode="model", prices=Prices(input_usd_per_million=1.0, output_usd_per_million=2.0))
    with pytest.raises(ModelError, match="no usable answer twice"):
        await ModelPlanner(connect(server)).plan(PLAN.model_copy(update={"options": options}), events.append)
    (event,) = events
    assert (event.is_failed, event.usage.estimated) == (True, False)
    assert event.usage.input_tokens > sum(len(str(entry["body"]["messages"])) for entry in server.requests) // 8
    assert event.cost_usd == pytest.approx((event.usage.input_tokens + 2 * event.usage.output_tokens) / 1e6)


async def test_a_server_that_gives_no_answer_used_nothing(serve, connect, say):
    events = []
    with pytest.raises(ModelError, match="key"):
        await ModelPlanner(connect(serve([say.Failure(401, "")]))).plan(PLAN, events.append)
    assert events == []
