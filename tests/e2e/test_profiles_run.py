"""A run with a profile: its models per role, its key and its secret header reach the server and nobody else."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.conftest import TOPIC
from tests.e2e.program import Program, files_with
from tests.scripted_model.plugin import load_server

OWN_KEY, SECRET = "own-canary-51f0c2", "secret-canary-99ab41"


def set_up(program: Program, base_url: str) -> None:
    """Write the settings and the file of keys, as the window leaves them on a computer without a keyring."""
    program.home.mkdir(parents=True)
    profile = {
        "id": "model-1", "name": "Mine", "base_url": base_url, "model": "scripted",
        "role_models": {"writer": "scripted-writer"},
        "headers": [{"name": "X-Team", "is_secret": True}, {"name": "X-Plain", "value": "plain"}],
        "prices": {"input_usd_per_million": 2.0, "output_usd_per_million": 8.0},
    }  # fmt: skip
    (program.home / "settings.json").write_text(json.dumps({"model.profiles": [profile], "report.language": "de"}))
    (program.home / "keys.json").write_text(json.dumps({"model-1": OWN_KEY, "model-1.x-team": SECRET}))


def test_a_profile_is_honoured_and_its_secrets_stay_where_they_are(program: Program, library: Path, tmp_path: Path):
    with load_server().ScriptedModel() as server:
        set_up(program, server.base_url)
        program.environ.update(OPENAI_BASE_URL="http://127.0.0.1:9/v1", OPENAI_API_KEY="key-of-another-server")
        out = tmp_path / "out"
        done = program.run(
            "research", TOPIC, "--profile", "mine", "--library", str(library), "--sandbox", "process",
            "--depth", "quick", "--out", str(out),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        asked = server.asked()
        assert {entry["headers"]["authorization"] for entry in asked} == {f"Bearer {OWN_KEY}"}
        assert {entry["headers"]["x-team"] for entry in asked} == {SECRET}
        assert {entry["headers"]["x-plain"] for entry in asked} == {"plain"}
        models = {(entry["role"], entry["body"]["model"]) for entry in asked}
        assert ("writer", "scripted-writer") in models
        assert {model for role, model in models if role != "writer"} == {"scripted"}
    run = json.loads((out / "run.json").read_text())
    assert run["usage"]["cost_usd"] > 0
    for secret in (OWN_KEY, SECRET):
        assert files_with(secret, program.home, out) == [program.home / "keys.json"]


def test_an_unknown_profile_names_those_that_are_there(program: Program, library: Path):
    set_up(program, "http://127.0.0.1:9/v1")
    done = program.run("research", TOPIC, "--profile", "nope", "--library", str(library))
    assert done.returncode == 2
    assert "There is no profile “nope”. The profiles are: Mine." in done.stderr


def test_the_doctor_examines_the_active_profile(program: Program):
    with load_server().ScriptedModel(lambda asked: load_server().Answer(text="ready")) as server:
        set_up(program, server.base_url)
        checks = program.json("doctor", "--json")
    model = [check for check in checks if check["name"] in ("Model", "Model check")]
    assert model[0]["says"].startswith(f"scripted at {server.base_url}, with a key.")
    assert any("The key is accepted" in check["says"] for check in model)
    assert OWN_KEY not in json.dumps(checks)
    known = json.loads((program.home / "models.json").read_text())
    assert known[0]["model"] == "scripted"
    assert known[0]["protocol"] == "chat"
