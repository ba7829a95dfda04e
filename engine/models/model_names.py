"""What the name of a model tells: whether it writes, and which of many to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MAX_NAME_CHARS = 200
# Parts of names of models that embed, rank, listen, speak or draw: they cannot write a report.
_WRITES_NOT = re.compile(
    r"embed|rerank|minilm|whisper|dall-e|moderation|transcribe|realtime"
    r"|(?:^|[/_-])(?:bge|gte|e5|babbage|davinci|clip|tts|sora|audio|image)(?:[-_:/]|$)",
    re.IGNORECASE,
)
# Of a provider's dozens: a current general model, the small one first, since nobody chose to spend more.
_GENERAL = re.compile(r"gpt-(\d+(?:\.\d+)?)(-mini)?")


def writers(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the models that can write, in their order, each once."""
    kept = (name for name in names if name.isprintable() and 0 < len(name.strip()) <= MAX_NAME_CHARS)
    return tuple(dict.fromkeys(name for name in kept if not _WRITES_NOT.search(name)))


def first_choice(names: Sequence[str]) -> str:
    """Return the model to begin with: the newest small general one where its names are known, else the first."""
    able = writers(names)
    general = [(match[2] is not None, float(match[1]), name) for name in able if (match := _GENERAL.fullmatch(name))]
    return max(general)[2] if general else next(iter(able), "")
