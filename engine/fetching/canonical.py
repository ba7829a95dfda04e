"""When two addresses mean the same page, and how an address is shown: without the tags that only follow readers."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes, urldefrag

from engine.errors import FetchError
from engine.fetching.addresses import parse_address

# Parameters that name a campaign, a click or a reader and never a page. Names that some sites use for content
# (`id`, `ref`, `source`, `from`, `page`, `v`) are not in the list: a doubled source is better than a lost one.
# Source: the documentation of the services that add them.
_TRACKING_PREFIXES = ("utm_", "mtm_", "piwik_", "matomo_", "itm_", "hsa_", "__hs", "guce_", "vero_")
_TRACKING = """
    gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl _gac
    fbclid mibextid igshid igsh msclkid twclid ttclid yclid ysclid _openstat li_fat_id trkcampaign
    pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid
    mc_cid mc_eid _hsenc _hsmi hsctatracking mkt_tok ml_subscriber ml_subscriber_hash ck_subscriber_id
    oly_anon_id oly_enc_id rb_clickid wickedid s_kwcid ef_id epik _kx dm_i sfmc_id _branch_match_id
    guccounter at_medium at_campaign at_custom1 at_custom2 at_custom3 at_custom4 at_link_id at_link_origin
    at_link_type at_ptr_name at_format at_bbc_team ref_src ref_url spm
"""
_TRACKING_NAMES = frozenset(_TRACKING.split())
_UNRESERVED = re.compile(r"%([0-9a-fA-F]{2})")
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def is_tracking(name: str) -> bool:
    """Tell whether a query parameter only follows readers; letter case does not count."""
    # Addresses copied out of HTML source carry `&amp;` for `&`.
    plain = name.lower().removeprefix("amp;")
    return plain in _TRACKING_NAMES or plain.startswith(_TRACKING_PREFIXES)


def display_url(url: str) -> str:
    """Return the address without tracking parameters; every other character stays as it is."""
    head, hash_mark, fragment = url.partition("#")
    path, question_mark, query = head.partition("?")
    parts = query.split("&") if question_mark else []
    kept = [part for part in parts if not is_tracking(part.partition("=")[0])]
    if len(kept) == len(parts):
        return url
    shown = f"{path}?{'&'.join(kept)}" if any(kept) else path
    return shown + hash_mark + fragment


def canonical_url(url: str) -> str:
    """Return a key that is equal for two addresses of one page; it is for comparing, never for fetching.

    Scheme, `www.`, letter case of the host, default ports, fragments, tracking parameters, the order of
    parameters, needless escapes, dot segments and a trailing slash make no difference; everything else does.
    Addresses that are not http(s) are compared as they are, without their fragment.
    """
    shown = display_url(url.strip())
    try:
        address = parse_address(shown)
    except FetchError:
        return urldefrag(shown).url
    host = address.host.removeprefix("www.") if address.host.count(".") > 1 else address.host
    port = "" if address.port in (80, 443) else f":{address.port}"
    path, _, query = address.target.partition("?")
    path = _without_dots(_plain_escapes(path)).rstrip("/")
    parts = sorted(_plain_escapes(part) for part in query.split("&") if part)
    return f"{'[' + host + ']' if ':' in host else host}{port}{path}" + (f"?{'&'.join(parts)}" if parts else "")


def _plain_escapes(text: str) -> str:
    """Undo escapes of characters that need none; write the others in upper case (RFC 3986, section 6.2.2)."""

    def plain(match: re.Match[str]) -> str:
        byte = unquote_to_bytes(match[0])
        return byte.decode("ascii") if byte[0] in _PLAIN else match[0].upper()

    return _UNRESERVED.sub(plain, text)


def _without_dots(path: str) -> str:
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    return "/".join(kept)


def site_name(url: str) -> str:
    """Return the host as people write it, without `www.`; "" when the address has none."""
    try:
        host = parse_address(url).host
    except FetchError:
        return ""
    return host.removeprefix("www.")
