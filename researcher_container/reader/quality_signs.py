"""What challenge pages, error pages, consent walls and script shells say, in the languages they are often met in."""

from __future__ import annotations

import re


def _any_of(*patterns: str) -> re.Pattern[str]:
    """Compile alternatives; typographic apostrophes are met as often as straight ones."""
    return re.compile("|".join(patterns).replace("'", "['’]"), re.IGNORECASE)


# How a check for robots is named in the title or first heading.
CHALLENGE_TITLE = _any_of(
    r"just a moment",
    r"one moment,? please",
    r"un momento",
    r"(?:nur )?einen moment",
    r"un instant",
    r"attention required",
    r"access (?:to this page has been )?denied",
    r"are you a (?:human|robot)",
    r"robot check",
    r"security check(?:point)?",
    r"vercel security",
    r"ddos-guard",
    r"please verify",
    r"verify(?:ing)? (?:that )?you are",
    r"pardon our interruption",
    r"request unsuccessful",
    r"checking your browser",
    r"(?:human|bot) verification",
    r"performing security verification",
    r"client challenge",
    r"captcha",
    r"(?:403 )?forbidden$",
    r"403 forbidden",
    r"too many requests",
)
CHALLENGE_TEXT = _any_of(
    r"enable javascript and cookies to continue",
    r"checking (?:if the site connection is secure|your browser)",
    r"(?:verify|confirm|prove|make sure) (?:that )?you(?: are|'re) (?:a |not a )?(?:human|robot|bot)",
    r"unusual traffic from your",
    r"needs to review the security of your connection",
    r"complete the (?:security check|captcha)",
    r"press (?:&|and) hold",
    r"automated (?:access|requests|queries)",
    r"\bray id\b",
    r"why (?:have i been|am i) blocked",
    r"you have been blocked",
    r"access denied",
    r"rate limit",
    r"too many requests",
    r"not a robot",
)
# Scripts and cookies of the services that put such checks before a page.
CHALLENGE_SOURCE = re.compile(
    rb"/cdn-cgi/challenge-platform/|cf-chl-|cf_chl_|_Incapsula_Resource|px-captcha|captcha-delivery\.com|awsWafCookie"
    rb"|aws-waf-token|perfdrive\.com|/_sec/cp_challenge|ddos-guard/js|sgcaptcha"
)

# How an error page is named, at the beginning of its title or first heading.
ERROR_TITLE = _any_of(
    r"\W*(?:error|http|http error|fehler|erreur)?\W*404\b",
    r"(?:error|page|file|document|article|site|url)? ?not found\b",
    r"(?:the |this )?(?:page|file|document|article|content|site) (?:was |is |you requested )?"
    r"(?:not found|(?:can ?not|could not|can't) be found|does(?: not|n't) exist|no longer exists"
    r"|missing|unavailable)",
    r"nothing (?:was )?found",
    r"410 gone",
    r"oops",
    r"(?:seite )?nicht gefunden",
    r"page (?:introuvable|non trouvée)",
    r"(?:página )?no encontrad[ao]",
    r"pagina non trovata",
    r"página não encontrada",
    r"pagina niet gevonden",
    r"страница не найдена",
    r"ページが見つかりません",
    r"页面不存在",
    r"找不到页面",
)
_THING = r"(?:page|file|document|article|url|address|content|resource|link)"
_GONE = (
    r"(?:not (?:be )?found|n't (?:be )?(?:found|exist)|not exist|no longer|moved|removed|deleted|unavailable|missing)"
)
# What an error page says to its reader; an article about error pages does not address him.
ERROR_TEXT = _any_of(
    rf"{_THING}\b[^.!?]{{0,60}}\b(?:you(?:'re| are| were|'ve| have)? (?:looking for|request(?:ed|ing)?|tr(?:ied|ying)"
    rf"|follow(?:ed|ing)?|enter(?:ed)?|typed)|request(?:ed)?)[^.!?]{{0,80}}{_GONE}",
    r"(?:can't|can ?not|couldn't|could not|unable to) (?:seem to )?find (?:the|that|this) "
    r"(?:page|file|article|document)",
    r"(?:this|that|the) (?:page|article|document|content) (?:does(?: not|n't) exist|no longer exists"
    r"|is no longer available|has been (?:moved|removed|deleted)|(?:could not|cannot|can't) be found"
    r"|isn't available|is not available)",
    r"requested url [^.!?]{0,120}not found",
    r"die (?:angeforderte |gesuchte )?seite[^.!?]{0,60}nicht gefunden",
    r"la page [^.!?]{0,60}(?:n'existe pas|introuvable)",
    r"la página [^.!?]{0,60}no (?:existe|se encuentra|se ha encontrado)",
)

CONSENT_STRONG = _any_of(
    r"before you continue",
    r"value your privacy",
    r"accept all",
    r"agree (?:and|&) continue",
    r"store and/or access",
    r"our (?:\d+ )?partners",
    r"use (?:of )?cookies",
    r"store cookies",
    r"cookie (?:settings|preferences|consent|notice|policy)",
    r"alle akzeptieren",
    r"tout accepter",
    r"aceptar todo",
)
CONSENT = _any_of(
    CONSENT_STRONG.pattern,
    r"cookies?\b",
    r"your privacy",
    r"\bconsent",
    r"\bpartners\b",
    r"personali[sz]ed (?:ads|content)",
    r"i agree",
    r"reject(?: all)?",
    r"manage (?:options|preferences|choices|settings)",
    r"privacy (?:policy|settings|choices)",
    r"data protection",
    r"datenschutz",
    r"zustimm",
    r"einwillig",
    r"confidentialité",
    r"privacidad",
    r"\bgdpr\b",
    r"\biab\b",
)

NAMES_SCRIPTS = _any_of(r"javascript")
ASKS_FOR_SCRIPTS = _any_of(
    r"(?:enable|turn on|activate|needs?|requires?|without|have) javascript",
    r"javascript (?:is |has been )?(?:required|disabled|turned off|enabled|to be enabled|must be)",
)
INDEX_TITLE = _any_of(
    r"(?:general )?index\b",
    r"(?:python )?module index",
    r"site ?map\b",
    r"search\b",
    r"(?:table of )?contents\b",
    r"all (?:pages|articles|posts)",
    r"archives?\b",
    r"tag:",
    r"category:",
)
