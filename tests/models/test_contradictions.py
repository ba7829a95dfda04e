"""Contradictions a reviewer names: kept where both sides cite sources of the dossier."""

from __future__ import annotations

import json

from engine.agents.model.contradictions import contradictions
from engine.agents.model.reviewer import ModelReviewer
from engine.agents.port import ReviewTask
from engine.values import Quote, ResearchDossier, RunOptions, Source

SOURCES = (
    Source(id="S1", url="https://a.example/", quotes=(Quote(id="S1.1", text="It is 4 m.", status="found"),)),
    Source(id="S2", url="https://b.example/", quotes=(Quote(id="S2.1", text="It is 5 m.", status="found"),)),
)


def side(claim: object, *cites: object) -> dict[str, object]:
    return {"claim": claim, "cites": list(cites)}


def test_what_can_be_shown_is_kept():
    good = {
        "about": " the\n height ",
        "first": side("It is 4 m.", "S1.1"),
        "second": side("It is 5 m.", "[S2]", "S9"),
    }
    bad = (
        {"first": side("It is 4 m.", "S1.1"), "second": side("It is 5 m.", "S7.1")},
        {"first": side("", "S1.1"), "second": side("It is 5 m.", "S2.1")},
        {"first": side("Same", "S1.1"), "second": side("same", "S2.1")},
        {"first": "no side", "second": None},
        "nothing",
    )
    (kept,) = contradictions([good, good, *bad], SOURCES)
    assert kept.about == "the height"
    assert (kept.first.cites, kept.second.cites) == (("S1.1",), ("S2",))
    assert contradictions(None, SOURCES) == contradictions({"a": 1}, SOURCES) == ()


async def test_the_reviewer_names_them_and_may_name_none(serve, connect, say):
    dossier = ResearchDossier(topic="Tides", wave=1, findings=(), sources=SOURCES)
    task = ReviewTask(dossier=dossier, options=RunOptions(mode="model"), remaining_waves=1, asked=("How high?",))
    decision = {"rationale": "Good.", "status": "approved", "follow_up_questions": []}
    named = [{"about": "", "first": side("It is 4 m.", "S1.1"), "second": side("It is 5 m.", "S2.1")}]
    server = serve([say.Answer(json.dumps(decision | {"contradictions": named})), say.Answer(json.dumps(decision))])
    first = await ModelReviewer(connect(server)).review(task, lambda event: None)
    assert [one.second.cites for one in first.contradictions] == [("S2.1",)]
    assert (await ModelReviewer(connect(server)).review(task, lambda event: None)).contradictions == ()
