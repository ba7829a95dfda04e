"""Reasoning that leaks into answers: told apart from the answer, in whole texts and while they stream."""

from __future__ import annotations

import re
from dataclasses import dataclass

# (opening, closing). The last is the raw channel format of open-weight models behind a bare server.
_PAIRS = (
    (r"<(?:think|thinking|thought|reasoning)>", r"</(?:think|thinking|thought|reasoning)>"),
    (r"\[THINK\]", r"\[/THINK\]"),
    (r"◁think▷", r"◁/think▷"),
    (r"<\|channel\|>analysis<\|message\|>", r"<\|channel\|>final<\|message\|>"),
)
# A tag in backquotes or quotes is spoken about, not used.
_UNQUOTED = r"(?<![`\"'])"
_OPEN = re.compile(_UNQUOTED + "(?:" + "|".join(opening for opening, _ in _PAIRS) + ")", re.IGNORECASE)
_CLOSE = re.compile(_UNQUOTED + "(?:" + "|".join(closing for _, closing in _PAIRS) + ")", re.IGNORECASE)
_CONTROL = re.compile(r"<\|(?:start|end|return|message|channel|im_end|eot_id)\|>(?:assistant)?")
_TAGS = (
    *(f"<{slash}{name}>" for slash in ("", "/") for name in ("think", "thinking", "thought", "reasoning")),
    "[think]", "[/think]", "◁think▷", "◁/think▷",
    "<|channel|>analysis<|message|>", "<|channel|>final<|message|>",
)  # fmt: skip
_LONGEST_TAG = max(len(tag) for tag in _TAGS)


@dataclass(frozen=True)
class Parted:
    """A text, parted; `closing_only` when the opening tag stood in the prompt."""

    answer: str
    reasoning: str = ""
    closing_only: bool = False


def part(text: str) -> Parted:
    """Part an answer from the reasoning around it. An opening tag that is never closed takes the rest along."""
    answer: list[str] = []
    reasoning: list[str] = []
    closing_only = False
    position = 0
    while True:
        opening = _OPEN.search(text, position)
        closing = _CLOSE.search(text, position)
        if closing and (opening is None or closing.start() < opening.start()):
            # A lone closing tag: all that came before it was reasoning.
            reasoning += [*answer, text[position : closing.start()]]
            answer, closing_only, position = [], True, closing.end()
        elif opening:
            answer.append(text[position : opening.start()])
            closing = _CLOSE.search(text, opening.end())
            reasoning.append(text[opening.end() : closing.start() if closing else len(text)])
            if closing is None:
                break
            position = closing.end()
        else:
            answer.append(text[position:])
            break
    if not reasoning:
        return Parted(text)
    return Parted(_CONTROL.sub("", "".join(answer)).strip(), "".join(reasoning).strip(), closing_only)


class ReasoningFilter:
    """Lets only the answer of a stream through.

    Args:
        starts_inside: the model is known to begin in mid-reasoning; nothing passes before a closing tag.
    """

    def __init__(self, starts_inside: bool = False) -> None:
        self._inside = starts_inside
        self._held = ""
        self._passed = False
        self.met_closing_only = False

    def feed(self, piece: str) -> str:
        """Take a piece of the stream; return what of it (and of what was held) belongs to the answer."""
        self._held += piece
        passed = []
        while match := (_CLOSE if self._inside else _OPEN).search(self._held):
            if not self._inside:
                passed.append(self._held[: match.start()])
            self._held = self._held[match.end() :]
            self._inside = not self._inside
        if not self._inside:
            if _CLOSE.search(self._held):
                self.met_closing_only = True
            keep = _tag_beginning(self._held)
            passed.append(self._held[:keep])
            self._held = self._held[keep:]
        text = "".join(passed)
        if not self._passed:
            text = text.lstrip()
            self._passed = bool(text)
        return text

    def finish(self, starts_inside: bool = False) -> str:
        """Return what was held back in case a tag would follow.

        Args:
            starts_inside: as given at the start; a closing tag that never came means it was no reasoning.
        """
        held, self._held = self._held, ""
        return held if not self._inside or (starts_inside and not self._passed) else ""


def _tag_beginning(text: str) -> int:
    """Return where a tag that the stream has cut in two may begin, the text's length when none does."""
    for place in range(max(0, len(text) - _LONGEST_TAG), len(text)):
        if text[place] in "<[◁" and any(tag.startswith(text[place:].lower()) for tag in _TAGS):
            return place
    return len(text)
