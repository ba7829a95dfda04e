"""From an approved dossier to a whole draft: the writer's, at the second try if need be, else one without it."""

from __future__ import annotations

import logging

from engine.agents.port import Rewritten, WriteTask
from engine.errors import ModelError
from engine.events import NoticeRaised, ReportGrew, WritingStarted
from engine.recorder import StepKey
from engine.values import ResearchDossier, Value
from engine.workflow.branch import OF_THE_SERVER
from engine.workflow.context import RunContext

_LOG = logging.getLogger(__name__)
# The user mends these himself, in his settings or at the provider: the run waits for it and writes then.
NEEDS_THE_USER = ("bad_key", "no_credit")
# The same question may well be answered the next time; other troubles come from what is asked, and come again.
OF_THE_ANSWER = ("unusable_answer", "truncated", "budget_spent_on_reasoning")
# These were tried again already where nothing had come; a stream that had begun was not.
OF_THE_CONNECTION = ("server_error", "timeout", "unreachable")
NOTICE = "writer"


class Draft(Value):
    """A whole draft; `failure` says why the model did not write it, "" when the run's own writer did."""

    markdown: str
    failure: str = ""


class Drafting:
    """Writes one version of one report."""

    def __init__(self, run: RunContext, task: WriteTask, version: int, finished: StepKey) -> None:
        """Args: finished: the step that the finished report will be."""
        self._run, self._task, self._version = run, task, version
        self._step = StepKey("writer/draft", {"of": finished.input_sha256})
        self._has_begun = False  # something came of the stream at work

    async def draft(self) -> Draft:
        """Return the whole draft, streamed or remembered: what is paid for outlives an end during the checks.

        Raises:
            ModelError: the writer failed, and nothing can be written without it.
        """
        held = self._run.recorder.recall(self._step)
        if held is not None:
            self._run.emit(WritingStarted(version=self._version))
            return Draft(markdown=str(held["draft"]))
        try:
            markdown = await self._from_the_writer()
        except ModelError as error:
            if not self._can_do_without(error):
                raise
            # It is not remembered: a resumed run asks the model again.
            return await self._without_the_model(error)
        self._run.recorder.remember(self._step, {"draft": markdown})
        return Draft(markdown=markdown)

    async def _from_the_writer(self) -> str:
        """Return what the writer writes, at the second try where trouble may pass.

        Raises:
            ModelError: it failed, or wrote nothing.
        """
        try:
            return await self._written()
        except ModelError as error:
            may_pass = error.kind in OF_THE_ANSWER or (self._has_begun and error.kind in OF_THE_CONNECTION)
            if not may_pass:
                raise
            _LOG.warning("the report of run %s is begun again: %s", self._run.recorder.run_id, error.title)
        return await self._written()

    async def _written(self) -> str:
        pieces: list[str] = []
        self._has_begun = False
        writer = self._run.minds.writer
        self._run.emit(WritingStarted(version=self._version))
        async for piece in writer.write(self._task, self._run.emit):
            self._has_begun = True
            if isinstance(piece, Rewritten):
                pieces = [piece.markdown]
            else:
                pieces.append(piece)
                self._run.emit(ReportGrew(text=piece))
        draft = "".join(pieces)
        if not draft.strip():
            raise ModelError("unusable_answer", "The report writer wrote nothing.", "Resume the run to try again.")
        return draft

    def _can_do_without(self, error: ModelError) -> bool:
        """Tell whether a report without the model is better than none: there are quotes, and nothing to wait for."""
        dossier = self._task.dossier
        if self._task.options.mode == "offline" or error.kind in NEEDS_THE_USER or not has_quotes(dossier):
            return False
        # A server that failed every researcher as well: the whole run goes on when it is back.
        lost = [finding for finding in dossier.findings if finding.error and finding.error.kind in OF_THE_SERVER]
        return len(lost) < len(dossier.findings)

    async def _without_the_model(self, error: ModelError) -> Draft:
        from engine.agents.offline.fallback import fallback_report, reason

        run = self._run
        _LOG.warning("the report of run %s is written without the model: %s", run.recorder.run_id, error.title)
        run.emit(WritingStarted(version=self._version))
        pieces = list(fallback_report(self._task, error.title))
        for piece in pieces:
            run.emit(ReportGrew(text=piece))
        text = f"The report was written without the model, because {reason(error.title)}. Resume to let it try again."
        run.emit(NoticeRaised(level="warning", text=text, key=NOTICE))
        return Draft(markdown="".join(pieces), failure=error.title)


def has_quotes(dossier: ResearchDossier) -> bool:
    """Tell whether a quote of the dossier stands in its source."""
    return any(quote.status in ("found", "found_folded") for source in dossier.sources for quote in source.quotes)
