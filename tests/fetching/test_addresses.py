"""The address rules: every spelling of a host, every kind of network, ports, credentials, the user's own list."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import FetchError, InputError
from engine.fetching.addresses import (
    MAX_ADDRESS_CHARS,
    allowed_hosts,
    join_address,
    judge,
    judge_answers,
    parse_address,
)
from engine.fetching.ip_rules import why_not_public

PRIVATE = [
    "http://127.0.0.1/",
    "http://127.255.255.254/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0X7F.0.0.1/",
    "http://0177.0.0.1/",
    "http://0177.0x0.0.01/",
    "http://127.1/",
    "http://127.0.1/",
    "http://127.0.0.1./",
    "http://0/",
    "http://0x/",
    "http://[::1]/",
    "http://[::]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]:6666/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:a00:1::1]/",
    "http://[2001:0:53aa:64c:0:fbff:80ff:fffe]/",
    "http://[2606:4700::5efe:7f00:1]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fec0::1]/",
    "http://[fd00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[ff02::1]/",
    "http://[2001:db8::1]/",
    "http://10.0.0.5/",
    "http://172.16.0.1/",
    "http://172.31.255.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://100.100.100.200/",
    "http://169.254.169.254/latest/meta-data/",
    "http://168.63.129.16/",
    "http://192.0.0.192/",
    "http://198.18.0.1/",
    "http://192.88.99.1/",
    "http://203.0.113.7/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://localhost:11434/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://ℓocalhost/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127。0。0。1/",
    "http://１２７.1/",
    "http://user@127.0.0.1/",
    "http://user:word@example.org/",
    "http://example.org@10.0.0.1/",
]

PUBLIC = [
    ("http://8.8.8.8/", "http://8.8.8.8/"),
    ("http://172.32.0.1/", "http://172.32.0.1/"),
    ("http://134744072/", "http://8.8.8.8/"),
    ("http://[2606:4700::1111]/", "http://[2606:4700::1111]/"),
    ("http://[64:ff9b::808:808]/", "http://[64:ff9b::808:808]/"),
    ("https://93.184.216.34:8443/x", "https://93.184.216.34:8443/x"),
    ("HTTPS://Docs.Example.ORG.:443/A/b?C=d#part", "https://docs.example.org/A/b?C=d"),
    ("http://docs.example.org", "http://docs.example.org/"),
    ("http://docs.example.org?q=1", "http://docs.example.org/?q=1"),
    ("https://bücher.example/ä b?q=ü", "https://xn--bcher-kva.example/%C3%A4%20b?q=%C3%BC"),
    ("https://de.wiki.example/wiki/Ebbe_(Gezeiten)", "https://de.wiki.example/wiki/Ebbe_(Gezeiten)"),
    ("https://a.example/%e4%bd?x=%20&y=100%", "https://a.example/%e4%bd?x=%20&y=100%"),
    ("https://a_b.example/\n", "https://a_b.example/"),
    ("http://a.example:8080/", "http://a.example:8080/"),
    ("http://1e100.example/", "http://1e100.example/"),
    ("http://a.example/?next=http://x@y", "http://a.example/?next=http://x@y"),
]


@pytest.mark.parametrize("url", PRIVATE)
def test_private_in_every_spelling(url: str) -> None:
    verdict = judge(url)
    assert verdict.kind == "blocked_address", verdict
    assert verdict.why.endswith(".")


@pytest.mark.parametrize(("url", "asked"), PUBLIC)
def test_public_addresses_are_asked_as_they_were_judged(url: str, asked: str) -> None:
    verdict = judge(url)
    assert verdict.allowed, verdict
    assert verdict.address is not None
    assert verdict.address.url == asked


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("ftp://8.8.8.8/", "blocked_scheme"),
        ("file:///etc/passwd", "blocked_scheme"),
        ("gopher://8.8.8.8/", "blocked_scheme"),
        ("javascript:alert(1)", "blocked_scheme"),
        ("data:text/html,x", "blocked_scheme"),
        ("http://a.example:22/", "blocked_port"),
        ("https://a.example:25/", "blocked_port"),
        ("http://a.example:1023/", "blocked_port"),
        ("http://a.example:0/", "bad_address"),
        ("http://a.example:65536/", "bad_address"),
        ("http://a.example:99999999999999/", "bad_address"),
        ("http://a.example:x/", "bad_address"),
        ("http://[::1/", "bad_address"),
        ("http://::1/", "bad_address"),
        ("http://[nonsense]/", "bad_address"),
        ("http:///path", "bad_address"),
        ("http:8.8.8.8", "bad_address"),
        ("//a.example/", "bad_address"),
        ("a.example/x", "bad_address"),
        ("", "bad_address"),
        ("http://a..example/", "bad_address"),
        ("http://256.1.1.1/", "bad_address"),
        ("http://1.2.3.4.5/", "bad_address"),
        ("http://08.1.1.1/", "bad_address"),
        ("http://0x-1.0.0.1/", "bad_address"),
        ("http://%31%32%37.0.0.1/", "bad_address"),
        ("http://8.8.8.8\\@127.0.0.1/", "bad_address"),
        ("http://exa mple.org/", "bad_address"),
        ("http://a.example\x00.org/", "bad_address"),
        ("http://" + "a" * 64 + ".example/", "bad_address"),
        ("http://" + "ä" * 2_000 + "/", "bad_address"),
        ("http://a.example/" + "x" * MAX_ADDRESS_CHARS, "bad_address"),
        ("http://\ud800.example/", "bad_address"),
    ],
)
def test_what_is_no_web_address(url: str, kind: str) -> None:
    verdict = judge(url)
    assert (verdict.kind, verdict.allowed) == (kind, False)
    with pytest.raises(FetchError) as caught:
        raise verdict.error()
    assert caught.value.kind == kind


def test_own_hosts_count_when_asked_for_and_not_when_led_to() -> None:
    own = allowed_hosts("LOCALHOST:8080, 127.1:9 ,[::1]:81,")
    assert own == {"localhost:8080", "127.0.0.1:9", "[::1]:81"}
    for url in ("http://localhost:8080/a", "http://0x7f.0.0.1:9/", "http://[0::1]:81/"):
        assert judge(url, own).exempt
    assert judge("http://localhost:8081/", own).kind == "blocked_address"
    elsewhere = parse_address("https://news.example/")
    assert judge("http://localhost:8080/", own, redirected_from=elsewhere).kind == "blocked_address"
    another = parse_address("http://127.0.0.1:9/")
    assert judge("http://localhost:8080/", own, redirected_from=another).kind == "blocked_address"
    same = parse_address("http://localhost:8080/old")
    assert judge("http://localhost:8080/new", own, redirected_from=same).allowed


def test_answers_of_own_hosts_may_be_private() -> None:
    own = allowed_hosts(["wiki.example:8080"])
    assert judge_answers(judge("http://wiki.example:8080/", own), ["10.0.0.7"]).allowed
    assert judge_answers(judge("http://wiki.example/", own), ["10.0.0.7"]).kind == "blocked_address"
    assert judge_answers(judge("http://wiki.example/", own), ["8.8.8.8"]).allowed


@pytest.mark.parametrize(
    "entry", ["wiki.example", "http://wiki.example:80", "wiki.example:0", "a b:80", ":80", "[::1"]
)
def test_a_wrong_own_host_is_said(entry: str) -> None:
    with pytest.raises(InputError) as caught:
        allowed_hosts(f"good.example:80,{entry}")
    assert entry in str(caught.value)


def test_redirect_targets_are_joined_and_never_raise() -> None:
    base = parse_address("https://a.example/x/y?z=1")
    assert join_address(base, " ../new ") == "https://a.example/new"
    assert join_address(base, "//b.example/q") == "https://b.example/q"
    assert judge(join_address(base, "//[broken")).kind == "bad_address"


@given(st.integers(0, 2**32 - 1))
def test_ipv4_is_judged_as_the_registries_say(number: int) -> None:
    ip = ipaddress.IPv4Address(number)
    if not ip.is_global or ip.is_multicast or ip.is_reserved:
        assert why_not_public(str(ip))


@given(st.integers(0, 2**128 - 1))
def test_ipv6_is_judged_as_the_registries_say(number: int) -> None:
    ip = ipaddress.IPv6Address(number)
    if not ip.is_global or ip.is_multicast or ip.is_reserved or ip.is_site_local:
        assert why_not_public(str(ip))


@given(st.integers(0, 2**32 - 1), st.sampled_from(["::ffff:{}", "64:ff9b::{}"]))
def test_an_ipv4_address_inside_an_ipv6_one_is_judged_alike(number: int, form: str) -> None:
    ip = str(ipaddress.IPv4Address(number))
    assert why_not_public(form.format(ip)) == why_not_public(ip)


@given(st.integers(0, 2**32 - 1), st.sampled_from(["{}", "0x{:x}", "0{:o}"]))
def test_a_number_is_the_address_it_means(number: int, form: str) -> None:
    url = f"http://{form.format(number)}/"
    assert parse_address(url).host == str(ipaddress.IPv4Address(number))


@given(st.text(max_size=60))
def test_judging_never_fails(text: str) -> None:
    for url in (text, f"http://{text}", f"http://{text}/", f"https://a.example/{text}"):
        verdict = judge(url)
        if verdict.allowed:
            assert verdict.address is not None
            again = judge(verdict.address.url)
            assert again.address == verdict.address  # its own writing means the same place
