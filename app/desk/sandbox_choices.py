"""How the kinds of sandboxes stand here, and the build of the image."""

from __future__ import annotations

from app.composition import Composition
from app.settings_port import TellBuild
from engine.sandbox.port import Availability
from resources.translation import tr
from widgets.settings.sandbox import KindFacts


class EngineSandboxChoices:
    """Its methods are those of `app.settings_port.SandboxChoices`."""

    def __init__(self, composition: Composition) -> None:
        self._composition = composition

    async def kinds(self) -> tuple[KindFacts, ...]:
        """Return how each kind stands here."""
        workshop = self._composition.workshop
        if workshop is None:
            return ()
        return tuple([_facts(await maker.availability()) for maker in workshop.makers.all()])

    async def build(self, tell: TellBuild) -> None:
        """Build the image of the Docker sandbox."""
        if (workshop := self._composition.workshop) is not None:
            await workshop.makers.docker.ensure_image(tell)


def _facts(here: Availability) -> KindFacts:
    if not here.usable:
        return KindFacts(here.kind, usable=False, words=here.why, advice=here.advice)
    where = tr("Works, at {endpoint}.", endpoint=here.endpoint) if here.endpoint else tr("Works here.")
    return KindFacts(
        here.kind,
        usable=True,
        words=" ".join((where, *(warning[:1].upper() + warning[1:] for warning in here.warnings))),
        needs_image=here.kind == "docker",
        has_image=here.ready,
        runtimes=here.runtimes,
    )
