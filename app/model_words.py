"""What the model doctor found, in words: for the window and the command line alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.models.finding import FindingCode, ModelFinding, ModelVerdict
from resources.translation import tr, trn

_PROTOCOL_NAMES = {"chat": "Chat Completions", "responses": "Responses"}
_SHOWN_OFFERS = 6


@dataclass(frozen=True)
class FindingWords:
    """One finding in words: what is so, what follows from it, and a figure."""

    says: str
    why: str = ""
    figure: str = ""


def words_of(finding: ModelFinding) -> FindingWords:
    """Return a finding in words."""
    return _WORDS[finding.code](finding)


def summary_of(verdict: ModelVerdict) -> str:
    """Return when and at what price it was found out."""
    seconds = f"{verdict.elapsed_s:.1f}"
    if not verdict.tokens:
        return tr("Checked just now, {seconds} s", seconds=seconds)
    return tr("Checked just now, {seconds} s, about {tokens} tokens", seconds=seconds, tokens=f"{verdict.tokens:,}")


def offered(names: tuple[str, ...]) -> str:
    """Return in a sentence what a server offers, "" when it does not say."""
    if not names:
        return ""
    shown = ", ".join(names[:_SHOWN_OFFERS])
    left = len(names) - _SHOWN_OFFERS
    if left <= 0:
        return tr("This server offers {names}.", names=shown)
    return trn(
        "This server offers {names} and {n} more.", "This server offers {names} and {n} more.", left, names=shown
    )


def _own(finding: ModelFinding) -> FindingWords:
    """Say a trouble in its own words."""
    return FindingWords(finding.names.get("title", ""), finding.names.get("advice", ""))


def _server_answers(finding: ModelFinding) -> FindingWords:
    return FindingWords(tr("The server answers"), figure=tr("{ms} ms", ms=f"{finding.figure or 0:.0f}"))


def _server_failing(finding: ModelFinding) -> FindingWords:
    says = tr("The server answers with an error ({status})", status=finding.names["status"])
    return FindingWords(says, tr("Look at what it says itself, or try again later."))


def _nothing_there(finding: ModelFinding) -> FindingWords:
    return FindingWords(tr("The server has nothing at this address"), tr("Check the address; it often ends in /v1."))


def _key_refused(finding: ModelFinding) -> FindingWords:
    return FindingWords(tr("The key is not accepted"), tr("Check it, or get a new one."))


def _key_wanted(finding: ModelFinding) -> FindingWords:
    return FindingWords(
        tr("The server wants a key"), tr("Enter one, or name the environment variable that holds it.")
    )


def _model_there(finding: ModelFinding) -> FindingWords:
    model, context = finding.names["model"], finding.names.get("context", "")
    if context:
        size = tr("{k}k", k=round(int(context) / 1_000)) if int(context) >= 10_000 else context
        return FindingWords(tr("{model} exists, context {size}", model=model, size=size))
    if finding.code == "model_offered":
        return FindingWords(tr("{model} exists", model=model))
    return FindingWords(tr("{model} answers", model=model))


def _model_unknown(finding: ModelFinding) -> FindingWords:
    says = tr("{model} is not offered by this server", model=finding.names["model"])
    would = tr("Its role would fail at once.") if finding.names.get("role") else tr("Every run would fail at once.")
    return FindingWords(says, f"{would} {offered(finding.offers)}".strip())


def _no_model(finding: ModelFinding) -> FindingWords:
    return FindingWords(
        tr("No model is named"), offered(finding.offers) or tr("Write its name as the server spells it.")
    )


def _speaks(finding: ModelFinding) -> FindingWords:
    name = _PROTOCOL_NAMES[finding.names["protocol"]]
    if finding.names.get("both"):
        return FindingWords(tr("It speaks both protocols; {name} is used", name=name))
    return FindingWords(tr("It speaks {name}", name=name))


def _speaks_not(finding: ModelFinding) -> FindingWords:
    return FindingWords(
        tr("It does not speak {name}", name=_PROTOCOL_NAMES[finding.names["protocol"]]),
        tr("Choose {other}, or let it be found out.", other=_PROTOCOL_NAMES[finding.names["other"]]),
    )


def _share(finding: ModelFinding) -> str:
    return tr("{good} of {asked}", good=finding.names["good"], asked=finding.names["asked"])


def _streams(finding: ModelFinding) -> FindingWords:
    speed = tr("{n} tokens/s", n=f"{finding.figure:,.0f}") if finding.figure else ""
    return FindingWords(tr("Text arrives as a stream"), figure=speed)


_WORDS: dict[FindingCode, Callable[[ModelFinding], FindingWords]] = {
    "server_answers": _server_answers,
    "server_silent": _own,
    "server_failing": _server_failing,
    "nothing_there": _nothing_there,
    "key_accepted": lambda finding: FindingWords(tr("The key is accepted")),
    "key_unneeded": lambda finding: FindingWords(tr("It wants no key")),
    "key_refused": _key_refused,
    "key_wanted": _key_wanted,
    "model_offered": _model_there,
    "model_answers": _model_there,
    "model_unknown": _model_unknown,
    "no_model": _no_model,
    "slow_down": _own,
    "no_credit": _own,
    "no_answer": _own,
    "speaks": _speaks,
    "speaks_not": _speaks_not,
    "follows_schema": lambda finding: FindingWords(
        tr("Structured answers follow the schema"), figure=_share(finding)
    ),
    "follows_object": lambda finding: FindingWords(
        tr("Structured answers are JSON, without a schema"),
        tr("The schema is put into the question instead; answers are read with care."),
        _share(finding),
    ),
    "follows_prompt": lambda finding: FindingWords(
        tr("Structured answers are plain text"),
        tr("The server takes no schema; it is put into the question, and answers are read with care."),
        _share(finding),
    ),
    "follows_nothing": lambda finding: FindingWords(
        tr("It gives no structured answers"),
        tr("Planner and reviewer need them: choose a larger model."),
        _share(finding),
    ),
    "calls_tools": lambda finding: FindingWords(tr("It calls tools")),
    "calls_no_tools": lambda finding: FindingWords(
        tr("It cannot call tools"),
        tr("Researchers search and read for it instead; a model that calls tools does that itself."),
    ),
    "ignores_tools": lambda finding: FindingWords(
        tr("It does not call the tools it is given"),
        tr("Researchers may find less; a larger model often does it."),
    ),
    "streams": _streams,
    "streams_not": lambda finding: FindingWords(
        tr("Text does not arrive as a stream"), tr("The report appears all at once when it is written.")
    ),
    "counts_missing": lambda finding: FindingWords(
        tr("Streams carry no token counts"),
        tr("Usage is estimated, so the cost shown may be off by a few per cent."),
    ),
    "reasons_apart": lambda finding: FindingWords(tr("It thinks before it answers, apart from the answer")),
    "reasons_in_tags": lambda finding: FindingWords(
        tr("It thinks aloud inside its answers"), tr("That part is recognised and left out.")
    ),
}
