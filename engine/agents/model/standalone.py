"""Does a question stand alone? What the researcher of a question can see is that question and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

# A question that begins so, or points so, leans on something its researcher never sees.
_LEANING_OPENER = re.compile(
    r"(?:and|but|so|also|then|in that case|if so|regarding (?:this|that|it))\b[ ,]"
    r"|(?:(?:what|how|why|when|where|who|which) )?"
    r"(?:about|of|does|do|did|is|are|was|were|can|could|will|would|has|have)"
    r" (?:it|they|this|these|those|them|he|she)\b(?! (?:true|possible|known|common|safe|legal) (?:that|to|for))",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:as (?:described |mentioned |stated |discussed |noted )?above|the above|above[- ]mentioned|aforementioned"
    r"|(?:the|this|that) (?:previous|preceding|first|last|other|earlier) (?:question|answer|point|finding|section)s?"
    r"|mentioned (?:earlier|before|previously)|this topic|the topic|the dossier|these findings"
    r"|wie oben|siehe oben|oben genannte\w*|dieses thema)\b"
    r"|\[S\d+(?:\.\d+)?\]",
    re.IGNORECASE,
)
_MARK = re.compile(r"^\s*(?:[-*•]|\(?(?:Q|q)?\d{1,2}[.):])\s*")
MAX_QUESTION_CHARS = 1_000


def cleaned(questions: Iterable[str]) -> list[str]:
    """Return the questions on one line each, list marks taken off, empty and repeated ones left out."""
    found: dict[str, str] = {}
    for question in questions:
        line = _MARK.sub("", " ".join(question.split())).strip().strip('"').strip()
        if line:
            found.setdefault(same_key(line), line[:MAX_QUESTION_CHARS])
    return list(found.values())


def same_key(question: str) -> str:
    """Return what two wordings of the same question have in common: letters and digits, in lower case."""
    return re.sub(r"[\W_]+", " ", question.lower()).strip()


def leaning(question: str) -> str:
    """Return what a question leans on, "" when it stands alone."""
    if match := _LEANING_OPENER.match(question.strip()):
        return match[0].strip()
    match = _POINTING.search(question)
    return match[0].strip() if match else ""


def problems_of(questions: Sequence[str], fewest: int, most: int, asked: Iterable[str] = ()) -> list[str]:
    """Return what is wrong with a list of questions, in sentences for the model that wrote it.

    Args:
        asked: questions of earlier waves, which must not come again.
    """
    problems = []
    if not fewest <= len(questions) <= most:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        problems.append(f"There are {len(questions)} different questions; {wanted} are wanted.")
    known = {same_key(question) for question in asked}
    for question in questions:
        if same_key(question) in known:
            problems.append(f'This was asked already: "{question}"')
        if found := leaning(question):
            problems.append(f'This does not stand alone, because of "{found}": "{question}" Name what is meant.')
    return problems
