"""How pages are named that only lead to others, in the languages they are often met in."""

from __future__ import annotations

from researcher_container.reader.sign_patterns import any_of

# The whole name of such a page, as title or first heading.
INDEX_NAME = any_of(
    r"(?:general |subject |author )?index(?: (?:of|to) .{1,80}|\W{1,3}\S{1,12})?|(?:python |global )?module index",
    r"site ?map|search(?: page)?|(?:table of )?contents|all (?:pages|articles|posts)",
    r"(?:gesamt)?inhalt(?:sverzeichnis|sübersicht)?|stichwortverzeichnis|sachregister|register|suche",
    r"seitenübersicht",
    r"table des matières|sommaire|plan du site|recherche|índice(?: de contenidos| general| alfabético)?",
    r"tabla de contenidos",
    r"mapa (?:del sitio|do site|strony|webu)|búsqueda|sumário|pesquisa|indice(?: analitico| generale)?|sommario",
    r"mappa del sito",
    r"inhoudsopgave|innehåll|indhold|innhold|sisällys(?:luettelo)?|spis treści|skorowidz|indeks|obsah|rejstřík",
    r"tartalom(?:jegyzék)?",
    r"cuprins|περιεχόμενα|ευρετήριο|содержание|оглавление|(?:предметный )?указатель|карта сайта|поиск|зміст",
    r"покажчик",
    r"目录|目錄|索引|网站地图|網站地圖|目次|サイトマップ|検索|목차|색인|찾아보기|사이트맵|فهرس|الفهرس|المحتويات",
    r"תוכן העניינים|מפתח",
    r"içindekiler|dizin|mục lục|daftar isi|สารบัญ|विषय सूची",
)
# Lists of what others wrote, with a sentence or two of each.
LISTING_NAME = any_of(
    r"search results?(?: for .{1,200})?|results for .{1,200}|.{1,100} search results|.{0,40}\bsearch results?",
    r"archives?(?:(?: for|:| of) .{1,60})?|(?:.{1,40} )?archives",
    r"(?:posts? )?tag(?:ged)?(?:s|:| archives?:?| with)(?: .{1,60})?",
    r"(?:posts in )?categor(?:y|ies)(?:[: ].{1,60})?|(?:all|latest|recent) (?:news|posts|articles|stories)|blog",
    r"news",
    r"suchergebnisse?(?: für .{1,200})?|(?:schlagwort|kategorie|archiv)(?:: .{1,60}|archiv.{0,60})?",
    r"résultats (?:de (?:la |votre )?recherche|pour).{0,200}|(?:étiquette|catégorie|archives)(?: ?: .{1,60})?",
    r"resultados (?:de (?:la )?búsqueda|da (?:busca|pesquisa)|para).{0,200}",
    r"(?:etiqueta|categoría|categoria|archivos?)(?:: .{1,60})?",
    r"risultati (?:della )?ricerca.{0,200}|zoekresultaten.{0,200}|wyniki wyszukiwania.{0,200}",
    r"výsledky (?:vyhledávání|hledání).{0,200}",
    r"результаты поиска.{0,200}|(?:метка|рубрика|архив)(?:: .{1,60})?|搜索结果.{0,200}|搜尋結果.{0,200}",
    r"検索結果.{0,200}|검색 결과.{0,200}",
    r"نتائج البحث.{0,200}|arama sonuçları.{0,200}|kết quả tìm kiếm.{0,200}|hasil pencarian.{0,200}",
    r"(?:标签|分类|标簽|タグ|カテゴリー).{0,60}",
)
