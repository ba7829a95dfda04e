"""Which kind of sandbox a run gets, and why not a better one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.errors import ConsentNeeded, SandboxError
from engine.sandbox.image import Tell
from engine.sandbox.port import Availability, SandboxMaker
from engine.values import SandboxChoice, SandboxKind

ORDER: tuple[SandboxKind, ...] = ("docker", "bubblewrap", "process")

Prepare = Callable[[Tell], Awaitable[None]]


class Makers(Protocol):
    """Where the makers come from."""

    def of(self, kind: SandboxKind) -> SandboxMaker:
        """Return the maker of a kind."""


@runtime_checkable
class HasImage(Protocol):
    """A maker whose sandboxes need an image."""

    async def ensure_image(self, tell: Tell) -> str:
        """Build it if it is not there."""


@dataclass(frozen=True)
class Chosen:
    """The decision.

    Attributes:
        why: why not a better kind, "" when there is none.
        prepare: to be awaited before the first start, None when nothing is missing.
        build_later: to be run in the background: the next run can then have a better kind.
    """

    maker: SandboxMaker
    why: str = ""
    endpoint: str = ""
    warnings: tuple[str, ...] = ()
    prepare: Prepare | None = None
    build_later: Prepare | None = None


async def choose(
    choice: SandboxChoice, makers: Makers, *, web: bool, consent: bool, without: Collection[SandboxKind] = ()
) -> Chosen:
    """Choose a kind of sandbox.

    Args:
        choice: what the user wants.
        makers: the kinds there are.
        web: whether untrusted web pages will be read.
        consent: whether the user has agreed to read them without isolation.
        without: kinds `auto` leaves out, because preparing them has just failed.

    Raises:
        ConsentNeeded: only a process sandbox is left for web pages, and nobody has agreed to that.
        SandboxError: the kind that was asked for does not work here.
    """
    if choice != "auto":
        return await _explicit(makers.of(choice), makers, web=web, consent=consent)
    reasons: list[str] = []
    build_later: Prepare | None = None
    for kind in ORDER:
        maker = makers.of(kind)
        if kind in without:
            continue
        found = await maker.availability()
        if not found.usable:
            reasons.append(found.why)
        elif found.ready or web:
            # Web pages wait for the better wall; what is the user's own need not.
            chosen = _chosen(maker, found, " ".join(reasons), web=web, consent=consent)
            return _with(chosen, build_later)
        else:
            reasons.append(f"{found.why} It is being built in the background.")
            build_later = _preparation(maker)
    raise SandboxError("not_started", "No kind of sandbox works on this machine.", "See `dossier doctor`.")


async def _explicit(maker: SandboxMaker, makers: Makers, *, web: bool, consent: bool) -> Chosen:
    found = await maker.availability()
    if not found.usable:
        raise SandboxError("not_started", found.why, found.advice)
    if not _may_read(maker, web=web, consent=consent) and await _has_isolation(makers):
        raise ConsentNeeded(
            "You chose a sandbox that does not isolate: a hostile web page could reach your files and the network.",
            "Agree with --yes, or use --sandbox auto.",
        )
    return _chosen(maker, found, "You chose this kind.", web=web, consent=consent)


def _may_read(maker: SandboxMaker, *, web: bool, consent: bool) -> bool:
    return maker.kind != "process" or not web or consent


async def _has_isolation(makers: Makers) -> bool:
    """Return whether a kind that isolates works here."""
    for kind in ORDER:
        if kind != "process" and (await makers.of(kind).availability()).usable:
            return True
    return False


def _chosen(maker: SandboxMaker, found: Availability, why: str, *, web: bool, consent: bool) -> Chosen:
    if not _may_read(maker, web=web, consent=consent):
        raise ConsentNeeded(
            "On this machine web pages could only be read without isolation: "
            "a hostile page could reach your files and the network.",
            "Install Docker or bubblewrap, or agree to it with --yes.",
        )
    prepare = None if found.ready else _preparation(maker)
    return Chosen(maker, why, found.endpoint, found.warnings, prepare)


def _with(chosen: Chosen, build_later: Prepare | None) -> Chosen:
    return Chosen(chosen.maker, chosen.why, chosen.endpoint, chosen.warnings, chosen.prepare, build_later)


def _preparation(maker: SandboxMaker) -> Prepare | None:
    if not isinstance(maker, HasImage):
        return None

    async def prepare(tell: Tell) -> None:
        await maker.ensure_image(tell)

    return prepare
