"""What may stand as a quote: complete, self-contained prose; never navigation, signatures or changelog lines."""

from __future__ import annotations

import re

MIN_CHARS = 40
MAX_CHARS = 420
MIN_WORDS = 6

_CHANGELOG = re.compile(
    r"^\W*(?:(?:changed|new|added|deprecated|removed|introduced|fixed)\b[^.]{0,30}\b(?:in|since|with)\s+(?:version|release|python|postgres\w*|sqlite)\b"
    r"|deprecated since|versionadded|versionchanged|availability\s*:|version \d|release \d|since version|as of version \d"
    r"|(?:geändert|neu|hinzugefügt|veraltet) (?:in|seit) (?:der )?version|changed in \d|new in \d)"
    r"|\b(?:was|were|been|is|are) (?:added|introduced|deprecated|removed|changed) in (?:\w+ )?(?:version|release|python)? ?\d"
    r"|\bfirst appear(?:s|ed) in\b|\(\d{4}-\d\d-\d\d\)|\bprior to (?:this|that|version|release|\w+ \d)|\b(?:as of|since|until|before|after|beginning (?:with|in)|starting (?:with|in)) (?:the release of )?(?:\w+ )?(?:version |release )?\d+\.\d"
    r"|\bversion \d[\d.]* (?:introduced|added|changed|removed|fixed)\b|\braises an auditing event\b|^(?:added|fixed|fix|bug ?fix(?:es)?|bpo-|gh-|closes|merged?)\b|\(contributed by\b|\bbpo-\d+|\bgh-\d+",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"©|\bcopyright\b.*\d{4}|all rights reserved|last (?:updated|modified)|created using|found a bug\b|table of contents"
    r"|^(?:previous|next|home|up|prev|index|search|menu|skip to)\b[^.]{0,40}$|cookie|javascript (?:is|must)|click here"
    r"|if you see anything in the documentation|use this form to report|this page was|source code\s*:|\bsee also\b"
    r"|^(?:table|figure|fig\.|example|listing|abbildung|tabelle) [\dA-Z]+[-.:]",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"^(?:class |async def |def |async with |classmethod |static(?:method)? )?[\w.]+\s*\([^)]*\)(?:\s*(?:->|→).*)?[.;]?$"
)
_CODE_MARKS = re.compile(
    r">>>|^\$ |\$\(|->|=>|::=|[{};|\\]|==|\+=|\w=\w|</?\w+>|^#|/\*|\*/|\\n|\[, |\]\]|\[\w* ?\.\.\."
)
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:the following|as follows|(?:as )?(?:shown|described|mentioned|discussed|noted|explained|given|listed|seen|defined|stated) "
    r"(?:above|below|earlier|previously|later|here|in the (?:previous|next|following))|(?:above|below),|(?:above|previous|preceding|next) "
    r"(?:example|code|table|figure|section|paragraph|command|query|function|rule|list|case|chapter)|(?:example|code|table|figure|section|command|list|case)s? "
    r"(?:above|below)|the above|(?:listed|given|found|documented) below|this (?:example|section|chapter|page|document|appendix|table|figure|tutorial)|in this case)\b"
    r"|^(?:what follows|[A-Z]\. )|\.\.\. |^(?:see|refer to|consult|for (?:more|further|full|complete) (?:information|details|discussion)|for details|read)\b"
    r"|\b(?:see|refer to) (?:the )?(?:section|chapter|appendix|table|figure|documentation of)\b.{0,60}(?:for (?:more|details|further|a|an|the)|\.$)"
    r"|\b(?:dieses|dieser|im folgenden|folgende[nrs]?|siehe)\b (?:beispiel|abschnitt|kapitel|tabelle|oben|unten|abbildung)",
    re.IGNORECASE,
)
# A first word that leans on the sentence before it.
_LEANING = re.compile(
    r"^(?:this|that|these|those|it|its|they|them|their|he|she|his|her|such|thus|hence|therefore|however|also|additionally|"
    r"furthermore|moreover|for example|for instance|e\.g|i\.e|that is|in (?:this|that|these|those|such|either|both|other|addition|contrast|either|particular|fact|short)\b|"
    r"as (?:a result|such|an? \w+ example|above|before|with)|otherwise|instead|similarly|likewise|consequently|accordingly|but|and|so|or|nor|then|yet|"
    r"both|neither|either|the (?:above|following|former|latter|same|other|first|second|third|last|next|resulting|result|previous|example|reason|difference|solution|problem|idea|point|one|two|rest|remaining)|"
    r"note that (?:this|these|it|the following)|again|here|there(?:fore|after|by)|afterwards|meanwhile|nevertheless|nonetheless|still|"
    r"on the other hand|on the contrary|by contrast|to do (?:so|this)|doing (?:so|this)|because of this|for this reason|in other words|even so|if (?:so|not|this|it|they|that)\b|"
    r"when (?:this|it|they|that)\b|while (?:this|it|they)\b|since (?:this|it|they)\b|although (?:this|it|they)\b|unlike (?:this|it|that)\b|not (?:this|all|only)|"
    r"another|others?|one of (?:these|them)|each of|some of (?:these|them)|none of|all (?:of )?(?:these|those)|at this point|at that|by doing|rather|finally|next|first|second(?:ly)?|third(?:ly)?|lastly|now|"
    r"dies(?:e[rsnm]?)?|das|es|sie|er|dabei|dazu|daher|deshalb|somit|außerdem|allerdings|jedoch|hier(?:bei|zu|durch|mit)?|dadurch|damit|dann|danach|auch|"
    r"zum beispiel|so|aber|und|oder|folgende|ce(?:tte|s|t|la)?|cela|il|elle|ils|elles|esto|este|esta|estos|estas)\b",
    re.IGNORECASE,
)
# How reference pages describe the thing named in the signature or heading above.
_DESCRIPTION = re.compile(
    r"^(?:returns?|specif(?:y|ies)|sets?|gets?|controls?|determines?|enables?|disables?|raises?|creates?|adds?|removes?|represents?|indicates?|"
    r"contains?|waits?|blocks?|prints?|converts?|same|like|equivalent|similar|used|using|sends?|reads?|writes?|opens?|closes?|calls?|runs?|schedules?|"
    r"registers?|makes?|checks?|tests?|stores?|computes?|shows?|displays?|lists?|deletes?|allows?|causes?|provides?|defines?|constructs?|arrange|"
    r"utilities|initiali[sz]es?|retrieves?|sum|number|name|path|type|true|false|deprecated|optional|optionally|wraps?|turns?|submits?|iterates?|applies|appl(?:y|ies)|"
    r"names?|maximum|minimum|if (?:true|false|set|specified|enabled|zero|none|given|on|off|omitted)|when (?:true|false|set|enabled|on|off)|"
    r"this (?:parameter|option|setting|function|method|class|command))\b(?!['’])",
    re.IGNORECASE,
)
_NAMES_ABOVE = re.compile(
    r"\b(?:this|that) (?:function|method|class|parameter|option|setting|command|attribute|value|argument|statement|property|clause|"
    r"exception|constant|variable|flag|routine|interface|field|keyword|event|object|type|pragma)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"(?<!to )\b(?:is|are|was|were|am|has|have|had|can|could|may|might|must|shall|should|will|would|does|do|did|cannot|can't|won't|doesn't|don't|isn't|aren't|"
    r"allows?|uses?|provides?|contains?|consists?|makes?|means?|returns?|raises?|takes?|requires?|causes?|creates?|runs?|works?|gives?|lets?|helps?|"
    r"supports?|holds?|represents?|describes?|defines?|specifies|specify|includes?|determines?|controls?|prevents?|becomes?|comes?|depends?|exists?|"
    r"needs?|occurs?|happens?|refers?|applies|apply|behaves?|performs?|sets?|stores?|keeps?|gets?|goes|shows?|starts?|stops?|tells?|says?|follows?|"
    r"serves?|acts?|appears?|remains?|begins?|ends?|leads?|fails?|blocks?|waits?|calls?|reads?|writes?|tries|wants?|offers?|implies|guarantees?|treats?|"
    r"ensures?|causes?|avoids?|limits?|transforms?|transformed|expects?|accepts?|replaces?|executes?|consumes?|handles?|manages?|checks?|looks?|finds?|"
    r"loads?|saves?|enables?|disables?|affects?|changes?|turns?|indicates?|introduces?|reduces?|increases?|improves?|decides?|considers?|ignores?)\b"
)
# "To avoid this risk", "The file, however, is whole", "It is fast, therefore."
_LEANING_INSIDE = re.compile(
    r"^(?:[\w'’-]+,? ){1,4}(?:this|these|those|such an?|such) \w|^[^,.;]{3,60}, (?:however|therefore|for example|for instance|thus|though|too|also|then|"
    r"on the other hand|in turn|instead|in contrast|as well|jedoch|allerdings|daher),|, (?:however|therefore|though|too|either|as well|then|also|instead)[.!]$",
    re.IGNORECASE,
)
# "It is recommended that" leans on nothing.
_EXPLETIVE = re.compile(
    r"^(?:it(?: is|'s| is not) (?:\w+ ){0,2}?(?:recommended|possible|important|necessary|impossible|advisable|common|best|useful|safe|legal|illegal|"
    r"permitted|allowed|worth|idea|error|practice) (?:to|that|for|not|if|when)\b|"
    r"this (?:module|package|library|parameter|option|setting|function|method|class|command)\b|"
    r"es ist (?:möglich|empfohlen|wichtig|nötig|ratsam))",
    re.IGNORECASE,
)
_START = re.compile(
    r"^[\"“'‘(]?(?:[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω]|[a-z]+(?:[._]\w+)+|[a-z_]\w*\(|[a-z]+[A-Z]|[぀-ヿ㐀-鿿؀-ۿ֐-׿ऀ-ॿ가-힯])"
)
_END = re.compile(r"[.!。！][\"”’»)」』]*$")


def is_complete(sentence: str) -> bool:
    """Tell whether a piece of text is one whole sentence of prose."""
    if not MIN_CHARS // (3 if _wide(sentence) else 1) <= len(sentence) <= MAX_CHARS:
        return False
    if not _START.match(sentence) or not _END.search(sentence) or sentence.endswith("..."):
        return False
    if len(sentence.split()) < MIN_WORDS and not _wide(sentence):
        return False
    return _balanced(sentence) and not re.search(r"\[\d+\]", sentence)


def is_forbidden(sentence: str) -> bool:
    """Tell whether a sentence is of a kind that never serves as a quote."""
    return bool(
        _CHANGELOG.search(sentence)
        or _BOILERPLATE.search(sentence)
        or _SIGNATURE.match(sentence)
        or _POINTS_ELSEWHERE.search(sentence)
        or _is_code(sentence)
    )


def leans(sentence: str) -> bool:
    """Tell whether a sentence needs the one before it to be understood."""
    if _EXPLETIVE.match(sentence):
        return False
    return bool(_LEANING.match(sentence.lstrip("\"“'‘(")) or _LEANING_INSIDE.search(sentence))


def names_its_page(sentence: str) -> bool:
    """Tell whether a sentence begins with "this module" or the like: understood with its page's title."""
    return bool(re.match(r"this (?:module|package|library)\b", sentence, re.IGNORECASE))


def lacks_subject(sentence: str) -> bool:
    """Tell whether a sentence speaks of a thing named only above it: "Specifies the size", "A lock that is shared"."""
    if _DESCRIPTION.match(sentence) or _NAMES_ABOVE.search(sentence):
        return True
    if not re.match(r"(?:an?|the|utilities|some|any)\b", sentence, re.IGNORECASE):
        return False
    relative = re.search(r"\b(?:that|which|whose|where|to|used|for)\b", sentence)
    verbs = [match.start() for match in _FINITE.finditer(sentence)]
    if not verbs:
        return True
    # "A lock that is shared by threads." has its only verb inside the relative clause.
    return bool(
        relative and relative.group() in ("that", "which", "whose") and relative.start() < verbs[0] and len(verbs) < 2
    )


def _is_code(sentence: str) -> bool:
    words = sentence.split()
    marked = len(_CODE_MARKS.findall(sentence))
    if marked and marked * 12 > len(words):
        return True
    odd = sum(not (c.isalnum() or c.isspace() or c in ".,'’\"“”()-:;_–—/!%") for c in sentence)
    plain = sum(word.strip(".,;:()'\"“”’").replace("-", "").isalpha() for word in words)
    return odd * 25 > len(sentence) or (plain * 2 < len(words) and not _wide(sentence))


def _wide(text: str) -> bool:
    return sum(ord(c) > 0x2E7F for c in text) * 3 > len(text)


def _balanced(sentence: str) -> bool:
    pairs = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"))
    return all(sentence.count(a) == sentence.count(b) for a, b in pairs) and sentence.count('"') % 2 == 0
