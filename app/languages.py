"""Names of languages, as far as a mistyped one can be told."""

from __future__ import annotations

import re

from engine.errors import InputError

# A language with script, region and variants, as BCP 47 writes them.
_SHAPE = re.compile(r"[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z0-9]{5,8}|\d[a-z0-9]{3}))*", re.IGNORECASE)
# ISO 639-1. Those of three letters are thousands, and new ones come every year: their shape is enough.
_TWO_LETTERS = (
    " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el"
    " en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu"
    " ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na"
    " nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn"
    " so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu "
)


def require_language(tag: str) -> None:
    """Refuse what cannot be the name of a language; an empty one means the language of the topic.

    Raises:
        InputError: it has not the shape of one, or its two letters name none.
    """
    if not tag:
        return
    language = tag.partition("-")[0].lower()
    is_known = len(language) != 2 or f" {language} " in _TWO_LETTERS
    if not _SHAPE.fullmatch(tag) or not is_known:
        raise InputError(f"There is no language {tag!r}.", "Use its short name, such as en, de, pt-BR or zh-Hans.")
