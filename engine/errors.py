"""The errors users can meet, as one tree of values with a title, an advice and whether trying again may help.

DossierError
+-- InputError            what was typed or chosen cannot be used            (exit status 2)
|   +-- ConsentNeeded     it works, but only after a yes
+-- ModelError            the model's server; `kind` tells which trouble
+-- SearchError           no search provider gave an answer
+-- FetchError            an allowed page could not be had; `kind` tells why
+-- Refused               the broker's policy said no
+-- SandboxError          `cause` tells how the sandbox ended
|   +-- DockerError       the engine cannot be used; `kind` tells why
+-- NobodyAnswered        every researcher of a run ended with an error, and nothing was read
+-- LibraryError          the documents cannot be read or hold nothing
+-- JournalError          the data folder cannot be used
|   +-- RunBusy           another process owns this run
|   +-- RunNotFound
+-- ExportError           the file could not be written
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from researcher_container.contract import Usage


class Trouble(BaseModel):
    """An expected error as a value: what happened, what to do, may it be tried again."""

    model_config = ConfigDict(frozen=True)

    kind: str
    title: str  # one sentence: what happened
    advice: str = ""  # one sentence: what to do
    retryable: bool = False
    detail: str = ""  # for the fold-out, never a key


class DossierError(Exception):
    """Base of every expected error; `str()` is the sentence a user reads."""

    kind = "error"
    retryable = False

    def __init__(self, title: str, advice: str = "", *, kind: str = "", detail: str = "") -> None:
        super().__init__(f"{title} {advice}".strip())
        self.title, self.advice, self.detail = title, advice, detail
        if kind:
            self.kind = kind

    def trouble(self) -> Trouble:
        """Return this error as a value that events and snapshots can carry."""
        return Trouble(
            kind=self.kind, title=self.title, advice=self.advice, retryable=self.retryable, detail=self.detail
        )


class InputError(DossierError):
    """What was typed or chosen cannot be used."""

    kind = "input"


class ConsentNeeded(InputError):
    """It works, but only after the user has said yes."""

    kind = "consent"


ModelTrouble = Literal[
    "unreachable", "bad_key", "no_credit", "unknown_model", "rate_limited", "server_error", "bad_request",
    "truncated", "budget_spent_on_reasoning", "refused", "filtered", "unusable_answer", "context_full", "timeout",
    "no_tools",
]  # fmt: skip


class ModelError(DossierError):
    """The model's server failed or its answer cannot be used; `spent` is what answers that came have used."""

    spent: Usage | None = None

    def __init__(
        self, kind: ModelTrouble, title: str, advice: str = "", *, retryable: bool = False, detail: str = ""
    ) -> None:
        super().__init__(title, advice, kind=kind, detail=detail)
        self.retryable = retryable


class SearchError(DossierError):
    """No search provider gave an answer."""

    kind = "search"
    retryable = True


FetchTrouble = Literal[
    "blocked_address", "blocked_scheme", "blocked_port", "too_many_redirects", "too_large", "timeout",
    "http_status", "unreachable", "unreadable", "robots", "bad_address",
]  # fmt: skip


class FetchError(DossierError):
    """A page could not be had; kinds that start with `blocked_` are refusals by policy."""

    def __init__(self, kind: FetchTrouble, title: str, advice: str = "", *, detail: str = "") -> None:
        super().__init__(title, advice, kind=kind, detail=detail)
        self.retryable = kind in ("timeout", "unreachable", "http_status")


class Refused(DossierError):
    """The broker's policy said no; no request was sent."""

    kind = "refused"


SandboxCause = Literal["memory", "time", "protocol", "killed", "exited", "engine_gone", "not_started", "cancelled"]


class SandboxError(DossierError):
    """A sandbox ended before it answered; `kind` is the cause."""

    def __init__(self, cause: SandboxCause, title: str, advice: str = "", *, detail: str = "") -> None:
        super().__init__(title, advice, kind=cause, detail=detail)
        self.retryable = cause in ("killed", "exited", "engine_gone", "not_started")


DockerTrouble = Literal[
    "not_found", "not_running", "no_permission", "version_mismatch", "ssh_needs_package", "disk_full",
    "no_image", "build_failed", "unknown",
]  # fmt: skip


class DockerError(SandboxError):
    """The Docker engine cannot be used; `docker_kind` tells why."""

    def __init__(self, docker_kind: DockerTrouble, title: str, advice: str = "", *, detail: str = "") -> None:
        super().__init__("not_started", title, advice, detail=detail)
        self.docker_kind = docker_kind
        self.kind = f"docker_{docker_kind}"


class NobodyAnswered(DossierError):
    """Every researcher of a run ended with an error, and no source is there: nothing can be reported."""

    kind = "nobody_answered"
    retryable = True

    def __init__(self, count: int, first: Trouble) -> None:
        """Args: count: how many researchers there were; first: why the first one could not answer."""
        who = "The researcher" if count == 1 else f"None of the {count} researchers"
        could = "could not answer" if count == 1 else "could answer"
        advice = first.advice if first.advice and not first.advice.startswith("Its sources") else ""
        super().__init__(
            f"{who} {could}: {first.title}", advice or "Resume the research to try again.", detail=first.detail
        )


class LibraryError(DossierError):
    """The documents cannot be read or hold nothing."""

    kind = "library"


class JournalError(DossierError):
    """The data folder or its database cannot be used."""

    kind = "journal"


class RunBusy(JournalError):
    """Another live process owns this run."""

    kind = "run_busy"


class RunNotFound(JournalError):
    """No run has this id."""

    kind = "run_not_found"


class ExportError(DossierError):
    """The report could not be written to a file."""

    kind = "export"


def trouble_of(error: BaseException) -> Trouble:
    """Map any exception to a `Trouble`; unexpected ones become kind `bug` and name their type only."""
    if isinstance(error, DossierError):
        return error.trouble()
    return Trouble(
        kind="bug",
        title=f"Something unexpected happened inside Dossier ({type(error).__name__}).",
        advice="What was gathered is kept; the log holds the details.",
        detail=str(error)[:500],
    )
