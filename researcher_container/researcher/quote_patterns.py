"""How sentences look that never serve as a quote, or not without the sentence or heading before them."""

from __future__ import annotations

import re

CHANGELOG = re.compile(
    r"^\W*(?:(?:changed|new|added|deprecated|removed|introduced|fixed)\b[^.]{0,30}\b(?:in|since|"
    r"with)\s+(?:version|release|python|postgres\w*|sqlite)\b"
    r"|deprecated since|versionadded|versionchanged|availability\s*:|version \d|release \d|"
    r"since version|as of version \d"
    r"|(?:geändert|neu|hinzugefügt|veraltet) (?:in|seit) (?:der )?version|changed in \d|new in \d)"
    r"|\b(?:was|were|been|is|are) (?:added|introduced|deprecated|removed|"
    r"changed) in (?:\w+ )?(?:version|release|python)? ?\d"
    r"|\bfirst appear(?:s|ed) in\b|\(\d{4}-\d\d-\d\d\)|\bprior to (?:this|that|version|release|"
    r"\w+ \d)|\b(?:as of|since|until|before|after|beginning (?:with|in)|starting (?:with|"
    r"in)) (?:the release of )?(?:\w+ )?(?:version |release )?\d+\.\d"
    r"|\bversion \d[\d.]* (?:introduced|added|changed|removed|fixed)\b|\braises an auditing event\b|"
    r"^(?:added|fixed|fix|bug ?fix(?:es)?|bpo-|gh-|closes|merged?)\b|\(contributed by\b|\bbpo-\d+|"
    r"\bgh-\d+",
    re.IGNORECASE,
)
BOILERPLATE = re.compile(
    r"©|\bcopyright\b.*\d{4}|all rights reserved|last (?:updated|modified)|created using|"
    r"found a bug\b|table of contents"
    r"|^(?:previous|next|home|up|prev|index|search|menu|skip to)\b[^.]{0,40}$|cookie|"
    r"javascript (?:is|must)|click here"
    r"|if you see anything in the documentation|use this form to report|this page was|source code\s*:|\bsee also\b"
    r"|^(?:table|figure|fig\.|example|listing|abbildung|tabelle) [\dA-Z]+[-.:]",
    re.IGNORECASE,
)
SIGNATURE = re.compile(
    r"^(?:class |async def |def |async with |classmethod |"
    r"static(?:method)? )?[\w.]+\s*\([^)]*\)(?:\s*(?:->|→).*)?[.;]?$"
)
CODE_MARKS = re.compile(
    r">>>|^\$ |\$\(|->|=>|::=|[{};|\\]|==|\+=|\w=\w|</?\w+>|^#|/\*|\*/|\\n|\[, |\]\]|\[\w* ?\.\.\."
)
POINTS_ELSEWHERE = re.compile(
    r"^(?:for (?:an?|some|more) (?:\w+ )?(?:examples?|details?|explanations?|descriptions?|"
    r"discussions?|introductions?|lists?)\b"
    r"|please (?:see|refer|consult)|documentation (?:of|for)\b|"
    r"use the techniques? (?:outlined|described))|"
    r"\b(?:is|are) (?:documented|described|explained|discussed|covered|listed) (?:in|under|at)\b|"
    r"^an? (?:similar|simple|short|complete|small|longer) (?:\w+ ){0,3}(?:example|program|script)\b|"
    r"\b(?:the following|as follows|(?:as )?(?:shown|described|mentioned|discussed|noted|explained|"
    r"given|listed|seen|defined|stated) "
    r"(?:above|below|earlier|previously|later|here|in the (?:previous|next|following))|(?:above|"
    r"below),|(?:above|previous|preceding|next) "
    r"(?:example|code|table|figure|section|paragraph|command|query|function|rule|list|case|chapter)|"
    r"(?:example|code|table|figure|section|command|list|case)s? "
    r"(?:above|below)|the above|(?:listed|given|found|documented) below|this (?:example|section|"
    r"chapter|page|document|appendix|table|figure|tutorial|article|paper|manual|guide|book|howto|"
    r"faq)|in this case)\b"
    r"|^(?:what follows|[A-Z]\. )|\.\.\. |^(?:see|refer to|consult|for (?:more|further|full|"
    r"complete) (?:information|details|discussion)|for details|read)\b"
    r"|\b(?:see|refer to) (?:the )?(?:section|chapter|appendix|table|figure|"
    r"documentation of)\b.{0,60}(?:for (?:more|details|further|a|an|the)|\.$)"
    r"|\b(?:dieses|dieser|im folgenden|folgende[nrs]?|siehe)\b (?:beispiel|abschnitt|kapitel|tabelle|"
    r"oben|unten|abbildung)",
    re.IGNORECASE,
)
# A first word that leans on the sentence before it.
LEANING = re.compile(
    r"^(?:this|that|these|those|it|its|they|them|their|he|she|his|her|such|thus|hence|therefore|"
    r"however|also|additionally|"
    r"furthermore|moreover|for example|for instance|e\.g|i\.e|that is|in (?:this|that|these|those|"
    r"such|either|both|other|addition|contrast|either|particular|fact|short)\b|"
    r"as (?:a result|such|an? \w+ example|above|before|with)|otherwise|instead|similarly|likewise|"
    r"consequently|accordingly|but|and|so|or|nor|then|yet|"
    r"both|neither|either|the (?:above|following|former|latter|same|other|first|second|third|last|"
    r"next|resulting|result|previous|example|reason|difference|solution|problem|idea|point|one|two|"
    r"rest|remaining)|"
    r"note that (?:this|these|it|the following)|again|here|there(?:fore|after|by)|afterwards|"
    r"meanwhile|nevertheless|nonetheless|still|"
    r"on the other hand|on the contrary|by contrast|to do (?:so|this)|doing (?:so|this)|"
    r"because of this|for this reason|in other words|even so|if (?:so|not|this|it|they|that)\b|"
    r"when (?:this|it|they|that)\b|while (?:this|it|they)\b|since (?:this|it|they)\b|"
    r"although (?:this|it|they)\b|unlike (?:this|it|that)\b|not (?:this|all|only)|"
    r"another|others?|one of (?:these|them)|each of|some of (?:these|them)|none of|"
    r"all (?:of )?(?:these|those)|at this point|at that|by doing|rather|finally|next|first|"
    r"second(?:ly)?|third(?:ly)?|lastly|now|"
    r"dies(?:e[rsnm]?)?|das|es|sie|er|dabei|dazu|daher|deshalb|somit|außerdem|allerdings|jedoch|"
    r"hier(?:bei|zu|durch|mit)?|dadurch|damit|dann|danach|auch|"
    r"zum beispiel|so|aber|und|oder|folgende|"
    r"c['’]est|ce(?:tte|s|t|la)?|cela|il|elle|ils|elles|esto|este|esta|estos|estas)\b",
    re.IGNORECASE,
)
# How reference pages describe the thing named in the signature or heading above.
DESCRIPTION = re.compile(
    r"^(?:returns?|specif(?:y|ies)|sets?|gets?|controls?|determines?|enables?|disables?|raises?|"
    r"creates?|adds?|removes?|represents?|indicates?|"
    r"contains?|waits?|blocks?|prints?|converts?|same|like|equivalent|similar|used|using|sends?|"
    r"reads?|writes?|opens?|closes?|calls?|runs?|schedules?|"
    r"registers?|makes?|checks?|tests?|stores?|computes?|shows?|displays?|lists?|deletes?|allows?|"
    r"causes?|provides?|defines?|constructs?|arrange|"
    r"utilities|initiali[sz]es?|retrieves?|sum|number|name|path|type|true|false|deprecated|optional|"
    r"optionally|wraps?|turns?|submits?|iterates?|applies|appl(?:y|ies)|"
    r"names?|maximum|minimum|if (?:true|false|set|specified|enabled|zero|none|given|on|off|omitted)|"
    r"when (?:true|false|set|enabled|on|off)|"
    r"this (?:parameter|option|setting|function|method|class|command))\b(?!['’])",
    re.IGNORECASE,
)
NAMES_ABOVE = re.compile(
    r"\b(?:this|that) (?:function|method|class|parameter|option|setting|command|attribute|value|"
    r"argument|statement|property|clause|"
    r"exception|constant|variable|flag|routine|interface|field|keyword|event|object|type|pragma)\b",
    re.IGNORECASE,
)
FINITE = re.compile(
    r"(?<!to )\b(?:is|are|was|were|am|has|have|had|can|could|may|might|must|shall|should|will|would|"
    r"does|do|did|cannot|can't|won't|doesn't|don't|isn't|aren't|"
    r"allows?|uses?|provides?|contains?|consists?|makes?|means?|returns?|raises?|takes?|requires?|"
    r"causes?|creates?|runs?|works?|gives?|lets?|helps?|"
    r"supports?|holds?|represents?|describes?|defines?|specifies|specify|includes?|determines?|"
    r"controls?|prevents?|becomes?|comes?|depends?|exists?|"
    r"needs?|occurs?|happens?|refers?|applies|apply|behaves?|performs?|sets?|stores?|keeps?|gets?|"
    r"goes|shows?|starts?|stops?|tells?|says?|follows?|"
    r"serves?|acts?|appears?|remains?|begins?|ends?|leads?|fails?|blocks?|waits?|calls?|reads?|"
    r"writes?|tries|wants?|offers?|implies|guarantees?|treats?|"
    r"ensures?|causes?|avoids?|limits?|transforms?|transformed|expects?|accepts?|replaces?|executes?|"
    r"consumes?|handles?|manages?|checks?|looks?|finds?|"
    r"loads?|saves?|enables?|disables?|affects?|changes?|turns?|indicates?|introduces?|reduces?|"
    r"increases?|improves?|decides?|considers?|ignores?)\b"
)
# "To avoid this risk", "The file, however, is whole", "It is fast, therefore."
LEANING_INSIDE = re.compile(
    r"\b(?:in|for|with|of|by|under) (?:this|that|these|those) (?:case|configuration|situation|mode|"
    r"way|manner|respect|context|"
    r"scenario|regard|conditions?|circumstances)\b|"
    r"^(?:[\w'’-]+,? ){1,4}(?:this|these|those|such an?|such) \w|^[^,.;]{3,60}, (?:however|therefore|"
    r"for example|for instance|thus|though|too|also|then|"
    r"on the other hand|in turn|instead|in contrast|as well|jedoch|allerdings|daher),|, (?:however|"
    r"therefore|though|too|either|as well|then|also|instead)[.!]$",
    re.IGNORECASE,
)
# "It is recommended that" leans on nothing.
EXPLETIVE = re.compile(
    r"^(?:it(?: is|'s| is not) (?:\w+ ){0,2}?(?:recommended|possible|important|necessary|impossible|"
    r"advisable|common|best|useful|safe|legal|illegal|"
    r"permitted|allowed|worth|idea|error|practice) (?:to|that|for|not|if|when)\b|"
    r"this (?:module|package|library|parameter|option|setting|function|method|class|command)\b|"
    r"es ist (?:möglich|empfohlen|wichtig|nötig|ratsam))",
    re.IGNORECASE,
)
START = re.compile(
    r"^[\"“'‘]?(?:[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω]|[a-z]+(?:[._]\w+)+|[a-z_]\w*\(|[a-z]+[A-Z]|[぀-ヿ㐀-鿿؀-ۿ֐-׿ऀ-ॿ가-힯])"
)
END = re.compile(r"[.!。！][\"”’»)」』]*$")
