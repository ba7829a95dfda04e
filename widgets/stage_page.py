"""The inspector's page of planner, collector, reviewer or writer: what went in and what came out."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.snapshot import RunSnapshot, WaveView
from engine.values import TokenUse
from widgets import phrases
from widgets.decisions import decision_face
from widgets.label import Label

Section = tuple[str, tuple[str, ...]]


class StagePage(QWidget):
    """Shows one stage as sections of plain text."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("scrolled", "true")
        self._sections: tuple[Section, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 14, 16, 20)
        self._column.setSpacing(6)

    def show_stage(self, run: RunSnapshot, key: str) -> None:
        """Show the stage with a key of the graph."""
        sections = _sections(run, key)
        if sections == self._sections:
            return
        self._sections = sections
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for title, lines in sections:
            self._column.addWidget(Label(title, "small_strong", "text2"))
            for line in lines:
                self._column.addWidget(Label(line, "body", wraps=True))
            self._column.addSpacing(10)
        self._column.addStretch(1)


def stage_title(key: str) -> str:
    """Return the inspector's title for a stage."""
    name, _, wave = key.partition("-")
    title = {"planner": "Planner", "collector": "Collector", "reviewer": "Reviewer", "decision": "Decision",
             "writer": "Report writer", "researchers": "Researchers"}[name]  # fmt: skip
    return f"{title}, wave {wave}" if wave else title


def _sections(run: RunSnapshot, key: str) -> tuple[Section, ...]:
    name, _, number = key.partition("-")
    wave = next((wave for wave in run.waves if str(wave.wave) == number), None)
    if name in ("planner", "researchers"):
        return (*_planner(run), *_usage(run, "planner"))
    if name == "writer":
        return (*_writer(run), *_usage(run, "writer"))
    if wave is None:
        return (("Waits", ("It begins when the answers of a wave are in.",)),)
    if name == "collector":
        return _collector(run, wave)
    return (*_reviewer(wave), *_usage(run, "reviewer"))


def _planner(run: RunSnapshot) -> tuple[Section, ...]:
    plan = run.options.plan
    questions = tuple((f"Questions of wave {wave.wave}", tuple(f"{place}. {question}" for place, question
                       in enumerate(wave.questions, 1))) for wave in run.waves if wave.questions)  # fmt: skip
    limits = (
        f"At most {phrases.count(run.options.max_waves, 'wave')}",
        f"{plan.min_questions} to {plan.max_questions} questions per plan",
        f"{plan.pages} pages per researcher",
        f"{run.options.concurrency} researchers at once",
        f"Sandbox: {run.sandbox_label or run.options.sandbox}",
    )
    return (("Topic, as you typed it", (run.topic,)), *questions, ("Limits of this run", limits))


def _collector(run: RunSnapshot, wave: WaveView) -> tuple[Section, ...]:
    answers = tuple(
        f"{phrases.researcher_id(view)}  {phrases.RESEARCHER_FACES[view.state].word}"
        + (f", {phrases.count(len(view.finding.sources), 'source')}" if view.finding else "")
        for view in wave.researchers
    )
    out = (
        f"{phrases.count(len(run.sources), 'source')} with their quotes checked"
        if wave.collected
        else "Not closed yet"
    )
    return (("Answers", answers or ("None yet",)), ("Gathered", (out,)))


def _reviewer(wave: WaveView) -> tuple[Section, ...]:
    decision = wave.decision
    if decision is None:
        return (("Verdict", ("It reads all answers when the wave is in.",)),)
    sections: tuple[Section, ...] = (("Verdict", (decision_face(decision).word,)), ("Why", (decision.rationale,)))
    if decision.follow_up_questions:
        sections += (("Follow-up questions", decision.follow_up_questions),)
    return sections


def _writer(run: RunSnapshot) -> tuple[Section, ...]:
    audit = run.report.audit
    words = len((run.report.markdown or run.report.draft).split())
    sections: tuple[Section, ...] = (("Report", (f"{words:,} words" if words else "It begins after the approval.",)),)
    if audit is not None:
        found = audit.found + audit.found_folded
        lines = (
            f"{found} of {phrases.count(audit.citations, 'quote')} found in the stored text",
            f"{audit.not_found} not found, {audit.not_checked} not checked",
            f"{phrases.count(audit.unsupported_statements, 'statement')} without a citation",
        )
        sections += (("Checked by code", lines),)
    return sections


def _usage(run: RunSnapshot, role: str) -> tuple[Section, ...]:
    use: TokenUse | None = dict(run.usage_by_role).get(role)
    if use is None or not use.calls:
        return ()
    line = f"{phrases.count(use.calls, 'call')} · {phrases.tokens(use.input_tokens + use.output_tokens)}"
    return (("Model", (run.options.model or "none", line)),)
