"""What people call a list of references, and the part that tells a report's limits, in the languages of reports."""

from __future__ import annotations

import re

_REFERENCES = """
    references|reference list|list of references|references cited|sources|source list|list of sources|sources cited
    sources used|sources consulted|key sources|key references|bibliography|works cited|literature cited|citations
    works consulted|bibliography of works consulted|selected bibliography|further reading|suggested reading
    external links|links|web links|weblinks|online sources|web sources|source material|source materials|source notes
    notes and references|references and notes|references and further reading|sources and further reading
    key citations|cited sources|footnotes|endnotes|reference links|links to sources|source links
    quellen|quellenverzeichnis|quellenangaben|quellennachweis|quellennachweise|literatur|literaturverzeichnis
    weiterführende literatur|weiterführende quellen|weiterführende links|weitere quellen|zitierte quellen
    literaturangaben|referenzen|einzelnachweise|verwendete quellen
    références|références bibliographiques|sources citées|liste des sources|bibliographie|sources et références
    referencias|referencias bibliográficas|fuentes|fuentes consultadas|bibliografía|lista de referencias
    riferimenti|riferimenti bibliografici|fonti|bibliografia|referências|referências bibliográficas|fontes
    referències|bronnen|bronnenlijst|bronvermelding|referenties|literatuurlijst|källor|källförteckning|referenser
    kilder|kildeliste|referencer|referanser|litteratur|litteraturliste|lähteet|viitteet|lähdeluettelo|heimildir
    źródła|bibliografia i źródła|przypisy|odnośniki|zdroje|použité zdroje|reference|použitá literatura|seznam zdrojů
    források|hivatkozások|irodalomjegyzék|felhasznált irodalom|surse|referințe|bibliografie|izvori|literatura|viri
    източници|литература|источники|список источников|список литературы|использованные источники|ссылки|сноски
    джерела|література|список джерел|список літератури|посилання|використані джерела|извори
    πηγές|αναφορές|βιβλιογραφία|παραπομπές|kaynaklar|kaynakça|referanslar|allikad|viited|avoti|šaltiniai
    المراجع|المصادر|مراجع|مصادر|قائمة المراجع|المصادر والمراجع|قائمة المصادر|منابع|منابع و مراجع|فهرست منابع
    מקורות|ביבליוגרפיה|הפניות|רשימת מקורות|संदर्भ|स्रोत|संदर्भ सूची|तथ्यसूत्र|তথ্যসূত্র|உசாத்துணை
    参考文献|参考资料|參考文獻|參考資料|来源|來源|资料来源|資料來源|引用来源|信息来源|数据来源|引用|引文|文献
    出典|参考資料|引用文献|情報源|参照|参考リンク|参照元|参考サイト|주요 출처|참고문헌|참고 문헌|출처|참고자료
    참고 자료|인용
    tài liệu tham khảo|nguồn|nguồn tham khảo|referensi|daftar pustaka|sumber|daftar referensi|rujukan
    อ้างอิง|เอกสารอ้างอิง|แหล่งที่มา|แหล่งอ้างอิง|sanggunian
"""
_LIMITS = """
    limitations|limits|limitations and gaps|gaps|gaps and limitations|caveats|open questions|what is not known
    what could not be found|limitations of this report|uncertainties|limitations and open questions
    einschränkungen|grenzen|offene fragen|lücken|limites|lacunes|limitaciones|limitazioni|limitações|beperkingen
    begränsningar|begrensninger|begrænsninger|rajoitukset|ograniczenia|omezení|korlátok|limitări|ograničenja
    ограничения|обмеження|περιορισμοί|sınırlamalar|القيود|حدود|מגבלות|सीमाएँ|局限性|限制|局限|制限事項|限界
    제한 사항|한계
    hạn chế|keterbatasan|ข้อจำกัด
"""


def _names(table: str) -> frozenset[str]:
    return frozenset(name.strip().casefold() for name in re.split(r"[|\n]", table) if name.strip())


REFERENCE_NAMES, LIMIT_NAMES = _names(_REFERENCES), _names(_LIMITS)
_DECORATION = re.compile(r"^[\s>]*(?:#{1,6}\s*)?(?:[-*+]\s+)?")
_NUMBERING = re.compile(r"^(?:(?:\d{1,2}|[ivx]{1,4}|[a-h])[.):]\s*)+|^\d{1,2}(?:\.\d{1,2})*\s+", re.I)
_AND = re.compile(r"\s*(?:&|/|,|\+|、|・|\b(?:and|und|et|y|e|en|och|og|ja|i|a|и|та|και|ve)\b)\s*", re.I)
_SYMBOLS = re.compile(r"^[^\w]+|[^\w]+$")


def bare_name(heading: str) -> str:
    """Return a heading's words, casefolded, without markup, numbering, symbols and a bracket at the end."""
    text = _DECORATION.sub("", heading.strip()).strip("#*_`~ \t\n")
    text = re.sub(r"\s*[(（][^()（）]*[)）]\s*$", "", text.rstrip(":： "))
    text = _NUMBERING.sub("", text.strip("*_ ").replace("**", "").replace("__", ""))
    return _SYMBOLS.sub("", text).casefold()


def names_references(heading: str) -> bool:
    """Say whether a heading or a bold line announces a list of references."""
    return _is_one_of(bare_name(heading), REFERENCE_NAMES)


def resembles_references(heading: str) -> bool:
    """Say whether a heading begins like one of a list of references: `Sources for this report`."""
    name = bare_name(heading)
    first, _, rest = name.partition(" ")
    return bool(rest) and len(name) < 80 and (first in REFERENCE_NAMES or rest.rpartition(" ")[2] in REFERENCE_NAMES)


def names_limits(heading: str) -> bool:
    """Say whether a heading announces the limitations of a report."""
    return _is_one_of(bare_name(heading), LIMIT_NAMES)


def _is_one_of(name: str, names: frozenset[str]) -> bool:
    if name in names:
        return True
    parts = [part for part in _AND.split(name) if part]
    return len(parts) > 1 and len(name) < 60 and all(part in names for part in parts)
