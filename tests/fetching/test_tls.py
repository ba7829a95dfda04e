"""HTTPS: the connection goes to the checked address, the certificate is checked by name."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from engine.errors import FetchError
from tests.fetching.conftest import FakeWeb, MakeFetcher
from tests.scripted_web.site import Page, Site

PUBLIC = "93.184.216.34"


def certificate(folder: Path, name: str) -> Path:
    """Write a self-signed certificate for one name, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    named = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(named)
        .issuer_name(named)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{name}.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return file


class TlsSite(Site):
    """A scripted site behind TLS that notes the names it was asked for (SNI)."""

    def __init__(self, file: Path) -> None:
        super().__init__({"/a": Page("<p>secret words</p>")})
        self.names: list[str | None] = []
        self.seen = threading.Event()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        context.sni_callback = self._note_name
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)

    def _note_name(self, connection: Any, name: str | None, context: ssl.SSLContext) -> None:
        self.names.append(name)
        self.seen.set()


@pytest.fixture
def tls_site(tmp_path: Path) -> Iterator[TlsSite]:
    with TlsSite(certificate(tmp_path, "secure.example")) as site:
        yield site


def trusting(file: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(file))


def web_of(site: Site) -> FakeWeb:
    return FakeWeb(site, {"secure.example": [[PUBLIC]], "other.example": [[PUBLIC]]})


async def test_the_name_is_sent_and_checked(tls_site: TlsSite, fetcher_of: MakeFetcher, tmp_path: Path) -> None:
    web = web_of(tls_site)
    fetcher = fetcher_of(web, tls=lambda: trusting(tmp_path / "secure.example.pem"))
    page = await fetcher.fetch("https://secure.example/a")
    assert page.body == b"<p>secret words</p>"
    assert tls_site.names == ["secure.example"]
    assert web.connected == [(PUBLIC, 443)]


async def test_a_certificate_for_another_name_is_refused(
    tls_site: TlsSite, fetcher_of: MakeFetcher, tmp_path: Path
) -> None:
    fetcher = fetcher_of(web_of(tls_site), tls=lambda: trusting(tmp_path / "secure.example.pem"))
    with pytest.raises(FetchError) as caught:
        await fetcher.fetch("https://other.example/a")
    assert caught.value.kind == "unreachable"
    assert "certificate" in caught.value.title
    assert tls_site.log == []


async def test_the_systems_certificates_count_by_default(tls_site: TlsSite, fetcher_of: MakeFetcher) -> None:
    with pytest.raises(FetchError) as caught:
        await fetcher_of(web_of(tls_site)).fetch("https://secure.example/a")
    assert "certificate" in caught.value.title
    assert tls_site.log == []
