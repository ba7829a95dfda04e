"""Which elements of a page are its frame (menus, breadcrumbs, footers) and not its text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

# `sure` is believed; `likely` must also look like it (mostly links, or hardly any text).
Chrome = Literal["sure", "likely"] | None

SURE_ROLES = frozenset(
    ("navigation", "banner", "contentinfo", "search", "menu", "menubar", "toolbar", "directory", "doc-toc", "tablist")
)
NAVIGATION_TAGS = frozenset(("nav", "menu", "button"))
# Regions of the page when they stand outside the article, parts of the article when inside.
REGION_TAGS = frozenset(("header", "footer"))

_SURE = re.compile(
    r"""^(?:
        [a-z0-9]*nav(?:bar|igation|box|header|footer|links?|menu|list|items?|panel)?
      | (?:site|page|global|main|top|bottom|wiki|mobile)?(?:menu|breadcrumbs?|footer)
      | crumbs | toc | table-?of-?contents | tableofcontents | pagination | pager | skip-?(?:link|nav|to)\w*
      | cookie\w* | gdpr | onetrust\w* | consent | nosearch | noindex | navfooter | catlinks | printfooter
      | searchbox | searchform | searchmenu | sphinxsidebar\w* | social | share\w* | sharing | addtoany
    )$""",
    re.VERBOSE,
)
_LIKELY = re.compile(
    r"""^(?:
        side-?bar\w* | related\w* | banner | header | masthead | promo\w* | newsletter | subscribe | widget\w* | tags?
      | tagline | recommend\w* | see-?also | advert\w* | ads? | sponsor\w* | comments? | post-?meta | byline
      | languages? | switcher\w* | headerlogo | logo
    )$""",
    re.VERBOSE,
)
# Names that hold such a word and mean the text beside it.
_NEVER = re.compile(
    r"(?:^|[-_\s])(?:has|with|without|no|is|show|hide|not|content|article|main|wrapper|container|layout|page|row|grid"
    r"|col|open|closed|active)(?:[-_\s]|$)"
)
_NOTE = re.compile(
    r"(?:^|[-_\s])(?:footnotes?|admonition|note|warning|tip|notice|callout|important|hint|caution|epigraph|pullquote"
    r"|citation|topic|sidebar-title)(?:[-_\s]|$)"
)
_SPLIT = re.compile(r"[-_\s]+")


@lru_cache(maxsize=8192)
def chrome_of(tag: str, classes: str, name: str, role: str, is_inside_article: bool) -> Chrome:
    """Judge one element by its tag, class attribute, id and role."""
    if role in SURE_ROLES or tag in NAVIGATION_TAGS:
        return "sure"
    if tag in REGION_TAGS:
        return None if is_inside_article else "sure"
    if tag == "aside" or role == "complementary":
        if _NOTE.search(classes):
            return None
        return "likely" if is_inside_article else "sure"
    if not classes and not name:
        return None
    return _by_name(classes.lower(), name.lower())


def _by_name(classes: str, name: str) -> Chrome:
    verdict: Chrome = None
    for written in (*classes.split(), name):
        if not written:
            continue
        if _SURE.match(written):
            return "sure"
        if _LIKELY.match(written):
            verdict = "likely"
            continue
        if _NEVER.search(written):
            continue
        parts = [part for part in _SPLIT.split(written) if part]
        if len(parts) > 1:
            if any(_SURE.match(part) for part in parts):
                verdict = "sure" if len(parts) <= 3 else "likely"
                if verdict == "sure":
                    return verdict
            elif any(_LIKELY.match(part) for part in parts):
                verdict = verdict or "likely"
    return verdict
