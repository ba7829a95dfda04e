"""What pages say that stand in for another: not found, out of order, moved away, for sale."""

from __future__ import annotations

from researcher_container.reader.sign_patterns import any_of, near

# The whole name of such a page, as title or first heading.
ERROR_NAME = any_of(
    r"(?:http|error|http error|fehler|erreur|errore|ошибка|błąd|chyba|hata)?\W*(?:404|410)"
    r"(?:\W{0,4}(?:error|fehler))?(?:\W{0,4}(?:page )?(?:not found|gone))?(?:\W*\d)?",
    r"(?:error|page|file|document|article|site|url|object|resource|the page|sorry, page)? ?(?:was )?not found",
    r"(?:page|file|document|article|content|site) (?:missing|unavailable|removed|no longer (?:available|exists))",
    r"(?:page|site) (?:does(?: not|n't)|doesn't) exist|nothing (?:was )?found|oops|ooops|whoops|uh[- ]?oh",
    r"hoppla|oups",
)
_THING = r"(?:page|file|document|article|url|address|content|resource|link)"
_GONE = (
    r"(?:not (?:be )?found|n't (?:be )?(?:found|exist)|not exist|no longer|moved|removed|deleted|unavailable|missing)"
)
# What an error page says to its reader; an article about error pages does not address him.
_ENGLISH = (
    rf"{_THING}\b[^.!?]{{0,60}}\b(?:you(?:'re| are| were|'ve| have)? (?:looking for|request(?:ed|ing)?|tr(?:ied|ying)"
    rf"|follow(?:ed|ing)?|enter(?:ed)?|typed)|request(?:ed)?)[^.!?]{{0,80}}{_GONE}",
    r"(?:can't|can ?not|couldn't|could not|unable to) (?:seem to )?find (?:the|that|this) "
    r"(?:page|file|article|document)",
    r"(?:this|that|the) (?:page|article|document|content) (?:does(?: not|n't) exist|no longer exists"
    r"|is no longer available|has been (?:moved|removed|deleted)|(?:could not|cannot|can't) be found"
    r"|isn't available|is not available)",
    r"requested url [^.!?]{0,120}not found|link you followed may be broken",
)
# The page, and that it is gone, in that order, by language.
_PAIRS = (
    (
        r"\b(?:seite|dokument|inhalt)\b",
        r"nicht gefunden|existiert (?:leider )?nicht|nicht (?:mehr )?(?:verfügbar|vorhanden)",
    ),
    (r"\b(?:page|contenu)\b", r"introuvable|n'existe (?:pas|plus)|non trouvée|pas été trouvée|n'est plus disponible"),
    (
        r"\bpágina\b",
        r"no (?:se )?(?:existe|encuentra|ha (?:sido )?encontrad|pudo encontrar|encontrad|está disponible)",
    ),
    (r"\bpágina\b", r"não (?:foi )?(?:encontrad|existe|localizad|está disponível|pôde)"),
    (r"\bpagina\b", r"non (?:è stata )?(?:trovata|esiste|disponibile|più disponibile)"),
    (r"\bpagina\b", r"niet (?:gevonden|beschikbaar)|bestaat (?:helaas )?niet|niet worden gevonden"),
    (r"\bpagin[aă]\b", r"nu (?:a fost găsită|există|este disponibilă|poate fi găsită)"),
    (r"\bpàgina\b", r"no (?:trobada|existeix|s'ha trobat)"),
    (r"\bсторінк\w*", r"не (?:знайдено|існує|знайдена)"),
    (r"\bстраниц\w*", r"не (?:найден|существует|обнаружен|е намерена|съществува)|није пронађена"),
    (r"\bstron\w{1,2}\b", r"nie (?:została |można )?(?:znalezion|odnalezion|znaleźć|istnieje|jest dostępna)"),
    (r"\bstránk\w\b", r"nenalezena|neexistuje|nebyla nalezena|nenašla|nebola nájdená"),
    (r"\bstranica\b", r"nije pronađena|ne postoji"),
    (r"\bsidan\b", r"hittades inte|finns inte|kunde inte hittas|inte finns"),
    (r"\bsiden\b", r"ikke (?:fundet|funnet)|findes ikke|finnes ikke|eksisterer ikke"),
    (r"\b(?:fant|finner|fandt) (?:dessverre )?ikke", r"siden\b"),
    (r"\bsivua?\b", r"ei löyty|ei ole olemassa"),
    (r"\bsayfa\b", r"bulunamadı|mevcut değil|bulunmamaktadır|bulunmuyor"),
    (r"\boldal\b", r"nem található|nem létezik"),
    (r"σελίδα", r"δεν (?:βρέθηκε|υπάρχει)"),
    (r"ページ", r"見つかりません|存在しません|見つけることができません"),
    (r"页面|頁面|网页|網頁", r"不存在|未找到|没有找到|沒有找到|已(?:被)?(?:删除|刪除)|无法找到|無法找到"),
    (r"找不到", r"页面|頁面|网页|網頁"),
    (r"페이지", r"찾을 수 없|존재하지 않"),
    (r"الصفحة", r"غير موجودة|لم يتم العثور|لا يمكن العثور"),
    (r"لم يتم العثور على", r"الصفحة"),
    (r"صفحه", r"یافت نشد|پیدا نشد|وجود ندارد"),
    (r"הדף|העמוד", r"לא נמצא|לא קיים"),
    (r"\btrang\b", r"không (?:tồn tại|tìm thấy)"),
    (r"không tìm thấy", r"\btrang\b"),
    (r"\bhalaman\b", r"tidak (?:ditemukan|tersedia|ada|dijumpai)"),
    (r"पृष्ठ|पेज", r"नहीं मिला|मौजूद नहीं"),
    (r"ไม่พบ", r"หน้า"),
)
ERROR_TEXT = any_of(*_ENGLISH, *(near(page, gone) for page, gone in _PAIRS))

TROUBLE_NAME = any_of(
    r"(?:error |http )?5\d\d(?:\W{0,4}(?:internal server error|bad gateway|service (?:temporarily )?unavailable"
    r"|gateway time-?out|server error|error))?",
    r"(?:internal )?server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|error",
    r"application error",
    r"(?:(?:this )?(?:site|website|page) (?:is )?)?(?:under|down for|undergoing) (?:scheduled )?maintenance",
    r"maintenance mode",
    r"we'll be (?:right |be )?back(?: soon)?|wartungsarbeiten|site en maintenance|en mantenimiento|em manutenção",
    r"(?:this )?account (?:has been )?suspended|(?:this )?site (?:can't|cannot|can not) be reached",
    r"(?:database )?error",
    r"(?:\S+\.\S+|this domain(?: name)?) (?:is|may be) for sale|domain (?:for sale|parked|expired)",
    r"future home of .*",
    r"welcome to nginx|apache2 \w+ default page.*|it works|default web site page|coming soon|under construction",
)
TROUBLE_TEXT = any_of(
    r"(?:internal|unexpected) (?:server )?error|something went wrong|please try again later",
    r"unable to complete your request",
    r"(?:performing|undergoing|scheduled|under) (?:some |scheduled )?maintenance|be back (?:soon|shortly|online)",
    r"domain (?:name )?(?:is|may be|has) (?:for sale|expired|parked)|buy this domain|account has been suspended",
    r"contact your (?:hosting|web ?host)|nginx|bad gateway|web server is (?:successfully installed|down)",
    r"später (?:noch einmal|erneut)|réessayer plus tard|inténtelo (?:de nuevo )?más tarde|tente novamente",
    r"попробуйте позже|稍后(?:再试|重试)",
)
