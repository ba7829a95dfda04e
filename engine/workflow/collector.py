"""The collector executor: gathers a wave's answers in any order, and numbers the sources when it closes."""

from __future__ import annotations

import asyncio

from agent_framework import Executor, WorkflowContext, handler

from engine.events import WaveCollected
from engine.evidence.sources import number_sources
from engine.recorder import StepKey
from engine.values import Finding, ResearchDossier
from engine.workflow.context import RunContext
from engine.workflow.messages import CollectedDossier, FindingReport, ResearchPlan

COLLECTOR_ID = "collector"


class ResearchCollector(Executor):
    """Holds the findings of all waves; a late answer of an earlier wave never counts for the next."""

    def __init__(self, run: RunContext) -> None:
        super().__init__(COLLECTOR_ID)
        self._run = run
        self._plans: dict[int, int] = {}  # wave -> how many answers it takes
        self._findings: dict[tuple[int, int], Finding] = {}
        self._closed: set[int] = set()

    @handler
    async def expect(self, plan: ResearchPlan, ctx: WorkflowContext[CollectedDossier]) -> None:
        """Learn how many answers a wave takes."""
        self._plans[plan.wave] = len(plan.questions)
        await self._close_if_whole(plan.wave, ctx)

    @handler
    async def collect(self, report: FindingReport, ctx: WorkflowContext[CollectedDossier]) -> None:
        """Take an answer."""
        finding = report.finding
        if finding.wave in self._closed:
            return
        self._findings[(finding.wave, finding.researcher)] = finding
        await self._close_if_whole(finding.wave, ctx)

    async def _close_if_whole(self, wave: int, ctx: WorkflowContext[CollectedDossier]) -> None:
        wanted = self._plans.get(wave)
        here = sum(1 for key in self._findings if key[0] == wave)
        if wanted is None or here < wanted or wave in self._closed:
            return
        self._closed.add(wave)
        await ctx.send_message(CollectedDossier(dossier=await self._dossier(wave)), target_id="reviewer")

    async def _dossier(self, wave: int) -> ResearchDossier:
        findings = [self._findings[key] for key in sorted(self._findings) if key[0] <= wave]
        sources, cited = await asyncio.to_thread(number_sources, findings, self._run.texts)
        dossier = ResearchDossier(topic=self._run.topic, wave=wave, findings=tuple(cited), sources=tuple(sources))
        retries = self._run.control.retries_until(wave)
        step = StepKey(f"collector/{wave}", {"dossier": dossier.model_dump(mode="json"), "retries": retries})
        recorder = self._run.recorder
        if recorder.recall(step) is None or not recorder.told.collected(wave):
            recorder.emit(WaveCollected(wave=wave, sources=dossier.sources), step, {})
        self._run.control.wave_closed(wave)
        return dossier
