"""Words that mean nearly the same, wider than synonyms: good enough to show a passage, too wide to choose a quote."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from researcher_container.researcher.words import stem

# One line per meaning; a word may stand in several lines.
_MEANINGS = (
    "cpu processor core", "number count amount quantity", "amount sum total volume", "dictionary dict mapping hash",
    "array list sequence", "text string str characters", "letter character char", "memory ram heap",
    "disk storage drive", "computer machine host server", "server host backend daemon", "client frontend",
    "network internet", "program application app software executable", "script program",
    "function method routine procedure", "argument parameter option", "setting option parameter configuration",
    "column field attribute property", "row record tuple entry", "table relation", "statement query command",
    "sort order collate", "sorted ordered order", "greatest largest maximum highest biggest max",
    "least smallest minimum lowest min", "size length bytes", "long length duration",
    "duration time period interval", "delay wait sleep pause timeout", "moment time instant timestamp",
    "date day calendar", "year annual", "often frequency frequent rate", "default standard normal initially",
    "forbidden disallowed prohibited illegal invalid", "allowed permitted legal valid", "possible can able",
    "fail failure error abort", "crash failure outage", "lost loss lose discard",
    "damage corrupt corruption broken", "repair fix recover restore", "undo rollback revert", "commit save finish",
    "end finish terminate stop close exit", "stop halt abort cancel interrupt", "leave exit quit",
    "begin start open initial", "create make build construct generate", "built created constructed",
    "assign set bind", "replace substitute overwrite", "add append insert include", "read load get fetch retrieve",
    "write store output emit", "send transmit pass", "receive get accept", "accept allow permit",
    "refuse reject deny", "trust trusted untrusted", "encrypt encrypted cipher ssl tls", "certificate cert key",
    "fake mock stub dummy", "child subprocess worker process", "thread concurrent parallel",
    "simultaneous concurrent parallel", "shared common global", "private own local", "name identifier label",
    "title name heading", "kind type class", "type class kind", "object instance", "value figure number",
    "digit number numeric decimal", "exact precise accurate precision", "precise precision exact",
    "round rounding truncate", "postpone defer delay", "postponed deferrable deferred", "immediately instantly",
    "often repeatedly", "several multiple many", "repeat again retry", "tried try attempt retry",
    "automatically automatic implicit itself", "manually explicit", "needed required necessary mandatory",
    "optional unnecessary", "old previous former earlier legacy older", "new recent latest newer",
    "advantage benefit", "drawback disadvantage downside problem", "danger dangerous risk unsafe harm",
    "purpose goal aim intended", "reason cause because why", "effect result consequence impact",
    "cause lead result", "difference differ principal distinct", "similar like same equal equivalent",
    "equal same identical equivalent", "meaning synonym sense", "example instance sample",
    "rule condition requirement", "limit maximum bound cap", "search find match look", "pattern regex",
    "hit match result", "index lookup", "temporary transient tmp", "permanent persistent durable",
    "lock mutex semaphore", "wipe erase overwrite zero", "content data text", "counter statistics count",
    "reset zero clear", "clash conflict collision", "replica standby secondary mirror", "primary master main",
    "shell terminal console prompt", "screen display terminal", "see show view display", "shown displayed visible",
    "spoken audible voice sound", "print display output", "log record journal", "message text notice",
    "warn warning caution", "hidden invisible", "version release edition", "country region locale",
    "money currency monetary price cost", "price cost fee charge", "buy purchase", "sell sale",
    "salary wage pay income", "company firm business enterprise corporation", "employee worker staff",
    "people population inhabitants persons residents", "person human individual", "child kid minor", "man male",
    "woman female", "doctor physician", "illness disease sickness", "drug medicine medication",
    "car vehicle automobile", "road street highway", "ship vessel boat", "plane aircraft airplane",
    "house building home", "town city municipality", "state government nation",
    "law act statute regulation legislation", "court judge tribunal", "war conflict", "die death dead mortality",
    "born birth", "height high tall elevation", "depth deep", "width wide breadth", "weight heavy mass",
    "speed fast velocity rate", "temperature heat warm hot", "cold cool", "rain precipitation", "sea ocean",
    "increase rise grow growth", "decrease fall drop decline reduce", "share percentage proportion percent",
    "average mean typical", "founded established created", "author writer", "invent develop design",
    "area surface region", "distance far length", "built constructed erected", "owner own belong",
    "member participant", "step stage phase", "part component portion piece", "unit measure",
    "test trial experiment", "study research survey investigation",
)  # fmt: skip


def _by_stem() -> Mapping[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in _MEANINGS:
        group = line.split()
        for word in group:
            found[stem(word)].update(other for other in group if other != word)
    return {word: frozenset(others) for word, others in found.items()}


_WIDER = _by_stem()


def wider_words_of(word: str) -> frozenset[str]:
    """Return words of nearly the same meaning, none when the word is not known."""
    return _WIDER.get(stem(word), frozenset())
