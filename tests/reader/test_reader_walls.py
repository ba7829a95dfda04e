"""Walls, errors, shells and lists in the languages of the world; and articles about them, which are kept."""

from __future__ import annotations

import pytest

from researcher_container.contract import QualityStatus

LINE = "High water at Birk quay is read off the staff twice a day, and the keeper enters it in his book. "


def page(title: str, *body: str) -> str:
    return f"<html><head><title>{title}</title></head><body>{''.join(body)}</body></html>"


def paragraph(text: str) -> str:
    return f"<p>{text}</p>"


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Um momento…", "Verificando se você é um robô ou humano."),
        ("Один момент…", "Проверяем, что вы человек, а не программа."),
        ("请稍候…", "正在确认您是真人，验证需要几秒钟。"),
        ("しばらくお待ちください...", "人間であることの確認には数秒かかります。"),
        ("잠시만 기다리십시오…", "사람인지 확인하고 있습니다."),
        ("لحظة…", "يتم التحقق من أنك إنسان."),
        ("Bir dakika lütfen...", "İnsan olduğunuz kontrol ediliyor."),
        ("Een moment geduld…", "We controleren of u een mens bent."),
        ("Chwileczkę…", "Sprawdzamy, czy jesteś człowiekiem."),
        ("Robot or human?", "Hold the button to go on."),
        ("Making sure you're not a bot!", "The keeper of this site runs a proof-of-work check. " * 5),
        ("Zugriff verweigert", "Ihre IP-Adresse wurde gesperrt."),
        ("Accès refusé", "Vous n'avez pas l'autorisation d'accéder à ce site."),
        ("Доступ ограничен", "Подтвердите, что вы не робот."),
        ("安全验证", "请按住滑块完成拼图"),
        ("403 Forbidden", "nginx"),
        ("birk.example", "Unusual traffic from your network."),
    ],
)
def test_a_check_for_robots_is_known_in_its_language(reading, title, text):
    assert reading(page(title, paragraph(text))).quality.status == QualityStatus.BLOCKED


@pytest.mark.parametrize(
    "page_text",
    [
        page("Log in | Birk", "<h1>Log in</h1><form>Name <input> Password <input type=password></form>"),
        page("Members", "<h1>Members</h1>", paragraph("Please sign in to view this page.")),
        page("Anmelden", "<form>Passwort <input name=p type='password'></form>"),
        page("Connexion", paragraph("Veuillez vous connecter pour lire la suite.")),
        page("ログイン", "<form>パスワード <input type=password></form>"),
        page("Вход", "<form>Пароль <input type=password></form>"),
        page("Birk", "<h1>Birk</h1>", paragraph("This article is for subscribers only. Subscribe to continue.")),
    ],
)
def test_a_login_wall_is_told(reading, page_text):
    quality = reading(page_text).quality
    assert quality.status == QualityStatus.BLOCKED
    assert "login" in quality.why or "subscribers" in quality.why


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Hafen Birk", "Die gesuchte Seite ist leider nicht mehr vorhanden."),
        ("Page introuvable", "La page demandée n'existe plus."),
        ("Página não encontrada", "Volte ao início."),
        ("Ошибка 404", "Такой страницы не существует."),
        ("Сторінку не знайдено", "Поверніться на головну."),
        ("Strona nie istnieje", "Wróć na stronę główną."),
        ("Stránka nenalezena", "Zpět na úvod."),
        ("Sidan hittades inte", "Gå till startsidan."),
        ("Siden blev ikke fundet", "Gå til forsiden."),
        ("Sivua ei löytynyt", "Etusivulle."),
        ("Sayfa bulunamadı", "Ana sayfaya dönün."),
        ("ページが見つかりません", "トップへ戻る"),
        ("页面不存在", "返回首页"),
        ("找不到頁面", "回首頁"),
        ("페이지를 찾을 수 없습니다", "처음으로"),
        ("الصفحة غير موجودة", "العودة إلى الرئيسية"),
        ("הדף לא נמצא", "חזרה לעמוד הבית"),
        ("Không tìm thấy trang", "Về trang chủ"),
        ("Halaman tidak ditemukan", "Kembali ke beranda"),
        ("Az oldal nem található", "Vissza a kezdőlapra"),
        ("Η σελίδα δεν βρέθηκε", "Αρχική"),
        ("502 Bad Gateway", "nginx"),
        ("Error", "Something went wrong. Please try again later."),
        ("birk.example is for sale", "Buy this domain today."),
        ("Account Suspended", "Contact your hosting provider."),
        ("Under maintenance", "We are performing scheduled maintenance."),
    ],
)
def test_a_page_that_stands_in_for_another_is_not_found(reading, title, text):
    quality = reading(page(title, "<nav>Start</nav>", f"<h1>{title}</h1>", paragraph(text))).quality
    assert quality.status == QualityStatus.NOT_FOUND
    assert quality.why.startswith("The site ")


@pytest.mark.parametrize(
    ("text", "button"),
    [
        ("Wir verwenden Cookies und ähnliche Techniken.", "Alle akzeptieren"),
        ("Nous et nos partenaires utilisons des cookies.", "Tout accepter"),
        ("Utilizziamo i cookie per offrire il servizio.", "Accetta tutto"),
        ("Wij en onze partners gebruiken cookies.", "Alles accepteren"),
        ("Używamy plików cookie.", "Zaakceptuj wszystko"),
        ("Мы используем файлы cookie.", "Принять все"),
        ("当サイトはCookieを使用します。", "すべて同意する"),
        ("我们使用Cookie改进服务。", "全部接受"),
    ],
)
def test_a_wall_of_consent_is_known_in_its_language(reading, text, button):
    wall = page("Birk", paragraph(text), f"<button>{button}</button>")
    assert reading(wall).quality.status == QualityStatus.CONSENT_WALL
    article = page("Birk", paragraph(text), f"<button>{button}</button>", paragraph(LINE * 3))
    assert reading(article).quality.status == QualityStatus.OK


@pytest.mark.parametrize(
    "body",
    [
        "<noscript>Veuillez activer JavaScript.</noscript><div id=app></div>",
        "<p>Bitte aktivieren Sie JavaScript in Ihrem Browser.</p>",
        "<p>Для работы сайта включите JavaScript.</p>",
        "<p>JavaScriptを有効にしてください。</p>",
        "<h1>Tides</h1><p>Loading…</p><script src=a.js></script>",
        "<h1>Gezeiten</h1><p>Wird geladen...</p><script src=a.js></script>",
    ],
)
def test_a_shell_is_known_in_its_language(reading, body):
    assert reading(page("App", body)).quality.status == QualityStatus.EMPTY


def entries(count: int) -> str:
    return "".join(f"<h2><a href=/{n}>Entry number {n}</a></h2><p>{LINE[:80]} […].</p>" for n in range(count))


@pytest.mark.parametrize(
    "page_text",
    [
        page("tides - Search results", "<h1>Results for “tides”</h1>", entries(4)),
        page("Suchergebnisse für Tide", "<h1>Suchergebnisse</h1>", entries(4)),
        page("Tag: tides | Birk", "<h1>Tag: tides</h1>", entries(4)),
        page("Archives: 2019", entries(4)),
        page("Birk tells", "<h1>Birk tells</h1>", entries(12)),
        page("索引", "".join(f"<p><a href=/{n}>第{n}条</a></p>" for n in range(20))),
        page("Inhaltsverzeichnis", "".join(f"<p><a href=/{n}>Kapitel {n}</a></p>" for n in range(20))),
        page(
            "Index of /pub", "<pre>" + "".join(f"<a href=f{n}>f{n}.txt</a> 2019 1K\n" for n in range(20)) + "</pre>"
        ),
    ],
)
def test_lists_of_results_and_entries_lead_on(reading, page_text):
    assert reading(page_text).quality.status == QualityStatus.INDEX


def test_headings_that_lead_to_themselves_make_no_list(reading):
    sections = "".join(f"<h2 id=s{n}><a href='#s{n}'>Section {n}</a></h2><p>{LINE}</p>" for n in range(12))
    assert reading(page("Handbook", "<h1>Handbook</h1>", sections)).quality.status == QualityStatus.OK


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Search and rescue at Birk", LINE),
        ("Index numbers in statistics", LINE * 3),
        ("Archive formats compared", LINE * 2),
        ("Contents of a ship's medicine chest", LINE),
        ("Oops: what the mayor said", LINE * 2),
        ("404 Not Found (film)", "404 Not Found is a film of that year. " + LINE * 2),
        ("Not found: lost species of the coast", LINE * 3),
        ("Un instant: photographies", "L'exposition montre le port de Birk à l'aube. " * 4),
        ("JavaScript is required reading", "Every course asks for JavaScript these days. " + LINE),
        ("Forbidden City", "The palace museum stands in the old town. " + LINE),
        ("CAPTCHA", "A captcha asks people to prove that they are no machine. " + LINE * 3),
        ("Maintenance of harbour cranes", LINE * 2),
        ("Login: a short history of the password", LINE * 2),
        ("Domain names for sale: a market", LINE * 3),
        ("Warum es „Seite nicht gefunden“ heißt", "Die Wendung ist alt, und kaum jemand weiß, wer sie prägte. " * 6),
        ("Cookies and consent: the law", "Sites ask you to accept all cookies. " + LINE * 3),
    ],
)
def test_an_article_with_such_words_is_kept(reading, title, text):
    quality = reading(page(f"{title} | Birk", f"<h1>{title}</h1>", paragraph(text), paragraph(LINE * 2))).quality
    assert (quality.status, quality.why) == (QualityStatus.OK, "")
