"""What works at the model's server, as lines of the doctor."""

from __future__ import annotations

from collections.abc import Mapping

from app.commands.check import Check, Mark
from app.model_access import ModelChoice, searches_itself
from app.model_words import words_of
from app.options import require_address
from engine.errors import InputError
from engine.models.doctor import ModelDoctor, Patient
from engine.models.openai_model import DEFAULT_BASE_URL


def patient_of(choice: ModelChoice, key: str, headers: Mapping[str, str]) -> Patient:
    """Return who is examined: the model that is set up, with the models of its roles."""
    profile = choice.profile
    roles = profile.role_models if profile and choice.is_pure else None
    return Patient(
        base_url=choice.base_url,
        model=choice.model,
        api_key=key,
        headers=headers,
        role_models=tuple(getattr(roles, name) for name in type(roles).model_fields) if roles else (),
        protocol=profile.protocol if profile else "auto",
        wants_hosted_search=searches_itself(choice),
        context_tokens=profile.context_tokens if profile and choice.is_pure else None,
    )


async def model_checks(choice: ModelChoice, key: str, headers: Mapping[str, str]) -> list[Check]:
    """Return what there is to say about the model that is set up; offline research works without any."""
    if not choice.is_there:
        return [
            _note(
                "none configured: offline research works.",
                "Set OPENAI_BASE_URL, DOSSIER_MODEL and, where needed, OPENAI_API_KEY, or add a profile in Settings.",
            )
        ]
    try:
        require_address(choice.base_url)
    except InputError as error:
        return [_note(error.title, error.advice)]
    doctor = ModelDoctor(patient_of(choice, key, headers))
    found = [(finding, words_of(finding)) async for finding in doctor.findings()]
    trouble = next((words for finding, words in found if finding.mark == "bad"), None)
    name = f"{choice.model or 'no name'} at {choice.base_url or DEFAULT_BASE_URL}"
    name = f"{name}, {'with a key' if key else 'without a key'}"
    if trouble is not None and len(found) == 1:
        return [_note(f"{name}. {_sentence(trouble.says)}", trouble.why)]
    last = _sentence(trouble.says if trouble else "The server answers")
    lines = [Check(name="Model", mark="note" if trouble else "ok", says=f"{name}. {last}")]
    for finding, words in found:
        says = f"{words.says}: {words.figure}" if words.figure else words.says
        mark: Mark = "ok" if finding.mark == "ok" else "note"
        lines.append(Check(name="Model check", mark=mark, says=_sentence(says), advice=words.why))
    return lines


def _sentence(words: str) -> str:
    return words if words.endswith(".") else f"{words}."


def _note(says: str, advice: str) -> Check:
    return Check(name="Model", mark="note", says=says, advice=advice)
