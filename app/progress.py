"""A run told line by line: what the command line prints while it works."""

from __future__ import annotations

import time
from typing import TextIO

from app.terminal import plain_line
from engine import events as ev


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def _who(event: ev.SearchAnswered | ev.PageOpened | ev.CallRefused | ev.CallFailed) -> str:
    return f"{event.wave}.{event.researcher}"


class ProgressPrinter:
    """Prints one line per step that a person wants to see."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._started: float | None = None
        self._last = ""

    def show(self, entry: ev.JournalEntry) -> None:
        """Print the line of an entry, if it has one."""
        if self._started is None:
            self._started = entry.at
        line = "\n".join(self._lines(entry.event))
        if line and line != self._last:
            self._last = line
            elapsed = max(0.0, entry.at - self._started)
            print(f"{int(elapsed // 60):02d}:{int(elapsed % 60):02d}  {line}", file=self._stream, flush=True)

    def _lines(self, event: ev.Event) -> list[str]:
        """Return one line, or one with the questions of a plan below it; each stays one whatever it quotes."""
        if isinstance(event, ev.PlanApproved):
            questions = [f"       {event.wave}.{n} {plain_line(text)}" for n, text in enumerate(event.questions, 1)]
            return [f"Wave {event.wave}: {_count(len(questions), 'question')}", *questions]
        line = self._line(event)
        # The two spaces behind a researcher's number are layout, not text.
        who, gap, rest = line.partition("  ")
        return [f"{plain_line(who)}{gap}{plain_line(rest)}"] if line else []

    def _line(self, event: ev.Event) -> str:
        if isinstance(event, ev.SearchAnswered | ev.PageOpened | ev.CallRefused | ev.CallFailed):
            return self._call_line(event)
        if isinstance(event, ev.SandboxPreparing | ev.SandboxChosen | ev.LibraryIndexed | ev.NoticeRaised):
            return self._setting_line(event)
        return self._work_line(event)

    def _setting_line(
        self, event: ev.SandboxPreparing | ev.SandboxChosen | ev.LibraryIndexed | ev.NoticeRaised
    ) -> str:
        if isinstance(event, ev.SandboxPreparing):
            done = "" if event.percent is None else f" ({event.percent} %)"
            return f"Preparing the sandbox: {event.text}{done}"
        if isinstance(event, ev.SandboxChosen):
            why = f" {event.why}" if event.why else ""
            return f"Sandbox: {event.sandbox}, {event.label.lower()}.{why}"
        if isinstance(event, ev.NoticeRaised):
            return event.text
        if not event.final:
            return ""
        unreadable = f", {event.unreadable} could not be read" if event.unreadable else ""
        return f"Library: {_count(event.documents, 'document')}{unreadable}."

    def _call_line(self, event: ev.SearchAnswered | ev.PageOpened | ev.CallRefused | ev.CallFailed) -> str:
        if isinstance(event, ev.SearchAnswered):
            return f"{_who(event)}  searched: {event.query[:90]} ({_count(event.results, 'result')})"
        if isinstance(event, ev.PageOpened):
            return f"{_who(event)}  opened: {(event.title or event.url)[:90]}"
        if isinstance(event, ev.CallRefused):
            return f"{_who(event)}  refused: {event.target[:90]} - {event.why} No request was sent."
        return f"{_who(event)}  did not work: {event.target[:90]} - {event.why}"

    def _work_line(self, event: ev.Event) -> str:
        if isinstance(event, ev.FindingArrived):
            return self._finding_line(event)
        if isinstance(event, ev.ReviewDecided):
            word = "approved" if event.decision.status == "approved" else "asked for more"
            return f"Review of wave {event.wave}: {word}. {event.decision.rationale}"
        if isinstance(event, ev.WritingStarted):
            return "Writing the report."
        if isinstance(event, ev.ModelWaiting):
            return f"{event.why} Waiting {max(0, round(event.until - time.time()))} s."
        if isinstance(event, ev.RunResumed):
            return f"Picked up where it stopped: {_count(event.remembered, 'step')} already done."
        if isinstance(event, ev.ReportFinished):
            found = event.audit.found + event.audit.found_folded
            return f"Done: {found} of {_count(event.audit.citations, 'quote')} found in their sources."
        return ""

    def _finding_line(self, event: ev.FindingArrived) -> str:
        finding = event.finding
        who = f"{finding.wave}.{finding.researcher}"
        if finding.error is not None:
            return f"{who}  no answer: {finding.error.title} {_count(len(finding.sources), 'source')} kept."
        confidence = "" if finding.confidence is None else f", confidence {finding.confidence:.2f}"
        return f"{who}  answered with {_count(len(finding.sources), 'source')}{confidence}"
