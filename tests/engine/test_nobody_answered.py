"""Every researcher of a run fails and nothing is read: the run fails, too, and can be taken up again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine import events as ev
from engine.control import RunControl
from engine.errors import NobodyAnswered, Trouble
from engine.run import checked_topic
from engine.sandbox.process import ProcessMaker
from tests.engine.bench import RESEARCHER, Bench, ScriptedMinds, watch

FOUR = ("die by the tide?", "die in the bay?", "die at the port?", "die on the pier?")


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path, ScriptedMinds(FOUR))
    yield bench
    await bench.aclose()


async def test_the_run_fails_with_the_first_sentence_and_everything_is_kept(here: Bench):
    run = await watch(here.start())
    assert run.state == "failed"
    assert run.error is not None
    assert run.error.title.startswith("None of the 4 researchers could answer: ")
    assert [view.state for view in run.waves[0].researchers] == ["failed"] * 4
    assert run.error.advice
    assert run.error.retryable
    assert here.minds.asked == ["plan"]  # nobody is paid to review or to write about nothing
    assert run.report.markdown == ""


async def test_a_resumed_run_asks_them_again(here: Bench):
    failed = await watch(here.start())
    await here.maker.aclose()
    here.maker = ProcessMaker(source=RESEARCHER.replace('"die"', '"never"'))
    run = await watch(here.resume(failed.run_id))
    assert run.state == "done"
    assert len(run.sources) == 4
    assert here.minds.asked == ["plan", "review 1 (1 left)", "write"]


async def test_one_answer_is_enough_for_a_report(here: Bench):
    here.minds.questions = (*FOUR[:3], "how long is the pier?")
    assert (await watch(here.start())).state == "done"


async def test_who_wants_the_report_now_gets_one_with_its_limitations(here: Bench):
    def react(entry: ev.JournalEntry, control: RunControl) -> None:
        if isinstance(entry.event, ev.QuestionsPlanned):
            control.finish_now()

    run = await watch(here.start(), react)
    assert run.state == "done"
    assert run.waves[0].decision is not None
    assert run.waves[0].decision.with_gaps


def test_a_single_researcher_is_no_crowd():
    sentence = str(NobodyAnswered(1, Trouble(kind="exited", title="It died.")))
    assert sentence.startswith("The researcher could not answer: It died.")


def test_a_topic_keeps_lines_and_tabs_and_no_other_control_characters():
    assert checked_topic(" a\x1b[31mb\x07\n\tc\x9b\x00 ") == "a[31mb\n\tc"
