"""Whether the model's server can be reached: one short question that costs nothing."""

from __future__ import annotations

from app.commands.check import Check
from app.options import require_address
from engine.errors import InputError
from engine.models.openai_model import DEFAULT_BASE_URL

LIMIT_S = 3.0
_KEY_REFUSED = (401, 403)


async def model_check(base_url: str, model: str, key: str) -> Check:
    """Return what there is to say about the model that is set up."""
    if not base_url and not model:
        return _note(
            "none configured: offline research works.",
            "Set OPENAI_BASE_URL, DOSSIER_MODEL and, where needed, OPENAI_API_KEY.",
        )
    try:
        require_address(base_url)
    except InputError as error:
        return _note(error.title, error.advice)
    address = base_url or DEFAULT_BASE_URL
    name = f"{model or 'no name'} at {address}, {'with a key' if key else 'without a key'}"
    trouble, advice = await _reached(address, key)
    if trouble:
        return _note(f"{name}. {trouble}", advice)
    if not model:
        return _note(f"{name}. The server answers.", "Set DOSSIER_MODEL.")
    return Check(name="Model", mark="ok", says=f"{name}. The server answers.")


async def _reached(address: str, key: str) -> tuple[str, str]:
    """Return what is wrong with the server and what to do, two empty texts when it answers."""
    import httpx2

    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        async with httpx2.AsyncClient(timeout=LIMIT_S) as client:
            status = (await client.get(f"{address}/models", headers=headers)).status_code
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError):
        return "The server does not answer.", "Start it, or check OPENAI_BASE_URL and the network."
    if status in _KEY_REFUSED:
        what = "refuses the key" if key else "wants a key"
        return f"The server {what}.", "Check OPENAI_API_KEY."
    if status >= 500:
        return f"The server answers with an error ({status}).", "Look at what it says itself, or try again later."
    return "", ""


def _note(says: str, advice: str) -> Check:
    return Check(name="Model", mark="note", says=says, advice=advice)
