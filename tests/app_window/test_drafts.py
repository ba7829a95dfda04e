"""Plans in work in the data folder: kept, read again, let go of, swept; trouble is told and costs nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app import messages
from app.composition import Composition
from app.desk.drafts import EngineDrafts
from app.home import Home
from engine.values import RunOptions
from widgets.plan.draft import KeptPlan

PLAN = KeptPlan(2, ("As planned?", "And this?"), ("Mine, „äöü“ 🌊?",))


@pytest.fixture
async def composition() -> AsyncIterator[Composition]:
    composition = Composition(Home.find())
    yield composition
    composition.journal.close()


def run_id_of(composition: Composition) -> str:
    run = composition.journal.create_run("A topic", RunOptions())
    run.release()
    return run.run_id


async def test_a_plan_is_kept_over_the_end_of_the_program(composition: Composition):
    run_id = run_id_of(composition)
    drafts = EngineDrafts(composition)
    assert drafts.read(run_id) is None
    drafts.keep(run_id, KeptPlan(2, PLAN.planned, ("An earlier state?",)))
    drafts.keep(run_id, PLAN)
    await drafts.aclose()  # what was handed in last is written, too
    again = EngineDrafts(composition)
    assert again.read(run_id) == PLAN
    again.forget(run_id)
    await again.aclose()
    assert EngineDrafts(composition).read(run_id) is None


async def test_drafts_of_deleted_runs_are_let_go_of(composition: Composition):
    kept, gone = run_id_of(composition), "20260101-000000-abcdef"
    drafts = EngineDrafts(composition)
    for run_id in (kept, gone):
        drafts.keep(run_id, PLAN)
    await drafts.aclose()
    drafts = EngineDrafts(composition)
    drafts.sweep()
    await drafts.aclose()
    assert [path.stem for path in composition.home.drafts.iterdir()] == [kept]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"wave": 1}', '{"wave": "x", "planned": [], "questions": []}'])
async def test_a_damaged_draft_is_no_draft(composition: Composition, text: str):
    run_id = run_id_of(composition)
    composition.home.drafts.mkdir(parents=True)
    (composition.home.drafts / f"{run_id}.json").write_text(text, "utf-8")
    drafts = EngineDrafts(composition)
    assert drafts.read(run_id) is None
    await drafts.aclose()


async def test_a_folder_that_cannot_be_written_is_told_and_the_old_draft_stands(composition: Composition):
    run_id = run_id_of(composition)
    said: list[messages.Message] = []
    messages.connect(said.append)
    try:
        composition.home.drafts.write_text("a file in the folder's place", "utf-8")
        drafts = EngineDrafts(composition)
        drafts.keep(run_id, PLAN)
        await drafts.aclose()
        await asyncio.sleep(0)
        assert ["could not be saved" in message.text for message in said] == [True]
    finally:
        messages.disconnect()


async def test_what_is_written_is_for_its_owner_alone(composition: Composition):
    run_id = run_id_of(composition)
    drafts = EngineDrafts(composition)
    drafts.keep(run_id, PLAN)
    await drafts.aclose()
    path = Path(composition.home.drafts / f"{run_id}.json")
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0
