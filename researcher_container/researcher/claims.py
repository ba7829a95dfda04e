"""The sentences of an answer that a mark stands behind: what a source is cited for."""

from __future__ import annotations

import re

# The rest of a mark's sentence, back to the last stop or line break, with other marks before it.
_CLAIM = re.compile(r"[^.!?\n]*[.!?]?\s*$")
_MARKS = re.compile(r"\[(?:r[0-9a-f]{8}|c\d+)\]")


def claim_before(text: str) -> str:
    """Return the sentence that a text ends with, without marks; "" when there is none."""
    match = _CLAIM.search(_MARKS.sub("", text).rstrip())
    return match[0].strip() if match else ""


def claims_for(answer: str, mark: str) -> list[str]:
    """Return the sentences that a mark, brackets included, stands behind."""
    claims = (claim_before(answer[: match.start()]) for match in re.finditer(re.escape(mark), answer))
    return list(dict.fromkeys(claim for claim in claims if claim))
