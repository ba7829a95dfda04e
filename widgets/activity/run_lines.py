"""The lines of Activity that are about the run as a whole: its plan, its waves, its report, the user's wishes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import events as ev
from engine.values import ReviewDecision
from resources.translation import mark, tr, trn
from widgets import phrases
from widgets.line_words import LineWords
from widgets.text.emphasis import strong
from widgets.text.plain_words import plain_words

SANDBOX_WORDS = {
    "docker": mark("Isolated"),
    "bubblewrap": mark("Isolated (bubblewrap)"),
    "process": mark("Not isolated"),
}
_LEVELS = {"info": ("info", "text2"), "warning": ("warning", "warn"), "error": ("error", "danger")}


def _asked(event: ev.ResearchAsked) -> LineWords:
    return LineWords("researcher", "text2", tr("You asked for {topic}", topic=strong(event.topic)))


def _resumed(event: ev.RunResumed) -> LineWords:
    right = trn("{n} step was already done", "{n} steps were already done", event.remembered)
    return LineWords("resume", "accent", tr("Picked up where it stopped"), right if event.remembered else "")


def _notice(event: ev.NoticeRaised) -> LineWords:
    icon, role = _LEVELS[event.level]
    return LineWords(icon, role, event.text)


def _sandbox(event: ev.SandboxChosen) -> LineWords:
    icon = "docker" if event.sandbox == "docker" else "sandbox" if event.sandbox == "bubblewrap" else "process"
    label = strong(tr(SANDBOX_WORDS[event.sandbox]))
    return LineWords(icon, "text2", tr("Sandboxes: {label}", label=label), event.endpoint or event.why)


def _library(event: ev.LibraryIndexed) -> LineWords:
    text = trn("Read the library: {n} document", "Read the library: {n} documents", event.documents)
    lost = trn("{n} could not be read", "{n} could not be read", event.unreadable) if event.unreadable else ""
    return LineWords("library-folder", "text2", text, lost)


def _planned(event: ev.QuestionsPlanned) -> LineWords:
    count = len(event.questions)
    if event.wave > 1:
        text = trn("Planned {n} follow-up question", "Planned {n} follow-up questions", count)
    else:
        text = trn("Planned {n} question", "Planned {n} questions", count)
    return LineWords("planner", "text2", text, tr("waits for you") if event.waits_for_user else "")


def _approved(event: ev.PlanApproved) -> LineWords:
    text = tr("You started wave {wave}", wave=event.wave)
    return LineWords("check", "accent", text, trn("{n} question", "{n} questions", len(event.questions)))


def _collected(event: ev.WaveCollected) -> LineWords:
    text = tr("Collected the answers of wave {wave}", wave=event.wave)
    return LineWords("collector", "text2", text, trn("{n} source", "{n} sources", len(event.sources)))


def _decided(event: ev.ReviewDecided) -> LineWords:
    return _decision(event.decision)


def _verdict(event: ev.VerdictGiven) -> LineWords:
    decision = event.decision
    if decision.status == "approved":
        return LineWords("reviewer", "accent", tr("You approved wave {wave}", wave=event.wave))
    right = trn("{n} question", "{n} questions", len(decision.follow_up_questions))
    return LineWords("loop", "accent", tr("You asked for one more wave"), right)


def _decision(decision: ReviewDecision) -> LineWords:
    why = strong(plain_words(decision.rationale))
    if decision.status == "needs_more_research":
        right = trn("{n} question", "{n} questions", len(decision.follow_up_questions))
        return LineWords("loop", "review", tr("Asked for more: {why}", why=why), right)
    if decision.with_gaps:
        return LineWords("reviewer", "text2", tr("Approved with gaps: {why}", why=why))
    return LineWords("reviewer", "ok", tr("Approved: {why}", why=why))


def _writing(event: ev.WritingStarted) -> LineWords:
    if event.version == 1:
        return LineWords("writer", "text2", tr("Began to write the report"))
    return LineWords("writer", "text2", tr("Began to write version {n} of the report", n=event.version))


def _finished(event: ev.ReportFinished) -> LineWords:
    audit = event.audit
    found = trn("{found} of {n} quote found", "{found} of {n} quotes found", audit.citations,
                found=audit.found + audit.found_folded)  # fmt: skip
    words = len(event.markdown.split())
    return LineWords("verified", "ok", trn("Report written, {n} word", "Report written, {n} words", words), found)


def _budget(event: ev.BudgetUsed) -> LineWords:
    used, allowed = (_amount(event, amount) for amount in (event.used, event.allowed))
    right = tr("{used} of {allowed}", used=used, allowed=allowed)
    if event.stage == "near":
        return LineWords("warning", "warn", tr("The budget is nearly used"), right)
    return LineWords("warning", "warn", tr("The budget is used: the report is written from what there is"), right)


def _amount(event: ev.BudgetUsed, amount: float) -> str:
    if event.limit == "usd":
        return phrases.money(amount)
    if event.limit == "minutes":
        return phrases.minutes_seconds(amount * 60)
    return phrases.tokens(round(amount))


def _finish_now(event: ev.FinishNowAsked) -> LineWords:
    return LineWords("finish", "accent", tr("You asked for the report now"))


def _cancelled(event: ev.RunCancelled) -> LineWords:
    return LineWords("cancelled", "text2", tr("Stopped by you"), tr("everything gathered is kept"))


def _failed(event: ev.RunFailed) -> LineWords:
    text = tr("Failed: {why}", why=strong(event.error.title))
    return LineWords("failed", "danger", text, event.error.advice, ground="dangerSoft")


RUN_LINES: dict[type, Callable[[Any], LineWords]] = {
    ev.ResearchAsked: _asked,
    ev.RunResumed: _resumed,
    ev.NoticeRaised: _notice,
    ev.SandboxChosen: _sandbox,
    ev.LibraryIndexed: _library,
    ev.QuestionsPlanned: _planned,
    ev.PlanApproved: _approved,
    ev.WaveCollected: _collected,
    ev.ReviewDecided: _decided,
    ev.VerdictGiven: _verdict,
    ev.WritingStarted: _writing,
    ev.ReportFinished: _finished,
    ev.BudgetUsed: _budget,
    ev.FinishNowAsked: _finish_now,
    ev.RunCancelled: _cancelled,
    ev.RunFailed: _failed,
}
