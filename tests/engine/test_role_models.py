"""Each role asks its own model, at its own price, and a changed one works only its own steps out again."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InputError
from engine.journal.journal import Journal
from engine.run import Run
from engine.spending import cost_usd
from engine.values import Prices, Role, RoleModels
from engine.workshop import Workshop
from researcher_container.contract import Usage
from tests.engine.bench import watch

MODELS = RoleModels(planner="thinker", researcher="reader", writer="poet")
PRICES = Prices(input_usd_per_million=2.0, output_usd_per_million=10.0)


def asked_models(server: Any) -> dict[str, set[str]]:
    """Return the models that each role asked."""
    asked: dict[str, set[str]] = {}
    for entry in server.asked():
        asked.setdefault(entry["role"], set()).add(entry["body"]["model"])
    return asked


async def test_each_role_asks_its_own_model_and_a_changed_one_repeats_only_its_steps(
    model_run: Any, workshop: Workshop, run_journal: Journal
):
    server, wanted = model_run(role_models=MODELS, prices=PRICES)
    run = await watch(Run.start(run_journal, workshop, "the lighthouse of Port Alder", wanted))
    assert run.state == "done", run.error
    assert asked_models(server) == {
        "planner": {"thinker"}, "researcher": {"reader"}, "reviewer": {"usual"}, "writer": {"poet"},
        "judge": {"usual"},  # a reviewer of sentences
    }  # fmt: skip

    # What it cost, by role and by researcher, from the server's own figures.
    uses = dict(run.usage_by_role)
    assert set(uses) == {"planner", "researcher", "reviewer", "writer"}
    assert not any(use.estimated for use in uses.values())
    for use in uses.values():
        assert use.cost_usd == pytest.approx((use.input_tokens * 2 + use.output_tokens * 10) / 1e6)
    assert run.usage.cost_usd == pytest.approx(sum(use.cost_usd for use in uses.values()))
    by_researcher = [view.usage.cost_usd for view in run.waves[0].researchers]
    assert sum(by_researcher) == pytest.approx(uses["researcher"].cost_usd)

    # The run rests; a wish of the user makes it go through its steps with another writer.
    before = len(server.asked())
    other = wanted.model_copy(update={"role_models": MODELS.model_copy(update={"writer": "novelist"})})
    again = Run.resume(run_journal, workshop, run.run_id, other)
    again.control.give_verdict(1, run.waves[0].decision)
    second = await watch(again)
    assert (second.state, second.versions) == ("done", 2)
    assert [(entry["role"], entry["body"]["model"]) for entry in server.asked()[before:]] == [("writer", "novelist")]


async def test_a_researchers_answers_are_those_of_its_model(model_run: Any, workshop: Workshop, run_journal: Journal):
    server, wanted = model_run(role_models=MODELS, prices=PRICES, fail="writer", fail_status=401)
    failed = await watch(Run.start(run_journal, workshop, "the lighthouse of Port Alder", wanted))
    assert (failed.state, failed.error.kind) == ("failed", "bad_key")
    server.run.fail = ""
    before = len(server.asked("researcher"))
    other = wanted.model_copy(update={"role_models": MODELS.model_copy(update={"researcher": "scholar"})})
    run = await watch(Run.resume(run_journal, workshop, failed.run_id, other))
    assert run.state == "done"
    assert {entry["body"]["model"] for entry in server.asked("researcher")[before:]} == {"scholar"}
    assert len(server.asked("planner")) == 1


async def test_a_role_without_any_model_is_told_before_anything_is_asked(
    model_run: Any, workshop: Workshop, run_journal: Journal
):
    server, wanted = model_run(role_models=MODELS, prices=PRICES)
    nameless = wanted.model_copy(update={"model": ""})
    run = await watch(Run.start(run_journal, workshop, "lighthouse", nameless))
    assert (run.state, run.error.kind) == ("failed", InputError.kind)
    assert server.asked() == []
    assert nameless.model_of(Role.REVIEWER) == ""


@pytest.mark.parametrize(
    ("prices", "cost"),
    [
        (Prices(), None),
        (Prices(input_usd_per_million=1.0), None),
        (Prices(input_usd_per_million=1.0, output_usd_per_million=4.0), 3.0),
        (Prices(input_usd_per_million=0.0, output_usd_per_million=0.0), 0.0),
    ],
)
def test_a_cost_is_told_where_every_price_is_known(prices: Prices, cost: float | None):
    assert cost_usd(Usage(input_tokens=1_000_000, output_tokens=500_000), prices) == cost
