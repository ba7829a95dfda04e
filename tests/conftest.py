"""What every test shares: a fresh data folder, and skips that say what is missing."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Started in the background of a shell, tests inherit a SIGINT that is ignored, and so would the programs they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Generated inputs take as long as the machine lets them; continuous integration tries the same ones every time, and
# new ones are found where people run the tests.
settings.register_profile("dossier", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("dossier")


def _docker_answers() -> bool:
    import docker

    try:
        client = docker.from_env(timeout=5)
        try:
            return bool(client.ping())
        finally:
            client.close()
    except Exception:
        return False


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip Docker tests where no engine answers; continuous integration refuses such skips."""
    wanted = [item for item in items if item.get_closest_marker("docker")]
    if wanted and not _docker_answers():
        if os.environ.get("DOSSIER_REQUIRE_DOCKER"):
            raise pytest.UsageError("DOSSIER_REQUIRE_DOCKER is set, but no Docker engine answers")
        for item in wanted:
            item.add_marker(pytest.mark.skip(reason="no Docker engine answers"))


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a data folder of its own and no key of the person running it."""
    home = tmp_path / "dossier-home"
    monkeypatch.setenv("DOSSIER_HOME", str(home))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "DOSSIER_MODEL", "DOSSIER_SEARCH", "DOSSIER_ALLOW_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    return home
