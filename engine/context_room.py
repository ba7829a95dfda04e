"""How much text fits into a model's context, counted before its server has to refuse it."""

from __future__ import annotations

# About what a token holds at the least, in languages with spaces; texts without them are weighed where they are held.
CHARS_PER_TOKEN = 3
# A conversation of a researcher, and a dossier: more costs more and helps little, however large the context is.
MAX_CONVERSATION_CHARS = 120_000
MAX_DOSSIER_CHARS = 240_000
# Below these nothing can be worked on; where even they do not fit the server says so, and less is tried.
LEAST_CONVERSATION_CHARS = 8_000
LEAST_DOSSIER_CHARS = 4_000
# Of a context, what stays free for the answer, at most and as a part; and what our own prompts and tools take.
ANSWER_TOKENS, ANSWER_PART = 6_000, 0.3
PROMPT_TOKENS = 1_200


def _chars(context_tokens: int) -> int:
    answer = min(ANSWER_TOKENS, int(context_tokens * ANSWER_PART))
    return (context_tokens - answer - PROMPT_TOKENS) * CHARS_PER_TOKEN


def conversation_chars(context_tokens: int | None) -> int:
    """Return what the conversation of a researcher may hold; None = a context that is not known."""
    if context_tokens is None:
        return MAX_CONVERSATION_CHARS
    return max(LEAST_CONVERSATION_CHARS, min(MAX_CONVERSATION_CHARS, _chars(context_tokens)))


def dossier_chars(context_tokens: int | None) -> int:
    """Return what a dossier may hold that reviewer or writer are shown; None = a context that is not known."""
    if context_tokens is None:
        return MAX_DOSSIER_CHARS
    return max(LEAST_DOSSIER_CHARS, min(MAX_DOSSIER_CHARS, _chars(context_tokens)))
