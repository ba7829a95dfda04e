"""Where an engine is looked for, and what is said when there is none."""

from __future__ import annotations

import hashlib
import json
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from engine.sandbox import docker_client
from engine.sandbox.docker_errors import classify
from engine.sandbox.endpoint import Endpoint, Surroundings, candidates, find_endpoint

UID = 1000


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    return Surroundings(env={}, home=tmp_path, uid=UID, system="linux")


def add_context(home: Path, name: str, url: str, *, current: bool = True) -> None:
    meta = home / ".docker/contexts/meta" / hashlib.sha256(name.encode()).hexdigest()
    meta.mkdir(parents=True)
    (meta / "meta.json").write_text(json.dumps({"Name": name, "Endpoints": {"docker": {"Host": url}}}))
    if current:
        (home / ".docker/config.json").write_text(json.dumps({"currentContext": name}))


def found(around: Surroundings, *alive: str, setting: str = "") -> str | None:
    def ping(endpoint: Endpoint) -> None:
        if endpoint.url not in alive:
            raise ConnectionRefusedError(111, "Connection refused")

    endpoint = find_endpoint(setting, ping, around).endpoint
    return endpoint.url if endpoint else None


DEFAULT = "unix:///var/run/docker.sock"


def test_the_default_socket(around: Surroundings) -> None:
    assert found(around, DEFAULT) == DEFAULT
    assert found(around) is None


def test_the_environment_beats_the_context_and_the_setting_beats_both(around: Surroundings) -> None:
    context = f"unix://{around.home}/.colima/default/docker.sock"
    add_context(around.home, "colima", context)
    named = replace(around, env={"DOCKER_HOST": "tcp://engine.example:2376"})
    alive = ("tcp://engine.example:2376", context, DEFAULT, "tcp://other.example:2375")
    assert found(named, *alive) == "tcp://engine.example:2376"
    assert found(named, *alive, setting="tcp://other.example:2375") == "tcp://other.example:2375"
    assert found(around, *alive) == context


def test_a_dead_default_socket_does_not_hide_the_context(around: Surroundings) -> None:
    context = f"unix://{around.home}/.docker/run/docker.sock"
    add_context(around.home, "desktop-linux", context)
    assert found(around, context) == context


def test_the_context_of_the_environment_beats_the_current_one(around: Surroundings) -> None:
    add_context(around.home, "first", "unix:///first.sock")
    add_context(around.home, "second", "unix:///second.sock", current=False)
    chosen = replace(around, env={"DOCKER_CONTEXT": "second"})
    assert found(chosen, "unix:///first.sock", "unix:///second.sock") == "unix:///second.sock"


@pytest.mark.parametrize(
    ("env", "url"),
    [
        ({"XDG_RUNTIME_DIR": "/run/user/1000"}, "unix:///run/user/1000/docker.sock"),
        ({"XDG_RUNTIME_DIR": "/run/user/1000"}, "unix:///run/user/1000/podman/podman.sock"),
        ({}, f"unix:///run/user/{UID}/docker.sock"),
        ({}, "unix://HOME/.orbstack/run/docker.sock"),
        ({}, "unix://HOME/.colima/default/docker.sock"),
        ({}, "unix://HOME/.docker/run/docker.sock"),
        ({}, "unix://HOME/.docker/desktop/docker.sock"),
    ],
)
def test_known_places(env: dict[str, str], url: str, around: Surroundings) -> None:
    url = url.replace("HOME", str(around.home))
    assert found(replace(around, env=env), url) == url


def test_windows_looks_at_pipes(around: Surroundings) -> None:
    urls = [endpoint.url for endpoint in candidates("", replace(around, system="win32"))]
    assert urls
    assert all(url.startswith("npipe://") for url in urls)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"currentContext": 7}', '{"currentContext": "gone"}'])
def test_a_damaged_configuration_is_no_configuration(content: str, around: Surroundings) -> None:
    (around.home / ".docker").mkdir()
    (around.home / ".docker/config.json").write_text(content)
    assert found(around, DEFAULT) == DEFAULT


def test_certificates_of_environment_and_context(around: Surroundings) -> None:
    certificates = around.home / "certificates"
    certificates.mkdir()
    for name in ("ca.pem", "cert.pem", "key.pem"):
        (certificates / name).touch()
    env = {
        "DOCKER_HOST": "tcp://engine.example:2376",
        "DOCKER_TLS_VERIFY": "1",
        "DOCKER_CERT_PATH": str(certificates),
    }
    first = candidates("", replace(around, env=env))[0]
    assert first.tls is not None
    assert (first.tls.cert, first.tls.verify) == (certificates / "cert.pem", True)
    assert candidates("", replace(around, env={"DOCKER_HOST": "unix:///x.sock"}))[0].tls is None


def test_the_choice_is_reported_and_so_is_what_did_not_answer(around: Surroundings) -> None:
    def ping(endpoint: Endpoint) -> None:
        if endpoint.url != DEFAULT:
            raise ConnectionRefusedError(111, "Connection refused")

    search = find_endpoint("", ping, replace(around, env={"DOCKER_HOST": "unix:///gone.sock"}))
    assert docker_client.notice_of_search(search) == (
        f"DOCKER_HOST names unix:///gone.sock, where nothing answers; {DEFAULT} is used."
    )
    assert docker_client.notice_of_search(find_endpoint("", ping, around)) == ""


def test_the_error_of_a_vain_search_is_the_most_telling_one(around: Surroundings) -> None:
    def ping(endpoint: Endpoint) -> None:
        if endpoint.url == DEFAULT:
            raise PermissionError(13, "Permission denied")
        raise FileNotFoundError(2, "No such file or directory")

    assert docker_client.trouble_of_search(find_endpoint("", ping, around)).docker_kind == "no_permission"


def test_a_socket_nobody_listens_on_is_named_as_that(tmp_path: Path) -> None:
    path = tmp_path / "dead.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with pytest.raises(ConnectionRefusedError) as refused:
        docker_client.ping(Endpoint(f"unix://{path}", "a test"))
    assert classify(refused.value).docker_kind == "not_running"


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ("('Connection aborted.', FileNotFoundError(2, 'No such file or directory'))", "not_found"),
        ("Error while fetching server API version: [Errno 13] Permission denied", "no_permission"),
        ("('Connection aborted.', ConnectionRefusedError(111, 'Connection refused'))", "not_running"),
        ("(2, 'CreateFile', 'The system cannot find the file specified.')", "not_running"),
        (r"open \\.\pipe\docker_engine: The system cannot find the file specified.", "not_running"),
        ("Install paramiko package to enable ssh:// support", "ssh_needs_package"),
        ("client version 1.21 is too old. Minimum supported API version is 1.44", "version_mismatch"),
        ("API versions below 1.24 are no longer supported by this library.", "version_mismatch"),
        ("write /layer/x: no space left on device", "disk_full"),
        ("No such image: dossier-sandbox:1", "no_image"),
        ("HTTPSConnectionPool(host='engine.example', port=2376): Read timed out.", "not_running"),
        ("something nobody has seen", "unknown"),
    ],
)
def test_errors_become_one_sentence(raw: str, kind: str) -> None:
    for system in ("linux", "darwin", "win32"):
        error = classify(raw, system=system)
        assert error.docker_kind == kind
        assert error.title.endswith(".")
        assert error.advice.endswith(".")
        assert "Traceback" not in str(error)
        assert "Error(" not in str(error)
        assert error.detail == raw


def test_advice_differs_by_system() -> None:
    advices = {classify("Connection refused", system=system).advice for system in ("linux", "darwin", "win32")}
    assert len(advices) == 3


def test_exceptions_are_told_by_their_name() -> None:
    assert classify(FileNotFoundError(2, "x")).docker_kind == "not_found"
    assert classify(TimeoutError("timed out")).docker_kind == "not_running"
