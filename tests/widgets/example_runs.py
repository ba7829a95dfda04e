"""Runs at several moments, made by hand, for widget tests and pictures."""

from __future__ import annotations

import hashlib

from engine.errors import Trouble
from engine.snapshot import Notice, ReportView, ResearcherView, RunSnapshot, Step, WaveView
from engine.values import (
    Audit,
    Finding,
    GatheredSource,
    Quote,
    ReviewDecision,
    RunOptions,
    Source,
    TokenUse,
)

TOPIC = "Replacing a gas furnace with a heat pump in a 1950s house"
START_S = 1_764_507_720.0
NOW_S = START_S + 167
OPTIONS = RunOptions(
    mode="model", model="large-2", base_url="https://llm.example/v1", web=True, library=("/home/reader/papers",)
)

FIRST = (
    "How much heat does a 140 m² house from the 1950s lose on a design day, before and after air sealing?",
    "How well do cold-climate heat pumps hold capacity and COP between −5 and −20 °C?",
    "Can ducts sized for a gas furnace carry the airflow a heat pump needs?",
    "What does the whole changeover cost, with wiring, permits and grants?",
    "How do running costs compare with a 95 % gas furnace at current prices?",
)
SECOND = (
    "What do field trials report for COP and backup heat below −15 °C?",
    "When must a 100 A panel be replaced, and what does load management cost instead?",
    "How loud are outdoor units at night, and what distance do codes ask for?",
    "Do refrigerant rules that start soon change which unit to buy?",
)
QUOTES = (
    ("Residential service upgrades: when required", "city-permits.example",
     "a service change is not required where the calculated load does not exceed 80 percent", "found"),
    ("Panel costs explained, 2025 edition", "panelguide.example",
     "most homeowners pay between $2,500 and $4,500 for a 200-amp panel", "not_checked"),
    ("Cold-climate field trial, final report", "coldclimate-trials.example",
     "the seasonal mean COP below −18 °C was 1.74 (n = 52), with backup active for 71 hours", "found"),
    ("Air sealing: what 214 homes saved", "tightenhouse.example",
     "installed prices ranged from $900 to $1,600 across the 62 quotes collected", "not_found"),
    ("Ducts in houses built 1948–1962", "ductsurvey.example",
     "24 of 61 systems needed at least one larger trunk", "found_folded"),
)  # fmt: skip


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def source(place: int) -> Source:
    title, site, words, status = QUOTES[place]
    quote = Quote(id=f"S{place + 1}.1", text=words, status=status, start=120, end=120 + len(words), page=31,
                  why="the PDF holds pictures, no text" if status == "not_checked" else "")  # fmt: skip
    return Source(id=f"S{place + 1}", url=f"https://{site}/report", title=title, site=site,
                  fetched_at=START_S + 120, sha256=_sha(title), text_sha256=_sha(words), quotes=(quote,),
                  refs=(f"r{place}",))  # fmt: skip


def gathered(place: int) -> GatheredSource:
    title, site, words, _ = QUOTES[place]
    return GatheredSource(ref=f"r{place}", url=f"https://{site}/report", title=title, site=site,
                          fetched_at=START_S + 120, sha256=_sha(title), quotes=(words,))  # fmt: skip


def finding(wave: int, researcher: int, question: str, confidence: float = 0.82) -> Finding:
    return Finding(wave=wave, researcher=researcher, question=question, confidence=confidence,
                   answer="Field trials report a COP of 1.6 to 1.9 at −20 °C [r2]. Rated capacity at −15 °C ranges "
                          "from 70 to 100 % of nominal, so compare units at that temperature.",
                   sources=(gathered(2), gathered(4)))  # fmt: skip


def done(wave: int, researcher: int, question: str, took_s: float = 41, after_s: float = 8) -> ResearcherView:
    begun = START_S + after_s
    return ResearcherView(wave=wave, researcher=researcher, question=question, state="done", attempt=1,
                          sandbox_id="a41c", sandbox="docker", started_at=begun, ended_at=begun + took_s, pages=6,
                          steps=(Step(at=begun + 2, what="searched", text="heat loss 1950s house", detail="9 hits"),
                                 Step(at=begun + 9, what="opened", text="Ducts in houses built 1948–1962",
                                      detail="https://ductsurvey.example/report")),
                          usage=TokenUse(calls=5, input_tokens=6_000, output_tokens=900),
                          finding=finding(wave, researcher, question))  # fmt: skip


def working() -> ResearcherView:
    begun = NOW_S - 48
    steps = (
        Step(at=begun + 2, what="searched", text="100 amp panel heat pump load calculation", detail="8 results"),
        Step(at=begun + 9, what="opened", text="Residential service upgrades: when required",
             detail="https://city-permits.example/electrical", ref="r0"),
        Step(at=begun + 21, what="opened", text="Panel costs explained", detail="https://panelguide.example/costs"),
        Step(at=begun + 33, what="refused", text="https://track-collect.example/?q=panel-upgrade-cost",
             detail="The address came from a page’s text, not from a search result or link."),
        Step(at=begun + 36, what="searched", text="load management device price 240 V", detail="6 results"),
        Step(at=begun + 41, what="quoted", text=QUOTES[0][2], ref="r0"),
    )  # fmt: skip
    return ResearcherView(wave=2, researcher=2, question=SECOND[1], state="reading", attempt=1, sandbox_id="d7f2",
                          sandbox="docker", started_at=begun, activity="gridwatch.example", steps=steps, pages=3,
                          refused=1, usage=TokenUse(calls=4, input_tokens=8_200, output_tokens=900))  # fmt: skip


def failed(wave: int, researcher: int, question: str) -> ResearcherView:
    begun = NOW_S - 60
    trouble = Trouble(kind="unusable_answer", title="No usable answer twice.", advice="Retry it.", retryable=True)
    return ResearcherView(wave=wave, researcher=researcher, question=question, state="failed", attempt=1,
                          started_at=begun, ended_at=begun + 29, pages=2,
                          finding=Finding(wave=wave, researcher=researcher, question=question, error=trouble,
                                          sources=(gathered(0), gathered(1))))  # fmt: skip


def first_wave(decision: ReviewDecision | None = None) -> WaveView:
    return WaveView(wave=1, questions=FIRST, approved=True, collected=True, review_started=True, decision=decision,
                    researchers=tuple(done(1, place, question, 30 + 7 * place)
                                      for place, question in enumerate(FIRST, 1)))  # fmt: skip


MORE = ReviewDecision(
    status="needs_more_research",
    rationale="Field data below −15 °C is missing, and the panel cost rests on one source.",
    follow_up_questions=SECOND,
)
APPROVED = ReviewDecision(status="approved", rationale="Every question is answered from at least two sources.")


def planning() -> RunSnapshot:
    return RunSnapshot(run_id="run-1", topic=TOPIC, options=OPTIONS, state="planning", started_at=NOW_S - 4,
                       sandbox="docker", sandbox_label="Isolated", waves=(WaveView(wave=1),))  # fmt: skip


def running_first() -> RunSnapshot:
    views = (
        done(1, 1, FIRST[0]),
        working().model_copy(update={"wave": 1, "researcher": 2, "question": FIRST[1]}),
        ResearcherView(wave=1, researcher=3, question=FIRST[2], state="searching", started_at=NOW_S - 6,
                       activity="duct airflow", attempt=1),
        ResearcherView(wave=1, researcher=4, question=FIRST[3], state="starting", started_at=NOW_S - 1, attempt=1),
        ResearcherView(wave=1, researcher=5, question=FIRST[4]),
    )  # fmt: skip
    wave = WaveView(wave=1, questions=FIRST, approved=True, researchers=views)
    return planning().model_copy(update={"state": "researching", "waves": (wave,), "started_at": START_S})


def running_second() -> RunSnapshot:
    views = (
        done(2, 1, SECOND[0], 27, 100),
        working(),
        failed(2, 3, SECOND[2]),
        ResearcherView(wave=2, researcher=4, question=SECOND[3], state="searching", started_at=NOW_S - 6,
                       activity="refrigerant phase-down residential heat pump dates", attempt=1,
                       steps=(Step(at=NOW_S - 3, what="searched", detail="9 results",
                                   text="refrigerant phase-down residential heat pump dates"),)),
    )  # fmt: skip
    second = WaveView(wave=2, questions=SECOND, approved=True, researchers=views)
    return RunSnapshot(
        run_id="run-1", topic=TOPIC, options=OPTIONS, state="researching", started_at=START_S,
        waves=(first_wave(MORE), second), sources=tuple(source(place) for place in range(5)), sandbox="docker",
        sandbox_label="Isolated", usage=TokenUse(calls=40, input_tokens=41_000, output_tokens=7_200, cost_usd=0.31),
        refusals=(("2.2", "fetch", "https://track-collect.example/?q=panel", "not handed out by the broker"),),
    )  # fmt: skip


REPORT = """# A heat pump for a 1950s house: what it takes

**In short.** A variable-speed cold-climate unit can carry this house down to about −15 °C, provided the attic is
insulated and the ducts are sealed first.[[1]](cite:S1.1)[[2]](cite:S2.1) Below that, count on backup heat for 40 to
120 hours a year.[[3]](cite:S3.1)

## Heat loss comes first

Houses of this size and age lose 11 to 15 kW on a design day as built.[[4]](cite:S4.1) Air sealing and attic
insulation lower this by 20 to 30 %, often enough to choose a unit one size smaller.[[4]](cite:S4.1)[[5]](cite:S5.1)
A load calculation costs little next to the price of an oversized unit.

> the seasonal mean COP below −18 °C was 1.74 (n = 52), with backup active for 71 hours

## What the cold does to output

Field trials report a COP of 2.2 to 2.6 at −8 °C and 1.6 to 1.9 at −20 °C.[[3]](cite:S3.1) Rated capacity at −15 °C
ranges from 70 to 100 % of nominal, so compare units at that temperature and not at +8 °C.[[3]](cite:S3.1)

### Capacity, not only COP

- Ask for the table of capacity at −15 °C.
- Compare two sizes before choosing the larger.

| Temperature | COP | Capacity |
|---|---|---|
| −8 °C | 2.4 | 92 % |
| −20 °C | 1.7 | 71 % |

## Ducts and airflow

A heat pump moves more air at a lower temperature. Of 61 surveyed houses, 24 needed at least one larger
trunk.[[5]](cite:S5.1)
"""


def finished() -> RunSnapshot:
    views = tuple(done(2, place, question, 30, 120) for place, question in enumerate(SECOND, 1) if place != 3)
    second = WaveView(wave=2, questions=SECOND, approved=True, collected=True, review_started=True, decision=APPROVED,
                      researchers=(*views[:2], failed(2, 3, SECOND[2]), views[2]))  # fmt: skip
    audit = Audit(citations=43, found=39, found_folded=2, not_found=1, not_checked=1, statements=60)
    return running_second().model_copy(update={
        "state": "done", "ended_at": START_S + 680, "waves": (first_wave(MORE), second), "versions": 1,
        "report": ReportView(version=1, markdown=REPORT, draft=REPORT, audit=audit),
        "usage": TokenUse(calls=80, input_tokens=140_000, output_tokens=23_000, cost_usd=0.84),
    })  # fmt: skip


def writing() -> RunSnapshot:
    return finished().model_copy(update={
        "state": "writing", "ended_at": None, "report": ReportView(version=1, draft=REPORT[:900]),
    })  # fmt: skip


def broken() -> RunSnapshot:
    lost = Trouble(kind="unreachable", title="No answer from the model.", retryable=True)
    views = [done(1, place, question) for place, question in enumerate(FIRST[:3], 1)]
    for place, question in enumerate(FIRST[3:], 4):
        gone = failed(1, place, question)
        assert gone.finding is not None
        views.append(gone.model_copy(update={"finding": gone.finding.model_copy(update={"error": lost})}))
    wave = WaveView(wave=1, questions=FIRST, approved=True, researchers=tuple(views))
    error = Trouble(
        kind="unreachable", title="The model server stopped answering.", retryable=True,
        advice="Make sure the server at llm.example runs, then resume. Nothing you have is lost.",
        detail="POST https://llm.example/v1/chat/completions: connection refused (6 attempts)",
    )  # fmt: skip
    return RunSnapshot(
        run_id="run-3", topic=TOPIC, options=OPTIONS, state="failed", started_at=START_S, ended_at=START_S + 250,
        waves=(wave,), sources=tuple(source(place) for place in range(5)), sandbox="docker", error=error,
        usage=TokenUse(calls=20, input_tokens=20_000, output_tokens=1_600, cost_usd=0.12),
    )  # fmt: skip


def stopped() -> RunSnapshot:
    run = running_second()
    wave = run.waves[-1]
    views = tuple(view if view.ended_at else view.model_copy(update={"state": "stopped", "ended_at": NOW_S})
                  for view in wave.researchers)  # fmt: skip
    waves = (run.waves[0], wave.model_copy(update={"researchers": views}))
    return run.model_copy(update={"state": "cancelled", "ended_at": NOW_S, "waves": waves})


def with_notice(run: RunSnapshot) -> RunSnapshot:
    text = "Docker is not running: this run uses bubblewrap. The container image builds when Docker runs."
    return run.model_copy(update={"notices": (Notice(level="info", text=text, key="sandbox"),)})


def three_waves() -> RunSnapshot:
    """A deep run whose third wave has just been planned."""
    more = {"rationale": "Refrigerant rules are still open.", "follow_up_questions": FIRST[:2]}
    views = tuple(done(2, place, question) for place, question in enumerate(SECOND, 1))
    second = WaveView(wave=2, questions=SECOND, approved=True, collected=True, review_started=True,
                      decision=MORE.model_copy(update=more), researchers=views)  # fmt: skip
    third = WaveView(wave=3, questions=FIRST[:2], approved=True)
    return running_second().model_copy(update={"waves": (first_wave(MORE), second, third)})


def preparing() -> RunSnapshot:
    """A run that waits for its sandbox."""
    return planning().model_copy(update={
        "state": "preparing", "preparing": "Building the image: step 4 of 9, installing the reader's libraries",
        "preparing_percent": 43,
    })  # fmt: skip


def planning_again() -> RunSnapshot:
    """A run whose reviewer asked for more and whose planner works on the second wave."""
    run = running_second()
    return run.model_copy(update={"state": "planning", "waves": run.waves[:1]})
