"""Addresses a writer gave without a scheme: `www.x.org`, `x.org/page`, `//x.org`, and those of mail."""

from __future__ import annotations

import re

# Endings that hosts have and files and abbreviations have not; two letters only of the countries most written.
_ENDINGS = (
    "com|org|net|edu|gov|int|mil|info|biz|app|dev|wiki|news|blog|site|online|tech|store|cloud|xyz|example|test|invalid"
    "|io|ai|eu|uk|us|de|fr|es|it|nl|be|ch|at|se|no|dk|fi|pt|gr|cz|hu|ro|bg|hr|si|sk|lt|lv|ee|ie|ru|ua|by|tr|il|ir|sa|ae"
    "|eg|ma|za|ng|ke|in|pk|bd|lk|cn|tw|hk|jp|kr|vn|th|id|my|sg|ph|au|nz|ca|mx|br|ar|cl|co|pe|ve"
)
_HOST = r"(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,5}"
_END = r"[^\s<>\"`|\\^{}\u3000-\u3002\uff01-\uff5e]*"
BARE_ADDRESS = re.compile(
    rf"(?<![\w/@.:+-])(?:(?P<mail>[\w.+-]{{1,64}}@{_HOST}[a-z]{{2,24}}(?![\w-]))"
    rf"|(?P<host>(?://|www\.){_HOST}[a-z]{{2,24}}(?![\w-]){_END})"
    rf"|(?P<path>{_HOST}(?:{_ENDINGS})(?::\d{{1,5}})?/{_END}))",
    re.I,
)


def whole_address(match: re.Match[str]) -> str:
    """Return the address a match of `BARE_ADDRESS` stands for, with its scheme."""
    if match["mail"]:
        return f"mailto:{match['mail']}"
    return f"https://{match.group().removeprefix('//')}"
