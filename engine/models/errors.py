"""Foreign errors become `ModelError`: one place, plain sentences, the server's own words, never a key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.errors import ModelError

_NO_CREDIT = ("insufficient_quota", "billing_hard_limit", "exceeded your current quota", "credit balance",
              "insufficient credit", "insufficient balance", "payment required", "out of credits")  # fmt: skip
_CONTEXT = ("context length", "context_length", "context window", "maximum context", "too many tokens",
            "prompt is too long", "exceeds the available context", "input is too long", "context size",
            "exceed_context_size", "maximum prompt length", "prompt too long", "reduce the length")  # fmt: skip
_FILTER = ("content_filter", "content management policy", "responsibleaipolicy", "content policy")
_NO_MODEL = ("model_not_found", "unknown model", "no such model", "model not found", "invalid model",
             "not a valid model", "deploymentnotfound")  # fmt: skip
MAX_SENTENCE_CHARS = 400


def server_sentence(payload: Any) -> str:
    """Return the server's own sentence from an error body of any shape, "" when it has none.

    Args:
        payload: the decoded body, its `error` member, or the raw text.
    """
    if isinstance(payload, str):
        text = payload.strip()
        if text[:1] in "{[" and (decoded := _decoded(text)) is not None:
            return server_sentence(decoded)
        # A proxy's HTML page is not a sentence.
        return "" if text.startswith("<") else text[:MAX_SENTENCE_CHARS]
    if isinstance(payload, list):
        return next((said for item in payload if (said := server_sentence(item))), "")
    if not isinstance(payload, Mapping):
        return ""
    for key in ("error", "message", "msg", "detail", "errors", "error_description"):
        if said := server_sentence(payload.get(key)):
            return said
    return ""


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _error_code(payload: Any) -> str:
    """Return what machines read of an error body: code and type, lower case."""
    error = payload.get("error", payload) if isinstance(payload, Mapping) else payload
    if not isinstance(error, Mapping):
        return ""
    return f"{error.get('code') or ''} {error.get('type') or ''}".lower()


def _quoted(said: str, otherwise: str = "") -> str:
    return f'The server said: "{said}"' if said else otherwise


def without_key(text: str, api_key: str) -> str:
    """Return the text with every occurrence of the key taken out."""
    return text.replace(api_key, "[key]") if len(api_key) >= 4 else text


def status_error(status: int, payload: Any, *, model: str, base_url: str, api_key: str = "") -> ModelError:
    """Map an HTTP status and an error body (decoded JSON or text) to a `ModelError`."""
    said = without_key(server_sentence(payload), api_key)
    words = f"{_error_code(payload)} {said.lower()}"
    detail = f"HTTP {status} from {base_url}. {said}".strip()

    def error(kind: Any, title: str, advice: str, retryable: bool = False) -> ModelError:
        return ModelError(kind, title, advice, retryable=retryable, detail=detail)

    if status == 402 or (status in (400, 403, 429) and any(sign in words for sign in _NO_CREDIT)):
        return error("no_credit", "The account of this key has no credit left.",
                     "Add credit at the provider, or choose another model in Settings, Model.")  # fmt: skip
    if status == 401 or (status == 403 and "key" in words):
        return error("bad_key", "The key was not accepted.", "Check it in Settings, Model.")
    if status == 429:
        return error("rate_limited", "The model's server asks to slow down.",
                     _quoted(said, "Try again in a minute, or run fewer researchers at once."), True)  # fmt: skip
    if status in (400, 404, 422) and _names_missing_model(status, words, model):
        return error("unknown_model", f"The server does not know the model {model!r}.",
                     f"{_quoted(said)} Choose another one in Settings, Model.".strip())  # fmt: skip
    if status in (404, 405):
        return error("bad_request", f"The server has nothing at this address ({base_url}).",
                     f"{_quoted(said)} Check it in Settings, Model; it often ends in /v1.".strip())  # fmt: skip
    if status in (400, 413, 422) and (status == 413 or any(sign in words for sign in _CONTEXT)):
        return error("context_full", "The question is longer than this model can take.",
                     _quoted(said, "Choose a model with a larger context window."))  # fmt: skip
    if status in (400, 403) and any(sign in words for sign in _FILTER):
        return error("filtered", "The provider's content filter stopped this step.", _quoted(said))
    if status == 500 and any(sign in words for sign in _CONTEXT):
        return error("context_full", "The question is longer than this model can take.", _quoted(said))
    if status == 408:
        return error("timeout", "The model's server did not answer in time.", "Try again.", True)
    if status >= 500:
        return error("server_error", f"The model's server failed (HTTP {status}).",
                     _quoted(said, "Try again in a moment."), True)  # fmt: skip
    return error("bad_request", f"The model's server refused the request (HTTP {status}).",
                 _quoted(said, "Check the model in Settings, Model."))  # fmt: skip


def _names_missing_model(status: int, words: str, model: str) -> bool:
    if any(sign in words for sign in _NO_MODEL):
        return True
    return status == 404 and (model.lower() in words or "model" in words)


def error_in_answer(payload: Any, *, model: str, base_url: str, api_key: str = "") -> ModelError:
    """Map an error object that came where an answer belongs (in a 200, or inside a stream)."""
    said = without_key(server_sentence(payload), api_key)
    error = payload.get("error", payload) if isinstance(payload, Mapping) else payload
    code = error.get("code") if isinstance(error, Mapping) else None
    status = int(code) if isinstance(code, int) or (isinstance(code, str) and code.isdigit()) else 0
    words = f"{_error_code(payload)} {said.lower()}"
    if status in (401, 402, 429) or "rate_limit" in words or any(sign in words for sign in _NO_CREDIT):
        return status_error(status or 429, payload, model=model, base_url=base_url, api_key=api_key)
    if any(sign in words for sign in (*_FILTER, *_CONTEXT)):
        return status_error(400, payload, model=model, base_url=base_url, api_key=api_key)
    return ModelError(
        "server_error",
        "The model's server reported an error instead of an answer.",
        _quoted(said, "Try again in a moment."),
        retryable=status == 0 or status >= 500,
        detail=f"Error object from {base_url}: {said}",
    )


def no_answer(base_url: str) -> ModelError:
    """The reply was well formed and held no answer."""
    return ModelError(
        "server_error",
        "The model's server sent no answer.",
        "Try again; if it stays so, choose another model.",
        retryable=True,
        detail=f"A reply without any answer from {base_url}.",
    )


def garbage(base_url: str, beginning: str) -> ModelError:
    """The reply was not JSON, or not an event stream."""
    return ModelError(
        "server_error",
        "The model's server sent something that is not an answer.",
        "Check the address in Settings, Model; it often ends in /v1.",
        # A web page where an answer belongs is a wrong address, and stays one.
        retryable=not beginning.lstrip().startswith("<"),
        detail=f"From {base_url}: {beginning[:200]}",
    )


def broken_stream(base_url: str) -> ModelError:
    """A stream ended without saying that it is complete."""
    return ModelError(
        "server_error",
        "The answer broke off before its end.",
        "Try again; the part that came is not a complete answer.",
        retryable=True,
        detail=f"The stream from {base_url} ended without a finish.",
    )


class Endless(ModelError):
    """The model has lost its way: asking the same again would only cost the same time."""

    def __init__(self, title: str = "The model repeated itself without end.") -> None:
        super().__init__("unusable_answer", title, "Choose a larger model, or another one, in Settings, Model.")


def no_tools(said: str = "") -> ModelError:
    """The server does not let this model call tools."""
    return ModelError(
        "no_tools",
        "This model cannot call tools at its server.",
        "Researchers search and read for it instead; a model with tool calling does that itself.",
        detail=_quoted(said),
    )


def timed_out(base_url: str) -> ModelError:
    """Nothing came for too long."""
    return ModelError(
        "timeout",
        "The model's server did not answer in time.",
        "Try again, or choose a faster model.",
        retryable=True,
        detail=f"Time-out at {base_url}.",
    )


def unreachable(base_url: str, why: str) -> ModelError:
    """No connection, or it was lost."""
    if "certificate" in why.lower():
        return ModelError(
            "unreachable",
            f"The certificate of the model's server is not trusted ({base_url}).",
            "Check the address, or add the certificate to those this computer trusts.",
            detail=why,
        )
    return ModelError(
        "unreachable",
        f"The model's server cannot be reached ({base_url}).",
        "Check that it runs and that the address in Settings, Model is right.",
        retryable=True,
        detail=why,
    )
