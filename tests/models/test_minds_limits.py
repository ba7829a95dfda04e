"""Minds at the limits of their model: small contexts, short outputs, endless reports, second answers that fail."""

from __future__ import annotations

import hashlib
import json

import pytest

from engine.agents.model import writer as writing
from engine.agents.model.planner import ModelPlanner
from engine.agents.model.reviewer import ModelReviewer
from engine.agents.model.writer import MAX_CONTINUATIONS, ModelWriter
from engine.agents.port import PlanTask, ReviewTask, WriteTask
from engine.errors import ModelError
from engine.values import Finding, Quote, ResearchDossier, ReviewDecision, RunOptions, Source

QUOTE = "The water at Port Alder rises by 4.2 m within six hours at spring tide. " * 6
DOSSIER = ResearchDossier(
    topic="Tides at Port Alder",
    wave=1,
    findings=tuple(
        Finding(wave=1, researcher=number, question=f"Question {number}?", answer="It rises [S1]. " * 300)
        for number in range(1, 5)
    ),
    sources=tuple(
        Source(
            id=f"S{number}",
            url=f"https://p{number}.example/",
            quotes=tuple(Quote(id=f"S{number}.{nth}", text=QUOTE, status="found") for nth in range(1, 5)),
        )
        for number in range(1, 9)
    ),
)
OPTIONS = RunOptions(mode="model")
WRITE = WriteTask(dossier=DOSSIER, decision=ReviewDecision(status="approved", rationale="Good."), options=OPTIONS)
REVIEW = ReviewTask(dossier=DOSSIER, options=OPTIONS, remaining_waves=1, asked=("Question 1?",))
TOO_LONG = {"error": {"message": "request exceeds the available context size", "type": "exceed_context_size_error"}}


def taking(say, chars, answer):
    """Play a server whose context holds so many characters."""
    return lambda asked: answer if len(asked.text()) <= chars else say.Failure(400, TOO_LONG)


async def written(model, **settings):
    pieces = []
    async for piece in ModelWriter(model, **settings).write(WRITE, lambda event: None):
        pieces.append(piece)
    return "".join(pieces)


@pytest.mark.parametrize("chars", [30_000, 9_000])
async def test_reviewer_and_writer_shorten_the_dossier_until_it_fits(serve, connect, say, chars):
    server = serve(taking(say, chars, say.Answer("# Tides\n\nIt rises [S1.1].")))
    assert await written(connect(server)) == "# Tides\n\nIt rises [S1.1]."
    asked = server.requests[-1]["body"]["messages"][-1]["content"]
    assert all(f"[S{number}]" in asked for number in range(1, 9))
    assert all(f"Question {number}?" in asked for number in range(1, 5))
    assert len(server.requests) <= 5
    approval = json.dumps({"status": "approved", "rationale": "Good.", "follow_up_questions": []})
    server = serve(taking(say, chars, say.Answer(approval)))
    assert (await ModelReviewer(connect(server)).review(REVIEW, lambda event: None)).rationale == "Good."
    assert len(server.requests) <= 5


async def test_a_dossier_that_fits_into_no_context_is_a_clear_error(serve, connect, say):
    server = serve(taking(say, 1_000, say.Answer("# Tides")))
    with pytest.raises(ModelError, match="longer than this model can take"):
        await written(connect(server))
    assert len(server.requests) <= 8


async def test_a_report_cut_at_the_output_limit_is_gone_on_with(serve, connect, say):
    server = serve([
        say.Answer("# Tides\n\nThe water ri", finish="length"),
        say.Answer("ses by 4.2 m [S1.1].\n\n## Limi", finish="length"),
        say.Answer("tations\n\nNone."),
    ])  # fmt: skip
    assert await written(connect(server)) == "# Tides\n\nThe water rises by 4.2 m [S1.1].\n\n## Limitations\n\nNone."
    assert server.requests[1]["body"]["messages"][-2:] == [
        {"role": "assistant", "content": "# Tides\n\nThe water ri"},
        {"role": "user", "content": server.requests[2]["body"]["messages"][-1]["content"]},
    ]


async def test_going_on_in_a_small_context_leaves_out_more_of_the_dossier(serve, connect, say):
    part = "".join(f"Gauge {number} stood {number * 7} miles away. " for number in range(60))

    def script(asked):
        if len(asked.text()) > 12_000:
            return say.Failure(400, TOO_LONG)
        return say.Answer("The end.") if asked.turns else say.Answer(f"# Tides\n\n{part}", finish="length")

    assert await written(connect(serve(script))) == f"# Tides\n\n{part}The end."


async def test_a_report_that_is_cut_again_and_again_is_not_taken_for_whole(serve, connect, say):
    parts = iter(f"# Part {number}\n\nWords of part {number}.\n\n" for number in range(99))
    server = serve(lambda asked: say.Answer(next(parts), finish="length"))
    with pytest.raises(ModelError, match="cut off at the model's output limit"):
        await written(connect(server))
    assert len(server.requests) == 1 + MAX_CONTINUATIONS


async def test_a_report_without_an_end_is_ended(serve, connect, say, monkeypatch):
    words = (hashlib.sha256(str(number).encode()).hexdigest() for number in range(900))
    text = "# Tides\n\n" + "".join(f"The word of the day is {word}. " for word in words)
    monkeypatch.setattr(writing, "MAX_REPORT_CHARS", 5_000)
    with pytest.raises(ModelError, match="did not come to its end"):
        await written(connect(serve([say.Answer(text)])))
    monkeypatch.undo()
    clock = iter(range(0, 10**9, 600))
    with pytest.raises(ModelError, match="did not come to its end"):
        await written(connect(serve([say.Answer(text)])), now=lambda: next(clock))


async def test_a_first_plan_stands_when_the_second_answer_fails(serve, connect, say):
    questions = [f"How high was the tide at Port Alder in {year}?" for year in range(1990, 1994)]
    task = PlanTask(topic="Tides", options=OPTIONS, min_questions=4, max_questions=4)
    many = say.Answer(json.dumps({"questions": [*questions, "How high was it in 1994?"]}))
    server = serve([many, *[say.Answer("What is the tide? " * 200, finish="length")] * 2])
    plan = await ModelPlanner(connect(server)).plan(task, lambda event: None)
    assert plan.questions == tuple(questions)
    assert len(server.requests) == 2


async def test_a_first_decision_stands_when_the_second_answer_fails(serve, connect, say):
    wish = {"status": "needs_more_research", "rationale": "Storms.", "follow_up_questions": ["Why?"]}
    server = serve([say.Answer(json.dumps(wish)), say.Answer("No."), say.Answer("No.")])
    decision = await ModelReviewer(connect(server)).review(REVIEW, lambda event: None)
    assert (decision.status, decision.with_gaps) == ("approved", True)
    assert decision.rationale.startswith("Storms.")


async def test_a_server_that_goes_away_at_the_second_answer_is_still_told(serve, connect, say):
    server = serve([say.Answer(json.dumps({"questions": ["Why?"]})), *[say.Failure(401, "")] * 3])
    task = PlanTask(topic="Tides", options=OPTIONS, min_questions=4, max_questions=4)
    with pytest.raises(ModelError) as caught:
        await ModelPlanner(connect(server)).plan(task, lambda event: None)
    assert caught.value.kind == "bad_key"
