"""What class names and typical phrases say about a block of text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

CAPTION_CLASSES = re.compile(
    r"(?:^|\s)(?:versionadded|versionchanged|versionremoved|deprecated|deprecated-removed|admonition-title|topic-title"
    r"|sidebar-title|code-block-caption|caption|wp-caption-text|availability|impl-detail-title|rubric)(?:\s|$)"
)
SIGNATURE_CLASSES = re.compile(
    r"(?:^|\s)(?:sig|sig-object|func_signature|column_definition|member-signature|memproto|memname|funcsynopsis)(?:\s|$)"
)
SIGNATURE_LISTS = re.compile(
    r"(?:^|\s)(?:function|method|class|data|attribute|exception|describe|classmethod|staticmethod|opcode|cmdoption"
    r"|macro|member|property|decorator|type|var)(?:\s|$)"
)
CONTENTS_CLASSES = re.compile(r"(?:^|\s)(?:toctree-wrapper|toc|contents local|contents topic|topic contents)(?:\s|$)")
CAPTION_TEXT = re.compile(
    r"(?:(?:New|Added|Changed|Deprecated|Removed)(?: since| in)? version \d"
    r"|Source code: \S+$|\[\d+\](?: ?\([\d, ]+\))?$|(?:gh|bpo|GH|PR|issue)[-\s]?#?\d+\b.{0,3}:)"
)
# What only a maintenance line of the page says.
FRAME_TEXT = re.compile(
    r"(?:This page (?:was )?last (?:modified|updated|edited|changed)|Last (?:updated|modified|edited|changed)\b"
    r"|Created using Sphinx|Generated (?:by|on)\b|(?:©|Copyright ©|\(c\)) ?\d{4}|All rights reserved"
    r"|Skip to (?:main )?content"
    r"|(?:Prev(?:ious)?|Next|Up|Home|Back to top|Top|(?:Table of )?Contents)$)",
    re.IGNORECASE,
)
FRAME_TEXT_CHARS = 200
PERMALINK = re.compile(
    r"[¶#§🔗\u200b\s]*$|(?:permalink|link to this|direct link to|permanent link|anchor$)", re.IGNORECASE
)
RELATED = re.compile(
    r"(?:related|see also|further reading|more (?:from|on|stories)|read (?:next|more)|recommended|you may also"
    r"|external links|navigation|contents|table of contents|on this page|in this (?:article|section)|siehe auch"
    r"|voir aussi|véase también)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def meaning_of(classes: str) -> Literal["caption", "signature", "list of signatures", "contents", ""]:
    """Return what class names say about the text below them."""
    if CAPTION_CLASSES.search(classes):
        return "caption"
    if SIGNATURE_CLASSES.search(classes):
        return "signature"
    if CONTENTS_CLASSES.search(classes):
        return "contents"
    return "list of signatures" if SIGNATURE_LISTS.search(classes) else ""
