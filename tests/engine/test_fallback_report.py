"""A writer that fails does not take the run with it: a second try, then a report of quotes that says what it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import events as ev
from engine.agents.offline.fallback import reason
from engine.export.run_json import run_data
from engine.fold import Fold
from engine.incomplete import NOTE, incomplete_markdown
from engine.journal.journal import Journal
from engine.run import Run
from engine.values import Quote, ResearchDossier, Source
from engine.workflow.drafting import has_quotes
from engine.workshop import Workshop
from tests.engine.bench import watch
from tests.scripted_model.plugin import load_server

TOPIC = "the lighthouse of Port Alder"
LOOP = "# Lighthouse\n\n" + "The lamp of the lighthouse is a lamp. " * 4_000
MODULE = load_server()


class Writing:
    """A whole run whose writer answers as it is told: replies in order, then as a good one would."""

    def __init__(self, *replies: Any) -> None:
        self.replies = list(replies)
        self.whole = MODULE.WholeRun()

    def __call__(self, asked: Any) -> Any:
        role = MODULE.whole_run.role_of(asked)
        if role == "writer" and self.replies:
            return self.replies.pop(0)
        return self.whole(asked)


def failure(status: int) -> Any:
    return MODULE.Failure(status, {"error": {"message": "no"}})


def broken(text: str) -> Any:
    frame = json.dumps({"choices": [{"delta": {"content": text}}]})
    return MODULE.Raw((f"data: {frame}\n\n".encode(),))


UNUSABLE = {
    "it repeats itself": ([MODULE.Answer(LOOP)] * 2, "the model repeated itself without end"),
    "it writes nothing": ([MODULE.Answer("  ")] * 2, "the model gave an empty answer"),
    "it declines": ([MODULE.Answer("", refusal="No.")], "the model declined"),
    "it breaks off": ([broken("# The lighthouse")] * 2, "the answer broke off before its end"),
    "its server fails": ([failure(500)] * 3, "the model's server failed"),
}


@pytest.mark.parametrize("case", UNUSABLE)
async def test_an_unusable_writer_leaves_a_report_of_quotes(
    case: str, model_run: Any, workshop: Workshop, run_journal: Journal
):
    replies, why = UNUSABLE[case]
    server, options = model_run(Writing(*replies))
    run = await watch(Run.start(run_journal, workshop, TOPIC, options))

    assert run.state == "done", run.error
    head, _, rest = run.report.markdown.partition("## Executive summary")
    assert f"*Written without the model, because {why}" in head
    limits = rest.partition("## Limitations")[2].partition("## ")[0]
    assert f"- The report was written without the model, because {why}" in limits
    audit = run.report.audit
    assert audit.is_fallback
    assert audit.citations == audit.found > 0
    assert audit.unsupported == ()
    assert "Written without the model: the sentences with a citation are quotes" in rest.partition("## Audit")[2]
    assert any(notice.key == "writer" and notice.level == "warning" for notice in run.notices)
    assert run_data(run)["audit"]["is_fallback"] is True
    assert len(server.asked("writer")) == len(replies)
    assert Fold().apply_all(run_journal.entries(run.run_id)).snapshot() == run


async def test_a_second_try_that_succeeds_is_an_ordinary_report(
    model_run: Any, workshop: Workshop, run_journal: Journal
):
    server, options = model_run(Writing(broken("# The lighth")))
    run = await watch(Run.start(run_journal, workshop, TOPIC, options))
    assert run.state == "done"
    assert not run.report.audit.is_fallback
    assert run.report.markdown.startswith("# Report:")
    assert (run.report.set_aside, run.notices) == ("", ())
    assert len(server.asked("writer")) == 2
    # What broke off was paid for, by an estimate that is marked as one.
    assert dict(run.usage_by_role)["writer"].calls == 2
    assert run.usage.estimated


async def test_what_came_before_the_failure_is_kept_aside_and_offered(
    model_run: Any, workshop: Workshop, run_journal: Journal
):
    _, options = model_run(Writing(*[broken("# The lighthouse stands")] * 2))
    run = await watch(Run.start(run_journal, workshop, TOPIC, options))
    assert run.report.set_aside == "# The lighthouse stands"
    assert "# The lighthouse stands" not in run.report.markdown
    assert incomplete_markdown(run) == f"> {NOTE}\n\n# The lighthouse stands\n"
    assert run_data(run)["incomplete_draft"] == "# The lighthouse stands"


async def test_a_resumed_run_lets_the_model_write_after_all(model_run: Any, workshop: Workshop, run_journal: Journal):
    server, options = model_run(Writing(*[MODULE.Answer(LOOP)] * 2))
    first = await watch(Run.start(run_journal, workshop, TOPIC, options))
    assert first.report.audit.is_fallback
    before = len(server.asked())
    run = await watch(Run.resume(run_journal, workshop, first.run_id))
    assert (run.state, run.versions) == ("done", 2)
    assert run.report.markdown.startswith("# Report:")
    assert not run.report.audit.is_fallback
    assert [entry["role"] for entry in server.asked()[before:]] == ["writer", "judge"]
    assert [notice.level for notice in run.notices] == ["info"]
    assert run.report.set_aside == ""
    # Now it rests.
    assert await watch(Run.resume(run_journal, workshop, first.run_id)) == run
    assert len(server.asked()) == before + 2  # the writer and the judge


@pytest.mark.parametrize(("status", "kind"), [(401, "bad_key"), (402, "no_credit")])
async def test_what_the_user_must_mend_fails_the_run_and_keeps_everything(
    status: int, kind: str, model_run: Any, workshop: Workshop, run_journal: Journal
):
    server, options = model_run(Writing(failure(status)))
    run = await watch(Run.start(run_journal, workshop, TOPIC, options))
    assert (run.state, run.error.kind, run.report.markdown) == ("failed", kind, "")
    assert all(view.finding.sources for view in run.waves[0].researchers)
    assert len(server.asked("writer")) == 1
    assert (await watch(Run.resume(run_journal, workshop, run.run_id))).state == "done"


def test_quotes_that_were_not_found_are_nothing_to_fall_back_to():
    def dossier(status: str) -> ResearchDossier:
        quote = Quote(id="S1.1", text="It is high.", status=status)
        source = Source(id="S1", url="https://a.example/", quotes=(quote,))
        return ResearchDossier(topic="t", wave=1, findings=(), sources=(source,))

    assert has_quotes(dossier("found_folded"))
    assert not has_quotes(dossier("not_found"))
    assert not has_quotes(dossier("not_checked"))


def test_a_new_attempt_sets_the_old_draft_aside_until_the_report_stands():
    asked = ev.ResearchAsked(run_id="r", topic="t", options=ev.RunOptions())
    begun = [asked, ev.WritingStarted(version=1), ev.ReportGrew(text="# Ha"), ev.ReportGrew(text="lf")]
    fold = Fold().apply_all(ev.JournalEntry(seq=n, at=float(n), event=event) for n, event in enumerate(begun, 1))
    fold.apply(ev.JournalEntry(seq=5, at=5.0, event=ev.WritingStarted(version=1)))
    view = fold.snapshot().report
    assert (view.draft, view.set_aside) == ("", "# Half")
    done = ev.ReportFinished(version=1, markdown="# Whole", audit=ev.Audit(), sources=())
    fold.apply(ev.JournalEntry(seq=6, at=6.0, event=done))
    assert fold.snapshot().report.set_aside == ""


def test_reasons_go_on_after_because():
    assert reason("The answer was cut off.") == "the answer was cut off"
    assert reason('Qwen said "no".') == 'Qwen said "no"'
