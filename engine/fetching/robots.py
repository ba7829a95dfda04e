"""robots.txt: what a site asks automatic readers to leave alone.

Our own reading of RFC 9309, because `urllib.robotparser` takes the first rule that matches instead of the
longest and knows neither `*` nor `$` in paths.
"""

from __future__ import annotations

import re
from urllib.parse import quote

_KEPT = "/:@!$&'()*+,;=-._~%[]|?"


class RobotsRules:
    """The rules of one site for one reader."""

    def __init__(self, text: str, agent: str) -> None:
        """Read a robots.txt.

        Args:
            text: the file.
            agent: our product token; the group that names it counts, else the group for `*`.
        """
        groups = _groups(text)
        token = agent.lower()
        self._rules = groups[token] if token in groups else groups.get("*", [])

    def allows(self, target: str) -> bool:
        """Tell whether a path with its query may be read: the longest rule decides, in a tie the friendly one."""
        path = _normal(target)
        matching = [(len(rule), allow) for allow, rule in self._rules if _matches(rule, path)]
        return max(matching)[1] if matching else True


# (allowed, path pattern)
_Rule = tuple[bool, str]


def _groups(text: str) -> dict[str, list[_Rule]]:
    """Collect the rules of every user agent; several groups for one agent are one group."""
    groups: dict[str, list[_Rule]] = {}
    agents: list[str] = []
    naming = False
    for line in text.lstrip("\ufeff").splitlines():
        field, colon, value = line.partition("#")[0].partition(":")
        field, value = field.strip().lower(), value.strip()
        if not colon:
            continue
        if field == "user-agent":
            agents = [*agents, value.lower()] if naming else [value.lower()]
            naming = True
            groups.setdefault(value.lower(), [])
        elif field in ("allow", "disallow"):
            naming = False
            if value:
                for agent in agents:
                    groups[agent].append((field == "allow", _normal(value)))
    return groups


def _normal(path: str) -> str:
    """Write a path with the escapes both sides agree on."""
    return re.sub(r"%[0-9a-fA-F]{2}", lambda match: match[0].upper(), quote(path, safe=_KEPT, errors="replace"))


def _matches(rule: str, path: str) -> bool:
    """Match a pattern with `*` and a final `$`; linear, since the pattern is a stranger's."""
    anchored = rule.endswith("$")
    first, *others = rule.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    position = len(first)
    for number, piece in enumerate(others, start=1):
        if anchored and number == len(others):
            return len(path) - len(piece) >= position and path.endswith(piece)
        found = path.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    return not anchored or position == len(path)
