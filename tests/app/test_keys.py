"""Keys are kept where the user can trust them, told by their last characters, and never written anywhere else."""

from __future__ import annotations

import json
import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import keyring
import keyring.backend
import keyring.errors
import pytest

from app.key_file import KeyFile
from app.keys import Keys, KeyState, ending_of
from engine.errors import JournalError

KEY = "sk-0123456789-4f2a"


class Ring(keyring.backend.KeyringBackend):
    """A keyring in memory; `kind` says how it fails."""

    priority = 1.0

    def __init__(self, kind: str = "works") -> None:
        super().__init__()
        self.kind, self.held = kind, dict[tuple[str, str], str]()

    def get_password(self, service: str, username: str) -> str | None:
        if self.kind == "fails":
            raise keyring.errors.KeyringLocked(f"locked: {KEY}")
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.kind == "fails":
            raise RuntimeError(f"no place for {password}")
        if self.kind == "works":
            self.held[(service, username)] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.held:
            raise keyring.errors.PasswordDeleteError
        del self.held[(service, username)]


@pytest.fixture
def ring() -> Iterator[Ring]:
    before = keyring.get_keyring()
    made = Ring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "TAVILY_API_KEY", "BRAVE_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "keys.json"


@pytest.fixture
def keys(path: Path) -> Keys:
    return Keys(KeyFile(path))


def test_a_keyring_keeps_the_key_and_no_file_is_written(ring: Ring, keys: Keys, path: Path):
    assert keys.has_keyring()
    assert keys.keep("tavily", KEY, "file") == "keyring"
    assert keys.state("tavily") == KeyState("keyring", "4f2a")
    assert not path.exists()
    keys.forget("tavily")
    assert keys.state("tavily") == KeyState()
    assert ring.held == {}


@pytest.mark.parametrize("kind", ["fails", "takes and holds nothing"])
def test_without_a_keyring_a_key_is_held_for_the_session(ring: Ring, keys: Keys, path: Path, kind: str):
    ring.kind = kind
    assert not keys.has_keyring()
    assert keys.keep("tavily", KEY) == "session"
    assert keys.state("tavily").place == "session"
    assert not path.exists()
    assert Keys(KeyFile(path)).get("tavily") == ""


def test_without_a_keyring_a_key_may_be_in_a_file_only_its_owner_reads(ring: Ring, keys: Keys, path: Path):
    ring.kind = "fails"
    assert keys.keep("tavily", KEY, "file") == "file"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text()) == {"tavily": KEY}
    assert [file.name for file in path.parent.iterdir()] == ["keys.json"]
    later = Keys(KeyFile(path))
    assert later.state("tavily") == KeyState("file", "4f2a")
    later.forget("tavily")
    assert not path.exists()


def test_another_choice_moves_the_keys(ring: Ring, keys: Keys, path: Path):
    ring.kind = "fails"
    keys.keep("tavily", KEY)
    keys.move("file")
    assert keys.state("tavily").place == "file"
    keys.move("session")
    assert keys.state("tavily").place == "session"
    assert not path.exists()


def test_a_file_that_cannot_be_written_leaves_the_key_for_the_session(ring: Ring, tmp_path: Path):
    ring.kind = "fails"
    (tmp_path / "no-folder").write_text("")
    keys = Keys(KeyFile(tmp_path / "no-folder" / "keys.json"))
    with pytest.raises(JournalError, match="could not be written") as failed:
        keys.keep("tavily", KEY, "file")
    assert KEY not in str(failed.value)
    assert keys.get("tavily") == KEY


@pytest.mark.parametrize("text", ["{", "7", '{"tavily": 3}'])
def test_a_damaged_file_holds_no_keys_and_is_not_quoted(
    path: Path, text: str, keys: Keys, ring: Ring, caplog: pytest.LogCaptureFixture
):
    ring.kind = "fails"
    path.parent.mkdir()
    path.write_text(text)
    assert keys.get("tavily") == ""
    assert text not in caplog.text


def test_the_environment_goes_before_what_is_kept(ring: Ring, keys: Keys, monkeypatch: pytest.MonkeyPatch):
    keys.keep("brave", KEY)
    monkeypatch.setenv("BRAVE_API_KEY", "env-0123456789-9z9z")
    assert keys.state("brave") == KeyState("environment", "9z9z", "BRAVE_API_KEY")


def test_short_keys_tell_nothing():
    assert (ending_of("secret"), ending_of(""), ending_of(KEY)) == ("", "", "4f2a")


@pytest.mark.parametrize("kind", ["works", "fails"])
def test_no_key_is_in_the_log_or_in_a_repr(ring: Ring, keys: Keys, kind: str, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    ring.kind = kind
    keys.keep("tavily", KEY, "file")
    keys.get("tavily")
    keys.forget("tavily")
    assert KEY not in caplog.text
    assert KEY not in f"{keys!r} {vars(keys)!r} {keys.state('tavily')!r}"
