"""What a refusal teaches about a server: the one trait to change before the same question is asked again."""

from __future__ import annotations

import re

from engine.models.errors import server_sentence, status_error
from engine.models.traits import ServerTraits, StructureLevel
from engine.models.transport import ServerRefusal
from researcher_container.contract import ModelRequest

# Servers word it in many ways: "... does not support tools", "Function calling is not enabled for ...",
# '"auto" tool choice requires --enable-auto-tool-choice', "tools param requires --jinja flag".
_TOOLS = re.compile(r"\btools?\b|\btool[ _-]?(?:use|call|choice)|function[ _-]?call")
_NOT_TAKEN = re.compile(
    r"not (?:yet )?(?:be )?(?:support|enabled|available|allowed|permitted|implemented)|n't support|unsupported"
    r"|requires? --|no endpoints found|unrecognized|unknown (?:field|parameter|argument)"
)
_ROLE_WORDS = ("system role", "role system", "system message", "roles must alternate", "role must alternate")
_STRUCTURE_WORDS = ("response_format", "json_schema", "json_object", "text.format", "structured output", "grammar")


def learn(traits: ServerTraits, request: ModelRequest, refusal: ServerRefusal, *, has_other_protocol: bool) -> bool:
    """Change the trait that a refusal names; return whether asking again makes sense.

    Each change goes one way only, so that learning ends.

    Args:
        has_other_protocol: the other wire protocol is allowed and was not refused yet.
    """
    if not 400 <= refusal.status <= 501 or refusal.status in (401, 402, 403, 408, 413, 429):
        return False
    words = _words(refusal)
    # A chat template that raises is a server error to some servers.
    if not traits.needs_plain_roles and any(sign in words for sign in _ROLE_WORDS):
        traits.needs_plain_roles = True
        return True
    if refusal.status == 500:
        return False
    if request.output and traits.structure > StructureLevel.PLAIN and any(word in words for word in _STRUCTURE_WORDS):
        traits.structure = StructureLevel(traits.structure - 1)
        return True
    if request.max_output_tokens and not traits.token_parameter_settled and traits.token_parameter in words:
        was_long = traits.token_parameter == "max_completion_tokens"
        traits.token_parameter = "max_tokens" if was_long else "max_completion_tokens"
        traits.token_parameter_settled = True
        return True
    if traits.takes_stream_options and "stream_options" in words:
        traits.takes_stream_options = False
        return True
    if traits.takes_required_tools and request.tool_choice == "required" and "tool_choice" in words:
        traits.takes_required_tools = False
        return True
    return has_other_protocol and _lacks_protocol(refusal)


def refuses_tools(traits: ServerTraits, request: ModelRequest, refusal: ServerRefusal) -> bool:
    """Tell whether a server refused a request because of the tools in it."""
    if refusal.status not in (400, 404, 405, 422, 500, 501):
        return False
    words = _words(refusal)
    if "tool_choice" in words and request.tool_choice == "required" and traits.takes_required_tools:
        return False  # it may take them with a free choice
    return bool(_TOOLS.search(words) and _NOT_TAKEN.search(words))


def _words(refusal: ServerRefusal) -> str:
    payload = refusal.payload
    parameter = ""
    if isinstance(payload, dict):
        error = payload.get("error", payload)
        parameter = str(error.get("param") or "") if isinstance(error, dict) else ""
        details = payload.get("detail")
        # FastAPI servers name the field in `loc` and not in their sentence.
        parameter += (
            " ".join(str(item.get("loc")) for item in details if isinstance(item, dict))
            if (isinstance(details, list))
            else ""
        )
    return f"{server_sentence(payload)} {parameter}".lower()


def _lacks_protocol(refusal: ServerRefusal) -> bool:
    """Tell "no such address" from "no such model", which share the status 404."""
    if refusal.status not in (404, 405, 501):
        return False
    return status_error(refusal.status, refusal.payload, model="\0", base_url="").kind != "unknown_model"
