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
_OPEN = re.compile("|".join(opening for opening, _ in _PAIRS), re.IGNORECASE)
_CLOSE = re.compile("|".join(closing for _, closing in _PAIRS), re.IGNORECASE)
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
        opening = _tag(_OPEN, text, position)
        closing = _tag(_CLOSE, text, position)
        if closing and (opening is None or closing.start() < opening.start()):
            # A lone closing tag: all that came before it was reasoning.
            reasoning += [*answer, text[position : closing.start()]]
            answer, closing_only, position = [], True, closing.end()
        elif opening:
            answer.append(text[position : opening.start()])
            closing = _tag(_CLOSE, text, opening.end())
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
        self._starts_inside = self._is_inside = starts_inside
        self._text = ""
        self._place = 0  # what comes before it has been passed on or dropped
        self._has_passed = False
        self.met_closing_only = False

    def feed(self, piece: str) -> str:
        """Take a piece of the stream; return what of it (and of what was held back) belongs to the answer."""
        self._text += piece
        passed = []
        while match := _tag(_CLOSE if self._is_inside else _OPEN, self._text, self._place):
            if not self._is_inside:
                passed.append(self._text[self._place : match.start()])
            self._place = match.end()
            self._is_inside = not self._is_inside
        if not self._is_inside and _tag(_CLOSE, self._text, self._place):
            self.met_closing_only = True
        sure = max(self._place, _tag_beginning(self._text))
        if not self._is_inside:
            passed.append(self._text[self._place : sure])
        self._place = sure
        return self._without_leading_space("".join(passed))

    def finish(self) -> str:
        """Return what was held back: a tag that never came, or all of a stream that held no reasoning after all."""
        if self._starts_inside and self._is_inside and not self._has_passed:
            return self._text.strip()
        return "" if self._is_inside else self._without_leading_space(self._text[self._place :])

    def _without_leading_space(self, text: str) -> str:
        if not self._has_passed:
            text = text.lstrip()
            self._has_passed = bool(text)
        return text


def _tag(pattern: re.Pattern[str], text: str, start: int) -> re.Match[str] | None:
    """Return the next tag that is used; one between quotes or backquotes is only spoken about."""
    for match in pattern.finditer(text, start):
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        is_fence = text[: match.start()].endswith("```")
        if is_fence or not before or before != after or before not in "`\"'":
            return match
    return None


def _tag_beginning(text: str) -> int:
    """Return where a tag that the stream has cut in two may begin, the text's length when none does."""
    for place in range(max(0, len(text) - _LONGEST_TAG - 1), len(text)):
        rest = text[place:].lower()
        # A whole tag waits for one more character, which tells whether it is quoted.
        if rest[0] in "<[◁" and any(tag.startswith(rest) for tag in _TAGS):
            return place
    return len(text)
