"""What consent walls and script shells say, in the languages they are often met in."""

from __future__ import annotations

from researcher_container.reader.sign_patterns import any_of, near

_COOKIE = r"cookies?(?![a-z])|cookie-|クッキー|쿠키"
_USE = (
    r"\buse\b|using|store|verwend|setzen|nutzen|utilis|utiliz|usamos|gebruik|używ|использу|använd|bruger|bruker"
    r"|käyt"
    r"|kullan|použív|使用|利用"
)
CONSENT_STRONG = any_of(
    r"before you continue|bevor sie fortfahren|avant (?:de continuer|d'accéder)|antes de continuar",
    r"prima di continuare",
    r"voordat (?:je|u) verder|zanim przejdziesz|прежде чем продолжить|続行する前に|继续之前",
    r"value your privacy|store and/or access|agree (?:and|&) continue|our (?:\d+ )?partners|akzeptieren und weiter",
    r"accept all|alle (?:cookies )?akzeptieren|tout accepter|aceptar tod[ao]s?|accetta tutt[oi]|alles? accepteren",
    r"aceitar tod[ao]s?|aceitar tudo|(?:za)?akceptuj(?:ę)? wszystk|принять все|すべて(?:同意|許可|受け入れ)",
    r"모두 동의|全部接受|接受所有",
    r"godkänn alla|acceptera alla|accepter alle|godta alle|hyväksy kaikki|tümünü kabul|přijmout vše|αποδοχή όλων",
    r"cookie (?:settings|preferences|consent|notice|policy)",
    near(_USE, _COOKIE, chars=40),
    near(_COOKIE, r"使用|利用|kullan", chars=20),
)
CONSENT = any_of(
    CONSENT_STRONG.pattern,
    _COOKIE,
    r"your privacy|\bconsent|\bpartners\b|\bpartner(?:n|i|ami|zy|es|aires)?\b|personali[sz]ed (?:ads|content)",
    r"i agree|reject(?: all)?|manage (?:options|preferences|choices|settings)|privacy (?:policy|settings|choices)",
    r"data protection|datenschutz|zustimm|einwillig|ablehnen|akzeptieren|confidentialité|refuser|privacidad",
    r"rechazar",
    r"rifiuta|weigeren|rejeitar|odrzuć|отклонить|同意|拒否|拒绝|\bgdpr\b|\biab\b|dsgvo|rgpd",
)

NAMES_SCRIPTS = any_of(r"javascript")
_TURN_ON = (
    r"aktivier|activ(?:er|ez|ar|e )|habilit|attiva|inschakel|ingeschakeld|włącz|включ|увімк|有効|启用|啟用"
    r"|활성화|تفعيل"
    r"|etkinleştir|povol|aktiver|zapn|kích hoạt|aktifkan|nödvändig|benötig|erforderlich|nécessaire|necesari"
    r"|obrigatóri"
)
ASKS_FOR_SCRIPTS = any_of(
    r"(?:enable|turn on|activate|switch on) javascript",
    r"(?:site|page|app|application|website|browser|you)\b[^.!?\n]{0,30}"
    r"(?:needs?|requires?|must have|without) javascript",
    r"javascript (?:is|has been|must be|to be|appears to be) "
    r"(?:not )?(?:required|disabled|turned off|enabled|switched off)"
    r"(?= ?(?:[.!,;]|$|to\b|for\b|in\b|on\b))",
    near(_TURN_ON, "javascript", chars=40),
    near("javascript", _TURN_ON, chars=40),
)
IS_LOADING = any_of(
    r"(?:loading|please wait|wird geladen|laden|chargement|cargando|carregando|caricamento|загрузка|ładowanie"
    r"|読み込み中|加载中|載入中|로딩 ?중|yükleniyor|جار[ٍي]? التحميل)[^\n]{0,20}[.…。]*"
)
