"""Which kind a run gets."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import ConsentNeeded, SandboxError
from engine.sandbox.choice import Chosen, choose
from engine.sandbox.makers import SandboxMakers
from engine.sandbox.port import Availability, SandboxMaker
from engine.values import SandboxKind


class Told:
    """A maker that only says whether it works."""

    def __init__(self, kind: SandboxKind, works: str) -> None:
        self.kind, self._works = kind, works
        self.built = 0

    async def availability(self) -> Availability:
        return Availability(
            kind=self.kind,
            usable=self._works != "no",
            ready=self._works != "image missing",
            why="" if self._works == "yes" else f"{self.kind}: {self._works}.",
            advice="Do something.",
            endpoint="unix:///x.sock" if self.kind == "docker" else "",
        )


class ToldWithImage(Told):
    async def ensure_image(self, tell: Any) -> str:
        self.built += 1
        tell("Building", 50)
        return "tag"


class Kinds:
    def __init__(self, docker: str, bubblewrap: str) -> None:
        self.docker = ToldWithImage("docker", docker)
        self._all: dict[str, Any] = {
            "docker": self.docker,
            "bubblewrap": Told("bubblewrap", bubblewrap),
            "process": Told("process", "yes"),
        }

    def of(self, kind: SandboxKind) -> SandboxMaker:
        return self._all[kind]  # type: ignore[no-any-return]


async def chosen(choice: Any, docker: str, bubblewrap: str, *, web: bool = False, consent: bool = False) -> Chosen:
    return await choose(choice, Kinds(docker, bubblewrap), web=web, consent=consent)


@pytest.mark.parametrize(
    ("docker", "bubblewrap", "web", "kind", "why", "before", "later"),
    [
        ("yes", "yes", False, "docker", "", False, False),
        ("yes", "no", True, "docker", "", False, False),
        ("image missing", "yes", False, "bubblewrap", "docker: image missing. It is being built", False, True),
        ("image missing", "no", False, "process", "docker: image missing. It is being built", False, True),
        ("image missing", "yes", True, "docker", "", True, False),
        ("no", "yes", False, "bubblewrap", "docker: no.", False, False),
        ("no", "yes", True, "bubblewrap", "docker: no.", False, False),
        ("no", "no", False, "process", "docker: no. bubblewrap: no.", False, False),
    ],
)
async def test_auto(docker: str, bubblewrap: str, web: bool, kind: str, why: str, before: bool, later: bool) -> None:
    got = await chosen("auto", docker, bubblewrap, web=web)
    assert got.maker.kind == kind
    assert got.why.startswith(why)
    assert bool(got.why) is bool(why)
    assert (got.prepare is not None, got.build_later is not None) == (before, later)


async def test_web_pages_without_isolation_need_consent() -> None:
    for choice in ("auto", "process"):
        with pytest.raises(ConsentNeeded) as needed:
            await chosen(choice, "no", "no", web=True)
        assert "--yes" in needed.value.advice
        assert (await chosen(choice, "no", "no", web=True, consent=True)).maker.kind == "process"
        assert (await chosen(choice, "no", "no")).maker.kind == "process"


@pytest.mark.parametrize(("docker", "bubblewrap"), [("yes", "no"), ("image missing", "no"), ("no", "yes")])
async def test_who_chose_no_isolation_where_there_is_some_is_told_so(docker: str, bubblewrap: str) -> None:
    with pytest.raises(ConsentNeeded) as needed:
        await chosen("process", docker, bubblewrap, web=True)
    assert needed.value.title.startswith("You chose a sandbox that does not isolate")
    assert "--sandbox auto" in needed.value.advice
    assert (await chosen("process", docker, bubblewrap, web=True, consent=True)).maker.kind == "process"


async def test_what_was_asked_for_is_given_or_refused() -> None:
    with pytest.raises(SandboxError, match="docker: no"):
        await chosen("docker", "no", "yes")
    with pytest.raises(SandboxError, match="bubblewrap: no"):
        await chosen("bubblewrap", "yes", "no")
    assert (await chosen("bubblewrap", "yes", "yes")).maker.kind == "bubblewrap"


async def test_an_explicit_docker_builds_its_image_first() -> None:
    kinds = Kinds("image missing", "yes")
    got = await choose("docker", kinds, web=False, consent=False)
    told: list[tuple[str, int | None]] = []
    assert got.prepare is not None
    await got.prepare(lambda text, percent: told.append((text, percent)))
    assert kinds.docker.built == 1
    assert told == [("Building", 50)]
    assert got.endpoint == "unix:///x.sock"


async def test_a_kind_that_could_not_be_prepared_can_be_left_out() -> None:
    got = await choose("auto", Kinds("image missing", "yes"), web=True, consent=False, without=("docker",))
    assert got.maker.kind == "bubblewrap"


async def test_the_makers_come_best_first_and_start_nothing() -> None:
    makers = SandboxMakers(endpoint="unix:///no/such.sock")
    assert [maker.kind for maker in makers.all()] == ["docker", "bubblewrap", "process"]
    assert makers.of("process") is makers.process
    found = await makers.docker.availability()
    assert not found.usable or "/no/such" not in found.endpoint
    await makers.aclose()
