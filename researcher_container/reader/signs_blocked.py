"""What checks for robots, refusals and login walls say, in the languages they are often met in."""

from __future__ import annotations

import re

from researcher_container.reader.sign_patterns import any_of, near

# The whole name of such a page, as title or first heading.
CHALLENGE_NAME = any_of(
    r"just a moment|one moment,? please|attention required|please wait",
    r"(?:nur )?einen moment(?:,? bitte)?|un moment(?:o|ito)?|un instant|um momento|одну? ?момент|минуточку",
    r"один момент",
    r"请稍候|請稍候|しばらくお待ちください|잠시만 기다리십시오|잠시만 기다려 ?주세요|لحظة",
    r"bir dakika(?: lütfen)?|een moment(?: geduld)?",
    r"chwileczkę|jeszcze chwila|zaczekaj|okamžik|ett ögonblick|et øjeblik|et øyeblikk|hetkinen|egy pillanat",
    r"зачекайте",
    r"tunggu sebentar|chờ một chút|un moment",
    r"(?:are you (?:a )?)?(?:human|robot)(?: or (?:a )?(?:human|robot))?|are you (?:a )?(?:human|robot)",
    r"(?:human|bot|robot|browser) (?:check|verification)|security check(?:point)?|vercel security checkpoint",
    r"ddos-guard|please verify.*|verify(?:ing)? (?:that )?you(?:'re| are).*|verifying your (?:connection|browser)",
    r"making sure you(?:'re| are) not a (?:ro)?bot|pardon our interruption|request unsuccessful",
    r"checking your browser.*|performing security verification|client challenge|captcha|recaptcha",
    r".{0,4}安全验证|滑动验证(?:页面)?|验证码|人机验证|访问验证|安全驗證",
)
DENIAL_NAME = any_of(
    r"access (?:to this page (?:has been |is )?|to this site )?(?:denied|blocked|restricted)|blocked",
    r"(?:error )?(?:403|429|401)(?: \W*)?(?:forbidden|too many requests|unauthorized)?|forbidden|too many requests",
    r"zugriff (?:verweigert|gesperrt)|accès (?:refusé|interdit)|acceso (?:denegado|restringido)|acesso negado",
    r"accesso negato|toegang geweigerd|доступ (?:запрещ|ограничен|закрыт|заблокирован)\w*|odmowa dostępu",
    r"brak dostępu",
    r"přístup odepřen|åtkomst nekad|adgang nægtet|erişim engellendi|访问被拒绝|拒绝访问|存取被拒",
    r"アクセスが拒否されました",
    r"접근이 거부되었습니다|تم رفض الوصول",
)
_CHECK = (
    r"verif|confirm|prove|make sure|making sure|überprüf|prüfen|bestätig|vérif|compruebe|comprob|kontroll"
    r"|controle|sprawdza"
    r"|potwierd|провер|подтверд|验证|驗證|確認|확인|التحقق|تحقق|doğrula|ověř"
)
_HUMAN = (
    r"\byou(?:'re| are) (?:not )?(?:a )?(?:human|robot|bot)|\bmensch\b|\bhumain\b|\bhumano\b|\bhumain|\bumano\b"
    r"|\bmens bent\b"
    r"|człowiekiem|человек|не робот|真人|人間|사람|إنسان|\binsan|člověk|机器人|機器人|ロボット|로봇|\brobô"
    r"|\broboter\b"
)
CHALLENGE_TEXT = any_of(
    near(_CHECK, _HUMAN),
    near(_HUMAN, _CHECK, chars=30),
    r"enable (?:javascript|js) and (?:cookies to continue|disable any ad blocker)",
    r"checking (?:if the site connection is secure|your browser)|verify your browser",
    r"unusual traffic from your|needs to review the security of your connection|just need to make sure you",
    r"complete the (?:security check|captcha)|enter the characters you see|press (?:&|and) hold|hold the button",
    r"automated (?:access|requests|queries)|запросы[^.]{0,60}(?:похожи на )?автоматическ|не робот",
    r"security service to protect itself|triggered the security solution|\bray id\b",
    r"why (?:have i been|am i) blocked|you have been blocked|proof[- ]of[- ]work",
    r"access denied|you don't have permission to access|rate limit|too many requests|not a robot",
    r"(?:ip[- ]adresse?|ip address|dirección ip|ip-адрес)[^.]{0,40}(?:gesperrt|bloqu|blocked|banned|заблокирован)",
    r"aus sicherheitsgründen (?:blockiert|gesperrt)|pas l'autorisation d'accéder",
    r"aktivieren sie javascript und cookies|按住滑块|安全验证|请完成.{0,10}验证",
)
# Scripts and cookies of the services that put such checks before a page.
CHALLENGE_SOURCE = re.compile(
    rb"/cdn-cgi/challenge-platform/|cf-chl-|cf_chl_|_Incapsula_Resource|px-captcha|captcha-delivery\.com|awsWafCookie"
    rb"|aws-waf-token|awswaf\.com|perfdrive\.com|/_sec/cp_challenge|ddos-guard/js|sgcaptcha|/\.within\.website/x/cmd/anubis"
)

LOGIN_NAME = any_of(
    r"(?:please )?(?:log|sign)[ -]?(?:in|on)(?: (?:to|with|or) .{1,30})?|login(?: required| page)?",
    r"members? (?:area|only|login)",
    r"anmeld(?:en|ung)|einloggen|(?:se )?connexion|se connecter|identification|inici(?:ar|a) (?:la )?sesi[oó]n",
    r"acceder",
    r"entrar|iniciar sessão|accedi|inloggen|aanmelden|logga in|log ind?|logg inn|kirjaudu(?: sisään)?",
    r"zaloguj(?: się)?",
    r"logowanie|přihlášení|bejelentkezés|autentificare|σύνδεση|вход|войти|авторизация|увійти|登录|登錄|登入",
    r"ログイン|サインイン",
    r"로그인|تسجيل الدخول|התחברות|giriş yap|oturum aç|đăng nhập|masuk",
)
LOGIN_TEXT = any_of(
    r"(?:need|have|must|please|required) (?:to )?(?:be )?(?:log|sign)(?:ged|ned)? ?in\b"
    r"[^.!?\n]{0,20}(?:to |before |\.|$)",
    r"(?:log|sign) ?in (?:or \w+ ?\w* )?to (?:continue|view|read|see|access)",
    r"melden sie sich (?:bitte )?an|bitte (?:melden|loggen)|veuillez vous (?:connecter|identifier)",
    r"inicia sesión para",
    r"faça login para|effettua il login|accedi per|log in om|zaloguj się, aby|войдите,? чтобы|登录后",
    r"ログインしてください|로그인이 필요",
)
SUBSCRIBERS_TEXT = any_of(
    r"(?:for|to) (?:our )?subscribers(?: only)?\b|subscribe (?:now )?to (?:continue|keep|read)",
    r"already a subscriber",
    r"(?:article|content) (?:is )?reserved for|nur für abonnenten|jetzt abonnieren|réservé (?:à nos|aux) abonnés",
    r"solo para suscriptores|exclusivo para assinantes|riservato agli abbonati|только для подписчиков",
    r"この記事は有料会員",
)
PASSWORD_FIELD = re.compile(rb"<input\b[^<>]{0,400}?\btype\s{0,5}=\s{0,5}[\"']?password", re.IGNORECASE)
