"""A Docker engine of a test's own, and a socket in front of an engine that can be cut."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

import docker

from engine.sandbox import docker_client
from engine.sandbox.endpoint import Endpoint

STARTS_S = 30.0


# Where the engine that the tests use listens.
DEFAULT_SOCKET = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").removeprefix("unix://")


class PrivateEngine:
    """A dockerd with folders of its own; only for root."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.url = f"unix://{folder}/engine.sock"
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def possible() -> bool:
        return shutil.which("dockerd") is not None and os.geteuid() == 0

    def start(self) -> None:
        # In a network of its own: a second engine takes down the bridge of the first.
        command = ["unshare", "--net", "dockerd", "--iptables=false", "--host", self.url]
        for option, name in (("--data-root", "data"), ("--exec-root", "exec"), ("--pidfile", "engine.pid")):
            command += [option, str(self._folder / name)]
        with open(self._folder / "log", "ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until = time.monotonic() + STARTS_S
        while not self._answers():
            assert time.monotonic() < until, (self._folder / "log").read_text()[-2_000:]
            time.sleep(0.05)

    def load(self, image: str) -> None:
        """Copy an image from the machine's engine."""
        source = docker.APIClient(os.environ.get("DOCKER_HOST"), version="auto")
        target = docker.APIClient(self.url, version="auto", timeout=120)
        try:
            for _ in target.load_image(source.get_image(image)):
                pass
        finally:
            source.close()
            target.close()

    def end(self) -> None:
        """Stop it and wait; killed, it would leave its containerd behind."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(STARTS_S)
            self._process = None

    def _answers(self) -> bool:
        try:
            docker_client.ping(Endpoint(self.url, "a test"))
        except (OSError, docker.errors.DockerException):
            return False
        return True


class CutSocket:
    """Passes bytes to the machine's engine until it is cut."""

    def __init__(self, path: Path, target: str = DEFAULT_SOCKET) -> None:
        self.url = f"unix://{path}"
        self._target = target
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()
        self._pairs: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def cut(self) -> None:
        """Drop every connection and take no more."""
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for end in self._pairs:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in self._pairs:
            end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._target)
                self._pairs += [near, far]
                for source, sink in ((near, far), (far, near)):
                    thread = threading.Thread(target=self._pass, args=(source, sink))
                    self._threads.append(thread)
                    thread.start()

    @staticmethod
    def _pass(source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        # Half-closed, as the engine's own connections are.
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)
