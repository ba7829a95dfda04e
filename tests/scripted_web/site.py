"""A small web on 127.0.0.1: pages from memory or a folder, bad manners on request, and a SearXNG-like search.

In a test:      with Site({"/a": Page("<p>words</p>")}) as site: site.url("/a"), site.log
As a process:   python tests/scripted_web/site.py --port 0 --pages DIR [--log FILE]   (prints its address)
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import html
import json
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

_TYPES = {
    ".html": "text/html; charset=utf-8", ".htm": "text/html; charset=utf-8", ".txt": "text/plain; charset=utf-8",
    ".md": "text/markdown; charset=utf-8", ".pdf": "application/pdf", ".json": "application/json",
}  # fmt: skip
_MAX_HITS = 20


@dataclass(frozen=True)
class Page:
    """One answer. `body` may be an iterator of pieces, which are then sent chunk by chunk."""

    body: bytes | str | Callable[[], Iterator[bytes]] = b""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None  # sent instead of an HTTP answer


@dataclass(frozen=True)
class Asked:
    """One line of the request log."""

    method: str
    target: str
    headers: Mapping[str, str]  # names in lower case
    body: bytes
    port: int  # of the client: equal ports mean one connection

    @property
    def path(self) -> str:
        return urlsplit(self.target).path


# Makes an answer from what was asked; None = go on with the pages.
Handler = Callable[[Asked], Page | None]


class Site:
    """A running site; requests are in `log`, in order of arrival."""

    def __init__(
        self,
        pages: Mapping[str, Page | str] | None = None,
        *,
        handler: Handler | None = None,
        port: int = 0,
        folder: Path | None = None,
        log_file: Path | None = None,
    ) -> None:
        self.pages = {path: page if isinstance(page, Page) else Page(page) for path, page in (pages or {}).items()}
        self.handler = handler
        self.folder = folder
        self.log_file = log_file
        self.log: list[Asked] = []
        self.open_connections = 0
        self.closed = threading.Event()  # set when the site stops: endless bodies end then
        self.changed = threading.Condition()
        self._server = _Server(self, port)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), name="scripted-web")

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pair(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, path: str = "/") -> str:
        return self.base + path

    def say_nothing(self) -> None:
        """Let every request wait until the site stops."""

        def wait(asked: Asked) -> None:
            self.closed.wait()

        self.handler = wait

    def targets(self) -> list[str]:
        return [asked.target for asked in self.log]

    def wait_until(self, condition: Callable[[Site], bool], limit_s: float = 5.0) -> bool:
        """Wait for a condition on the log or the connections, not for time."""
        with self.changed:
            return self.changed.wait_for(lambda: condition(self), limit_s)

    def start(self) -> Site:
        self._thread.start()
        return self

    def stop(self) -> None:
        self.closed.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def __enter__(self) -> Site:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def note(self, asked: Asked) -> None:
        with self.changed:
            self.log.append(asked)
            self.changed.notify_all()
        if self.log_file is not None:
            with self.log_file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"method": asked.method, "target": asked.target}) + "\n")

    def connection(self, change: int) -> None:
        with self.changed:
            self.open_connections += change
            self.changed.notify_all()

    def answer(self, asked: Asked) -> Page:
        page = self.handler(asked) if self.handler else None
        page = page or self.pages.get(asked.target) or self.pages.get(asked.path)
        return page or self._from_folder(asked.path) or _bad_manners(self, asked) or Page("<p>No such page.</p>", 404)

    def _from_folder(self, path: str) -> Page | None:
        if self.folder is None:
            return None
        file = (self.folder / unquote(path).lstrip("/")).resolve()
        if file.is_dir():
            file /= "index.html"
        if not file.is_relative_to(self.folder.resolve()) or not file.is_file():
            return None
        return Page(file.read_bytes(), content_type=_TYPES.get(file.suffix.lower(), "application/octet-stream"))

    def corpus(self) -> Iterator[tuple[str, str]]:
        """Yield (path, markup) of every page that can be searched."""
        for path, page in self.pages.items():
            if page.status == 200 and not callable(page.body) and "text" in page.content_type:
                yield path, page.body if isinstance(page.body, str) else page.body.decode("utf-8", "replace")
        for file in sorted(self.folder.rglob("*") if self.folder else ()):
            if file.suffix.lower() in (".html", ".htm", ".md", ".txt"):
                yield (
                    "/" + quote(file.relative_to(self.folder or file).as_posix()),
                    file.read_text("utf-8", "replace"),
                )


def _bad_manners(site: Site, asked: Asked) -> Page | None:
    """Answer the built-in paths; each shows one kind of trouble."""
    query = {name: values[0] for name, values in parse_qs(urlsplit(asked.target).query).items()}
    match asked.path:
        case "/search":
            return _search(site, query)
        case "/redirect":
            return Page(status=int(query.get("status", "302")), headers={"Location": query["to"]})
        case "/loop":
            return Page(status=302, headers={"Location": f"/loop?n={int(query.get('n', '0')) + 1}"})
        case "/status":
            return Page(f"<p>Status {query['code']}</p>", status=int(query["code"]))
        case "/endless":
            return Page(lambda: _endless(site))
        case "/drip":
            return Page(lambda: _drip(site))
        case "/hang":
            return Page(lambda: _hang(site))
        case "/bomb":
            packed = gzip.compress(bytes(int(query.get("mb", "100")) * 1024 * 1024))
            return Page(packed, headers={"Content-Encoding": "gzip"})
        case "/big":
            return Page(b"x" * int(query["bytes"]), content_type="text/plain")
    return None


def _endless(site: Site) -> Iterator[bytes]:
    while not site.closed.is_set():
        yield b"<p>and so on</p>" * 1024


def _drip(site: Site) -> Iterator[bytes]:
    while not site.closed.wait(0.02):
        yield b"."


def _hang(site: Site) -> Iterator[bytes]:
    yield b"<p>The beginning"
    site.closed.wait()


def _search(site: Site, query: Mapping[str, str]) -> Page:
    """Answer as SearXNG does: hits by the number of shared words."""
    if query.get("format") != "json":
        return Page("<h1>403 Forbidden</h1>", status=403)
    wanted = _words(query.get("q", ""))
    scored = []
    for path, markup in site.corpus():
        text = html.unescape(re.sub(r"(?s)<(script|style).*?</\1>|<[^>]*>", " ", markup))
        shared = wanted & _words(text)
        if shared:
            scored.append((len(shared), path, _title(markup, path), _snippet(text, shared)))
    scored.sort(key=lambda hit: (-hit[0], hit[1]))
    results = [
        {"url": site.url(path), "title": title, "content": snippet, "engine": "scripted", "score": float(score)}
        for score, path, title, snippet in scored[:_MAX_HITS]
    ]
    reply = {"query": query.get("q", ""), "number_of_results": len(results), "results": results}
    return Page(json.dumps({**reply, "unresponsive_engines": []}), content_type="application/json")


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 2}


def _title(markup: str, path: str) -> str:
    found = re.search(r"(?is)<title[^>]*>(.*?)</title>", markup) or re.search(r"(?m)^# (.+)$", markup)
    return " ".join(html.unescape(found[1]).split()) if found else path


def _snippet(text: str, shared: set[str]) -> str:
    flat = " ".join(text.split())
    places = [at for word in shared if (at := flat.lower().find(word)) >= 0]
    start = max(0, min(places, default=0) - 60)
    return flat[start : start + 200]


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        self._sockets: set[Any] = set()
        super().__init__(("127.0.0.1", port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._sockets.add(request)
        self.site.connection(+1)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._sockets.discard(request)
            self.site.connection(-1)

    def server_close(self) -> None:
        for request in list(self._sockets):  # threads that wait on kept-alive clients would never end
            with contextlib.suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)
        super().server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients that leave early are what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body are two writes; without this the second waits 40 ms for the client.
    disable_nagle_algorithm = True
    server: _Server

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.command, self.path, headers, body, self.client_address[1])
        self.server.site.note(asked)
        page = self.server.site.answer(asked)
        if page.raw is not None:
            self.wfile.write(page.raw)
            self.close_connection = True
            return
        self.send_response_only(page.status)
        usual = {"Date": self.date_time_string(), "Content-Type": page.content_type}
        for name, value in {**usual, **page.headers}.items():
            self.send_header(name, value)
        self._send_body(page)

    def _send_body(self, page: Page) -> None:
        if not callable(page.body):
            data = page.body.encode() if isinstance(page.body, str) else page.body
            if "Content-Length" not in page.headers:
                self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            return
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in page.body():
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the console for the test's own words; the log is in `Site.log`."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve a folder as a small web with a search.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--pages", type=Path, required=True)
    parser.add_argument("--log", type=Path, help="one JSON object per request")
    chosen = parser.parse_args()
    with Site(port=chosen.port, folder=chosen.pages, log_file=chosen.log) as site:
        sys.stdout.write(site.base + "\n")
        sys.stdout.flush()
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
