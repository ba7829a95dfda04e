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
      | searchbox | searchform | searchmenu | sphinxsidebar\w* | social | share | sharing | addtoany
    )$""",
    re.VERBOSE,
)
_LIKELY = re.compile(
    r"""^(?:
        side-?bar\w* | related\w* | banner | header | masthead | promo\w* | newsletter | subscribe | widget\w* | tags?
      | tagline | recommend\w* | advert\w* | ads? | sponsor\w* | comments? | post-?meta | byline
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


# What stands beside such a word in an id; other ids are made from headings ("loading-shared-menus").
_PLACE = re.compile(
    r"^(?:site|page|main|global|top|bottom|left|right|side|primary|secondary|header|footer|mobile|desktop|wiki|bar|box"
    r"|block|area|links?|list|container|wrapper|banner|notice|menu|nav|panel|footer|doc|docs)$"
)
# Elements whose ids are the addresses of their own text.
_ADDRESSED = frozenset(("section", "dl", "dt", "dd", "p", "pre", "table", "h1", "h2", "h3", "h4", "h5", "h6", "li"))


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
    verdict = _by_classes(classes) if classes else None
    if verdict != "sure" and name and tag not in _ADDRESSED and "section" not in classes:
        found = _by_id(name.lower())
        return found if found == "sure" else verdict or found
    return verdict


@lru_cache(maxsize=4096)
def _by_classes(classes: str) -> Chrome:
    found = [_by_class(written) for written in classes.lower().split()]
    return "sure" if "sure" in found else next((verdict for verdict in found if verdict), None)


def _by_class(written: str) -> Chrome:
    if _SURE.match(written):
        return "sure"
    if _LIKELY.match(written):
        return "likely"
    parts = _parts(written)
    if len(parts) < 2 or _NEVER.search(written):
        return None
    if any(_SURE.match(part) for part in parts):
        return "sure" if len(parts) <= 3 else "likely"
    return "likely" if any(_LIKELY.match(part) for part in parts) else None


def _by_id(written: str) -> Chrome:
    if _SURE.match(written):
        return "sure"
    if _LIKELY.match(written):
        return "likely"
    parts = _parts(written)
    if len(parts) == 2 and any(_SURE.match(part) for part in parts) and any(_PLACE.match(part) for part in parts):
        return "sure"
    return None


def _parts(written: str) -> list[str]:
    return [part for part in _SPLIT.split(written) if part]
