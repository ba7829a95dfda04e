"""The judge over a real socket: many sentences in one question, and only whole answers count."""

from __future__ import annotations

import json

import pytest

from engine.agents.model.judge import ModelJudge
from engine.agents.port import JudgeTask
from engine.errors import ModelError
from engine.evidence.support import Claim, Judgement
from engine.values import RunOptions

CLAIMS = (
    Claim(sentence="The ferry needs 40 minutes.", quotes=("The ferry needs 40 minutes in calm water.",)),
    Claim(sentence="It is always late.", quotes=("It leaves at 7.", "It carries twelve cars.")),
    Claim(sentence="Two boats run.", quotes=("The second boat was bought in May.",)),
)
TASK = JudgeTask(claims=CLAIMS, options=RunOptions(mode="model", language="de"))


async def judged(serve, connect, say, answer: object) -> dict[str, Judgement]:
    server = serve([say.Answer(json.dumps(answer))])
    return await ModelJudge(connect(server)).judge(TASK, lambda event: None)


async def test_every_sentence_is_asked_about_with_its_quotes_in_one_question(serve, connect, say):
    events = []
    server = serve([say.Answer(json.dumps({"judgements": [{"number": 1, "verdict": "supports", "why": ""}]}))])
    said = await ModelJudge(connect(server)).judge(TASK, events.append)
    assert said == {CLAIMS[0].sentence: Judgement(verdict="supports")}
    (request,) = server.requests
    asked = request["body"]["messages"][1]["content"]
    assert "2. sentence: It is always late.\n   quote: It leaves at 7.\n   quote: It carries twelve cars." in asked
    assert [event.role for event in events] == ["reviewer"]


@pytest.mark.parametrize(
    ("answered", "kept"),
    [
        ([{"number": 2, "verdict": "does_not", "why": "Nothing about\n delays."}],
         {CLAIMS[1].sentence: Judgement(verdict="does_not", why="Nothing about delays.")}),
        ([{"number": 3, "verdict": "partly", "why": "x" * 900}],
         {CLAIMS[2].sentence: Judgement(verdict="partly", why="x" * 300)}),
        ([{"number": 1, "verdict": "supports", "why": "all of it"}],
         {CLAIMS[0].sentence: Judgement(verdict="supports")}),
        ([{"number": 9, "verdict": "supports"}, {"number": 0, "verdict": "partly"}], {}),
        ([{"number": 1, "verdict": "supports"}, {"number": 1, "verdict": "does_not"}], {}),
        ([], {}),
    ],
)  # fmt: skip
async def test_only_what_is_clear_is_kept(serve, connect, say, answered, kept):
    assert await judged(serve, connect, say, {"judgements": answered}) == kept


async def test_a_server_that_fails_is_told(serve, connect, say):
    server = serve(lambda asked: say.Failure(401, {"error": {"message": "no"}}))
    with pytest.raises(ModelError):
        await ModelJudge(connect(server)).judge(TASK, lambda event: None)
