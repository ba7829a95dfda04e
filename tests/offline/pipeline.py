"""The whole offline mind in one process: topic, plan, research through the contract, collect, review, report."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.agents.offline.planner import OfflinePlanner
from engine.agents.offline.reviewer import OfflineReviewer
from engine.agents.offline.writer import OfflineWriter
from engine.agents.port import PlanTask, ReviewTask, WriteTask
from engine.evidence.sources import number_sources
from engine.library.port import Library, Passage
from engine.texts import TextStore
from engine.values import Finding, GatheredSource, ResearchDossier, ReviewDecision, RunOptions
from researcher_container.channel import RemoteError
from researcher_container.contract import (
    ErrorCode,
    FetchReply,
    ResearchParams,
    SearchReply,
    SearchResult,
    Wire,
)
from researcher_container.researcher import offline_loop
from researcher_container.researcher.broker import Broker


@dataclass
class LibraryCalls:
    """Answers a researcher's calls from a library, as the app's broker does; runs in a thread of the loop's."""

    library: Library
    loop: asyncio.AbstractEventLoop
    known: dict[str, str] = field(default_factory=dict)  # ref -> document id
    opened: dict[str, Any] = field(default_factory=dict)
    told: list[tuple[str, str]] = field(default_factory=list)
    refuse: Callable[[str, Any], int | None] = lambda method, params: None

    waited_s = 0.0

    def submit(self, method: str, params: Wire) -> Future[dict[str, Any]]:
        code = self.refuse(method, params)
        if code is not None:
            future: Future[dict[str, Any]] = Future()
            future.set_exception(RemoteError(code, "refused by the test", {}))
            return future
        call = self._search(params) if method == "search" else self._fetch(params)
        return asyncio.run_coroutine_threadsafe(call, self.loop)

    def notify(self, method: str, params: Wire) -> None:
        self.told.append((params.state, params.text))

    def hand_out(self, passage: Passage) -> str:
        ref = "r" + hashlib.sha256(passage.url.encode()).hexdigest()[:8]
        self.known[ref] = passage.document_id
        return ref

    async def _search(self, params: Any) -> dict[str, Any]:
        results = []
        for passage in await self.library.search(params.query, params.limit):
            ref = self.hand_out(passage)
            results.append(
                SearchResult(
                    ref=ref, title=passage.title, url=passage.url, snippet=passage.text, heading=passage.heading,
                    origin="library", score=passage.score, start=passage.start, end=passage.end,
                )
            )  # fmt: skip
        return SearchReply(results=tuple(results), provider="library").model_dump(mode="json")

    async def _fetch(self, params: Any) -> dict[str, Any]:
        found = await self.library.document(self.known[params.ref])
        if found is None:
            raise RemoteError(ErrorCode.UNAVAILABLE, "gone", {})
        self.opened[params.ref] = found
        reply = FetchReply(ref=params.ref, url=found.url, sha256=found.sha256, document=found.document)
        return reply.model_dump(mode="json")


@dataclass
class Outcome:
    """Everything one run left behind."""

    questions: list[tuple[str, ...]]
    dossier: ResearchDossier
    decisions: list[ReviewDecision]
    report: str
    texts: TextStore


async def answer(
    library: Library, question: str, wave: int, researcher: int, texts: TextStore, pages: int
) -> Finding:
    calls = LibraryCalls(library, asyncio.get_running_loop())
    params = ResearchParams(question=question, mode="offline", max_pages=pages)
    result = await asyncio.to_thread(offline_loop.research, params, Broker(calls))
    sources = []
    for quoted in result.sources:
        opened = calls.opened[quoted.ref]
        sources.append(
            GatheredSource(
                ref=quoted.ref, url=opened.url, title=opened.title, origin="library", sha256=opened.sha256,
                text_sha256=texts.put(opened.document), quotes=quoted.quotes,
            )
        )  # fmt: skip
    return Finding(
        wave=wave, researcher=researcher, question=question, answer=result.answer, confidence=result.confidence,
        sources=tuple(sources), gaps=result.gaps,
    )  # fmt: skip


async def run(topic: str, library: Library, folder: Path, options: RunOptions | None = None) -> Outcome:
    """Run a topic to its report, as the workflow does."""
    options = options or RunOptions()
    texts = TextStore(folder)
    plan = options.plan
    task = PlanTask(topic=topic, options=options, min_questions=plan.min_questions, max_questions=plan.max_questions)
    questions = (await OfflinePlanner(library).plan(task, lambda event: None)).questions
    waves, decisions, findings = [questions], [], []
    while True:
        wave = len(waves)
        findings += await asyncio.gather(
            *(answer(library, q, wave, i, texts, plan.pages) for i, q in enumerate(waves[-1], start=1))
        )
        sources, numbered = number_sources(findings, texts)
        dossier = ResearchDossier(topic=topic, wave=wave, findings=numbered, sources=sources)
        asked = tuple(question for wave_questions in waves for question in wave_questions)
        review = ReviewTask(dossier=dossier, options=options, remaining_waves=plan.waves - wave, asked=asked)
        decisions.append(await OfflineReviewer(library).review(review, lambda event: None))
        if decisions[-1].status == "approved":
            break
        waves.append(decisions[-1].follow_up_questions)
    write = WriteTask(dossier=dossier, decision=decisions[-1], options=options)
    report = "".join([piece async for piece in OfflineWriter().write(write, lambda event: None)])
    return Outcome(waves, dossier, decisions, report, texts)
