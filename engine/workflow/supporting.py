"""Asking, after a report is written, whether its quotes support its sentences."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping

from engine.agents.port import JudgeTask
from engine.errors import ModelError
from engine.events import NoticeRaised
from engine.evidence.citations import number_citations
from engine.evidence.support import Claim, Judgement, claims
from engine.recorder import StepKey
from engine.values import ResearchDossier, Role
from engine.workflow.context import RunContext
from engine.workflow.step_inputs import mind_of

_LOG = logging.getLogger(__name__)
NOTICE = "support"
# A question about more sentences is answered with less care; sections that are smaller share one.
MOST_CLAIMS = 24
MOST_QUESTIONS_AT_ONCE = 4


async def judgements(run: RunContext, draft: str, dossier: ResearchDossier) -> dict[str, Judgement]:
    """Return what a model says about the support of a report's sentences, nothing where none is asked.

    What a question cost is remembered with its answer; a question that fails leaves its sentences unjudged, and the
    run says so.
    """
    judge = run.minds.judge
    if judge is None or not run.options.check_support:
        return {}
    numbered = await asyncio.to_thread(number_citations, draft, dossier.sources)
    batches = list(_batches(claims(numbered, dossier.sources)))
    slots = asyncio.Semaphore(MOST_QUESTIONS_AT_ONCE)

    async def ask(batch: tuple[Claim, ...]) -> dict[str, Judgement] | ModelError:
        async with slots:
            return await _asked(run, batch)

    answers = await asyncio.gather(*map(ask, batches))
    _tell_failures(run, [answer for answer in answers if isinstance(answer, ModelError)], len(batches))
    return {sentence: said for answer in answers if isinstance(answer, dict) for sentence, said in answer.items()}


async def _asked(run: RunContext, batch: tuple[Claim, ...]) -> dict[str, Judgement] | ModelError:
    task = JudgeTask(claims=batch, options=run.options)
    asked = [claim.model_dump(mode="json") for claim in batch]
    facts = {"claims": asked, "mind": mind_of(run.options, Role.REVIEWER)}
    # Several questions of one report: each has a place of its own among the remembered steps.
    step = StepKey(f"writer/support/{StepKey('', facts).input_sha256[:16]}", facts)
    held = run.recorder.recall(step)
    if held is not None:
        return {sentence: Judgement.model_validate(said) for sentence, said in held["judgements"].items()}
    assert run.minds.judge is not None
    try:
        said = await run.minds.judge.judge(task, run.emit)
    except ModelError as error:
        return error
    run.recorder.remember(step, {"judgements": {sentence: one.model_dump() for sentence, one in said.items()}})
    return said


def _batches(by_section: Mapping[str, tuple[Claim, ...]]) -> Iterator[tuple[Claim, ...]]:
    """Yield the claims in questions: a section is cut only where it is too long for one."""
    batch: list[Claim] = []
    for section in by_section.values():
        if batch and len(batch) + len(section) > MOST_CLAIMS:
            yield tuple(batch)
            batch = []
        batch += section
        while len(batch) > MOST_CLAIMS:
            yield tuple(batch[:MOST_CLAIMS])
            batch = batch[MOST_CLAIMS:]
    if batch:
        yield tuple(batch)


def _tell_failures(run: RunContext, failures: list[ModelError], asked: int) -> None:
    if not failures:
        return
    _LOG.warning("support was not judged in run %s: %s", run.recorder.run_id, failures[0].title)
    part = "the quotes support the report" if len(failures) == asked else "all quotes support the report"
    text = f"Whether {part} could not be checked: {failures[0].title} The report says what was checked."
    run.emit(NoticeRaised(level="warning", text=text, key=NOTICE))
