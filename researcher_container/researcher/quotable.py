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
    r"|\braises an auditing event\b|^(?:added|fixed|fix|bug ?fix(?:es)?|bpo-|gh-|closes|merged?)\b|\(contributed by\b|\bbpo-\d+|\bgh-\d+",
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
    r"|^(?:see|refer to|consult|for (?:more|further|full|complete) (?:information|details|discussion)|for details|read)\b"
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
# "It is recommended that" leans on nothing.
_EXPLETIVE = re.compile(
    r"^(?:it is (?:\w+ )?(?:recommended|possible|important|necessary|impossible|advisable|common|best|useful|safe|not (?:possible|recommended|safe|necessary)|"
    r"an error|a good|good|often|usually|legal|illegal|permitted|allowed|worth|strongly)|it's (?:recommended|possible|important)|"
    r"this (?:module|function|class|method|command|package|library|library's|statement|pragma|parameter|option)\b|"
    r"es ist (?:möglich|empfohlen|wichtig|nötig|ratsam))",
    re.IGNORECASE,
)
_START = re.compile(
    r"^[\"“'‘(]?(?:[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω\d]|[a-z]+(?:[._]\w+)+|[a-z_]\w*\(|[a-z]+[A-Z]|[぀-ヿ㐀-鿿؀-ۿ֐-׿ऀ-ॿ가-힯])"
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
    return bool(_LEANING.match(sentence.lstrip("\"“'‘("))) and not _EXPLETIVE.match(sentence)


def names_its_page(sentence: str) -> bool:
    """Tell whether a sentence begins with "this module" or the like: understood only with its page's title."""
    return bool(re.match(r"this (?:module|function|class|method|command|package|library)\b", sentence, re.IGNORECASE))


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
