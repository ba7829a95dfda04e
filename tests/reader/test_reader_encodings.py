"""Bytes to text: what a page declares, and what its bytes betray."""

from __future__ import annotations

import pytest

from researcher_container.reader.encoding import decode
from researcher_container.reader.encoding_labels import codec_of

TEXTS = {
    "cp1252": "Le café “naïve” coûte 5 € – pas plus, déjà.",
    "cp1254": "Işıklı köşkün bahçesi güneşli ve çok büyük.",
    "cp1251": "Прилив в порту достигает 4,2 метра по таблице 2019 года.",
    "koi8_r": "Прилив в порту достигает 4,2 метра по таблице.",
    "cp1250": "Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "iso8859_2": "Zażółć gęślą jaźń w porcie.",
    "cp1253": "Η παλίρροια στο λιμάνι φτάνει τα 4,2 μέτρα.",
    "cp1255": "הגאות בנמל מגיעה ל 4.2 מטר לפי הטבלה",
    "cp1256": "يبلغ المد في ميناء 4.2 متر حسب جدول",
    "cp874": "น้ำขึ้นที่ท่าเรือสูงสี่เมตร",
    "cp932": "港の潮位は四点二メートルです。",
    "euc_jp": "港の潮位は四点二メートルです。",
    "gb18030": "港口的潮位是四点二米，请参考朱镕基的报告。",
    "big5hkscs": "港口的潮位是四點二米，根據二零一九年的表格。",
    "cp949": "항구의 조수 높이는 사 점 이 미터입니다.",
    "utf-8": "Ebbe – 4,2 m über Null",
    "utf-16-le": "Low water at Alder, four metres.",
}


@pytest.mark.parametrize("is_markup", [False, True])
@pytest.mark.parametrize("codec", sorted(TEXTS))
def test_undeclared_bytes_are_recognised(codec, is_markup):
    text = TEXTS[codec]
    frame = "<html><head><title>x</title></head><body><div>plain words around it</div><p>{}</p></body></html>"
    written = frame.format(text) if is_markup else text
    assert text in decode(written.encode(codec), "", is_markup=is_markup)


@pytest.mark.parametrize("word", ["Café", "naïve", "Straße", "señor", "10 €"])
def test_one_foreign_letter_is_western(word):
    assert decode(word.encode("cp1252"), "", is_markup=False) == word


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("ISO-8859-1", "cp1252"),
        ("us-ascii", "cp1252"),
        ("latin-1", "cp1252"),
        ("GB2312", "gb18030"),
        ("gbk", "gb18030"),
        ("Shift_JIS", "cp932"),
        ("euc-kr", "cp949"),
        ("big5", "big5hkscs"),
        ("iso-8859-9", "cp1254"),
        ("utf8", "utf-8"),
        ("utf-16be", "utf-16-be"),
        ("Windows-1251", "cp1251"),
        ("x-cp1251", "cp1251"),
        ("ks_c_5601-1989", "cp949"),
        ("csShiftJIS", "cp932"),
        ("iso88592", "iso8859-2"),
        ("dos-874", "cp874"),
        ("x-mac-ukrainian", "mac-cyrillic"),
        ("x-unicode20utf8", "utf-8"),
        ("win-1251", "cp1251"),
        ("utf8mb4", "utf-8"),
        ("nonsense", None),
        ("utf-7", None),
        ("punycode", None),
        ("unicode_escape", None),
        ("hex", None),
    ],
)
def test_labels_mean_what_they_mean_on_the_web(label, codec):
    assert codec_of(label) == codec


def test_byte_order_mark_wins_over_header_and_meta():
    data = b"\xef\xbb\xbf<meta charset=cp1252><p>\xc3\xa9"
    assert decode(data, "text/html; charset=koi8-r", is_markup=True).endswith("é")


def test_header_wins_over_meta():
    data = "<meta charset=koi8-r><p>Прилив".encode("cp1251")
    assert decode(data, 'text/html; charset="windows-1251"', is_markup=True).endswith("Прилив")


@pytest.mark.parametrize(
    "head",
    [
        "<style>" + "a{b:c}" * 5_000 + "</style><meta charset=gb2312>",
        "<meta http-equiv=Content-Type content='text/html; charset=gb2312'>",
        "<!-- <meta charset=utf-8> --><script>'<meta charset=koi8-r>'</script><meta charset='gb2312'>",
        "<meta\nname=x content=y><META CHARSET = 'GB2312'>",
    ],
)
def test_meta_is_found_anywhere_in_the_head_but_in_comments_and_scripts(head):
    # U+9555 is not in GB 2312 itself, which is why that label means GB 18030 on the web.
    data = f"<html><head>{head}</head><body><p>朱镕基</p></body></html>".encode("gb18030")
    assert "朱镕基" in decode(data, "text/html", is_markup=True)


def test_xml_declaration_counts():
    data = b"<?xml version='1.0' encoding='ISO-8859-2'?><p>" + "ąęś".encode("iso8859_2")
    assert decode(data, "", is_markup=True).endswith("ąęś")


def test_utf_8_that_is_declared_as_latin_is_utf_8():
    assert decode("café – 5 €".encode(), "text/html; charset=ISO-8859-1", is_markup=True) == "café – 5 €"


def test_a_broken_character_does_not_change_the_encoding():
    data = "grün ".encode() * 40 + b"\xff cut"
    text = decode(data, "text/plain; charset=utf-8", is_markup=False)
    assert text.count("grün") == 40
    assert "\ufffd" in text


def test_wrong_utf_8_label_is_not_believed():
    assert decode("Süße Größe für Käufer".encode("cp1252"), "text/html; charset=utf-8", is_markup=True).startswith(
        "Süße"
    )


def test_the_pages_language_helps():
    data = "<html lang=el><p>καλό</p>".encode("cp1253")
    assert "καλό" in decode(data, "", is_markup=True)


def test_escape_sequences_of_japanese_mail_are_read():
    assert decode("潮位".encode("iso2022_jp"), "text/html; charset=iso-2022-jp", is_markup=True) == "潮位"


@pytest.mark.parametrize("opening", [b"<!--", b"<meta ", b"<script>", b"<style ", b"<"])
def test_openings_without_end_take_no_time(opening):
    assert decode(opening * 100_000 + b"\xe9", "", is_markup=True)


HARBOUR = "港口的潮位是四点二米，请参考朱镕基的报告。"


@pytest.mark.parametrize("label", ["utf-16", "UTF-16LE", "{}", ""])
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [HARBOUR * 40, "Прилив в порту", "Low water at Alder"])
def test_utf_16_without_a_mark_is_read_in_any_script(reading, text, codec, label):
    page = f"<html><body><p>{text}</p></body></html>".encode(codec)
    declared = f"text/html; charset={label.format(codec)}" if label else "text/html"
    assert reading(page, declared_type=declared).text() == text


def test_chinese_in_utf_16_as_plain_text_needs_its_label(reading):
    assert reading(HARBOUR.encode("utf-16-be"), declared_type="text/plain; charset=utf-16be").text() == HARBOUR


def test_utf_16_in_a_label_is_not_believed_of_other_bytes():
    assert decode("<p>é, wide".encode(), "text/html; charset=utf-16", is_markup=True) == "<p>é, wide"
    assert decode(b"<p>plain", "text/html; charset=utf-16", is_markup=True) == "<p>plain"


def test_zeros_within_a_page_are_not_text_and_do_not_spoil_it(reading):
    assert (
        reading(b"<html><body><p>Low\x00 water at Alder, as mea\x00sured</p>").text()
        == "Low water at Alder, as measured"
    )


def test_the_meta_tag_is_asked_where_the_header_cannot_be_true():
    page = b"<meta charset=gb2312><p>" + HARBOUR.encode("gb18030")
    assert HARBOUR in decode(page, "text/html; charset=utf-8", is_markup=True)


@pytest.mark.parametrize(
    ("codec", "label"), [("cp1252", "big5"), ("cp1251", "euc-kr"), ("koi8_r", "shift_jis"), ("cp1253", "utf-8")]
)
def test_a_label_the_bytes_contradict_is_not_believed(codec, label):
    text = TEXTS[codec]
    assert text in decode(f"<p>{text}</p>".encode(codec), f"text/html; charset={label}", is_markup=True)
